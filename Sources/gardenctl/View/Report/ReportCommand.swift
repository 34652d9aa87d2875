import ArgumentParser
import FileKit
import GardenAPI
import SystemPackage
import TextKit
import TimeKit

struct ReportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page about some days: a report with charts, for a browser or for paper.",
        discussion: """
            One HTML file that needs no network and no other file: the plants, a heat map, the trend, hours and weekdays, \
            categories, tasks, the balance, and the money spent with the rate, each with its figures as a table. It \
            follows the light or dark scheme of the browser.

            With -c, about one category, such as a client's: without the other categories, the streak, the points and the \
            rate, which are of the whole garden. --no-points leaves points, the rate and money out.

            By default, the last 365 days, or those since the garden began; at most 732 days. With --json alone, the \
            figures of the report.

              gardenctl report --html report.html
              gardenctl report --from 2026-11-01 --to yesterday --html november.html
              gardenctl report --from last month --html -
              gardenctl report -c ACME --from last month --html acme.html
            """)

    @Option(help: ArgumentHelp("Write the page to a file; - is the output.", valueName: "file"), completion: .file())
    var html: String?

    @OptionGroup var range: DayRangeOptions

    @Flag(name: .customLong("no-points"), help: "Leave out points, the rate and money.")
    var withoutPoints = false

    @OptionGroup var common: CommonOptions

    private var from: String? { range.from }
    private var to: String? { range.to }
    private var category: String? { range.category }

    /// As many plants as a person looks at; the table below them has all gardens.
    private static let mostPlants = 24

    func validate() throws {
        if withoutPoints, html == nil, common.json {
            throw ValidationError("--no-points is about the page: add --html FILE, or leave it out")
        }
        switch (html, common.json) {
        case (nil, false): throw ValidationError("--html is missing: gardenctl report --html FILE; - is the output")
        case ("", _): throw ValidationError("--html has an empty path; give a path, or - for the output")
        case ("-", true): throw ValidationError("--html - and --json exclude each other: both are printed")
        case (nil, true), (_?, _): return
        }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let status = try client.ask(DaemonStatus()).value()
        let report = try report(from: client, status)
        guard let html else { return try context.output.printData(report.json.text) }
        let page = reportPage(report, try look(from: client, status, context.style))
        if let warning = staleWarning(status.stale, context.style) { try context.printError(warning) }
        guard html != "-" else { return try context.output.printData(page) }
        do throws(Errno) {
            try SmallFile.write("\(page)\n", to: html, permissions: .ownerReadWrite)
        } catch {
            throw .system("\(printable(html)) cannot be written: \(error)")
        }
        guard !common.json else { return try context.output.printData(report.json.text) }
        let days = report.days.count.counted("day")
        try context.print("Wrote \(printable(html)): \(days), \(report.from) to \(report.to)")
    }

    /// Asks about the same days, whatever happens meanwhile.
    private func report(from client: Client, _ status: GardenStatus) throws(CommandError) -> GardenReport {
        let (days, named) = try days(from: client, until: status.day)
        guard days.upperBound <= status.day else {
            throw .usage(
                "the report would end on \(days.upperBound), after today, \(status.day); --to can be today or earlier")
        }
        let trend = try trend(of: days, from: client)
        let span = (from: "\(days.lowerBound)", to: "\(days.upperBound)")
        let gardens = try client.ask(GardenList()).value().filter { garden in
            garden.exp > 0 && category.map { $0.folded == garden.category.folded } ?? true
        }
        var plants: [PlantData] = []
        for garden in gardens.sorted(by: { $0.exp > $1.exp }).prefix(Self.mostPlants) {
            plants.append(try client.ask(GardenPlant(category: garden.category)).value())
        }
        let summary =
            if let named { named } else {
                try client.ask(StatsSummary(from: span.from, to: span.to, category: category)).value()
            }
        let before = "\(summary.before.from)"
        return GardenReport(
            from: days.lowerBound, to: days.upperBound,
            category: category.map { named in summary.categories.first?.category ?? named }, madeAt: status.now,
            trend: trend,
            heatMap: try client.ask(StatsHeatMap(from: span.from, to: span.to, category: category)).value(),
            summary: summary,
            isComparable: try client.ask(StatsTrend(from: before, to: before)).value().days.first?.balance != nil,
            streak: try client.ask(StatsStreak()).value(), gardens: gardens, plants: plants)
    }

    /// The days of the report: those that the options name, or the last year since the garden began. A range of the calendar ends
    /// today at the latest, and its summary is that of the whole range (RULES S8).
    private func days(
        from client: Client, until today: CalendarDay
    ) throws(CommandError) -> (ClosedRange<CalendarDay>, StatisticsSummary?) {
        guard from == nil else {
            let summary = try client.ask(StatsSummary(from: from, to: to, category: category)).value()
            let first = summary.range.from
            guard first <= today else {
                throw .usage(
                    "the report would begin on \(first), after today, \(today); --from can be today or earlier")
            }
            return (first...(to == nil ? min(summary.range.to, today) : summary.range.to), summary)
        }
        let days = try client.ask(StatsTrend(to: to)).value().days
        guard let first = days.first?.day, let last = days.last?.day else {
            throw .unreachable("the answer to \(StatsTrend.method) has no days")
        }
        return ((GardenReport.beginning(of: days) ?? first)...last, nil)
    }

    /// Asks for as many days at once as one answer has.
    private func trend(
        of days: ClosedRange<CalendarDay>, from client: Client
    ) throws(CommandError) -> StatisticsTrend {
        var (trend, next) = (StatisticsTrend(days: [], hours: []), days.lowerBound)
        while next <= days.upperBound {
            let last = min(next.advanced(by: Limits.trendDays - 1), days.upperBound)
            let part = try client.ask(StatsTrend(from: "\(next)", to: "\(last)", category: category)).value()
            trend.days += part.days
            trend.hours =
                trend.hours.isEmpty
                ? part.hours
                : zip(trend.hours, part.hours).map { .init(hour: $0.hour, minutes: $0.minutes + $1.minutes) }
            next = last.advanced(by: 1)
        }
        return trend
    }

    private func look(
        from client: Client, _ status: GardenStatus, _ style: Style
    ) throws(CommandError) -> ReportLook {
        let settings = try client.ask(SettingsGet()).value()
        return ReportLook(
            firstWeekday: settings.weekStart.firstWeekday(in: style),
            colors: Dictionary(status.gardens.map { ($0.categoryId, $0.color) }, uniquingKeysWith: { $1 }),
            tiers: settings.rateTable?.rows ?? [], showsPoints: !withoutPoints, isStale: status.stale)
    }
}
