import TimeKit

/// A week, month, quarter or year of the calendar that a person names: `last month`, `2026-W41`, 先週 (RULES S8).
public struct CalendarRange: Hashable, Sendable {
    /// What it is.
    public enum Unit: Hashable, Sendable {
        /// In the order of the cases: seven days, and one, three or twelve months.
        case week, month, quarter, year
    }

    /// What it is.
    public let unit: Unit
    /// Its days, also those ahead.
    public let days: ClosedRange<CalendarDay>

    /// The range of a unit that contains a day.
    ///
    /// - Parameter firstWeekday: with which weeks begin: 1 for Monday … 7 for Sunday.
    public init(_ unit: Unit, containing day: CalendarDay, firstWeekday: Int) {
        self.unit = unit
        switch unit {
        case .week:
            let first = day.advanced(by: -((day.weekday - firstWeekday + 7) % 7))
            days = first...first.advanced(by: 6)
        case .month: days = Self.months(from: day.month, to: day.month, inYear: day.year)
        case .quarter:
            let first = (day.month - 1) / 3 * 3 + 1
            days = Self.months(from: first, to: first + 2, inYear: day.year)
        case .year: days = Self.months(from: 1, to: 12, inYear: day.year)
        }
    }

    /// Reads a range; `nil` if the text names none.
    ///
    /// - Parameters:
    ///   - today: the logical day on which it is said.
    ///   - firstWeekday: with which weeks begin: 1 for Monday … 7 for Sunday. A week with a number begins on Monday (ISO 8601).
    public init?(_ text: String, today: CalendarDay, firstWeekday: Int) {
        // No range is longer.
        guard text.utf8.count <= Self.mostBytes else { return nil }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let (unit, isLast) = Self.named[words] {
            let current = CalendarRange(unit, containing: today, firstWeekday: firstWeekday)
            self = isLast ? current.before : current
        } else if let range = Self(digits: words) {
            self = range
        } else {
            return nil
        }
    }

    /// The one before it.
    public var before: CalendarRange {
        CalendarRange(unit, containing: days.lowerBound.advanced(by: -1), firstWeekday: days.lowerBound.weekday)
    }

    private static let mostBytes = 64

    private static func months(from first: Int, to last: Int, inYear year: Int) -> ClosedRange<CalendarDay> {
        let end = CalendarDay(firstOfMonth: last, inYear: year)
        let count = CalendarDay.dayCount(ofMonth: last, inYear: year)
        return CalendarDay(firstOfMonth: first, inYear: year)...end.advanced(by: count - 1)
    }

    /// By the words, whether it is the last one rather than this one.
    private static let named: [String: (Unit, isLast: Bool)] = {
        var named: [String: (Unit, isLast: Bool)] = [:]
        let english: [(String, Unit)] = [("week", .week), ("month", .month), ("quarter", .quarter), ("year", .year)]
        for (word, unit) in english {
            for this in ["this", "current"] { named["\(this) \(word)"] = (unit, false) }
            for last in ["last", "previous"] { named["\(last) \(word)"] = (unit, true) }
        }
        let others: [(Unit, this: [String], last: [String])] = [
            (
                .week, ["今週", "本周", "本週", "这周", "這週", "这个星期", "這個星期", "这星期", "這星期"],
                ["先週", "上周", "上週", "上个星期", "上個星期", "上星期"]
            ),
            (.month, ["今月", "本月", "这个月", "這個月"], ["先月", "上月", "上个月", "上個月"]),
            (.quarter, ["今四半期", "本季度", "这个季度", "這個季度", "本季"], ["前四半期", "上季度", "上个季度", "上個季度", "上季"]),
            (.year, ["今年"], ["去年", "昨年"]),
        ]
        for (unit, this, last) in others {
            for word in this { named[word] = (unit, false) }
            for word in last { named[word] = (unit, true) }
        }
        return named
    }()

    /// `2026`, `2026-10` or `2026-W41`.
    private init?(digits text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let year = Self.number(parts[0], digits: 4), year > 0 else { return nil }
        guard parts.count == 2 else {
            self.init(.year, containing: CalendarDay(firstOfMonth: 1, inYear: year), firstWeekday: 1)
            return
        }
        if let month = Self.number(parts[1], digits: 2), (1...12).contains(month) {
            self.init(.month, containing: CalendarDay(firstOfMonth: month, inYear: year), firstWeekday: 1)
        } else if parts[1].first == "w", let week = Self.number(parts[1].dropFirst(), digits: 2), week > 0 {
            // The first week of ISO 8601 is that of 4 January, and a week belongs to the year of its Thursday.
            let first = CalendarDay(firstOfMonth: 1, inYear: year).advanced(by: 3)
            let range = CalendarRange(.week, containing: first.advanced(by: (week - 1) * 7), firstWeekday: 1)
            guard range.days.lowerBound.advanced(by: 3).year == year else { return nil }
            self = range
        } else {
            return nil
        }
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
