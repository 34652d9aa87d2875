import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The page of a report.
struct ReportTests {
    @Test(
        "what a person wrote is escaped, in one place",
        arguments: [
            ("Reading", "Reading"), ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("Tom & \"Jerry\" 's", "Tom &amp; &quot;Jerry&quot; &#39;s"), ("&amp;", "&amp;amp;"), ("🌻👩‍🌾", "🌻👩‍🌾"),
            ("a\u{0}b\u{1B}c\u{7F}\u{9B}", "a b c  "), ("", ""),
        ])
    func textIsEscaped(text: String, escaped: String) {
        #expect(("<b title=\"\(text)\">\(text)</b>" as HTML).text == "<b title=\"\(escaped)\">\(escaped)</b>")
    }

    @Test func piecesAreNotEscapedAgainAndNamesAreIsolated() {
        let name: HTML = "\(name: "<שנה> א׳")"
        #expect(name.text == "<bdi>&lt;שנה&gt; א׳</bdi>")
        #expect(("<p>\(name)\(nil as HTML?)</p>" as HTML).text == "<p><bdi>&lt;שנה&gt; א׳</bdi></p>")
        #expect(("\(["<a>", "<b>"] as [HTML])" as HTML).text == "<a>\n<b>")
        #expect(isolated("שנה") == "\u{2068}שנה\u{2069}")
    }

