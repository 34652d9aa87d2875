import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

struct StatisticsTextTests {
    /// Days from a Thursday on, with so many minutes each.
    private func days(_ minutes: [Int], from first: String = "2026-01-01") throws -> [HeatMapDay] {
        let first = try CalendarDay(json: .string(first))
        return minutes.enumerated().map { index, minutes in
            HeatMapDay(
                day: first.advanced(by: index), minutes: minutes,
                bucket: [0, 25, 50, 100].filter { minutes > $0 }.count, sessions: minutes / 25, tasks: 0)
        }
    }

    private func plain(_ columns: Int?) -> Style { Style(nil, columns: columns) }

    @Test func aHeatMapHasAColumnForEachWeek() throws {
        let days = try days([0, 25, 50, 75, 125] + Array(repeating: 25, count: 30) + [0, 100])
        #expect(
            heatMapText(days, firstWeekday: 1, plain(80))
                == """
                    Jan     Feb
                Mon   █ ░ ░ ░ ░
                      ░ ░ ░ ░ ░
                Wed   ░ ░ ░ ░ ░
                    · ░ ░ ░ ░ ·
                Fri ░ ░ ░ ░ ░ ▓
                    ▒ ░ ░ ░ ░
                Sun ▓ ░ ░ ░ ░

                · ░ ▒ ▓ █  0 · 1–25 · 26–50 · 51–100 · over 100 min
                18 h 45 min · 45 sessions · 35 of 37 days · most: 2 h 5 min on 2026-01-05
                """)
        #expect(heatMapText(days, firstWeekday: 7, plain(80)).split(separator: "\n")[1] == "Sun   ▓ ░ ░ ░ ░")
        #expect(heatMapText([], firstWeekday: 1, plain(80)) == "No days.")
    }

    @Test(arguments: [200, 120, 80, 57, 56, 40, 20, nil])
    func aHeatMapOfAYearFits(columns: Int?) throws {
        let days = try days((0..<365).map { $0 * 37 % 130 })
        let text = heatMapText(days, firstWeekday: 1, plain(columns))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let map = lines[1...7]
        #expect(map.allSatisfy { $0.columns <= columns ?? 200 })
        let weeks = (map.map(\.columns).max() ?? 0) - "Mon ".count
        // 53 weeks, with blanks between them if there is room.
        #expect(weeks == (columns.map { $0 >= 109 } ?? true ? 105 : min(53, (columns ?? 0) - 4)))
        #expect(text.contains("the terminal has room") == (weeks < 53))
    }

    @Test func eachTerminalGetsTheShadesThatItHas() throws {
        let days = try days([0, 25, 50, 75, 125])
        func line(_ palette: Palette) -> String {
            let lines = heatMapText(days, firstWeekday: 4, Style(palette, columns: 80)).split(separator: "\n")
            return String(lines[lines.count - 2])
        }
        let e = "\u{1B}["
        #expect(
            line(.exact).hasPrefix(
                "\(e)2m·\(e)0m \(e)38;2;27;94;58m■\(e)0m \(e)38;2;46;139;87m■\(e)0m \(e)38;2;61;187;109m■\(e)0m "))
        #expect(line(.indexed).contains("38;5;78m■"))
        #expect(line(.sixteen).contains("m░\(e)0m"))
        #expect(line(.sixteen).contains("m█\(e)0m"))
    }

    @Test func aMonthHasTheMinutesOfEachDay() throws {
        let days = try days([0, 25, 50, 75, 125, 0, 0, 0, 25], from: "2026-10-01")
        #expect(
            monthText(days, firstWeekday: 1, plain(40)) == """
                October 2026
                  Mon  Tue  Wed  Thu  Fri  Sat  Sun
                                   1    2    3    4
                                       25   50   75
                    5    6    7    8    9
                  125                  25
                5 h · 12 sessions (minutes below each day)
                """)
    }

    private let totals = StatisticsTotals(
        minutes: 100, sessions: 4, interruptions: 1, tasks: 2, earned: 700, spent: 200)

    @Test func aDayShowsItsHours() throws {
        let hours = [(8, 50), (9, 0), (10, 25), (11, 0), (0, 0)].map { DayStatistics.Hour(hour: $0.0, minutes: $0.1) }
        let day = DayStatistics(
            day: try CalendarDay(json: "2026-11-20"), totals: totals, goalMinutes: 120, isOff: true, hours: hours)
        #expect(
            dayStatisticsText(day, plain(80)) == """
                Friday, 2026-11-20
                1 h 40 min of 2 h · 4 sessions · 1 interruption · 2 tasks done · day off
                +700 points earned · 200 spent

                08:00  █████████████████████████  50 min
                09:00  ·
                10:00  ████████████  25 min
                """)
        #expect(dayStatisticsText(day, plain(20)).contains("08:00  ████  50 min"))
    }

    @Test func aSummaryIsComparedAndHasItsCategories() throws {
        let day = { (text: String) in try CalendarDay(json: .string(text)) }
        let none = StatisticsTotals(minutes: 0, sessions: 5, interruptions: 0, tasks: 0, earned: 0, spent: 0)
        let summary = StatisticsSummary(
            range: RangeStatistics(
                from: try day("2026-11-18"), to: try day("2026-11-24"), days: 7, totals: totals, averagePerDay: 14,
                bestHour: 9),
            categories: [
                CategoryStatistics(category: "Reading", categoryId: 2, totals: totals),
                CategoryStatistics(category: "Piano", categoryId: nil, totals: none),
                CategoryStatistics(category: "", categoryId: nil, totals: none),
            ],
            before: RangeStatistics(
                from: try day("2026-11-11"), to: try day("2026-11-17"), days: 7, totals: none, averagePerDay: 14,
                bestHour: nil))
        #expect(
            summaryText(summary, plain(40)) == """
                2026-11-18 to 2026-11-24
                compared with 2026-11-11 to 2026-11-17

                focus          1 h 40 min   +1 h 40 min
                per day        14 min       as before
                sessions       4            −1
                interruptions  1            +1
                best hour      09:00
                tasks done     2            +2
                points earned  700          +700
                points spent   200          +200

                                  focus  sessions  tasks
                Reading      1 h 40 min         4      2
                Piano (rem…       0 min         5      0
                (none)            0 min         5      0
                """)
    }

    @Test func aStreakSaysWhatIsMissing() {
        func text(_ current: Int, goal: Int, today: Int, reached: Bool) -> String {
            let streak = StreakStatistics(
                current: current, longest: 12, goalMinutes: goal, todayMinutes: today, reachedToday: reached)
            return streakText(streak, plain(80))
        }
        #expect(
            text(3, goal: 50, today: 25, reached: false)
                == "3 days in a row · longest: 12 days · goal: 50 min a day\nToday: 25 min; 25 min to go.")
        #expect(
            text(0, goal: 0, today: 0, reached: false)
                == "No streak · longest: 12 days · goal: one session a day\nToday: no completed session yet.")
        #expect(
            text(0, goal: 0, today: 4, reached: false).hasSuffix("\nToday: 4 min, in no session that brings exp yet."))
        #expect(text(1, goal: 0, today: 25, reached: true).hasSuffix("Today counts: 25 min."))
    }

    @Test func successiveDaysOffAreOneLine() throws {
        let days = try ["2026-11-25", "2026-12-24", "2026-12-25", "2026-12-26"].map {
            try CalendarDay(json: .string($0))
        }
        #expect(
            daysOffText(DaysOff(weekdays: [.sunday], days: days), plain(80))
                == "every Sunday\n2026-11-25 Wednesday\n2026-12-24 to 2026-12-26 (3 days)")
        #expect(daysOffText(DaysOff(weekdays: [], days: []), plain(80)).hasPrefix("No days off."))
    }

    @Test(arguments: [
        (WeekStart.monday, ["LANG": "en_US.UTF-8"], 1), (.sunday, [:], 7), (.system, [:], 1),
        (.system, ["LANG": "en_US.UTF-8"], 7), (.system, ["LANG": "de_DE.UTF-8"], 1),
        (.system, ["LANG": "de_DE.UTF-8", "LC_TIME": "ja_JP.UTF-8"], 7),
        (.system, ["LC_ALL": "C.UTF-8", "LC_TIME": "ja_JP.UTF-8"], 1), (.system, ["LC_ALL": "", "LANG": "zh_TW"], 7),
    ])
    func weeksBeginByTheSettingOrTheLocale(start: WeekStart, environment: [String: String], weekday: Int) {
        let style = Style(nil, firstWeekday: firstWeekday(ofLocaleIn: EnvironmentVariables(environment)))
        #expect(start.firstWeekday(in: style) == weekday)
    }
}
