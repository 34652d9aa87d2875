/// What a phrase says, part by part. Each part is said at most once, and only together with parts it can belong to.
struct PhraseParts: Sendable {
    /// The parts that name a date, as far as they exclude each other.
    struct DateKinds: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let relative = DateKinds(rawValue: 1 << 0)
        static let weekday = DateKinds(rawValue: 1 << 1)
        static let week = DateKinds(rawValue: 1 << 2)
        static let yearPeriod = DateKinds(rawValue: 1 << 3)
        static let monthPeriod = DateKinds(rawValue: 1 << 4)
        static let year = DateKinds(rawValue: 1 << 5)
        static let month = DateKinds(rawValue: 1 << 6)
        static let day = DateKinds(rawValue: 1 << 7)
        static let end = DateKinds(rawValue: 1 << 8)
        static let position = DateKinds(rawValue: 1 << 9)

        /// The other parts of the same date.
        fileprivate var companions: DateKinds {
            switch self {
            case .relative: .weekday
            case .weekday: [.relative, .week, .yearPeriod, .monthPeriod, .year, .month, .day, .end]
            case .week: [.weekday, .end]
            case .yearPeriod: [.weekday, .month, .day, .end, .position]
            case .monthPeriod: [.weekday, .day, .end, .position]
            case .year: [.weekday, .month, .day, .end, .position]
            case .month: [.weekday, .yearPeriod, .year, .day, .end, .position]
            case .day: [.weekday, .yearPeriod, .monthPeriod, .year, .month]
            case .end: [.weekday, .week, .yearPeriod, .monthPeriod, .year, .month]
            case .position: [.yearPeriod, .monthPeriod, .year, .month]
            default: []
            }
        }
    }

    /// A day counted from today: *tomorrow*, *in 3 days*.
    var relative: Amounts?
    var weekday: Int?
    /// The weekday is the last one before today: *last friday*.
    var isPreviousWeekday = false
    /// Weeks, months or years from the current one.
    var shift = 0
    var year: Int?
    var month: Int?
    var day: Int?
    /// With ``DateKinds/end``: the period that ends, if the word says it.
    var endingPeriod: Meaning.Period?
    /// With ``DateKinds/position``: which weekday of the month it is, from 1 on, or -1 for the last one.
    var position = 0
    var positionedWeekday = 0
    /// Whether ``weekday`` is the Saturday of a weekend.
    var isWeekend = false
    /// Where the end of a day is said, which is today if no other is named.
    var endOfDay: Range<Int>?

    var hour: Int?
    var minute = 0
    /// The minutes after the hour, or before it: *quarter to* is -15.
    var minutesBeside = 0
    /// The parts of the day that were said; the hour is in all of them.
    var dayParts: [DayPart] = []

    /// A duration to the minute from now, or now itself: the whole phrase.
    var exact: Amounts?

    private(set) var kinds: DateKinds = []
    /// The characters of everything that names the date, the weekday, and the time.
    private(set) var dateRange: Range<Int>?
    private(set) var weekdayRange: Range<Int>?
    private(set) var timeRange: Range<Int>?

    /// Whether it is a date of the calendar, not a day of the garden (RULES T9).
    var isWritten: Bool { kinds.contains(.day) || kinds.contains(.month) }

    /// Whether a time was said.
    var hasTime: Bool { hour != nil || !dayParts.isEmpty }
}

extension PhraseParts {
    /// Notes that a word names a part of the date.
    mutating func note(_ kind: DateKinds, at range: Range<Int>, in text: PhraseText) throws(Refusal) {
        if exact != nil || kinds.contains(kind) || !kinds.subtracting(kind.companions).isEmpty {
            throw Refusal(problem: .secondDate(first: text.original(self.range)), range: range)
        }
        kinds.insert(kind)
        if kind == .weekday { weekdayRange = range }
        dateRange = Self.join(dateRange, range)
    }

    /// Notes that a word belongs to the time.
    mutating func noteTime(at range: Range<Int>, in text: PhraseText) throws(Refusal) {
        if exact != nil { throw Refusal(problem: .secondTime(first: text.original(self.range)), range: range) }
        timeRange = Self.join(timeRange, range)
    }

    /// Notes an exact duration, which is a whole phrase by itself.
    mutating func noteExact(_ amounts: Amounts, at range: Range<Int>, in text: PhraseText) throws(Refusal) {
        if !kinds.isEmpty { throw Refusal(problem: .secondDate(first: text.original(self.range)), range: range) }
        if timeRange != nil || exact != nil {
            throw Refusal(problem: .secondTime(first: text.original(self.range)), range: range)
        }
        exact = amounts
        timeRange = range
    }

    /// The characters of the date, or of the time if no date was said.
    var range: Range<Int> { dateRange ?? timeRange ?? 0..<0 }

    private static func join(_ first: Range<Int>?, _ second: Range<Int>) -> Range<Int> {
        guard let first else { return second }
        return min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
    }
}

/// A duration as it was said; negative if it counts back.
struct Amounts: Hashable, Sendable {
    var months = 0
    var days = 0
    var seconds = 0

    /// The same duration in the other direction.
    static prefix func - (amounts: Amounts) -> Amounts {
        Amounts(months: -amounts.months, days: -amounts.days, seconds: -amounts.seconds)
    }

    var isNegative: Bool { months < 0 || days < 0 || seconds < 0 }
}
