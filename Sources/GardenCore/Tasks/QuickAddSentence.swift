import DatePhrases
import GardenAPI

/// A sentence taken apart (RULES T15). It depends on nothing but its words, the time and the zone.
struct QuickAddSentence {
    var title = ""
    var category: String?
    var points: Int?
    var priority: Int?
    var estimate: Int?
    var tags: [String] = []
    /// When the task can begin.
    var start: DatePhrase?
    /// The date of the sentence: when the task is due, or the reminder if ``reminder`` says so.
    var schedule: SchedulePhrase?
    /// The words that say it, if they are marks.
    var scheduleText: String?
    var reminder: QuickAddReminder?
    /// The words that ask for a reminder, for which no time is understood.
    var unsetReminder: String?
    /// The words of the title that can be meant as a date.
    var datesInTitle: [String] = []
    /// The words of the title that can be meant as tags.
    var tagsInTitle: [String] = []
    /// What looks like a mark or a date and is not understood; it is in the title.
    var problems: [UnreadText] = []
    /// That of the date.
    var dateProblem: UnreadText?
    /// What is not part of the title, with the index of its first word.
    var parts: [(word: Int, part: Part)] = []

    enum Part {
        case category(text: String)
        case points(text: String)
        case priority(text: String)
        case estimate(text: String)
        case tag(text: String, String)
        case start(text: String)
        case schedule
        case reminder

        var isSchedule: Bool { if case .schedule = self { true } else { false } }
    }

    /// - Parameter hasTag: whether a task has a tag.
    /// - Throws: if a quotation does not end, or no title is left.
    init(
        _ line: String, _ reader: DatePhraseReader, hasTag: (String) -> Bool
    ) throws(GardenError) {
        let words = QuickAddWord.joiningForms(try QuickAddWord.words(of: line))
        var rest = words
        let asked: QuickAddRequest
        do throws(GardenError) { asked = try QuickAddRequest(in: &rest, reader) } catch {
            problems = [UnreadText(text: line, problem: error.message)]
            _ = try read(words, .keptInTitle, reader, hasTag)
            return
        }
        guard let problem = try read(rest, asked, reader, hasTag) else { return }
        // Then the words of the request are those of a title.
        self = QuickAddSentence(problem)
        takesStart = false
        _ = try read(words, .keptInTitle, reader, hasTag)
    }

    /// A sentence with a date or a request for a reminder that is not possible: its words are those of the title.
    ///
    /// - Parameter problem: what is wrong with it.
    init(
        _ line: String, keeping problem: String, _ reader: DatePhraseReader, hasTag: (String) -> Bool
    ) throws(GardenError) {
        problems = [UnreadText(text: line, problem: problem)]
        _ = try read(try QuickAddWord.words(of: line), .keptInTitle, reader, hasTag)
    }

    /// A sentence that is a title and nothing else.
    init(_ line: String, onlyTitleFor problem: String) {
        title = line.split(separator: " ").joined(separator: " ")
        problems = [UnreadText(text: line, problem: problem)]
    }

    private init(_ problem: UnreadText) { problems = [problem] }

    /// Whether words such as *not before friday* are read.
    var takesStart = true

