import TimeKit

/// The periods of a rule's frequency, of one day or longer: calendar years, months, weeks or days. They are numbered; the
/// numbers have no meaning outside.
struct Periods {
    enum Unit { case year, month, week, day }

    let unit: Unit

    /// Only every so many periods have occurrences.
    let interval: Int

    /// The first day of the week, as in ``CalendarDay/weekday``.
    private let weekStart: Int

    /// The number of the anchor's period.
    private let origin: Int

    init(_ unit: Unit, interval: Int, weekStart: Int, anchor: CalendarDay) {
        self.unit = unit
        self.interval = interval
        self.weekStart = weekStart
        origin = Self.number(unit, of: anchor, weekStart: weekStart)
    }

    /// The number of the period that contains a day.
    func number(of day: CalendarDay) -> Int { Self.number(unit, of: day, weekStart: weekStart) }

    private static func number(_ unit: Unit, of day: CalendarDay, weekStart: Int) -> Int {
        switch unit {
        case .year: day.year
        case .month: day.year * 12 + day.month - 1
        // 1970-01-01 was a Thursday, 3 days after a Monday.
        case .week: (day.daysSinceEpoch + 4 - weekStart).flooredDivision(by: 7).quotient
        case .day: day.daysSinceEpoch
        }
    }

    /// The days of a period, since the epoch.
    func days(of number: Int) -> Range<Int> {
        switch unit {
        case .year: Self.firstDay(month: number * 12)..<Self.firstDay(month: (number + 1) * 12)
        case .month: Self.firstDay(month: number)..<Self.firstDay(month: number + 1)
        case .week: number * 7 - 4 + weekStart..<number * 7 + 3 + weekStart
        case .day: number..<number + 1
        }
    }

    private static func firstDay(month: Int) -> Int {
        let (year, month) = month.flooredDivision(by: 12)
        return CalendarDay(firstOfMonth: month + 1, inYear: year).daysSinceEpoch
    }

    /// The number of the first period with occurrences, from `number` on.
    func aligned(from number: Int) -> Int { number + (origin - number).flooredDivision(by: interval).remainder }

    /// The number of the last period with occurrences, up to `number`.
    func aligned(through number: Int) -> Int { number - (number - origin).flooredDivision(by: interval).remainder }

    /// The days of a year that belong to periods with occurrences.
    func alignedDays(ofYear year: Int, first: Int, length: Int) -> DaysOfYear {
        guard interval > 1 else { return DaysOfYear(first: length) }
        var result = DaysOfYear()
        if unit == .day {
            for day in stride(from: aligned(from: first), to: first + length, by: interval) {
                result.insert(day - first)
            }
            return result
        }
        let last = number(of: CalendarDay(daysSinceEpoch: first + length - 1))
        var period = aligned(from: number(of: CalendarDay(daysSinceEpoch: first)))
        while period <= last {
            let days = days(of: period)
            result.insert(max(days.lowerBound - first, 0)..<min(days.upperBound - first, length))
            period += interval
        }
        return result
    }
}
