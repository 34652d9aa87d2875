/// How long before a due date a reminder is: *10m before*, *1d before 18:00*, 提前一天 (RULES T17).
public enum ReminderDistance: Hashable, Sendable {
    /// Minutes before the due time; 0 at the due time.
    case minutes(Int)
    /// Days before the due day, at a time; `nil` for the time at which it is due.
    case days(Int, at: TimeOfDay?)

    /// The longest distance in days.
    public static let mostDays = 366

    private static let minutesPerDay = 1440

    /// - Returns: `nil` for a duration in months or seconds, or one that is too long.
    init?(_ amounts: Amounts, isExact: Bool, at time: TimeOfDay?) {
        guard amounts.months == 0, amounts.days <= Self.mostDays, amounts.seconds.isMultiple(of: 60) else { return nil }
        let minutes = amounts.days * Self.minutesPerDay + amounts.seconds / 60
        guard isExact else {
            self = .days(amounts.days, at: time)
            return
        }
        guard time == nil, minutes <= Self.mostDays * Self.minutesPerDay else { return nil }
        self = .minutes(minutes)
    }
}

extension DatePhraseReader {
    /// The distance that a phrase names, as a whole; `nil` if it names none.
    public func distance(_ text: String) -> ReminderDistance? {
        guard let phrase = PhraseText(text) else { return nil }
        return distance(phrase.characters)
    }

    /// Whether a phrase begins with a duration or a word of a distance, but names none as a whole: *1h after*, *1 month before*.
    public func isLikeDistance(_ text: String) -> Bool {
        guard distance(text) == nil, let phrase = try? Phrase(text, examples: { $0.ahead }) else { return false }
        return PhraseParser(phrase, .ahead).amounts(at: 0) != nil
            || DistanceWords.beginnings.contains { text.hasPrefix($0) }
    }

    private static let mostCharactersOfDuration = 20

    private func distance(_ characters: [Character]) -> ReminderDistance? {
        if DistanceWords.atDue.contains(String(characters)) { return .minutes(0) }
        for word in DistanceWords.beginnings where characters.starts(with: word) {
            let rest = characters[word.count...]
            // 提前两天晚上8点: the time follows.
            for end in rest.indices.prefix(Self.mostCharactersOfDuration).reversed().map({ $0 + 1 }) {
                if let distance = distance(of: rest[..<end], followedBy: rest[end...]) { return distance }
            }
        }
        for (days, hour, words) in DistanceWords.days {
            for word in words where characters.starts(with: word) {
                let rest = characters[word.count...]
                guard let time = time(after: rest) else { continue }
                return .days(days, at: time ?? hour.map { TimeOfDay(hour: $0, minute: 0) })
            }
        }
        for start in characters.indices {
            guard let word = DistanceWords.endings.first(where: { characters[start...].starts(with: $0) }),
                !isInsideWord(characters, start, word.count)
            else { continue }
            let rest = characters[(start + word.count)...]
            if let distance = distance(of: characters[..<start], followedBy: rest) { return distance }
        }
        return nil
    }

    /// Whether letters of a language with separate words go on before or after some characters.
    private func isInsideWord(_ characters: [Character], _ start: Int, _ count: Int) -> Bool {
        guard characters[start].isASCII else { return false }
        let after = start + count
        return start == 0 || characters[start - 1] != " " || after < characters.count && characters[after].isLetter
    }

    private func distance(
        of text: ArraySlice<Character>, followedBy rest: ArraySlice<Character>
    ) -> ReminderDistance? {
        guard let time = time(after: rest), let phrase = try? Phrase(String(text), examples: { $0.ahead }) else {
            return nil
        }
        let parser = PhraseParser(phrase, .ahead)
        guard let (amounts, isExact, end) = parser.amounts(at: 0), end == phrase.tokens.count else { return nil }
        return ReminderDistance(amounts, isExact: isExact, at: time)
    }

    /// The time in the words after a distance: `nil` within if there are none, and `nil` if they are something else.
    private func time(after rest: ArraySlice<Character>) -> TimeOfDay?? {
        var rest = rest.drop { " ,，、".contains($0) }
        for word in DistanceWords.fillers where rest.starts(with: word) {
            rest = rest.dropFirst(word.count).drop { $0 == " " }
        }
        guard !rest.isEmpty else { return .some(nil) }
        return timeOfDay(String(rest)).map { .some($0) }
    }

    /// The time of the day that words name; `nil` if they name a date, too, or something else.
    public func timeOfDay(_ text: String) -> TimeOfDay? {
        guard isTimeAlone(text), let phrase = try? Phrase(text, examples: { $0.ahead }) else { return nil }
        var parser = PhraseParser(phrase, .ahead)
        guard let parts = try? parser.parse(), let time = try? SpokenTime(parts) else { return nil }
        return TimeOfDay(hour: time.hour % 24, minute: time.minute)
    }
}

/// The words with which a person says a distance.
private enum DistanceWords {
    /// What says that the reminder is at the due time.
    static let atDue: Set<String> = [
        "at due", "at the due time", "at due time", "at the time", "at time of event", "when due", "when it is due",
        "when it's due", "on time", "到期时", "到期時", "准时", "準時", "到时", "到時", "期限に", "時間に", "時間になったら",
    ]

    /// What is before a duration.
    static let beginnings = ["提前", "提早", "事前"]

    /// What follows a duration.
    static let endings = [
        "beforehand", "before", "ahead of time", "ahead", "in advance", "early", "earlier", "prior", "之前", "以前", "前",
    ]

    /// A number of days, the hour that the words name, and the words.
    static let days: [(days: Int, hour: Int?, words: [String])] = [
        (0, nil, ["on the day", "on the due day", "the same day", "当天", "當天", "当日"]),
        (1, nil, ["the day before", "day before", "the previous day", "前一天", "前日", "前の日"]),
        (1, 9, ["the morning before", "the previous morning"]),
        (1, 18, ["the evening before", "evening before", "the previous evening"]),
        (1, 20, ["the night before", "night before", "the previous night", "前一晚", "前晚", "前夜", "前の晩"]),
        (7, nil, ["the week before", "week before"]),
    ]

    /// What may follow and says nothing.
    static let fillers = ["it is due", "it's due", "due", "it", "that", "then", "に", "の"]
}
