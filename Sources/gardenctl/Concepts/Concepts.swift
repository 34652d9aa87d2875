/// The terms of Pocket Garden, each in a sentence or two: `gardenctl help concepts`, garden-concepts(7), and an article.
struct Concepts {
    struct Entry {
        let term: String
        let meaning: String

        init(_ term: String, _ meaning: String) { (self.term, self.meaning) = (term, meaning) }
    }

    struct Section {
        let title: String
        let entries: [Entry]
    }

    let sections: [Section]
}
