import GardenAPI
import TextKit
import TimeKit

/// A heat map: a column for each week and a row for each weekday, as many weeks as the terminal has room for.
///
/// - Parameters:
///   - days: successive days, oldest first.
///   - firstWeekday: 1 for weeks that begin on Monday, 7 for Sunday.
///   - color: that of the category; `nil` for green.
func heatMapText(_ days: [HeatMapDay], firstWeekday: Int, color: CategoryColor? = nil, _ style: Style) -> String {
    guard !days.isEmpty else { return "No days." }
    let weeks = HeatMapWeeks(days, firstWeekday: firstWeekday)
    // With a blank between the weeks if there is room for it.
    let room = (style.columns ?? 1000) - HeatMapWeeks.labelColumns
    let cellColumns = weeks.count * 2 - 1 <= room ? 2 : 1
    let shown = weeks.suffix(max(1, (room + cellColumns - 1) / cellColumns))
    let look = HeatLook(color: color, style)
    var lines = [shown.monthLabels(cellColumns: cellColumns)]
    for row in 0..<7 {
        let label = row % 2 == 0 ? shown.weekdayLabel(row) : "   "
        let cells = shown.row(row).map { $0.map(look.cell) ?? " " }
        let text = cells.joined(separator: cellColumns == 2 ? " " : "")
        lines.append("\(label) \(text)")
    }
    let visible = shown.days
    let legend = (0...4).map(look.cell(ofBucket:)).joined(separator: " ")
    lines.append("")
    lines.append("\(legend)  0 · 1–25 · 26–50 · 51–100 · over 100 min")
    let (minutes, sessions) = visible.reduce((0, 0)) {
        (saturatingSum($0.0, $1.minutes), saturatingSum($0.1, $1.sessions))
    }
    var facts = [
        minutesText(minutes), sessions.counted("session"),
        "\(visible.count { $0.sessions > 0 }) of \(visible.count) days",
    ]
    if let best = visible.max(by: { $0.minutes < $1.minutes }), best.minutes > 0 {
        facts.append("most: \(minutesText(best.minutes)) on \(best.day)")
    }
    lines.append(contentsOf: style.facts(facts).split(separator: "\n").map(String.init))
    if shown.count < weeks.count {
        lines.append("since \(visible[0].day); the terminal has room for \(shown.count.counted("week"))")
    }
    return lines.map(\.trimmedAtEnd).joined(separator: "\n")
}

/// A month as a grid of weeks with the minutes of each day.
func monthText(_ days: [HeatMapDay], firstWeekday: Int, color: CategoryColor? = nil, _ style: Style) -> String {
    guard let first = days.first?.day else { return "No days." }
    let weeks = HeatMapWeeks(days, firstWeekday: firstWeekday)
    let look = HeatLook(color: color, style)
    let width = (style.columns ?? 80) >= 42 ? 6 : 5
    let heading = (0..<7).map { weeks.weekdayLabel($0).indented(to: width) }.joined()
    var lines = [style.bold("\(monthNames[first.month - 1]) \(first.year)"), style.dim(heading)]
    for week in 0..<weeks.count {
        let cells = (0..<7).map { weeks[week, $0] }
        lines.append(
            style.dim(cells.map { ($0.map { "\($0.day.day)" } ?? "").indented(to: width) }.joined()).trimmedAtEnd)
        lines.append(
            cells.map { day in
                guard let day, day.minutes > 0 else { return String(repeating: " ", count: width) }
                let text = "\(day.minutes)"
                let blanks = String(repeating: " ", count: max(0, width - text.count))
                return blanks + look.painted(text, bucket: day.bucket)
            }.joined().trimmedAtEnd)
    }
    let total = days.reduce(0) { saturatingSum($0, $1.minutes) }
    lines.append(
        "\(minutesText(total)) · \(days.reduce(0) { saturatingSum($0, $1.sessions) }.counted("session")) (minutes below each day)"
    )
    return lines.joined(separator: "\n")
}

let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]

/// The days of a heat map in weeks.
private struct HeatMapWeeks {
    static let labelColumns = "Mon ".count

    private let firstWeekday: Int
    /// Seven for each week; `nil` outside the range.
    private let cells: [HeatMapDay?]

    init(_ days: [HeatMapDay], firstWeekday: Int) {
        self.firstWeekday = firstWeekday
        let before = days.first.map { ($0.day.weekday - firstWeekday + 7) % 7 } ?? 0
        var cells = [HeatMapDay?](repeating: nil, count: before) + days.map(Optional.some)
        while cells.count % 7 != 0 { cells.append(nil) }
        self.cells = cells
    }

    private init(cells: [HeatMapDay?], firstWeekday: Int) {
        (self.cells, self.firstWeekday) = (cells, firstWeekday)
    }

    var count: Int { cells.count / 7 }
    var days: [HeatMapDay] { cells.compactMap(\.self) }

    subscript(week: Int, row: Int) -> HeatMapDay? { cells[week * 7 + row] }

    func suffix(_ weeks: Int) -> HeatMapWeeks {
        HeatMapWeeks(cells: Array(cells.suffix(min(weeks, count) * 7)), firstWeekday: firstWeekday)
    }

    func row(_ row: Int) -> [HeatMapDay?] { (0..<count).map { self[$0, row] } }

    func weekdayLabel(_ row: Int) -> String {
        ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][(firstWeekday - 1 + row) % 7]
    }

    /// The names of the months above the weeks in which they begin, as far as there is room for them.
    func monthLabels(cellColumns: Int) -> String {
        var text = String(repeating: " ", count: Self.labelColumns)
        for week in 0..<count {
            let days = (0..<7).compactMap { self[week, $0]?.day }
            guard let first = days.first(where: { $0.day == 1 }) ?? (week == 0 ? days.first : nil) else { continue }
            let column = Self.labelColumns + week * cellColumns
            // The name of a month that began before the map only if the next one leaves room for it.
            let next = (week + 1..<min(week + 4, count)).contains { next in
                (0..<7).contains { self[next, $0]?.day.day == 1 }
            }
            guard text.count <= column, !(week == 0 && first.day > 7 && next) else { continue }
            text += String(repeating: " ", count: column - text.count) + String(monthNames[first.month - 1].prefix(3))
            text += " "
        }
        return text.trimmedAtEnd
    }
}

/// The cells of a heat map: shades of a colour if the terminal has them, otherwise characters of growing weight.
private struct HeatLook {
    private let style: Style
    private let shades: [Int]

    /// Greens that are distinct on dark and on light backgrounds.
    private static let greens = [0x1B5E3A, 0x2E8B57, 0x3DBB6D, 0x5FE08A]
    private static let weights = ["·", "░", "▒", "▓", "█"]

    init(color: CategoryColor?, _ style: Style) {
        self.style = style
        guard let rgb = color?.rgb else {
            shades = Self.greens
            return
        }
        shades = [0.45, 0.65, 0.85, 1].map { weight in
            [16, 8, 0].reduce(0) { $0 | Int(Double(rgb >> $1 & 0xFF) * weight) << $1 }
        }
    }

    func cell(_ day: HeatMapDay) -> String { cell(ofBucket: day.bucket) }

    func cell(ofBucket bucket: Int) -> String {
        guard bucket > 0 else { return style.dim("·") }
        return painted(style.hasShades ? "■" : Self.weights[bucket], bucket: bucket)
    }

    func painted(_ text: String, bucket: Int) -> String {
        style.painted(text, rgb: shades[max(1, min(bucket, shades.count)) - 1])
    }
}

extension String {
    /// Without blanks at the end.
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
