import GardenAPI
import TextKit
import TimeKit

/// Completed tasks.
func tasksSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    guard report.days.contains(where: { $0.totals.tasks != 0 }) else {
        return ReportSection(id: "tasks", title: "Tasks", content: ["<p>No task was completed in these days.</p>"])
    }
    let unit = ReportPeriod.Unit(forDays: report.days.count)
    let periods = ReportPeriod.all(of: report.days, by: unit, firstWeekday: look.firstWeekday)
    return ReportSection(
        id: "tasks", title: "Tasks",
        content: [
            periodFigure(
                periods, \.totals.tasks, id: "tasks-by-period", title: "Tasks by \(unit.rawValue)",
                words: { groupedCount($0, "task") }, axis: Axis.init(_:))
        ])
}

/// The balance, and what changed it.
func pointsSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    let days = report.days
    let balances = days.map(\.balance)
    guard balances.contains(where: { $0 ?? 0 != 0 }) || days.contains(where: { $0.totals.earned != 0 }) else {
        return ReportSection(
            id: "points", title: "Points", content: ["<p>No points were earned or spent in these days.</p>"])
    }
    let known = days.filter { $0.balance != nil }
    let (low, high) = (known.min { $0.balance ?? 0 < $1.balance ?? 0 }, known.max { $0.balance ?? 0 < $1.balance ?? 0 })
    let text = """
        From \(grouped(known.first?.balance ?? 0)) to \(groupedCount(known.last?.balance ?? 0, "point")); the most was \
        \(grouped(high?.balance ?? 0)) on \(high?.day.words ?? ""), the least \(grouped(low?.balance ?? 0)) on \(low?.day.words ?? "").
        """
    let axis = Axis(balances.map { $0 ?? 0 })
    let chart = Chart(
        id: "balance-chart", title: "The balance at the end of each day", description: text, axis: axis,
        marks: Chart.line(balances.map { $0.map(Double.init) }, axis, isStepped: true, isFilled: true),
        labels: dayLabels(days))
    let table = DataTable(
        caption: "Points of each day", columns: ["Day", "Earned", "Spent", "Balance"],
        rows: days.map { day in
            (
                "\(day.day.words)",
                [day.totals.earned, day.totals.spent].map { .number(grouped($0)) }
                    + [.number(day.balance.map(grouped) ?? "")]
            )
        })
    return ReportSection(
        id: "points", title: "Points",
        content: [
            ReportFigure(id: "balance", title: "Balance", summary: "\(text)", drawing: chart.svg, table: table).html,
            earnedFigure(report, look),
        ])
}

/// What was earned, above the line, and spent, below it.
private func earnedFigure(_ report: GardenReport, _ look: ReportLook) -> HTML {
    let unit = ReportPeriod.Unit(forDays: report.days.count)
    let periods = ReportPeriod.all(of: report.days, by: unit, firstWeekday: look.firstWeekday)
    let (earned, spent) = (periods.map { $0.sum(\.totals.earned) }, periods.map { $0.sum(\.totals.spent) })
    let totals = report.summary.range.totals
    let text = """
        \(groupedCount(totals.earned, "point")) earned with tasks and focus sessions, above the line; \(grouped(totals.spent)) spent, \
        below it.
        """
    let below = spent.map { saturatingSum(0, -max($0, -.max)) }
    let axis = Axis(earned + below)
    let chart = Chart(
        id: "earned-chart", title: "Points earned and spent by \(unit.rawValue)", description: text, axis: axis,
        marks: HTML(lines: [
            Chart.bars(earned, axis) { "\(periods[$0].words): \(grouped(earned[$0])) earned" },
            Chart.bars(below, axis, kind: "bar spent") { "\(periods[$0].words): \(grouped(spent[$0])) spent" },
        ]), labels: ReportPeriod.labels(periods))
    let table = DataTable(
        caption: "Points earned and spent by \(unit.rawValue)",
        columns: [unit.rawValue.capitalizedWord, "Earned", "Spent"],
        rows: periods.indices.map { index in
            ("\(periods[index].words)", [earned[index], spent[index]].map { .number(grouped($0)) })
        })
    return ReportFigure(
        id: "earned", title: "Earned and spent", summary: "\(text)", drawing: chart.svg, table: table
    ).html
}

