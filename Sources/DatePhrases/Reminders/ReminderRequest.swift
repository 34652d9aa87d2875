/// Words of a sentence that ask for a reminder: *remind me to …*, *remind 1h before*, 提醒我…, …をリマインド (RULES T18).
public struct ReminderRequest: Hashable, Sendable {
    /// When the reminder is.
    public enum When: Hashable, Sendable {
        /// At the date of the sentence, which is no due date: *remind me to call Bob tomorrow 9:00*.
        case atDateOfSentence
        /// At the due date, which is that of the sentence: *call Bob tomorrow 9:00 and remind me*.
        case atDue
        /// At a date of its own.
        case at(String)
        /// Before the due date.
        case before(ReminderDistance)
    }

    /// Where the words are, in characters of the sentence, in their order: they are no part of the title.
    public let ranges: [Range<Int>]
    /// When the reminder is.
    public let when: When
    /// Whether the words are before the title, so that a day beside them and a time at the end are one date: *remind me
    /// tomorrow to call Bob at 15:00*.
    public let isBeforeTitle: Bool
    /// Whether all that follows is the title: *remind me at 5pm that dinner is at 7pm*.
    public let takesNoDate: Bool
    /// The due date, where no blank parts it from the title: 会议周五15:00 提前一天提醒.
    public let due: String?

    init(
        _ ranges: [Range<Int>], _ when: When, isBeforeTitle: Bool = false, takesNoDate: Bool = false, due: String? = nil
    ) {
        self.ranges = ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        self.when = when
        self.isBeforeTitle = isBeforeTitle
        self.takesNoDate = takesNoDate
        self.due = due
    }

    /// The request of a mark, which is not among the words of the sentence.
    public init(mark when: When) { self.init([], when) }
}

/// What a sentence says about a reminder.
public enum FoundReminder: Hashable, Sendable {
    /// A request.
    case request(ReminderRequest)
    /// Words that look like a request, and have the form of none.
    case likeRequest(String, Likeness)

    /// When such words are meant as a request.
    public enum Likeness: Hashable, Sendable {
        /// In any case: *remind me call Bob*.
        case always
        /// With a date in the sentence: *remind me of the meeting tomorrow*, but not *remind me of mum*.
        case withDate
        /// Without one: *wake me at 7*; a due time rings by itself.
        case withoutDate
    }
}

extension DatePhraseReader {
    /// The same time on the day of another date; `nil` if a schedule names a day, or repeats.
    public func schedule(_ schedule: SchedulePhrase, onDayOf date: DatePhrase) -> SchedulePhrase? {
        guard let text = schedule.dateText, schedule.repetition == nil, let time = timeOfDay(text) else { return nil }
        return SchedulePhrase(
            date: .instant(instant(of: .day(day(of: date)), at: time)), dateText: text, repetition: nil,
            repetitionText: nil)
    }

    /// The request for a reminder in a sentence; `nil` if it has none.
    ///
    /// - Parameter sentence: its characters as they were written, and one that no date has in place of each that is literal.
    /// - Throws: if it asks for a reminder at a time that is not understood.
    public func reminder(in sentence: [Character]) throws(DatePhraseError) -> FoundReminder? {
        let scanner = ReminderScanner(sentence, self)
        if let request = try scanner.english() { return .request(request) }
        if let request = try scanner.chinese() { return .request(request) }
        if let request = try scanner.japanese() { return .request(request) }
        return scanner.likeRequest()
    }
}

/// A sentence in which a request is searched.
struct ReminderScanner {
    /// As they were written.
    let original: [Character]
    /// In lower case, with ordinary instead of full-width characters.
    let characters: [Character]
    let reader: DatePhraseReader

    /// A longer sentence is not searched: the time that a search takes grows with it.
    private static let mostCharacters = 300

    init(_ sentence: [Character], _ reader: DatePhraseReader) {
        original = sentence.count > Self.mostCharacters ? [] : sentence
        characters = original.map(PhraseText.fold)
        self.reader = reader
    }

    // MARK: Characters

    func text(_ range: Range<Int>) -> String { String(original[range]) }

    func starts(_ word: String, at index: Int) -> Bool {
        index >= 0 && index <= characters.count && characters[index...].starts(with: word)
    }

    func ends(_ word: String, at index: Int) -> Bool { starts(word, at: index - word.count) }

    /// The index after the first of some words that begins at an index.
    func skipping(_ words: [String], at index: Int) -> Int? {
        words.first { starts($0, at: index) }.map { index + $0.count }
    }

    /// The index after the characters of a set from an index on.
    func skipping(_ set: String, from index: Int) -> Int {
        var index = index
        while index < characters.count, set.contains(characters[index]) { index += 1 }
        return index
    }

    /// The index of the first of the characters of a set that all are before an index.
    func skipping(_ set: String, before index: Int) -> Int {
        var index = index
        while index > 0, set.contains(characters[index - 1]) { index -= 1 }
        return index
    }

    /// Takes away some words, again and again, that end before an index.
    func skipping(_ words: [String], before index: Int) -> Int {
        var index = index
        while let word = words.first(where: { ends($0, at: index) }) { index -= word.count }
        return index
    }

    /// Where a word is, the last first.
    func places(of word: String) -> [Int] {
        characters.indices.reversed().filter { starts(word, at: $0) }
    }

    // MARK: Dates

