import GardenAPI
import TimeKit

/// The minutes of each day, and their trend.
func focusSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    let days = report.days
    let total = report.summary.range.totals
    guard total.sessions > 0 else {
        return ReportSection(
            id: "focus", title: "Focus", content: ["<p>No focus session was completed in these days.</p>"])
    }
    let active = days.count { $0.totals.sessions > 0 }
    let best = days.max { $0.totals.minutes < $1.totals.minutes } ?? days[0]
    let map = ReportHeatMap(days: report.heatMap, firstWeekday: look.firstWeekday)
    var figures = [
        ReportFigure(
            id: "every-day", title: "Every day",
            summary: """
                \(groupedCount(total.sessions, "session")) on \(grouped(active)) of \(groupedCount(days.count, "day")). The longest day was \
                \(best.day.words), with \(minutesWords(best.totals.minutes)).
                """,
            drawing: map.drawing, table: map.table
        ).html
    ]
    let unit = ReportPeriod.Unit(forDays: days.count)
    // Bars of days show it, too.
    if unit != .day { figures.append(trendFigure(days)) }
    let periods = ReportPeriod.all(of: days, by: unit, firstWeekday: look.firstWeekday)
    figures.append(
        periodFigure(
            periods, \.totals.minutes, id: "focus-by-period", title: "Focus by \(unit.rawValue)", words: minutesWords,
            axis: Axis.init(minutes:)))
    return ReportSection(id: "focus", title: "Focus", content: figures)
}

/// Minutes by day, with the average of seven days.
private func trendFigure(_ days: [TrendDay]) -> HTML {
    let values = days.map(\.totals.minutes)
    var averages: [Double] = []
    for index in values.indices {
        let week = values[max(0, index - 6)...index]
        averages.append(Double(week.reduce(0, saturatingSum)) / Double(week.count))
    }
    let axis = Axis(minutes: values)
    let (early, late) = (averages[min(6, averages.count - 1)], averages[averages.count - 1])
    let text = """
        The line is the average of the last seven days: \(minutesWords(Int(early))) a day after the first week, \
        \(minutesWords(Int(late))) at the end. The area behind it has each single day.
        """
    let chart = Chart(
        id: "trend-chart", title: "Minutes by day, and their average", description: text, axis: axis,
        marks: "\(Chart.area(values, axis))\(Chart.line(averages, axis))", labels: dayLabels(days))
    let table = DataTable(
        caption: "Minutes, sessions and interruptions of each day, and the average of seven days",
        columns: ["Day", "Minutes", "Sessions", "Interruptions", "Average"],
        rows: days.indices.map { index in
            let totals = days[index].totals
            return (
                "\(days[index].day.words)",
                [totals.minutes, totals.sessions, totals.interruptions, Int(averages[index].rounded())]
                    .map { .number(grouped($0)) }
            )
        })
    return ReportFigure(id: "trend", title: "The trend", summary: "\(text)", drawing: chart.svg, table: table).html
}

/// A bar for each period.
func periodFigure(
    _ periods: [ReportPeriod], _ path: KeyPath<TrendDay, Int>, id: String, title: String,
    kind: HTML = "bar", words: @escaping (Int) -> String, axis: ([Int]) -> Axis
) -> HTML {
    let values = periods.map { $0.sum(path) }
    let unit = periods.first?.unit ?? .day
    let most = values.indices.max { values[$0] < values[$1] } ?? 0
    let isSingle = periods.count == 1
    let text =
        isSingle
        ? "\(words(values[0])) \(periods[0].adverb)." : "Most \(periods[most].adverb): \(words(values[most]))."
    let scale = axis(values)
    let chart = Chart(
        id: "\(id)-chart", title: title, description: text, axis: scale,
        marks: Chart.bars(values, scale, kind: kind) { "\(periods[$0].words): \(words(values[$0]))" },
        labels: ReportPeriod.labels(periods))
    let table = DataTable(
        caption: title, columns: [unit.rawValue.capitalizedWord, "Days", "Sum"],
        rows: periods.indices.map { index in
            ("\(periods[index].words)", [.number("\(periods[index].days.count)"), .number(words(values[index]))])
        })
    return ReportFigure(id: id, title: title, summary: "\(text)", drawing: chart.svg, table: table).html
}

extension String {
    /// With a capital letter at its beginning.
    var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: - Hours and weekdays

/// At which hours and on which weekdays there is focus.
func rhythmSection(_ report: GardenReport, _ look: ReportLook) -> ReportSection {
    guard report.summary.range.totals.minutes > 0 else {
        return ReportSection(
            id: "rhythm", title: "Rhythm", content: ["<p>Hours and weekdays appear with the first focus session.</p>"])
    }
    return ReportSection(
        id: "rhythm", title: "Rhythm",
        content: ["<div class=\"pair\">\(hoursFigure(report))\(weekdaysFigure(report, look))</div>"])
}

private func hoursFigure(_ report: GardenReport) -> HTML {
    let hours = report.trend.hours
    let values = hours.map(\.minutes)
    let best = report.summary.range.bestHour ?? 0
    let share = hours.first { $0.hour == best }?.minutes ?? 0
    let text =
        "Most focus is between \(hourWords(best)) and \(hourWords((best % 24 + 1) % 24)): \(minutesWords(share))."
    let axis = Axis(minutes: values)
    let chart = Chart(
        id: "hours-chart", title: "Minutes by the hour", description: text, axis: axis,
        marks: Chart.bars(values, axis) { "\(hourWords(hours[$0].hour)): \(minutesWords(values[$0]))" },
        labels: hours.indices.filter { hours[$0].hour % 4 == 0 }.map {
            Chart.Label(at: (Double($0) + 0.5) / 24, hourWords(hours[$0].hour))
        })
    let table = DataTable(
        caption: "Minutes of focus in each hour", columns: ["Hour", "Minutes"],
        rows: hours.map { ("\(hourWords($0.hour))", [.number(grouped($0.minutes))]) })
    return ReportFigure(id: "hours", title: "By hour", summary: "\(text)", drawing: chart.svg, table: table).html
}

private func weekdaysFigure(_ report: GardenReport, _ look: ReportLook) -> HTML {
    let weekdays = (0..<7).map { (look.firstWeekday - 1 + $0) % 7 + 1 }
    let rows = weekdays.map { weekday in
        let days = report.days.filter { $0.day.weekday == weekday }
        let minutes = days.reduce(0) { saturatingSum($0, $1.totals.minutes) }
        let name = CalendarDay(daysSinceEpoch: 3 + weekday).weekdayName
        return (name: name, days: days.count, minutes: minutes, average: days.isEmpty ? 0 : minutes / days.count)
    }
    let best = rows.max { $0.average < $1.average }
    let text = best.map { "The longest day is \($0.name), with \(minutesWords($0.average)) on average." } ?? ""
    let axis = Axis(minutes: rows.map(\.average))
    let chart = Chart(
        id: "weekdays-chart", title: "Average minutes of each weekday", description: text, axis: axis,
        marks: Chart.bars(rows.map(\.average), axis) { "\(rows[$0].name): \(minutesWords(rows[$0].average))" },
        labels: rows.indices.map { Chart.Label(at: (Double($0) + 0.5) / 7, String(rows[$0].name.prefix(3))) })
    let table = DataTable(
        caption: "Minutes by weekday", columns: ["Weekday", "Days", "Minutes", "Average"],
        rows: rows.map { row in
            ("\(row.name)", [row.days, row.minutes, row.average].map { .number(grouped($0)) })
        })
    return ReportFigure(id: "weekdays", title: "By weekday", summary: "\(text)", drawing: chart.svg, table: table).html
}
