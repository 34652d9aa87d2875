import Testing
import TimeKit

@Suite struct CalendarDayTests {
    @Test(arguments: [
        ("0001-01-01", -719_162), ("1600-02-29", -135_081), ("1969-12-31", -1), ("1970-01-01", 0), ("1970-01-02", 1),
        ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("2026-11-21", 20_778), ("9999-12-31", 2_932_896),
    ])
    func countsDaysFromTheEpoch(text: String, days: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.daysSinceEpoch == days)
        #expect(CalendarDay(daysSinceEpoch: days) == day)
        #expect(day.description == text)
    }

    /// The days of 400 years, after which the calendar repeats itself.
    @Test func everyDayFollowsTheOneBefore() throws {
        let first = try #require(CalendarDay("1799-12-31"))
        var expected = first
        for days in first.daysSinceEpoch...first.daysSinceEpoch + 146_097 {
            let day = CalendarDay(daysSinceEpoch: days)
            guard day == expected, day.daysSinceEpoch == days else {
                Issue.record("day \(days) is \(day), expected \(expected)")
                return
            }
            expected =
                CalendarDay(year: day.year, month: day.month, day: day.day + 1)
                ?? CalendarDay(year: day.year, month: day.month + 1, day: 1)
                ?? CalendarDay(year: day.year + 1, month: 1, day: 1) ?? day
        }
    }

    @Test(arguments: [
        "", "2026-11-2", "2026-1-21", "26-11-21", "2026-11-211", "2026/11/21", " 2026-11-21", "2026-11-21 ",
        "+2026-11-21", "-026-11-21", "2026-11-2x", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
        "2025-02-29", "1900-02-29", "2024-02-30", "0000-01-01", "２０２６-11-21", "2026-11-21T00:00",
    ])
    func refusesAnInvalidDate(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func refusesInvalidDateComponents() {
        #expect(CalendarDay(year: 2026, month: 2, day: 29) == nil)
        #expect(CalendarDay(year: 2026, month: Int.min, day: 1) == nil)
        #expect(CalendarDay(year: 10_000, month: 1, day: 1) == nil)
        #expect(CalendarDay(year: 2028, month: 2, day: 29) != nil)
    }

    @Test func mondayIsTheFirstDayOfTheWeek() throws {
        let monday = try #require(CalendarDay("2026-11-16"))
        #expect((0..<8).map { monday.advanced(by: $0).weekday } == [1, 2, 3, 4, 5, 6, 7, 1])
        #expect(try #require(CalendarDay("1969-12-29")).weekday == 1)
    }

    @Test func advancesOverMonthsAndYears() throws {
        let day = try #require(CalendarDay("2024-02-28"))
        #expect(day.advanced(by: 1).description == "2024-02-29")
        #expect(day.advanced(by: 2).description == "2024-03-01")
        #expect(day.advanced(by: -59).description == "2023-12-31")
        #expect(day.advanced(by: 0) == day)
    }

    @Test func ordersByTime() throws {
        let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].compactMap { CalendarDay($0) }
        #expect(days.reversed().sorted() == days)
    }

    @Test func yearsBeyondFourDigitsHaveASign() {
        #expect(CalendarDay(daysSinceEpoch: 2_932_897).description == "+10000-01-01")
        #expect(CalendarDay(daysSinceEpoch: -719_529).description == "-0001-12-31")
        #expect(CalendarDay("+10000-01-01") == nil)
    }
}