    /// Whether some characters are a date or a repetition, and nothing else.
    func isDate(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty, range.count <= DatePhraseReader.mostCharacters else { return false }
        return (try? reader.schedule(text(range))) != nil
    }

    func distance(_ range: Range<Int>) -> ReminderDistance? {
        range.isEmpty ? nil : reader.distance(text(range))
    }

    /// The longest end of a text that is a distance, and its first index.
    func distance(before end: Int) -> (ReminderDistance, start: Int)? {
        for start in max(0, end - Self.mostCharactersOfDistance)..<max(0, end) {
            if let distance = distance(start..<end) { return (distance, start) }
        }
        return nil
    }

    static let mostCharactersOfDistance = 24

    /// The due date before a distance that no blank parts from the title. That there is a reminder before it makes it certain.
    func joinedDue(_ range: Range<Int>) -> (text: String, range: Range<Int>)? {
        guard !range.isEmpty, range.count <= Self.mostCharactersOfJoinedTitle, !characters[range].contains(" ") else {
            return nil
        }
        do throws(DatePhraseError) {
            if try reader.schedule(atBeginningOf: [text(range)]) != nil { return nil }
        } catch {
            // 明天8点半价: which of the two dates is open.
            guard case .unseparated(_, or: nil) = error.problem else { return nil }
        }
        for end in range.dropFirst().reversed() where isDate(range.lowerBound..<end) {
            return (text(range.lowerBound..<end), range.lowerBound..<(starts("の", at: end) ? end + 1 : end))
        }
        for start in range.dropFirst() where isDate(start..<range.upperBound) {
            return (text(start..<range.upperBound), start..<range.upperBound)
        }
        return nil
    }

    private static let mostCharactersOfJoinedTitle = 60

    /// Refuses words in the place of a reminder's date that are not understood as one.
    ///
    /// - Throws: if the first word is one of a date.
    func refuseDate(_ range: Range<Int>) throws(DatePhraseError) {
        let text = text(range)
        guard let phrase = try? Phrase(text, examples: { $0.ahead }), let first = phrase.tokens.first,
            !first.content.isUnknown, !(first.isFiller && phrase.tokens.count == 1)
        else { return }
        let isOfDates = phrase.tokens.count { !$0.content.isUnknown } * 2 > phrase.tokens.count
        if isOfDates { _ = try reader.schedule(text) }
    }

    /// Words that look like a request.
    func likeRequest() -> FoundReminder? {
        for word in ReminderWords.likeRequest {
            guard let start = places(of: word).last, isBoundary(start) else { continue }
            let isBeginning = skipping(ReminderWords.politeness, before: start) == 0
            guard isBeginning || ReminderWords.likeRequestAnywhere.contains(word) else { continue }
            // 设置一个密码 sets something else.
            if ReminderWords.settings.contains(word), places(of: "提醒").isEmpty { continue }
            let next = skipping(" ", from: start + word.count)
            let words = text(start..<start + word.count)
            if ReminderWords.likeAlarm.contains(word) { return .likeRequest(words, .withoutDate) }
            return .likeRequest(words, skipping(ReminderWords.questions, at: next) == nil ? .always : .withDate)
        }
        return nil
    }

    /// Whether no letter of a language with separate words is before an index.
    func isBoundary(_ index: Int) -> Bool {
        guard index > 0, index < characters.count, characters[index].isASCII else { return true }
        return !(characters[index - 1].isASCII && characters[index - 1].isLetter)
    }
}

/// Words of requests in all languages.
enum ReminderWords {
    /// What a person says who asks for something; it is no part of the title.
    static let politeness = [
        "please ", "pls ", "can you ", "could you ", "would you ", "will you ", "hey ", "hey, ", "ok ", "ok, ", "你好，",
        "你好,",
        "您好，", "请", "請", "麻煩你", "麻烦你", "麻煩", "麻烦", "可以", "能不能", "记得", "記得", "帮我", "幫我", "すみませんが、",
        "すみませんが",
    ]

    /// What looks like a request.
    static let likeRequest = ["remind me", "remind us"] + likeAlarm + likeRequestAnywhere
    static let likeAlarm = ["wake me", "ping me", "notify me", "alert me"]
    static let likeRequestAnywhere = ["be reminded", "被提醒"] + settings
    /// What sets something, which may be a reminder.
    static let settings = ["设置一个", "設定一個"]

    /// After *remind me*, these begin no request.
    static let questions = ["of ", "why ", "how ", "what ", "who ", "which ", "where ", "whether "]

    /// After these, *remind me* is a part of the title.
    static let bindings = [
        " to", " will", " would", " never", " not", " should", " does", " did", " can", " must", " that", " they",
        " don't", " didn't", " a", " the", " always",
    ]
}

extension DatePhraseError {
    /// A date of a reminder that can go with the due date or not.
    public init(secondDate word: String, beside due: SchedulePhrase) {
        let text = [due.dateText, due.repetitionText].compactMap(\.self).joined(separator: " ")
        self.init(problem: .besideDue(text), word: word, examples: [])
    }

    /// Words in the place of a reminder's time that are not understood as one.
    public init(noDistance word: String) {
        self.init(problem: .noDistance, word: word, examples: ["10m before", "1d before 18:00", "at due"])
    }

    /// A reminder after the due time.
    public init(afterDue word: String, _ due: String) {
        self.init(problem: .afterDue(due), word: word, examples: [])
    }
}
