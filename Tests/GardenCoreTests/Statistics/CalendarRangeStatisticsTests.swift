import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Statistics of a week, month, quarter or year of the calendar (RULES S8).
struct CalendarRangeStatisticsTests {
    /// A range that is asked for on 2026-03-10, with 1,000 minutes on the 15th of January, the 10th of February and that day.
    struct CalendarCase: CustomTestStringConvertible {
        let from: String?
        var to: String?
        /// The range, its minutes, the days that its average is over, and what it is compared with.
        let range: String
        let minutes: Int
        let begun: Int
        let before: String
        var testDescription: String { "\(from ?? "") … \(to ?? "")" }
    }

    @Test(
        "S8: a range of the calendar is whole, its average is over the days that have begun, and it is compared with the one before",
        arguments: [
            CalendarCase(
                from: "this month", range: "2026-03-01…2026-03-31", minutes: 1000, begun: 10,
                before: "2026-02-01…2026-02-10"),
            CalendarCase(
                from: "last month", range: "2026-02-01…2026-02-28", minutes: 1000, begun: 28,
                before: "2026-01-01…2026-01-28"),
            CalendarCase(
                from: "2026-01", range: "2026-01-01…2026-01-31", minutes: 1000, begun: 31,
                before: "2025-12-01…2025-12-31"),
            CalendarCase(
                from: "2024-03", range: "2024-03-01…2024-03-31", minutes: 0, begun: 31,
                before: "2024-02-01…2024-02-29"),
            CalendarCase(
                from: "this week", range: "2026-03-09…2026-03-15", minutes: 1000, begun: 2,
                before: "2026-03-02…2026-03-03"),
            CalendarCase(
                from: "2026-W11", range: "2026-03-09…2026-03-15", minutes: 1000, begun: 2,
                before: "2026-03-02…2026-03-03"),
            CalendarCase(
                from: "2026", range: "2026-01-01…2026-12-31", minutes: 3000, begun: 69,
                before: "2025-01-01…2025-03-10"),
            CalendarCase(
                from: "2026-12", range: "2026-12-01…2026-12-31", minutes: 0, begun: 1,
                before: "2026-11-01…2026-11-01"),
            // With another bound, a range of the calendar is its first or its last day.
            CalendarCase(
                from: "last month", to: "today", range: "2026-02-01…2026-03-10", minutes: 2000, begun: 38,
                before: "2025-12-25…2026-01-31"),
            CalendarCase(
                from: "2026-01-10", to: "last month", range: "2026-01-10…2026-02-28", minutes: 2000, begun: 50,
                before: "2025-11-21…2026-01-09"),
            CalendarCase(
                from: nil, to: "last week", range: "2026-03-02…2026-03-08", minutes: 0, begun: 7,
                before: "2026-02-23…2026-03-01"),
            CalendarCase(
                from: "2026-03-10", to: "2026-03-19", range: "2026-03-10…2026-03-19", minutes: 1000, begun: 1,
                before: "2026-02-28…2026-03-09"),
        ])
    func rangesOfTheCalendar(row: CalendarCase) throws {
        let garden = try CoreGarden(at: "2026-01-15T09:00:00Z") {
            ($0.focusMinutes, $0.startRest) = (1000, .never)
        }
        for day in ["2026-01-15", "2026-02-10", "2026-03-10"] {
            garden.at("\(day)T09:00:00+00:00")
            try garden.perform(TimerStart())
            garden.advance(seconds: 60_000)
        }
        #expect(garden.state.day.day == CalendarDay("2026-03-10"))
        let summary = try garden.ask(StatsSummary(from: row.from, to: row.to))
        #expect("\(summary.range.from)…\(summary.range.to)" == row.range)
        #expect("\(summary.before.from)…\(summary.before.to)" == row.before)
        #expect(summary.range.totals.minutes == row.minutes)
        #expect(summary.range.averagePerDay == row.minutes / row.begun)
    }
}