    /// Reads the words of a sentence, without those of a request.
    ///
    /// - Returns: what is wrong with the request, after which nothing else was read.
    private mutating func read(
        _ words: [QuickAddWord], _ asked: QuickAddRequest, _ reader: DatePhraseReader, _ hasTag: (String) -> Bool
    ) throws(GardenError) -> UnreadText? {
        var marks = marks(of: words, besides: asked)
        // Only at the end of the sentence, a number of points or focus sessions is a mark.
        var plain = words.indices.filter { marks[$0] == nil && !asked.words.contains($0) }
        let isBesideDue = reader.hasDueWord(plain.map { words[$0].text })
        var startWords = readStart(&plain, words, before: plain.count, isBesideDue: isBesideDue, reader)
        let isDated = marks.values.contains { $0.isDate }
        var (found, place) = asked.takesNoDate ? (nil, 0..<0) : dateAfterTitle(plain.map { words[$0] }, reader)
        // *Weekly due:today recur:weekly*: a title, and the marks say when.
        let hasTwo = found?.schedule.repetition != nil && marks.values.contains { $0.isRepetition }
        if isDated, place.count == plain.count || hasTwo { (found, place) = (nil, 0..<0) }
        readAttributes(&marks, words, beside: found, reader)
        var dateWords = place.map { plain[$0] }
        var labelWords: [Int] = []
        if let date = found, date.labelCount > 0, let due = place.first.map({ $0 - date.labelCount }), due > 0 {
            labelWords = Array(plain[due..<due + date.labelCount])
            let start = readStart(&plain, words, before: due, isBesideDue: true, reader)
            let title = plain[..<(due - start.count)]
            if let both = reader.joining(repetitionAtEndOf: title.map { words[$0].masked }, to: date) {
                dateWords = title.suffix(both.count) + dateWords
                found = both
            }
            startWords += start
        }
        if !startWords.isEmpty, let begin = start, let date = found?.schedule, date.repetition == nil,
            reader.isAfter(begin, date.date)
        {
            return UnreadText(
                text: startWords.map { words[$0].written }.joined(separator: " "),
                problem: "it begins after it is due")
        }
        let taken = Set(dateWords + startWords)
        let isOfTitle = { [marks] (index: Int) in
            marks[index] == nil && !asked.words.contains(index) && !taken.contains(index)
        }
        // @phone of todo.txt does not separate a tag from the end.
        let lastOfTitle = words.indices.last { isOfTitle($0) && !words[$0].isContext } ?? -1
        let isClear = found != nil || asked.request != nil || marks.values.contains { !$0.isOfNumberOrTag }
        for (index, word) in words.enumerated() where index > lastOfTitle && isOfTitle(index) {
            let tag = String(word.text.dropFirst())
            // *Email @alice and @bob friday*
            let isJoined = index > 0 && Self.joints.contains(words[index - 1].text.lowercased())
            if word.isContext, !isJoined, isClear || hasTag(tag) { marks[index] = .tag(tag) }
        }
        var (titleWords, indices, unclear): ([QuickAddWord], [Int], [Int]) = ([], [], [])
        for (index, word) in words.enumerated() where !asked.words.contains(index) {
            if let mark = marks[index] {
                if case .tag(let tag) = mark, index > lastOfTitle, !isClear, !hasTag(tag) { unclear.append(index) }
                if read(mark, word, at: index, isAtEnd: index > lastOfTitle) { continue }
                // A tag that tasks have, before the end of the title.
                if case .tag(let tag) = mark, hasTag(tag) { tagsInTitle.append(word.written) }
            } else if QuickAddMark.isUnknownAttribute(word), !problems.contains(where: { $0.text == word.written }) {
                problems.append(
                    UnreadText(
                        text: word.written, problem: "\(JSON.string(word.written).text) is no mark that is known here"))
            }
            guard !taken.contains(index) else { continue }
            titleWords.append(word)
            indices.append(index)
        }
        if let first = labelWords.first ?? dateWords.first, let last = dateWords.last, last < plain.last ?? 0,
            words[last].text.last == ",",
            let title = indices.lastIndex(where: { $0 < first }), titleWords[title].text.last != ","
        {
            titleWords[title].characters.append(",")
            titleWords[title].isLiteral.append(false)
        }
        if !asked.takesNoDate {
            read(found, dateWords.map { words[$0] }, at: dateWords.first ?? 0, &titleWords, reader)
            indices = Array(indices.suffix(titleWords.count)) + plain.suffix(max(0, titleWords.count - indices.count))
        }
        // Without its date, a request sets no reminder.
        if asked.request != nil, let dateProblem { return dateProblem }
        if schedule == nil, points == nil, estimate == nil {
            for index in unclear {
                let place = indices.firstIndex { $0 > index } ?? indices.endIndex
                keepInTitle(words[index], at: index, in: place, &titleWords)
                indices.insert(index, at: place)
            }
        }
        let contexts = titleWords.reversed().prefix { $0.isContext || tagsInTitle.contains($0.written) }
        tagsInTitle = contexts.reversed().filter(\.isContext).map(\.written) + tagsInTitle
        drop(labelWords, before: found, &titleWords, indices)
        let masked = titleWords.map(\.masked)
        if let problem = settle(asked, title: masked, reader) { return problem }
        datesInTitle = schedule == nil ? reader.possibleDates(in: masked) : reader.dates(inside: masked)
        if let words = found.flatMap({ _ in reader.leftOver(atEndOf: masked) }), !datesInTitle.contains(words) {
            datesInTitle.append(words)
        }
        // What is named as a problem is not named again.
        datesInTitle.removeAll { date in problems.contains { $0.text.contains(date) } }
        title = titleWords.map(\.titleText).joined(separator: " ")
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw .quickAdd(
                "the title is missing: write it before the marks; a \\ before a word makes it a part of the title")
        }
        parts.sort { $0.word < $1.word }
        return nil
    }

    /// Takes what a sentence says about a reminder together with its date.
    ///
    /// - Parameter words: of the title.
    /// - Returns: what is wrong with the request.
    private mutating func settle(
        _ asked: QuickAddRequest, title words: [String], _ reader: DatePhraseReader
    ) -> UnreadText? {
        guard let request = asked.request else {
            unsetReminder = asked.words(hasDate: schedule != nil)
            return nil
        }
        do throws(DatePhraseError) {
            if let due = request.due, schedule == nil { schedule = try reader.schedule(due) }
            reminder = try QuickAddReminder(request, text: asked.text ?? "", beside: &schedule, reader)
        } catch {
            return UnreadText(text: asked.text ?? error.word, problem: error.reason)
        }
        if let problem = secondDate(inTitle: words, request, reader) { return problem }
        // What is to be done so many times a week has no due date that a reminder could be before.
        if schedule?.repetition?.target != nil, reminder?.isBeforeDue == true { reminder = nil }
        if reminder == nil {
            unsetReminder = asked.text
        } else {
            parts.append((asked.words.min() ?? 0, .reminder))
        }
        return nil
    }

    /// What is wrong with a request for two things: *remind me to call Bob tomorrow 9:00 and Ann fri 10:00*.
    private func secondDate(
        inTitle words: [String], _ request: ReminderRequest, _ reader: DatePhraseReader
    ) -> UnreadText? {
        guard request.isBeforeTitle, schedule != nil, !request.takesNoDate else { return nil }
        let second = reader.dates(inside: words).first { text in
            guard !reader.isTimeAlone(text), case .instant? = try? reader.schedule(text).date else { return false }
            return true
        }
        return second.map { second in
            UnreadText(
                text: second,
                problem:
                    "\(JSON.string(second).text) is a second date: add two tasks, or write \"…\" around what belongs to the title"
            )
        }
    }

    private static let joints: Set = ["&", "and", "at", "by", "cc", "for", "from", "or", "to", "via", "with"]
}

extension QuickAddWord {
    /// Whether it is a context of todo.txt: `@phone`.
    var isContext: Bool { sign == "@" && TaskTag.isTag(text.dropFirst()) }
}
