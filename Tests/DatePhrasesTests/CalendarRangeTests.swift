import DatePhrases
import Testing
import TimeKit

/// Ranges of the calendar (RULES S8).
struct CalendarRangeTests {
    /// A Friday.
    private static let today = CalendarDay("2026-11-27")!

    private func range(_ text: String, on today: CalendarDay = today, firstWeekday: Int = 1) -> String? {
        CalendarRange(text, today: today, firstWeekday: firstWeekday).map {
            "\($0.days.lowerBound)…\($0.days.upperBound)"
        }
    }

    @Test(arguments: [
        ("this week", "2026-11-23…2026-11-29"), ("last week", "2026-11-16…2026-11-22"),
        ("this month", "2026-11-01…2026-11-30"), ("Last  Month ", "2026-10-01…2026-10-31"),
        ("this quarter", "2026-10-01…2026-12-31"), ("last quarter", "2026-07-01…2026-09-30"),
        ("this year", "2026-01-01…2026-12-31"), ("last year", "2025-01-01…2025-12-31"),
        ("previous week", "2026-11-16…2026-11-22"), ("current month", "2026-11-01…2026-11-30"),
        ("今週", "2026-11-23…2026-11-29"), ("先月", "2026-10-01…2026-10-31"), ("去年", "2025-01-01…2025-12-31"),
        ("上个月", "2026-10-01…2026-10-31"), ("本週", "2026-11-23…2026-11-29"), ("上季度", "2026-07-01…2026-09-30"),
        ("2026", "2026-01-01…2026-12-31"), ("2024-02", "2024-02-01…2024-02-29"), ("9999-12", "9999-12-01…9999-12-31"),
        ("2026-W41", "2026-10-05…2026-10-11"), ("2026-w01", "2025-12-29…2026-01-04"),
        ("2026-W53", "2026-12-28…2027-01-03"), ("2027-W01", "2027-01-04…2027-01-10"),
    ])
    func aRangeIsRead(text: String, days: String) { #expect(range(text) == days) }

    @Test(arguments: [
        "", "week", "next week", "last", "monday", "2026-13", "2026-00", "2026-1", "26", "20261", "0000", "2026-W00",
        "2026-W54", "2027-W53", "2026-W1", "2026-11-01", "last month 3", "end of last month", "２０２６", "2026-",
        String(repeating: "last ", count: 20_000) + "week",
    ])
    func anotherTextIsNone(text: String) { #expect(range(text) == nil) }

    @Test("a week begins on the weekday of the setting, except one with a number")
    func weeksBeginBySetting() {
        #expect(range("this week", firstWeekday: 7) == "2026-11-22…2026-11-28")
        #expect(range("last week", firstWeekday: 7) == "2026-11-15…2026-11-21")
        #expect(range("2026-W41", firstWeekday: 7) == "2026-10-05…2026-10-11")
        #expect(range("this week", on: CalendarDay("2026-11-29")!, firstWeekday: 7) == "2026-11-29…2026-12-05")
        #expect(range("this week", on: CalendarDay("2026-11-29")!) == "2026-11-23…2026-11-29")
    }

    @Test("at the turn of the year")
    func rangesBeforeTheNewYear() {
        let day = CalendarDay("2026-01-02")!
        #expect(range("last month", on: day) == "2025-12-01…2025-12-31")
        #expect(range("last quarter", on: day) == "2025-10-01…2025-12-31")
        #expect(range("last week", on: day) == "2025-12-22…2025-12-28")
    }
}
