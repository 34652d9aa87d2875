import DatePhrases
import GardenAPI

/// A sentence taken apart (RULES T15). It depends on nothing but its words, the time and the zone.
struct QuickAddSentence {
    private(set) var title = ""
    private(set) var category: String?
    private(set) var points: Int?
    private(set) var priority: Int?
    private(set) var estimate: Int?
    /// The date of the sentence: when the task is due, or the reminder if ``reminder`` says so.
    private(set) var schedule: SchedulePhrase?
    private(set) var reminder: QuickAddReminder?
    /// The words that ask for a reminder, for which no time is understood.
    private(set) var unsetReminder: String?
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
        case reminder

        var isSchedule: Bool { if case .schedule = self { true } else { false } }
    }

    /// - Throws: the first thing that is not understood.
    init(_ line: String, _ reader: DatePhraseReader) throws(GardenError) {
        var words = try QuickAddWord.words(of: line)
        let asked = try QuickAddRequest(in: &words, reader)
        var marks: [Int: QuickAddMark] = [:]
        for (index, word) in words.enumerated() where !asked.words.contains(index) {
            marks[index] = try QuickAddMark(word)
        }
        // Only at the end of the sentence, a number of points or focus sessions is a mark.
        let plain = words.indices.filter { marks[$0] == nil && !asked.words.contains($0) }
        let (found, count) = asked.takesNoDate ? (nil, 0) : try Self.ending(plain.map { words[$0] }, reader)
        let taken = Set(plain.suffix(count))
        let lastOfTitle = plain.last { !taken.contains($0) } ?? -1
        var titleWords: [QuickAddWord] = []
        for (index, word) in words.enumerated() where !asked.words.contains(index) {
            if let mark = marks[index], try read(mark, word, at: index, isAtEnd: index > lastOfTitle) { continue }
            if !taken.contains(index) { titleWords.append(word) }
        }
        if !asked.takesNoDate { try read(found, at: taken.min() ?? 0, &titleWords, reader) }
        let masked = titleWords.map(\.masked)
        try settle(asked, title: masked, reader)
        datesInTitle = schedule == nil ? reader.possibleDates(in: masked) : reader.dates(inside: masked)
        title = titleWords.map(\.text).joined(separator: " ")
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw .quickAdd(
                "the title is missing: write it before the marks; a \\ before a word makes it a part of the title")
        }
        parts.sort { $0.word < $1.word }
    }

    /// Takes what a sentence says about a reminder together with its date.
    ///
    /// - Parameter words: of the title.
    private mutating func settle(
        _ asked: QuickAddRequest, title words: [String], _ reader: DatePhraseReader
    ) throws(GardenError) {
        guard let request = asked.request else {
            unsetReminder = asked.words(hasDate: schedule != nil)
            return
        }
        do throws(DatePhraseError) {
            if let due = request.due, schedule == nil { schedule = try reader.schedule(due) }
            reminder = try QuickAddReminder(request, text: asked.text ?? "", beside: &schedule, reader)
        } catch {
            throw .quickAdd(error.reason)
        }
        try refuseSecondDate(inTitle: words, request, reader)
        guard reminder != nil else { return unsetReminder = asked.text }
        parts.append((asked.words.min() ?? 0, .reminder))
    }

    /// Refuses a request for two things: *remind me to call Bob tomorrow 9:00 and Ann fri 10:00*.
    private func refuseSecondDate(
        inTitle words: [String], _ request: ReminderRequest, _ reader: DatePhraseReader
    ) throws(GardenError) {
        guard request.isBeforeTitle, schedule != nil, !request.takesNoDate else { return }
        let second = reader.dates(inside: words).first { text in
            guard !reader.isTimeAlone(text), case .instant? = try? reader.schedule(text).date else { return false }
            return true
        }
        guard let second else { return }
        throw .quickAdd(
            "\(JSON.string(second).text) is a second date: add two tasks, or write \"…\" around what belongs to the title"
        )
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
