import DatePhrases
import GardenAPI

/// A sentence taken apart (RULES T15). It depends on nothing but its words, the time and the zone.
struct QuickAddSentence {
    private(set) var title = ""
    private(set) var category: String?
    private(set) var points: Int?
    private(set) var priority: Int?
    private(set) var estimate: Int?
    private(set) var schedule: SchedulePhrase?
    /// The words of the title that can be meant as a date.
    private(set) var datesInTitle: [String] = []
    /// What is not part of the title, with the index of its first word.
    private(set) var parts: [(word: Int, part: Part)] = []

    enum Part {
        case category(text: String)
        case points(text: String)
        case priority(text: String)
        case estimate(text: String)
        case schedule
    }

    /// - Throws: the first thing that is not understood.
    init(_ line: String, _ reader: DatePhraseReader) throws(GardenError) {
        let words = try QuickAddWord.words(of: line)
        var marks: [Int: QuickAddMark] = [:]
        for (index, word) in words.enumerated() { marks[index] = try QuickAddMark(word) }
        // Only at the end of the sentence, a number of points or focus sessions is a mark.
        let plain = words.indices.filter { marks[$0] == nil }
        let (found, count) = try Self.ending(plain.map { words[$0] }, reader)
        let taken = Set(plain.suffix(count))
        let lastOfTitle = plain.last { !taken.contains($0) } ?? -1
        var titleWords: [QuickAddWord] = []
        for (index, word) in words.enumerated() {
            if let mark = marks[index], try read(mark, word, at: index, isAtEnd: index > lastOfTitle) { continue }
            if !taken.contains(index) { titleWords.append(word) }
        }
        try read(found, at: taken.min() ?? 0, &titleWords, reader)
        let masked = titleWords.map(\.masked)
        datesInTitle = schedule == nil ? reader.possibleDates(in: masked) : reader.dates(inside: masked)
        title = titleWords.map(\.text).joined(separator: " ")
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw .quickAdd(
                "the title is missing: write it before the marks; a \\ before a word makes it a part of the title")
        }
        parts.sort { $0.word < $1.word }
    }

    private static func ending(
        _ words: [QuickAddWord], _ reader: DatePhraseReader
    ) throws(GardenError) -> (FoundSchedule?, count: Int) {
        do throws(DatePhraseError) {
            let found = try reader.schedule(atEndOf: words.map(\.masked))
            return (found, found?.count ?? 0)
        } catch {
            throw .quickAdd(error, in: words)
        }
    }

    /// - Returns: whether the word is a mark here.
    private mutating func read(
        _ mark: QuickAddMark, _ word: QuickAddWord, at index: Int, isAtEnd: Bool
    ) throws(GardenError) -> Bool {
        let text = word.written
        switch mark {
        case .category(let name):
            guard category == nil else { throw word.isSecond("category") }
            category = name
            parts.append((index, .category(text: text)))
        case .priority(let number):
            guard priority == nil else { throw word.isSecond("priority") }
            priority = number
            parts.append((index, .priority(text: text)))
        case .points:
            guard isAtEnd else { return false }
            guard points == nil else { throw word.isSecond("number of points") }
            points = try mark.number(word)
            parts.append((index, .points(text: text)))
        case .estimate:
            guard isAtEnd else { return false }
            guard estimate == nil else { throw word.isSecond("estimate") }
            estimate = try mark.number(word)
            parts.append((index, .estimate(text: text)))
        }
        return true
    }

    /// Adds what the sentence begins with to what it ends with, and removes it from the words of the title.
    private mutating func read(
        _ ending: FoundSchedule?, at index: Int, _ words: inout [QuickAddWord], _ reader: DatePhraseReader
    ) throws(GardenError) {
        let all = words
        do throws(DatePhraseError) {
            // 明日買い物 家 18:00: the time alone is not what was meant.
            let beginning = try reader.schedule(
                atBeginningOf: words.map(\.masked), mustBeSeparated: ending?.namesDay ?? false)
            guard let beginning else {
                schedule = ending?.schedule
                if ending != nil { parts.append((index, .schedule)) }
                return
            }
            var count = beginning.count
            while let first = words.first, count > first.characters.count {
                count -= first.characters.count + 1
                words.removeFirst()
            }
            if count > 0, !words.isEmpty {
                words[0].characters.removeFirst(count)
                words[0].isLiteral.removeFirst(count)
            }
            let texts = [beginning.text, ending?.text].compactMap(\.self)
            schedule = try ending == nil ? beginning.schedule : reader.schedule(texts.joined(separator: " "))
            parts.append((-1, .schedule))
        } catch {
            throw .quickAdd(error, in: all)
        }
    }
}

extension QuickAddWord {
    fileprivate func isSecond(_ kind: String) -> GardenError {
        .quickAdd("\(JSON.string(written).text) is a second \(kind); to keep it in the title, write \\\(written)")
    }
}

extension GardenError {
    /// A date of a sentence that is not understood.
    fileprivate static func quickAdd(_ error: DatePhraseError, in words: [QuickAddWord]) -> GardenError {
        // It stays in the title, but at another place.
        if case .howLong = error.problem { return .quickAdd(error.reason) }
        // Some reasons have an example of their own.
        let reason =
            switch error.problem {
            case .unseparated, .dateBeside: error.reason
            default: error.description
            }
        // A backslash belongs to the beginning of the word that has the part.
        let part = String(error.word.prefix { $0 != " " })
        let word = words.first { $0.text.contains(part) }?.written ?? part
        return .quickAdd("\(reason). To keep it in the title, write \\\(word)")
    }
}
