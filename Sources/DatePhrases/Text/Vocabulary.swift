/// The words of several languages in one tree, character by character.
struct Vocabulary: Sendable {
    /// A meaning, and the language in which a word has it.
    struct Sense: Hashable, Sendable {
        let meaning: Meaning
        /// The index of the language in the list.
        let language: Int
    }

    private struct Node {
        var next: [Character: Int] = [:]
        var senses: [Sense] = []
    }

    /// The first node is the root.
    private var nodes = [Node()]
    private var numerals: [Character: Int] = [:]
    /// The characters of languages that do not separate words.
    private var unseparated: Set<Character> = []

    /// The words of all languages.
    static let all = Vocabulary(Language.all)

    init(_ languages: [Language]) {
        for (index, language) in languages.enumerated() {
            numerals.merge(language.numerals) { first, _ in first }
            for (words, phrase) in language.repetitions {
                insert(words, Sense(meaning: .repetition(phrase), language: index))
            }
            for (meaning, words) in language.words {
                for word in words {
                    insert(word, Sense(meaning: meaning, language: index))
                    if !language.separatesWords { unseparated.formUnion(word) }
                }
            }
        }
    }

    private mutating func insert(_ word: String, _ sense: Sense) {
        var node = 0
        for character in word {
            if let next = nodes[node].next[character] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].next[character] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node].senses.append(sense)
    }
}

extension Vocabulary {
    /// The longest word that begins at an index.
    func longestWord(in characters: [Character], at start: Int) -> (range: Range<Int>, senses: [Sense])? {
        var found: (Range<Int>, [Sense])?
        var node = 0
        for index in start..<characters.count {
            guard let next = nodes[node].next[characters[index]] else { break }
            node = next
            if !nodes[node].senses.isEmpty, isBoundary(characters, after: index) {
                found = (start..<index + 1, nodes[node].senses)
            }
        }
        return found
    }

    /// The value of a sign of a written-out number; 10 for the sign for ten.
    func numeral(_ character: Character) -> Int? { numerals[character] }

    /// Whether the character belongs to a word that ends only where it is separated from the next.
    func isSeparatedLetter(_ character: Character) -> Bool {
        character.isLetter && !unseparated.contains(character) && numerals[character] == nil
    }

    /// Whether a word can end after that index.
    private func isBoundary(_ characters: [Character], after index: Int) -> Bool {
        guard index + 1 < characters.count else { return true }
        return !isSeparatedLetter(characters[index]) || !isSeparatedLetter(characters[index + 1])
    }
}