/// The labels below a chart of days.
func dayLabels(_ days: [TrendDay]) -> [Chart.Label] {
    days.indices.compactMap { index in
        let day = days[index].day
        let center = (Double(index) + 0.5) / Double(days.count)
        if days.count > 62 { return day.day == 1 ? Chart.Label(at: center, ofMonth: day) : nil }
        let isLabelled = (days.count - 1 - index) % ((days.count + 6) / 7) == 0
        return isLabelled ? Chart.Label(at: center, day.short) : nil
    }
}

// MARK: - Spending

/// The real money spent, and the rate that follows from it.
func spendingSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    let days = report.days
    guard days.contains(where: { $0.money != 0 || $0.tier ?? 0 > 0 }) else {
        return ReportSection(
            id: "spending", title: "Spending and the rate",
            content: ["<p>No money was recorded in these days, so prices were at their lowest rate.</p>"])
    }
    let unit = ReportPeriod.Unit(forDays: days.count)
    let periods = ReportPeriod.all(of: days, by: unit, firstWeekday: look.firstWeekday)
    return ReportSection(
        id: "spending", title: "Spending and the rate",
        content: [
            periodFigure(
                periods, \.money, id: "money-by-period", title: "Money by \(unit.rawValue)", kind: "bar spent",
                words: grouped, axis: Axis.init(_:)),
            rateFigure(days, look),
        ])
}

/// The rate at the end of each day, with the tiers of the table.
private func rateFigure(_ days: [TrendDay], _ look: ReportLook) -> HTML {
    let known = days.compactMap(\.rate)
    let lowest = min(look.tiers.map(\.rate.tenths).min() ?? 10, known.map(\.tenths).min() ?? 10)
    let highest = max(known.map(\.tenths).max() ?? 10, lowest + 10)
    let raised = days.count { $0.tier ?? 0 > 0 }
    let most = known.max { $0.tenths < $1.tenths }.map(times) ?? ""
    let text = """
        Prices were raised at the end of \(grouped(raised)) of \(groupedCount(known.count, "day")); the highest rate was \(most).
        """
    // The rates of the tiers are the lines, those that are too close to the last one left out.
    var marks: [Int] = []
    for tenths in Set(look.tiers.map(\.rate.tenths) + [lowest, highest]).sorted() where tenths <= highest {
        if let last = marks.last, (tenths - last) * 10 < highest - lowest { continue }
        marks.append(tenths)
    }
    let axis = Axis(
        low: Double(lowest), high: Double(highest),
        ticks: marks.map { (Double($0), times(Tenths(tenths: $0))) })
    let chart = Chart(
        id: "rate-chart", title: "The rate at the end of each day", description: text, axis: axis,
        marks: Chart.line(
            days.map { $0.rate.map { Double($0.tenths) } }, axis, isStepped: true, isFilled: true, kind: " spent"),
        labels: dayLabels(days))
    let table = DataTable(
        caption: "Money and the rate of each day", columns: ["Day", "Money", "Meter", "Tier", "Rate"],
        rows: days.map { day in
            (
                "\(day.day.words)",
                [
                    .number(grouped(day.money)), .number(day.meter.map(grouped) ?? ""),
                    .number(day.tier.map(grouped) ?? ""), .number(day.rate.map(times) ?? ""),
                ]
            )
        })
    let tiers = DataTable(
        caption: "The tiers in force now", columns: ["Tier", "Meter from", "Prices", "Days"],
        rows: look.tiers.enumerated().map { number, tier in
            (
                "\(number)",
                [
                    .number(grouped(tier.from)), .number(times(tier.rate)),
                    .number(grouped(days.count { $0.tier == number })),
                ]
            )
        })
    return ReportFigure(
        id: "rate", title: "Rate", summary: "\(text)",
        drawing: "\(chart.svg)\n<div class=\"tiers\">\(tiers.html(id: "tiers"))</div>", table: table
    ).html
}
