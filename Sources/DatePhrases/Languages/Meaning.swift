/// What a word of a language contributes to a phrase.
enum Meaning: Hashable, Sendable {
    /// A logical day, counted from today: *tomorrow* is 1. With a part of that day: *tonight*.
    case day(Int, DayPart? = nil)
    /// A part of the day: *am*, *in the evening*.
    case part(DayPart)
    /// 1 = Monday … 7 = Sunday.
    case weekday(Int)
    /// 1 = January … 12 = December.
    case month(Int)
    /// A week, month or year, counted from the current one: 来週 is a week and 1.
    case period(Period, Int)
    /// The last day of a period. `nil`: of the period that another word names (*end of*, 末).
    case end(Period?)
    /// The end of the day that is named beside it, or of today: *end of day*.
    case endOfDay
    /// The weekend of a week, counted from the current one: *next weekend* is 1.
    case weekend(Int)
    /// Which of the weekdays of a month is meant by the next word: *third* is 3, *last* is -1.
    case position(Int)
    /// Minutes after the hour that follows, or before it: *quarter to* is -15.
    case minutes(Int)
    /// A day of every year: *christmas*.
    case holiday(month: Int, day: Int)

    /// Before a date, and after the days that are counted from it on or back: *before* is -1, *after* is 1.
    case offset(Int)

    /// Moves the next word, a weekday or a span, by a number of weeks or spans: *next* is 1, *this* is 0.
    case shift(Int)
    /// The last of the following weekdays before today: *last* in *last friday*.
    case previous
    /// A span of time, as it follows a number: *2 weeks*.
    case unit(Unit)
    /// A unit and its half, after a number: 個半小時.
    case unitAndHalf(Unit)
    /// A span that follows only ``shift(_:)`` and ``every``: 月 in 下月.
    case span(Period)
    /// Follows a number and says which field it is: 年, 点, *th*.
    case mark(Mark)
    /// A number: *one*, *a*.
    case number(Int)
    /// Half of the unit that it precedes or follows, or half past the hour that it follows.
    case half

    /// Before a duration: *in*.
    case ahead
    /// After a duration: *later*.
    case later
    /// After a duration: *ago*.
    case ago
    /// This instant.
    case now

    /// *every*
    case every
    /// *every*, after a number and a unit: ごと.
    case everyAfter
    /// Before a repetition: *repeats weekly*.
    case repeating
    /// Every second one, after ``every``: *other*.
    case other
    /// A part of the day in the plural, which makes a weekday before it a repetition: *saturday mornings*. With the word for one.
    case plural(String)
    /// Between two weekdays: *and*.
    case and
    /// Some weekdays together, after ``every``: *weekday*, 工作日.
    case weekdays(Set<Int>)
    /// A repetition by itself, with its interval: *daily*, 隔週.
    case repeats(RepeatPhrase.Frequency, every: Int = 1)
    /// A whole repetition: *every first monday*.
    case repetition(RepeatPhrase)
    /// A repetition on some weekdays, by itself: *weekdays*, 平日.
    case repeatsOn(Set<Int>)
    /// In the place of ``every`` or ``everyAfter``, but read in two ways: 3日おき is every 3 days or every 4. `instead`
    /// is a word with one meaning.
    case unclearInterval(instead: String)

    /// How many times altogether, after the number: *times in all*.
    case total
    /// How many times in a period, after its number: 次.
    case times
    /// From one weekday to another: *to*, 到.
    case through
    /// Before the beginning of a span: *from*, *between*.
    case spanStart
    /// Before the last day of a repetition: *until*.
    case until
    /// Before the time for which something repeats: *for*.
    case lasting
    /// Before the weekdays that a repetition leaves out: *except*.
    case except
    /// In the place of ``every``, for an interval after each completion: *every!*.
    case everyCompletion
    /// After such an interval: *after completion*.
    case afterCompletion
    /// Before the first date of a repetition: *starting*.
    case starting
    /// After a time at which something begins: から.
    case from
    /// After a time at which something begins, if nothing follows: 〜.
    case openEnd
    /// After an hour that can be before or after noon: *o'clock*.
    case clock

    /// Nothing: *at*, の.
    case filler
}

extension Meaning {
    /// A field of a date or time that a word can mark.
    enum Mark: Hashable, Sendable {
        case year
        case month
        case day
        case hour
        case minute
        case second
        /// Quarters of an hour: 一刻.
        case quarter
    }

    /// A unit of a duration, the largest first.
    enum Unit: Int, Hashable, Comparable, Sendable {
        case year
        case month
        case week
        case day
        case hour
        case quarterHour
        case minute
        case second

        static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

        /// The period of that length; `nil` for a unit shorter than a day.
        var period: Period? {
            switch self {
            case .year: .year
            case .month: .month
            case .week: .week
            case .day: .day
            case .hour, .quarterHour, .minute, .second: nil
            }
        }
    }

    /// A period of the calendar.
    enum Period: Hashable, Sendable {
        case day
        case week
        case month
        case year
    }
}

/// A part of the day that a word names, and what it makes of the hour beside it.
struct DayPart: Hashable, Sendable {
    /// The hours that can be meant, counted from midnight of the day. From 24 on they belong to the next date: the
    /// night of a day goes on after midnight. A range of at most 12 hours, so that *8* has one meaning in it.
    let hours: ClosedRange<Int>

    /// The hour that is meant if none is said; `nil` if one must be said.
    let alone: Int?

    /// Whether people disagree about 12 o'clock in it: 午前12時 is read as noon and as midnight.
    let isAmbiguousAtTwelve: Bool

    /// Whether it names the first hours of a date of the calendar, before the logical day begins: 凌晨.
    let isBeforeDawn: Bool

    init(_ hours: ClosedRange<Int>, alone: Int? = nil, isAmbiguousAtTwelve: Bool = false, isBeforeDawn: Bool = false) {
        precondition(hours.count <= 12, "\(hours.count) hours in a part of the day")
        self.hours = hours
        self.alone = alone
        self.isAmbiguousAtTwelve = isAmbiguousAtTwelve
        self.isBeforeDawn = isBeforeDawn
    }

    /// The hour of this part that a person means by a number on the clock of 12 or of 24 hours; `nil` if it has none.
    func hour(saying number: Int) -> Int? {
        hours.contains(number) && number > 12
            ? number : number <= 12 ? hours.first { $0 % 12 == number % 12 } : hours.first { $0 == number }
    }
}

extension RepeatPhrase.Frequency {
    init(_ period: Meaning.Period) {
        switch period {
        case .day: self = .daily
        case .week: self = .weekly
        case .month: self = .monthly
        case .year: self = .yearly
        }
    }
}
