import GardenAPI
import TextKit
import TimeKit

/// A report as a page of HTML that needs nothing else: no network, no scripts, no other files.
func reportPage(_ report: GardenReport, _ look: ReportLook) -> String {
    let isOfAll = report.category == nil
    var sections = [
        gardenSection(report, look), focusSection(report, look), rhythmSection(report, look),
        isOfAll ? categoriesSection(report, look) : nil, tasksSection(report, look),
    ].compactMap(\.self)
    if isOfAll, look.showsPoints { sections += [pointsSection(report, look), spendingSection(report, look)] }
    let range = report.from == report.to ? report.from.long : "\(report.from.long) to \(report.to.long)"
    let page: HTML = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="gardenctl \(GardenVersion.current)">
        <link rel="icon" href="data:,">
        <title>\(report.category ?? "Garden report"), \(range)</title>
        <style>
        \(HTML(markup: reportStyle))
        </style>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
        <p class="brand">Pocket Garden</p>
        <h1>\(title(report))</h1>
        <p class="range">\(rangeWords(report))</p>
        <nav aria-label="Sections"><ul>
        \(sections.map(\.link))
        </ul></nav>
        </header>
        <main id="main" tabindex="-1">
        \(look.isStale ? staleNote : nil)
        \(keyFigures(report, look))
        \(sections.map(\.html))
        </main>
        <footer>
        <p>Made by gardenctl \(GardenVersion.current) at \(report.madeAt.dateAndClock). Days are logical days: a session counts for the day \
        that has most of it. The figures are those of <code>gardenctl report --json</code>.</p>
        </footer>
        </body>
        </html>
        """
    return page.text
}

private let staleNote: HTML = """
    <p class="note"><strong>The disk refuses changes.</strong> These are the figures of the last saved state; \
    <code>gardenctl doctor</code> says why.</p>
    """

private func title(_ report: GardenReport) -> HTML {
    let place: HTML = report.category.map { "\(name: $0)" } ?? "the garden"
    let (from, to) = (report.from, report.to)
    let isWholeMonth =
        from.day == 1 && (from.year, from.month) == (to.year, to.month)
        && to.day == CalendarDay.dayCount(ofMonth: to.month, inYear: to.year)
    if from == to { return "A day in \(place)" }
    if isWholeMonth { return "\(from.monthName) \(String(from.year)) in \(place)" }
    if from.year == to.year, (from.month, from.day) == (1, 1), (to.month, to.day) == (12, 31) {
        return "\(String(from.year)) in \(place)"
    }
    switch report.days.count {
    case 7: return "A week in \(place)"
    case 365, 366: return "A year in \(place)"
    default: return "\(grouped(report.days.count)) days in \(place)"
    }
}

private func rangeWords(_ report: GardenReport) -> HTML {
    guard report.from < report.to else {
        return "\(report.from.weekdayName), <time datetime=\"\(report.from.description)\">\(report.from.long)</time>"
    }
    return """
        <time datetime="\(report.from.description)">\(report.from.long)</time> to \
        <time datetime="\(report.to.description)">\(report.to.long)</time> \
        <span>· \(groupedCount(report.days.count, "day"))</span>
        """
}

// MARK: - Key figures

/// The sums of the range, each with the difference to the range before it.
private func keyFigures(_ report: GardenReport, _ look: ReportLook) -> HTML {
    let (now, before) = (report.summary.range, report.summary.before)
    func difference(_ path: KeyPath<RangeStatistics, Int>, _ words: (Int) -> String = grouped) -> String? {
        guard report.isComparable else { return nil }
        let amount = now[keyPath: path] - before[keyPath: path]
        return amount == 0 ? "as before" : "\(amount > 0 ? "+" : "−")\(words(abs(amount)))"
    }
    let streak = report.streak
    var figures: [(name: String, value: String, remark: String?)] = [
        ("Focus", minutesWords(now.totals.minutes), difference(\.totals.minutes, minutesWords)),
        ("A day, on average", minutesWords(now.averagePerDay), difference(\.averagePerDay, minutesWords)),
        ("Sessions", grouped(now.totals.sessions), difference(\.totals.sessions)),
        ("Tasks done", grouped(now.totals.tasks), difference(\.totals.tasks)),
    ]
    guard report.category == nil else { return sums(report, figures) }
    figures.append(
        ("Streak today", groupedCount(streak.current, "day"), "longest: \(groupedCount(streak.longest, "day"))"))
    if look.showsPoints, let balance = report.days.last(where: { $0.balance != nil })?.balance,
        balance != 0 || now.totals.earned != 0 || now.totals.spent != 0
    {
        let spent = "\(grouped(now.totals.earned)) earned, \(grouped(now.totals.spent)) spent"
        figures.append(("Points at the end", grouped(balance), spent))
    }
    return sums(report, figures)
}

private func sums(_ report: GardenReport, _ figures: [(name: String, value: String, remark: String?)]) -> HTML {
    let before = report.summary.before
    let items = figures.map { figure -> HTML in
        let remark: HTML? = figure.remark.map { "<dd class=\"remark\">\($0)</dd>" }
        return "<div><dt>\(figure.name)</dt><dd class=\"figure-value\">\(figure.value)</dd>\(remark)</div>"
    }
    let compared: HTML? =
        report.isComparable
        ? "<p class=\"compared\">The differences are to the \(groupedCount(before.days, "day")) before, from \(before.from.long).</p>"
        : nil
    return """
        <section aria-labelledby="sums" class="sums">
        <h2 id="sums" class="unseen">The sums</h2>
        <dl>
        \(items)
        </dl>
        \(compared)
        </section>
        """
}

// MARK: - The garden

/// The size of a plant in the pixels of its drawing.
private let plantPixels = 64

private func gardenSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    guard !report.gardens.isEmpty else {
        return ReportSection(
            id: "garden", title: "The garden",
            content: ["<p>Nothing has grown yet. The first completed focus session or task plants a seed.</p>"])
    }
    let plants = report.plants.map { plant -> HTML in
        let garden = plant.garden
        return """
            <li>\(HTML(markup: plant.svg(width: plantPixels, height: plantPixels)))\
            <p><strong>\(name: garden.category)</strong> <span>level \(garden.level)</span></p></li>
            """
    }
    let table = DataTable(
        caption: "Level and exp of each garden", columns: ["Category", "Level", "Exp", "By focus", "By tasks"],
        rows: report.gardens.map { garden in
            (
                "\(name: garden.category)",
                [garden.level, garden.exp, garden.focusExp, garden.taskExp].map { .number(grouped($0)) }
            )
        })
    let exp = report.gardens.reduce(0) { saturatingSum($0, $1.exp) }
    let rest = report.gardens.count - report.plants.count
    let others = rest > 0 ? " The largest \(report.plants.count) are drawn." : ""
    return ReportSection(
        id: "garden", title: "The garden",
        content: [
            """
            <p>\(groupedCount(report.gardens.count, "plant")) with \(grouped(exp)) exp, as they are now. Focus sessions give them wood and \
            leaves; tasks give them blossoms, fruits and flowers around them.\(others)</p>
            <ul class="bed">
            \(plants)
            </ul>
            \(table.details(id: "gardens"))
            """
        ])
}
