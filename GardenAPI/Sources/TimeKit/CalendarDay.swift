/// A date of the proleptic Gregorian calendar, without a time and without a zone: `2026-11-21`.
///
/// A value is always a date that exists. Days order by time.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// 1 … 9999 if it was read from text; arithmetic can leave this range.
    public let year: Int

    /// 1 = January … 12 = December.
    public let month: Int

    /// 1 … 31, the day of the month.
    public let day: Int

    /// Creates the date; `nil` if it does not exist, or if the year is not 1 … 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.dayCount(ofMonth: month, inYear: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The first day of a month, in any year of an ``Instant``.
    ///
    /// - Parameter month: 1 … 12.
    public init(firstOfMonth month: Int, inYear year: Int) {
        precondition((1...12).contains(month), "month \(month) is not 1 … 12")
        self.year = year
        self.month = month
        day = 1
    }

    /// The number of days of a month, 28 … 31.
    ///
    /// - Parameter month: 1 … 12.
    public static func dayCount(ofMonth month: Int, inYear year: Int) -> Int {
        precondition((1...12).contains(month), "month \(month) is not 1 … 12")
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    /// Whether the year has a February 29.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Whether `left` comes before `right`.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

// MARK: - Counting

// After Howard Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so that the leap day
// is the last of its year; 400 such years, an era, always have 146,097 days.
extension CalendarDay {
    private static let daysPerEra = 146_097
    private static let daysFromFirstEraToEpoch = 719_468

    /// The date that many days after 1970-01-01, or before it if negative.
    ///
    /// It is defined for every day of an ``Instant``. Dates with years outside 1 … 9999 cannot be read back from text.
    public init(daysSinceEpoch: Int) {
        let (era, dayOfEra) = (daysSinceEpoch + Self.daysFromFirstEraToEpoch).flooredDivision(by: Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01; negative before it.
    public var daysSinceEpoch: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromFirstEraToEpoch
    }

    /// The date that many days later, or earlier if `days` is negative.
    public func advanced(by days: Int) -> CalendarDay {
        CalendarDay(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// The day of the week of ISO 8601: 1 = Monday … 7 = Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        (daysSinceEpoch + 3).flooredDivision(by: 7).remainder + 1
    }
}

// MARK: - Text

extension CalendarDay: CustomStringConvertible {
    /// Reads a date in the form `YYYY-MM-DD` (RFC 3339 `full-date`), years 0001 … 9999.
    ///
    /// `nil` for any other form, a date that does not exist, and white space around it.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let day = CalendarDay(from: &reader), reader.isAtEnd else { return nil }
        self = day
    }

    init?(from reader: inout DigitReader) {
        guard let year = reader.number(width: 4), reader.take("-") != nil,
            let month = reader.number(width: 2), reader.take("-") != nil,
            let day = reader.number(width: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `YYYY-MM-DD`. Years outside 0000 … 9999 have a sign (`+10000-01-01`) and cannot be read back.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        appendDescription(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``description`` in ASCII.
    public func appendDescription(to bytes: inout [UInt8]) {
        if year < 0 || year > 9999 { bytes.append(UInt8(ascii: year < 0 ? "-" : "+")) }
        bytes.appendDigits(abs(year), width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(day, width: 2)
    }
}
