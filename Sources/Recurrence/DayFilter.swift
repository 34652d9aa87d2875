import TimeKit

/// The days that the parts BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY and BYDAY of a rule allow. A day must satisfy each
/// part that the rule has.
struct DayFilter {
    private let months: UInt64
    private let monthDays: SignedNumbers
    private let yearDays: SignedNumbers
    private let weekNumbers: SignedNumbers
    private let weekStart: Int

    /// Bit n: weekday n, wherever it is.
    private let weekdays: UInt64
    private let ordinals: [(ordinal: Int, weekday: Int)]
    private let hasWeekdays: Bool

    /// Whether the numbers of BYDAY count within a month, or within the year.
    private let countsInMonth: Bool

    init(_ rule: RecurrenceRule) {
        months = rule.months.isEmpty ? ~0 : rule.months.reduce(0) { $0 | 1 << UInt64($1) }
        monthDays = SignedNumbers(rule.monthDays)
        yearDays = SignedNumbers(rule.yearDays)
        weekNumbers = SignedNumbers(rule.weekNumbers)
        weekStart = rule.weekStart.rawValue
        weekdays = rule.weekdays.reduce(0) { $0 | ($1.ordinal == nil ? 1 << UInt64($1.weekday.rawValue) : 0) }
        ordinals = rule.weekdays.compactMap { entry in entry.ordinal.map { ($0, entry.weekday.rawValue) } }
        hasWeekdays = !rule.weekdays.isEmpty
        countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    }

    /// Whether the filter allows every day.
    var isOpen: Bool {
        months == ~0 && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty && !hasWeekdays
    }

    /// The allowed days of a year.
    func days(of shape: YearShape) -> DaysOfYear {
        if isOpen { return DaysOfYear(first: shape.length) }
        var result = DaysOfYear()
        var monthStart = 0
        for month in 1...12 {
            let length = month == 2 ? shape.length - 337 : CalendarDay.dayCount(ofMonth: month, inYear: 1)
            defer { monthStart += length }
            guard months & 1 << UInt64(month) != 0 else { continue }
            for day in monthStart..<monthStart + length
            where monthDays.allows(day - monthStart, of: length) && yearDays.allows(day, of: shape.length)
                && allowsWeekday(
                    of: day, shape, in: countsInMonth ? monthStart..<monthStart + length : 0..<shape.length)
                && allowsWeek(of: day, shape)
            {
                result.insert(day)
            }
        }
        return result
    }

    private func allowsWeekday(of day: Int, _ shape: YearShape, in range: Range<Int>) -> Bool {
        guard hasWeekdays else { return true }
        let weekday = shape.weekday(of: day)
        if weekdays & 1 << UInt64(weekday) != 0 { return true }
        let (fromStart, fromEnd) = ((day - range.lowerBound) / 7 + 1, -((range.upperBound - 1 - day) / 7 + 1))
        return ordinals.contains { $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd) }
    }

    private func allowsWeek(of day: Int, _ shape: YearShape) -> Bool {
        guard !weekNumbers.isEmpty else { return true }
        let week = shape.week(of: day, weekStart: weekStart)
        return weekNumbers.allows(week.number - 1, of: week.weeksInYear)
    }
}

/// The numbers of a part that counts from the beginning, or with a minus sign from the end.
private struct SignedNumbers {
    let isEmpty: Bool
    private var fromStart = DaysOfYear()
    private var fromEnd = DaysOfYear()

    init(_ numbers: [Int]) {
        isEmpty = numbers.isEmpty
        for number in numbers {
            if number > 0 { fromStart.insert(number - 1) } else { fromEnd.insert(-number - 1) }
        }
    }

    /// Whether the numbers allow place `index`, from 0, of `count` places; an empty list allows all.
    func allows(_ index: Int, of count: Int) -> Bool {
        isEmpty || fromStart.contains(index) || fromEnd.contains(count - 1 - index)
    }
}
