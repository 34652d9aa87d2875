import GardenAPI
import PlantDrawing
import TimeKit

/// Places a ``FocusView`` on a canvas: the phase at the top, the time in the middle, a plant beside it, the day and the keys at the
/// bottom. A smaller terminal shows less.
struct FocusScreenLayout {
    private let view: FocusView
    private let size: ScreenSize
    private let style: Style
    private let color: CategoryColor?
    private var timer: FocusTimer { view.status.timer }

    init(_ view: FocusView, size: ScreenSize, _ style: Style) {
        (self.view, self.size, self.style) = (view, size, style)
        color = view.status.currentGarden?.color ?? view.plant?.garden.color
    }

    private static let leastRingRows = 9
    private static let leastPlantColumns = 20
    /// - Parameter pictures: those of the screen before; what has changed is drawn again.
    func canvas(reusing pictures: inout FocusPictures) -> Canvas {
        guard !view.showsHelp, size.rows >= 8, size.columns >= 28 else {
            var canvas = Canvas(size)
            draw(view.showsHelp ? help : smallest, in: &canvas)
            return canvas
        }
        let areas = areas
        let ringRows = ringRows(in: areas)
        var canvas = pictures.frame(of: view, size: size, ringRows: ringRows) { pictures in
            frame(areas, ringRows: ringRows, &pictures)
        }
        drawTime(in: &canvas, areas, ringRows: ringRows)
        return canvas
    }

    /// Where the parts of the middle are.
    private struct Areas {
        let rows: Range<Int>
        let timeColumns: Range<Int>
        let plantColumns: Range<Int>?
    }

    private var areas: Areas {
        let gap = size.rows >= 16 ? 1 : 0
        let first = headerRows + gap
        let rows = first..<max(first + 1, size.rows - Self.footerRows - gap)
        let hasPlant = view.plant != nil && size.columns >= 64 && rows.count >= Self.leastRingRows
        let left = hasPlant ? size.columns / 2 : size.columns
        return Areas(rows: rows, timeColumns: 0..<left, plantColumns: hasPlant ? left..<size.columns - 1 : nil)
    }

    /// The height of the ring; `nil` if there is no room for one.
    private func ringRows(in areas: Areas) -> Int? {
        let rows = min(areas.rows.count, (areas.timeColumns.count - 2) / 2)
        return rows >= Self.leastRingRows ? rows : nil
    }

    /// All but the time left.
    private func frame(_ areas: Areas, ringRows: Int?, _ pictures: inout FocusPictures) -> Canvas {
        var canvas = Canvas(size)
        canvas.put(header, row: 0, column: 1)
        drawDots(in: &canvas)
        canvas.put(footer, row: size.rows - Self.footerRows, column: 1)
        if let ringRows { drawRing(ringRows, in: &canvas, &pictures, areas) }
        if let columns = areas.plantColumns { drawPlant(in: &canvas, &pictures, rows: areas.rows, columns: columns) }
        return canvas
    }

    // MARK: Lines

    private var width: Int { size.columns - 2 }

    private var headerRows: Int { timer.taskTitle == nil ? 1 : 2 }
    private static let footerRows = 3

    private var header: [String] {
        let dots = dots
        let heading = timerHeading(timer, style.limited(to: width - (dots.isEmpty ? 0 : dots.columns + 2))).cut(
            to: width)
        let task = timer.taskTitle.map { style.dim(printable($0).cut(to: width)) }
        return [heading, task].compactMap(\.self)
    }

    /// A dot for each session until the long rest, in its order: done, running, to come.
    private var dots: String {
        guard view.longRestEvery > 0, view.longRestEvery <= 12, timer.phase != .stopped, timer.session > 0 else {
            return ""
        }
        let number = (timer.session - 1) % view.longRestEvery + (timer.phase == .focus ? 0 : 1)
        let done = timer.toLongRest.map { min(view.longRestEvery, max(0, view.longRestEvery - $0)) } ?? number
        return (0..<view.longRestEvery).map { index in
            if index < done { return painted("●") }
            return index == done && timer.phase == .focus ? painted("◐") : style.dim("○")
        }.joined(separator: " ")
    }

    /// Where the heading leaves room.
    private func drawDots(in canvas: inout Canvas) {
        let dots = dots
        guard !dots.isEmpty, (header.first?.columns ?? 0) + 2 + dots.columns <= width else { return }
        canvas.put(dots, row: 0, column: size.columns - 1 - dots.columns)
    }

    private var footer: [String] {
        [today, note ?? "", style.dim(keys)]
    }

    private var note: String? {
        view.note.map { $0.isWarning ? style.warning($0.text.cut(to: width)) : $0.text.cut(to: width) }
    }

    /// The day's sessions and minutes, with a bar if there is a goal.
    private var today: String {
        let (text, goal) = (todayText(view.status.today, style), view.status.today.goalMinutes)
        let columns = min(24, width - text.columns - 2)
        guard goal > 0, columns >= 6 else { return text }
        let bar = bar(view.status.today.minutes, of: goal, width: columns)
        return "\(text)  \(painted(bar.filled))\(style.dim(bar.empty))"
    }

    /// As many of the keys as there is room for, the most useful first.
    private var keys: String {
        let words: [(text: String, isLast: Bool)]
        switch timer.phase {
        case .stopped: words = [("space focus", false), ("r rest", false), ("? help", true), ("q quit", true)]
        case .focus, .rest:
            words = [
                (timer.paused ? "space resume" : "space pause", false), ("s skip", false), ("x stop", false),
                timer.open ? ("f finish", false) : ("+ − 5 min", false), ("? help", true), ("q quit", true),
            ]
        }
        var shown = words
        let text = { shown.map(\.text).joined(separator: "   ") }
        while text().columns > width, let index = shown.lastIndex(where: { !$0.isLast }) ?? shown.indices.first {
            shown.remove(at: index)
        }
        return text()
    }

