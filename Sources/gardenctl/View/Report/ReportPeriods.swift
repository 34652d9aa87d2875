import GardenAPI
import TimeKit

/// Successive days that are one bar of a chart: a day, a week or a month; the first and the last can be incomplete.
struct ReportPeriod {
    let unit: Unit
    let days: ArraySlice<TrendDay>

    enum Unit: String {
        case day, week, month

        /// The finest one that has room in a chart.
        init(forDays count: Int) {
            switch count {
            case ...45: self = .day
            case ...400: self = .week
            default: self = .month
            }
        }
    }

    var first: CalendarDay { days[days.startIndex].day }
    var last: CalendarDay { days[days.endIndex - 1].day }

    func sum(_ path: KeyPath<TrendDay, Int>) -> Int { days.reduce(0) { saturatingSum($0, $1[keyPath: path]) } }

    /// `Sat 21 Nov 2026`, `16 Nov – 22 Nov 2026`, `November 2026`
    var words: String {
        switch unit {
        case .day: first.words
        case .week: first == last ? first.words : "\(first.short) – \(last.short) \(last.year)"
        case .month: "\(first.monthName) \(first.year)"
        }
    }

    /// In a sentence: `on Sat 21 Nov 2026`.
    var adverb: String {
        switch unit {
        case .day: "on \(words)"
        case .week: "in the week of \(first.long)"
        case .month: "in \(words)"
        }
    }

    /// - Parameter firstWeekday: 1 for weeks that begin on Monday, 7 for Sunday.
    static func all(of days: [TrendDay], by unit: Unit, firstWeekday: Int) -> [ReportPeriod] {
        var periods: [ReportPeriod] = []
        var start = days.startIndex
        for index in days.indices {
            let isEnd =
                index + 1 == days.endIndex
                || unit.begins(on: days[index + 1].day, firstWeekday: firstWeekday)
            guard isEnd else { continue }
            periods.append(ReportPeriod(unit: unit, days: days[start...index]))
            start = index + 1
        }
        return periods
    }

    /// The labels below the bars of some periods.
    static func labels(_ periods: [ReportPeriod]) -> [Chart.Label] {
        periods.indices.compactMap { index in
            let period = periods[index]
            let center = (Double(index) + 0.5) / Double(periods.count)
            switch period.unit {
            case .day:
                // At most eight, the last day among them.
                let step = (periods.count + 7) / 8
                guard (periods.count - 1 - index) % step == 0 else { return nil }
                return Chart.Label(at: center, period.first.short)
            case .week:
                guard let first = period.days.first(where: { $0.day.day == 1 })?.day else { return nil }
                return Chart.Label(at: center, ofMonth: first)
            case .month: return Chart.Label(at: center, ofMonth: period.first)
            }
        }
    }
}

extension ReportPeriod.Unit {
    fileprivate func begins(on day: CalendarDay, firstWeekday: Int) -> Bool {
        switch self {
        case .day: true
        case .week: day.weekday == firstWeekday
        case .month: day.day == 1
        }
    }
}
