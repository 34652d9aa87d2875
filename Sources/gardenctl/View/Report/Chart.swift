import GardenAPI
import TimeKit

/// A chart as SVG that is as wide as its place: positions along it are percentages, so letters and lines keep their size.
struct Chart {
    /// A text below the chart.
    struct Label {
        /// 0 at the left, 1 at the right.
        let position: Double
        let text: String
        /// Whether a narrow screen has no room for it.
        let isMinor: Bool

        init(at position: Double, _ text: String, isMinor: Bool = false) {
            (self.position, self.text, self.isMinor) = (position, text, isMinor)
        }

        /// The name of a month; of every January, the year.
        init(at position: Double, ofMonth day: CalendarDay) {
            self.init(
                at: position, day.month == 1 ? String(day.year) : String(day.monthName.prefix(3)),
                isMinor: day.month % 3 != 1)
        }
    }

    /// Unique in the page.
    let id: String
    let title: String
    /// For people who do not see the chart.
    let description: String
    let axis: Axis
    let marks: HTML
    let labels: [Label]

    private static let top = 10.0
    private static let plotHeight = 150.0
    private static let bottom = 24.0

    var svg: HTML {
        let lines = axis.ticks.map { tick -> HTML in
            let y = Self.top + Self.plotHeight * axis.depth(of: tick.value)
            return """
                <line x1="0" x2="100%" y1="\(y)" y2="\(y)" class="\(tick.value == 0 ? "base" : "grid")"/>\
                <text x="-8" y="\(y)" dy="0.32em" class="value">\(tick.text)</text>
                """
        }
        let labels = labels.map { label -> HTML in
            let y = Self.top + Self.plotHeight + 17
            return """
                <text x="\(label.position * 100)%" y="\(y)" class="label\(label.isMinor ? " minor" : "")">\(label.text)</text>
                """
        }
        return """
            <svg class="chart" height="\(Self.top + Self.plotHeight + Self.bottom)" role="img" aria-labelledby="\(id)-title" \
            aria-describedby="\(id)-description">
            <title id="\(id)-title">\(title)</title>
            <desc id="\(id)-description">\(description)</desc>
            \(lines)
            <svg y="\(Self.top)" width="100%" height="\(Self.plotHeight)" class="plot">
            \(marks)
            </svg>
            \(labels)
            </svg>
            """
    }

    // MARK: Marks

    /// A bar for each value, in equal distances.
    ///
    /// - Parameter words: what a bar says to people who hover over it.
    static func bars(_ values: [Int], _ axis: Axis, kind: HTML = "bar", words: (Int) -> String) -> HTML {
        let slot = 100 / Double(max(1, values.count))
        let width = slot * (values.count > 60 ? 0.8 : 0.72)
        return HTML(
            lines: values.indices.filter { values[$0] != 0 }.map { index in
                let ends = [axis.depth(of: 0), axis.depth(of: Double(values[index]))].map { $0 * plotHeight }
                let (y, height) = (min(ends[0], ends[1]), abs(ends[0] - ends[1]))
                let x = slot * Double(index) + (slot - width) / 2
                return """
                    <rect class="\(kind)" x="\(x)%" y="\(y)" width="\(width)%" height="\(max(1, height))" rx="1.5">\
                    <title>\(words(index))</title></rect>
                    """
            })
    }

    /// The area of values in steps.
    static func area(_ values: [Int], _ axis: Axis) -> HTML {
        let steps = HTML.joined(
            values.enumerated().map { "V\(axis.depth(of: Double($1)) * 1000)H\($0 + 1)" })
        let base = axis.depth(of: 0) * 1000
        return """
            <svg width="100%" height="100%" viewBox="0 0 \(values.count) 1000" preserveAspectRatio="none">\
            <path class="area" d="M0 \(base)\(steps)V\(base)Z"/></svg>
            """
    }

    /// A line from value to value, each in the middle of its slot, or in steps over the whole slots; `nil` before the first one.
    ///
    /// - Parameter isFilled: whether the area below the line is shaded.
    static func line(
        _ values: [Double?], _ axis: Axis, isStepped: Bool = false, isFilled: Bool = false, kind: HTML = ""
    ) -> HTML {
        guard let start = values.firstIndex(where: { $0 != nil }) else { return "" }
        let end = (values.lastIndex { $0 != nil } ?? start) + 1
        let path = HTML.joined(
            (start..<end).map { index -> HTML in
                let y = axis.depth(of: values[index] ?? 0) * 1000
                let command: HTML = index == start ? "M" : "L"
                return isStepped ? "\(command)\(index) \(y)H\(index + 1)" : "\(command)\(Double(index) + 0.5) \(y)"
            })
        let base = axis.depth(of: max(0, axis.low)) * 1000
        let ends = isStepped ? (Double(start), Double(end)) : (Double(start) + 0.5, Double(end) - 0.5)
        let area: HTML =
            isFilled ? "<path class=\"area\(kind)\" d=\"\(path)L\(ends.1) \(base)L\(ends.0) \(base)Z\"/>" : ""
        return """
            <svg width="100%" height="100%" viewBox="0 0 \(values.count) 1000" preserveAspectRatio="none">\
            \(area)<path class="line\(kind)" d="\(path)"/></svg>
            """
    }
}

/// The values of a chart from its bottom to its top.
struct Axis {
    let low: Double
    let high: Double
    let ticks: [(value: Double, text: String)]

    /// How far below the top of the plot a value is: 0 at the top, 1 at the bottom.
    func depth(of value: Double) -> Double { high > low ? (high - value) / (high - low) : 1 }

    init(low: Double, high: Double, ticks: [(value: Double, text: String)]) {
        (self.low, self.high, self.ticks) = (low, high, ticks)
    }

    /// From 0, or from the least value below it, in three to five round steps.
    init(_ values: [Int]) {
        let (least, most) = (Double(min(0, values.min() ?? 0)), Double(max(0, values.max() ?? 0)))
        var step = 1.0
        while true {
            let found = [1.0, 2, 5].map { $0 * step }.first { most - least <= 4 * $0 }
            guard let found else {
                step *= 10
                continue
            }
            self.init(step: found, least, most) { shortened($0) }
            return
        }
    }

    /// The same for minutes, in quarters and whole numbers of hours.
    init(minutes: [Int]) {
        let (least, most) = (Double(min(0, minutes.min() ?? 0)), Double(max(0, minutes.max() ?? 0)))
        let steps = [5.0, 10, 15, 30, 60, 120, 180, 300, 600, 1200, 1800, 3000, 6000, 12_000, 30_000, 60_000]
        let step = steps.first { most - least <= 4 * $0 } ?? (most - least) / 4
        self.init(step: step, least, most) { Self.words(ofMinutes: Int(clampingTo64Bits: $0)) }
    }

    /// `30 min`, `1.5 h`
    private static func words(ofMinutes minutes: Int) -> String {
        if minutes == 0 { return "0" }
        guard minutes.magnitude >= 60 else { return minutesWords(minutes) }
        return "\(shortened(Double(minutes) / 60))\u{A0}h"
    }

    private init(step: Double, _ least: Double, _ most: Double, words: (Double) -> String) {
        let first = Int((least / step).rounded(.down))
        let last = max(first + 1, Int((most / step).rounded(.up)))
        self.init(
            low: Double(first) * step, high: Double(last) * step,
            ticks: (first...last).map { (Double($0) * step, words(Double($0) * step)) })
    }
}
