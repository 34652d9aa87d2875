import TimeKit

/// What the dates, weekdays and week numbers of a year depend on. There are 28 shapes.
struct YearShape {
    static let count = 28

    /// The number of days of the year, and of the years before and after, on which the numbers of the first and the last
    /// days' weeks depend.
    let length, lengthBefore, lengthAfter: Int

    /// The weekday of January 1, as in ``CalendarDay/weekday``.
    let firstWeekday: Int

    init(year: Int, firstWeekday: Int) {
        length = CalendarDay.isLeap(year) ? 366 : 365
        lengthBefore = CalendarDay.isLeap(year - 1) ? 366 : 365
        lengthAfter = CalendarDay.isLeap(year + 1) ? 366 : 365
        self.firstWeekday = firstWeekday
    }

    /// 0 … 27, different for each shape. At most one of three years is a leap year.
    var index: Int { ((length - 365) + (lengthBefore - 365) * 2 + (lengthAfter - 365) * 3) * 7 + firstWeekday - 1 }

    /// The weekday of a day of the year, from 0; a day before or after the year counts on.
    func weekday(of day: Int) -> Int { (firstWeekday - 1 + day).flooredDivision(by: 7).remainder + 1 }

    /// The week that contains a day of the year: its number from 1, and the number of weeks of the year it belongs to.
    ///
    /// Week 1 is the first with at least four days in the year (RFC 5545 §3.3.10, ISO 8601). The first days of January
    /// can belong to the last week of the year before, and the last days of December to week 1 of the year after.
    func week(of day: Int, weekStart: Int) -> (number: Int, weeksInYear: Int) {
        let first = Self.firstWeekStart(firstWeekday, weekStart: weekStart)
        if day < first {
            let weeks = Self.weekCount(firstWeekday: weekday(of: -lengthBefore), length: lengthBefore, weekStart)
            return (weeks, weeks)
        }
        let weeks = Self.weekCount(firstWeekday: firstWeekday, length: length, weekStart)
        let number = (day - first) / 7 + 1
        if number <= weeks { return (number, weeks) }
        return (1, Self.weekCount(firstWeekday: weekday(of: length), length: lengthAfter, weekStart))
    }

    /// The day of the year with which week 1 begins, −3 … 3, in a year that begins on that weekday.
    private static func firstWeekStart(_ firstWeekday: Int, weekStart: Int) -> Int {
        let daysIntoWeek = (firstWeekday - weekStart + 7) % 7
        return daysIntoWeek <= 3 ? -daysIntoWeek : 7 - daysIntoWeek
    }

    /// The number of weeks of a year, 52 or 53.
    private static func weekCount(firstWeekday: Int, length: Int, _ weekStart: Int) -> Int {
        let firstWeekdayAfter = (firstWeekday - 1 + length) % 7 + 1
        let firstAfter = length + firstWeekStart(firstWeekdayAfter, weekStart: weekStart)
        return (firstAfter - firstWeekStart(firstWeekday, weekStart: weekStart)) / 7
    }
}
