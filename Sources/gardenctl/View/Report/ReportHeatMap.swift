import GardenAPI
import TimeKit

/// The days of a report as squares: a column for each week, in blocks of half a year, side by side or below one another.
struct ReportHeatMap {
    let days: [HeatMapDay]
    /// 1 for weeks that begin on Monday, 7 for Sunday.
    let firstWeekday: Int

    private static let weeksPerBlock = 27
    private static let (cell, gap, left, top) = (11, 3, 30, 18)
    private static let legend = ["none", "up to 25 min", "up to 50 min", "up to 100 min", "more"]

    /// The weeks, oldest first, each with the days of the range that it has.
    private var weeks: [[HeatMapDay]] {
        var weeks: [[HeatMapDay]] = []
        for day in days {
            if weeks.isEmpty || day.day.weekday == firstWeekday { weeks.append([]) }
            weeks[weeks.count - 1].append(day)
        }
        return weeks
    }

    var drawing: HTML {
        let weeks = weeks
        let blocks = stride(from: 0, to: weeks.count, by: Self.weeksPerBlock).map {
            block(Array(weeks[$0..<min($0 + Self.weeksPerBlock, weeks.count)]), number: $0 / Self.weeksPerBlock)
        }
        let legend = Self.legend.enumerated().map { level, words -> HTML in
            "<li><svg width=\"11\" height=\"11\" aria-hidden=\"true\"><rect width=\"11\" height=\"11\" rx=\"2.5\" class=\"heat\(level)\"/></svg> \(words)</li>"
        }
        return """
            <div class="heatmap">
            \(blocks)
            </div>
            <ul class="legend" aria-label="Shades of the heat map">
            \(legend)
            </ul>
            """
    }

    private func block(_ weeks: [[HeatMapDay]], number: Int) -> HTML {
        let size = Self.cell + Self.gap
        let (width, height) = (Self.left + Self.weeksPerBlock * size, Self.top + 7 * size)
        let (first, last) = (weeks[0][0], weeks[weeks.count - 1][weeks[weeks.count - 1].count - 1])
        let minutes = weeks.joined().reduce(0) { saturatingSum($0, $1.minutes) }
        let active = weeks.joined().count { $0.sessions > 0 }
        let all = weeks.reduce(0) { $0 + $1.count }
        return """
            <svg viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="map\(number)-title" \
            aria-describedby="map\(number)-description">
            <title id="map\(number)-title">Focus from \(first.day.long) to \(last.day.long)</title>
            <desc id="map\(number)-description">A square for each day, darker with more minutes: \(minutesWords(minutes)) \
            on \(active) of \(groupedCount(all, "day")).</desc>
            \(labels(weeks))
            \(weeks.indices.map { column(weeks[$0], at: Self.left + $0 * size) })
            </svg>
            """
    }

    private func labels(_ weeks: [[HeatMapDay]]) -> [HTML] {
        let size = Self.cell + Self.gap
        let weekdays = [0, 2, 4].map { row -> HTML in
            let name = CalendarDay(daysSinceEpoch: 4 + firstWeekday - 1 + row).weekdayName.prefix(3)
            return
                "<text x=\"\(Self.left - 6)\" y=\"\(Self.top + row * size + 9)\" class=\"value\">\(String(name))</text>"
        }
        let months = weeks.indices.compactMap { index -> HTML? in
            let first = weeks[index].first { $0.day.day == 1 }?.day
            // The month of the first week, if the next name leaves room for it.
            let isBeginning = index == 0 && weeks.dropFirst().prefix(2).allSatisfy { !$0.contains { $0.day.day == 1 } }
            guard let day = first ?? (isBeginning ? weeks[0][0].day : nil) else { return nil }
            let text = day.month == 1 && first != nil ? String(day.year) : String(day.monthName.prefix(3))
            return "<text x=\"\(Self.left + index * size)\" y=\"11\">\(text)</text>"
        }
        return weekdays + months
    }

    private func column(_ week: [HeatMapDay], at x: Int) -> HTML {
        HTML(
            lines: week.map { day in
                let row = (day.day.weekday - firstWeekday + 7) % 7
                return """
                    <rect x="\(x)" y="\(Self.top + row * (Self.cell + Self.gap))" width="\(Self.cell)" height="\(Self.cell)" \
                    rx="2.5" class="heat\(day.bucket)"><title>\(day.day.words): \(minutesWords(day.minutes))</title></rect>
                    """
            })
    }

    /// A row for each week, with the minutes of its days.
    var table: DataTable {
        let names = (0..<7).map { String(CalendarDay(daysSinceEpoch: 4 + firstWeekday - 1 + $0).weekdayName.prefix(3)) }
        return DataTable(
            caption: "Focused minutes of each day, by week", columns: ["Week of"] + names + ["Sum"],
            rows: weeks.map { week in
                var cells = [DataTable.Cell](repeating: .number(""), count: 7)
                for day in week { cells[(day.day.weekday - firstWeekday + 7) % 7] = .number(grouped(day.minutes)) }
                let sum = week.reduce(0) { saturatingSum($0, $1.minutes) }
                return ("\(week[0].day.short) \(String(week[0].day.year))", cells + [.number(grouped(sum))])
            })
    }
}