    private var help: [String] {
        let keys = [
            ("space", "pause, resume or start"), ("s", "skip to the next phase"), ("x", "stop"),
            ("f", "finish an open session"), ("+ −", "5 minutes more or less"), ("r", "rest"),
            ("q", "quit; the timer runs on"), ("?", "this help"),
        ]
        return keys.map { "\(style.bold($0.padded(to: 5)))  \($1)" } + ["", style.dim("Any key goes back.")]
    }

    /// For a terminal with room for a few words.
    private var smallest: [String] {
        let heading = timerHeading(timer, style.limited(to: width))
        let time = timer.phase == .stopped ? end : "\(style.bold(time))  \(end)"
        return [heading, time, note, today, style.dim(keys)].compactMap(\.self)
    }

    private func draw(_ lines: [String], in canvas: inout Canvas) {
        let lines = lines.map { $0.cut(to: width) }
        canvas.put(Array(lines.prefix(size.rows)), row: max(0, (size.rows - lines.count) / 3), column: 1)
    }

    // MARK: Time

    private func painted(_ text: String) -> String { color.map { style.painted(text, $0) } ?? text }

    /// The time left, or what has passed of an open session; while the timer is stopped, the length of the next session.
    private var time: String {
        timer.phase == .stopped
            ? hoursMinutesAndSeconds(saturatingProduct(view.focusMinutes, 60))
            : hoursMinutesAndSeconds(timer.shownSeconds)
    }

    private var end: String {
        switch timer.phase {
        case .stopped: style.dim("press space")
        case .focus, .rest:
            timer.paused
                ? style.warning(timer.pauseReason == .sleep ? "PAUSED by a sleep" : "PAUSED")
                : (timer.endsAt.map { "until \($0.clock)" } ?? timer.startedAt.map { "since \($0.clock)" }).map(
                    style.dim)
                    ?? ""
        }
    }

    private func drawRing(
        _ height: Int, in canvas: inout Canvas, _ pictures: inout FocusPictures, _ areas: Areas
    ) {
        let ring = pictures.ring(rows: height, part: timer.progress.part, of: timer.progress.whole, color, style)
        center(ring, row: top(of: height, in: areas.rows), areas.timeColumns, in: &canvas)
    }

    /// In the ring, or above a bar.
    private func drawTime(in canvas: inout Canvas, _ areas: Areas, ringRows: Int?) {
        let (rows, columns) = (areas.rows, areas.timeColumns)
        if let ringRows {
            let inside = timeLines(columns: ringRows * 2 - max(6, ringRows / 2), rows: ringRows / 3) + ["", end]
            let first = top(of: ringRows, in: rows) + (ringRows - inside.count + 1) / 2
            for (index, line) in inside.enumerated() where !line.isEmpty {
                center(line, row: first + index, columns, in: &canvas)
            }
        } else {
            let lines = timeLines(columns: columns.count - 2, rows: rows.count - 2)
            let bar = bar(timer.progress.part, of: max(1, timer.progress.whole), width: min(48, columns.count - 2))
            let below = ["\(painted(bar.filled))\(style.dim(bar.empty))", end]
            let all = lines + below.prefix(max(0, rows.count - lines.count))
            let first = top(of: all.count, in: rows)
            for (index, line) in all.enumerated() { center(line, row: first + index, columns, in: &canvas) }
        }
    }

    private func top(of height: Int, in rows: Range<Int>) -> Int { rows.lowerBound + max(0, rows.count - height) / 2 }

    private func timeLines(columns: Int, rows: Int) -> [String] {
        let lines = BigTime.largest(time, columns: columns, rows: rows)?.lines ?? [time]
        return lines.map { timer.phase == .stopped || timer.paused ? style.dim($0) : style.bold($0) }
    }

    private func center(_ picture: Canvas, row: Int, _ columns: Range<Int>, in canvas: inout Canvas) {
        let left = columns.lowerBound + max(0, columns.count - picture.size.columns) / 2
        canvas.put(picture, row: row, column: left)
    }

    private func center(_ line: String, row: Int, _ columns: Range<Int>, in canvas: inout Canvas) {
        canvas.put(line, row: row, column: columns.lowerBound + max(0, columns.count - line.columns) / 2)
    }

    // MARK: Plant

    private static let mostPlant = PlantSize(columns: 72, rows: 34)

    private func drawPlant(
        in canvas: inout Canvas, _ pictures: inout FocusPictures, rows: Range<Int>, columns: Range<Int>
    ) {
        guard let data = view.plant, columns.count >= Self.leastPlantColumns else { return }
        let plantSize = PlantSize(
            columns: min(Self.mostPlant.columns, columns.count), rows: min(Self.mostPlant.rows, rows.count - 1))
        let top = rows.upperBound - 1 - plantSize.rows
        center(pictures.plant(data, plantSize, style), row: top, columns, in: &canvas)
        let garden = data.garden
        let needed = saturatingSum(garden.expInLevel, garden.expToNext)
        let caption = "level \(garden.level)  \(garden.bar(style))  \(garden.expInLevel)/\(needed)"
        center(caption, row: rows.upperBound - 1, columns, in: &canvas)
    }
}
