import GardenAPI

/// The minutes of each category, as bars below one another.
func categoriesSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    let categories = report.summary.categories
    guard let first = categories.first else {
        return ReportSection(
            id: "categories", title: "Categories", content: ["<p>No category has grown in these days.</p>"])
    }
    let total = report.summary.range.totals.minutes
    let share = steps(first.totals.minutes, of: total, in: 100)
    let summary: HTML =
        total > 0
        ? "Most of the time went to \(name: first.words): \(minutesWords(first.totals.minutes)), \(share)\u{A0}%."
        : "No category has any minutes in these days."
    let table = DataTable(
        caption: "The figures of each category",
        columns: ["Category", "Focus", "Sessions", "Interruptions", "Tasks"]
            + (look.showsPoints ? ["Earned", "Spent"] : []),
        rows: categories.map { category in
            let totals = category.totals
            let remark: HTML = category.isRemoved ? " <em>(removed)</em>" : ""
            return (
                "\(name: category.words)\(remark)",
                [.number(minutesWords(totals.minutes))]
                    + ([totals.sessions, totals.interruptions, totals.tasks]
                    + (look.showsPoints ? [totals.earned, totals.spent] : []))
                    .map { .number(grouped($0)) }
            )
        })
    let drawn = categories.filter { $0.totals.minutes > 0 }.prefix(mostBars)
    return ReportSection(
        id: "categories", title: "Categories",
        content: [
            ReportFigure(
                id: "by-category", title: "Focus by category", summary: summary,
                drawing: drawn.isEmpty ? nil : bars(Array(drawn), look, others: categories.count - drawn.count),
                table: table
            ).html
        ])
}

/// As many bars as a person compares.
private let mostBars = 24
private let rowHeight = 38

private func bars(_ categories: [CategoryStatistics], _ look: ReportLook, others: Int) -> HTML {
    let most = Double(categories.map(\.totals.minutes).max() ?? 1)
    let rows = categories.enumerated().map { index, category -> HTML in
        let y = index * rowHeight
        let color = category.categoryId.flatMap { look.colors[$0]?.css } ?? "var(--removed)"
        let minutes = minutesWords(category.totals.minutes)
        let remark = category.isRemoved ? " (removed)" : ""
        return """
            <text x="0" y="\(y + 14)" class="name">\(isolated(category.words.cut(to: 30)) + remark)</text>\
            <text x="100%" y="\(y + 14)" class="sum">\(minutes)</text>\
            <rect x="0" y="\(y + 21)" width="100%" height="8" rx="4" class="track"/>\
            <rect x="0" y="\(y + 21)" width="\(max(0.5, Double(category.totals.minutes) / most * 100))%" height="8" rx="4" \
            class="category" style="--color:\(color)"><title>\(isolated(category.words)): \(minutes)</title></rect>
            """
    }
    let names = categories.map { "\(isolated($0.words)) \(minutesWords($0.totals.minutes))" }.joined(separator: ", ")
    return """
        <svg class="chart categories" height="\(categories.count * rowHeight)" role="img" aria-labelledby="categories-title" \
        aria-describedby="categories-description">
        <title id="categories-title">Focus by category</title>
        <desc id="categories-description">\(names).</desc>
        \(rows)
        </svg>
        """
}

extension CategoryStatistics {
    fileprivate var isRemoved: Bool { categoryId == nil && !category.isEmpty }

    /// Its name, also of what has no category.
    fileprivate var words: String { category.isEmpty ? "(none)" : category }
}

extension CategoryColor {
    /// `#RRGGBB`; `nil` for black, which takes the colour of the text.
    fileprivate var css: String? {
        guard let rgb else { return nil }
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