    @Test(arguments: zip([0.0, 1, -2.5, 33.3333, 99.9996, 0.001], ["0", "1", "-2.5", "33.333", "100", "0.001"]))
    func numbersOfDrawings(number: Double, text: String) { #expect(("\(number)" as HTML).text == text) }

    @Test func numbersOfPeople() {
        #expect(
            [0, 9999, 12_345, -1_234_567].map(grouped) == ["0", "9999", "12\u{202F}345", "−1\u{202F}234\u{202F}567"])
        #expect(
            [0, 750, 1500, 20_000_000, -4000, Double(Int.max)].map(shortened) == [
                "0", "750", "1.5k", "20M", "−4k", "9.2E",
            ]
        )
        #expect(saturatingSum(.max, 1) == .max)
        #expect(saturatingSum(.min, -1) == .min)
        #expect(saturatingSum(2, 3) == 5)
    }

    // MARK: Periods and axes

    @Test(
        "bars are days, weeks or months, as many as have room",
        arguments: zip([1, 45, 46, 400, 401, 732], ["day", "day", "week", "week", "month", "month"]))
    func theUnitOfBars(days: Int, unit: String) { #expect(ReportPeriod.Unit(forDays: days).rawValue == unit) }

    @Test func aRangeIsCutIntoWeeksAndMonths() {
        // A Thursday.
        let days = Self.days(from: "2026-01-01", count: 40)
        func words(_ unit: ReportPeriod.Unit, _ firstWeekday: Int) -> [String] {
            ReportPeriod.all(of: days, by: unit, firstWeekday: firstWeekday).map {
                "\($0.first) \($0.days.count) \($0.sum(\.totals.minutes))"
            }
        }
        #expect(words(.week, 1).prefix(2) == ["2026-01-01 4 100", "2026-01-05 7 175"])
        #expect(words(.week, 7).prefix(2) == ["2026-01-01 3 75", "2026-01-04 7 175"])
        #expect(words(.month, 1) == ["2026-01-01 31 775", "2026-02-01 9 225"])
        #expect(words(.day, 1).count == 40)
    }

    @Test(
        "an axis has round steps, up to four of them",
        arguments: [
            ([0], ["0", "1"]), ([3], ["0", "1", "2", "3"]), ([7], ["0", "2", "4", "6", "8"]),
            ([1800, 20], ["0", "500", "1k", "1.5k", "2k"]), ([5, -3], ["−4", "−2", "0", "2", "4", "6"]),
            ([.max], ["0", "5E", "10E"]),
        ])
    func anAxis(values: [Int], ticks: [String]) { #expect(Axis(values).ticks.map(\.text) == ticks) }

    @Test func anAxisOfMinutes() {
        func ticks(_ values: [Int]) -> [String] { Axis(minutes: values).ticks.map(\.text) }
        #expect(ticks([25]) == ["0", "10\u{A0}min", "20\u{A0}min", "30\u{A0}min"])
        #expect(ticks([100]) == ["0", "30\u{A0}min", "1\u{A0}h", "1.5\u{A0}h", "2\u{A0}h"])
        #expect(ticks([800]) == ["0", "5\u{A0}h", "10\u{A0}h", "15\u{A0}h"])
    }

    @Test func barsAndLinesAreInPercentOfTheWidth() {
        let axis = Axis([10])
        let bars = Chart.bars([5, 0], axis) { "bar \($0)" }
        #expect(
            bars.text == """
                <rect class="bar" x="7%" y="75" width="36%" height="75" rx="1.5"><title>bar 0</title></rect>
                """)
        let line = Chart.line([nil, 0, 10], axis, isStepped: true).text
        #expect(line.contains(#"viewBox="0 0 3 1000""#))
        #expect(line.contains(#"d="M1 1000H2L2 0H3""#))
        #expect(Chart.line([nil, nil], axis) == "")
    }

    @Test func aTableHasACaptionAndScopedHeaders() {
        let table = DataTable(
            caption: "Minutes & more", columns: ["Day", "Minutes"], rows: [("Monday", [.number("25")])])
        #expect(
            table.html(id: "x").text == """
                <table>
                <caption id="x-caption">Minutes &amp; more</caption>
                <thead><tr><th scope="col">Day</th><th scope="col" class="number">Minutes</th></tr></thead>
                <tbody>
                <tr><th scope="row">Monday</th><td class="number">25</td></tr>
                </tbody>
                </table>
                """)
    }

    // MARK: Pages

    private static let none = StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0)

    private static func days(from first: String, count: Int, isBusy: Bool = true) -> [TrendDay] {
        let first = CalendarDay(first) ?? CalendarDay(daysSinceEpoch: 0)
        return (0..<count).map { index in
            let busy = StatisticsTotals(
                minutes: 25, sessions: 1, interruptions: 0, tasks: index % 3, earned: 100 * (index % 3), spent: 70)
            return TrendDay(
                day: first.advanced(by: index), totals: isBusy ? busy : none, money: isBusy ? index * 300 % 2000 : 0,
                balance: isBusy ? 40 * index : 0, meter: 0, tier: isBusy ? index % 3 : 0,
                rate: Tenths(tenths: [10, 15, 20][isBusy ? index % 3 : 0]))
        }
    }

    private static func range(_ days: [TrendDay]) -> RangeStatistics {
        let minutes = days.reduce(0) { $0 + $1.totals.minutes }
        let totals = StatisticsTotals(
            minutes: minutes, sessions: minutes / 25, interruptions: 0, tasks: days.reduce(0) { $0 + $1.totals.tasks },
            earned: 0, spent: 0)
        return RangeStatistics(
            from: days[0].day, to: days[days.count - 1].day, days: days.count, totals: totals,
            averagePerDay: minutes / days.count, bestHour: minutes > 0 ? 9 : nil)
    }

    private static func garden(_ name: String, exp: Int) -> Garden {
        Garden(
            categoryId: 2, categoryUid: "00000000-2", category: name, color: .green, exp: exp, level: exp / 10,
            expInLevel: exp % 10, expToNext: 10 - exp % 10, focusExp: exp, taskExp: 0)
    }

    /// - Parameter names: of categories; those after the first are removed ones.
    private static func page(
        _ days: [TrendDay], names: [String] = [], isComparable: Bool = false, isStale: Bool = false,
        category: String? = nil, showsPoints: Bool = true
    ) throws -> String {
        let range = range(days)
        let gardens = names.map { garden($0, exp: 30) }
        let report = GardenReport(
            from: range.from, to: range.to, category: category,
            madeAt: try Timestamp(json: "2026-11-21T15:37:53.000+00:00"),
            trend: StatisticsTrend(
                days: days,
                hours: (0..<24).map { .init(hour: ($0 + 4) % 24, minutes: $0 == 5 ? range.totals.minutes : 0) }),
            heatMap: days.map { day in
                HeatMapDay(
                    day: day.day, minutes: day.totals.minutes, bucket: min(1, day.totals.minutes),
                    sessions: day.totals.sessions, tasks: day.totals.tasks)
            },
            summary: StatisticsSummary(
                range: range,
                categories: names.enumerated().map { index, name in
                    CategoryStatistics(category: name, categoryId: index == 0 ? 2 : nil, totals: range.totals)
                }, before: range),
            isComparable: isComparable,
            streak: StreakStatistics(current: 1, longest: 2, goalMinutes: 0, todayMinutes: 25, reachedToday: true),
            gardens: gardens,
            plants: gardens.map {
                PlantData(garden: $0, seed: 7, season: .summer, lastGrewOn: nil, lastLevelAt: nil)
            })
        #expect(try GardenReport(json: report.json) == report)
        return reportPage(
            report,
            ReportLook(
                firstWeekday: 1, colors: [2: .green], tiers: RateTable.standard.rows, showsPoints: showsPoints,
                isStale: isStale))
    }

    /// The values of an attribute in a page.
    private func values(of attribute: String, in page: String) -> [String] {
        page.split(separator: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    private func count(_ text: String, in page: String) -> Int {
        page.split(separator: text, omittingEmptySubsequences: false).count - 1
    }

    @Test(
        "each drawing has a name and a description, each table a caption, and nothing is loaded",
        arguments: [1, 2, 14, 31, 60, 366, 732])
    func aPageIsComplete(days: Int) throws {
        let page = try Self.page(
            Self.days(from: "2026-01-01", count: days), names: ["Reading", "<Piano>", "שנה"], isComparable: days > 14)
        let ids = values(of: "id", in: page)
        #expect(Set(ids).count == ids.count, "\(ids.sorted())")
        let references = values(of: "aria-labelledby", in: page) + values(of: "aria-describedby", in: page)
        #expect(Set(references).subtracting(ids) == [])
        let links = values(of: "href", in: page).filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
        #expect(links.count == 8)
        #expect(Set(links).subtracting(ids) == [])
        let drawings = count("role=\"img\"", in: page)
        #expect(drawings >= 8)
        #expect(count("<desc", in: page) == drawings)
        #expect(count("<table>", in: page) == count("<caption ", in: page))
        // The table of the tiers is always open.
        let open = page.contains("The tiers in force now") ? 1 : 0
        #expect(count("<details>", in: page) + open == count("<table>", in: page))
        #expect(count("<h1>", in: page) == 1)
        for word in ["<script", "http:", "https:", "url(", "@import", "<Piano>"] {
            #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
        }
        #expect(page.contains("<bdi>&lt;Piano&gt;</bdi> <em>(removed)</em>"))
        #expect(page.contains("before, from") == (days > 14))
    }

    /// The headings of the sections of a page.
    private func sections(_ page: String) -> [String] {
        page.split(separator: "<h2 id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    /// For a person's client, whom points do not concern.
    @Test func aPageAboutACategoryOrWithoutPointsHasNothingElse() throws {
        let days = Self.days(from: "2026-11-01", count: 30)
        let all = ["sums", "garden", "focus", "rhythm", "categories", "tasks", "points", "spending"]
        let whole = try Self.page(days, names: ["ACME"])
        #expect(sections(whole) == all)
        #expect(whole.contains("<h1>November 2026 in the garden</h1>"))
        #expect(whole.contains("Streak today"))
        #expect(whole.contains("Points at the end"))
        let without = try Self.page(days, names: ["ACME"], showsPoints: false)
        #expect(sections(without) == Array(all.dropLast(2)))
        #expect(without.contains("Streak today"))
        for word in ["oints", ">Earned<", ">Spent<", "oney"] {
            let body = without.split(separator: "</style>", omittingEmptySubsequences: false)[1]
            #expect(!body.contains(word), "\(word)")
        }
        let one = try Self.page(days, names: ["ACME <1>"], category: "ACME <1>")
        #expect(sections(one) == ["sums", "garden", "focus", "rhythm", "tasks"])
        #expect(one.contains("<h1>November 2026 in <bdi>ACME &lt;1&gt;</bdi></h1>"))
        #expect(one.contains("<title>ACME &lt;1&gt;, "))
        #expect(!one.contains("Streak today"))
        #expect(!one.contains("Points at the end"))
    }

    @Test func aGardenInWhichNothingHappenedSaysSo() throws {
        let page = try Self.page(Self.days(from: "2026-11-21", count: 1, isBusy: false))
        for sentence in [
            "A day in the garden", "Nothing has grown yet.", "No focus session was completed in these days.",
            "No category has grown in these days.", "No task was completed in these days.",
            "No points were earned or spent in these days.", "No money was recorded in these days",
        ] {
            #expect(page.contains(sentence), "\(sentence)")
        }
        #expect(count("role=\"img\"", in: page) == 0)
        #expect(count("<table>", in: page) == 0)
        #expect(!page.contains("Points at the end"))
    }

    @Test(
        "the title names the range",
        arguments: [
            ("2026-11-21", 1, "A day in the garden"), ("2026-11-15", 7, "A week in the garden"),
            ("2026-11-01", 30, "November 2026 in the garden"), ("2026-01-01", 365, "2026 in the garden"),
            ("2025-11-22", 365, "A year in the garden"), ("2026-10-01", 40, "40 days in the garden"),
        ])
    func theTitle(first: String, days: Int, title: String) throws {
        #expect(try Self.page(Self.days(from: first, count: days)).contains("<h1>\(title)</h1>"))
    }

    @Test func aStaleStateIsAnnounced() throws {
        let days = Self.days(from: "2026-11-21", count: 1)
        #expect(try Self.page(days, isStale: true).contains("The disk refuses changes."))
        #expect(try !Self.page(days).contains("The disk refuses changes."))
    }

    // MARK: The command line

    @Test(arguments: [
        ("report", "--html is missing: gardenctl report --html FILE; - is the output"),
        ("report --from monday", "--html is missing: gardenctl report --html FILE; - is the output"),
        ("report --html ''", "--html has an empty path; give a path, or - for the output"),
        ("report --html - --json", "--html - and --json exclude each other: both are printed"),
    ])
    func aWrongCommandLineIsRefused(line: String, message: String) throws {
        let outcome = try Home().gardenctl(words(line))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
