import GardenAPI

/// Places a ``TaskBrowser`` on a canvas: the sums at the top, the list, and at the bottom what the row does not show, the answer to
/// the last key, and the keys. A smaller terminal shows less.
struct TaskBrowserLayout {
    private let size: ScreenSize
    private let style: Style

    static let leastSize = ScreenSize(columns: 20, rows: 4)

    init(_ size: ScreenSize, _ style: Style) { (self.size, self.style) = (size, style) }

    private var isTooSmall: Bool { size.columns < Self.leastSize.columns || size.rows < Self.leastSize.rows }
    private var hasHeader: Bool { size.rows >= 6 }
    private var hasHeadings: Bool { size.rows >= 8 }
    private var hasRest: Bool { size.rows >= 9 }
    private var hasKeys: Bool { size.rows >= 7 }
    private var width: Int { size.columns - 2 }

    /// - Parameter browser: its list is scrolled so that the selected task is shown.
    func canvas(_ browser: inout TaskBrowser) -> Canvas {
        var canvas = Canvas(size)
        guard !isTooSmall else {
            let lines = "The terminal is too small.".wrapped(to: max(1, size.columns))
            canvas.put(Array(lines.prefix(size.rows)), row: 0)
            return canvas
        }
        guard !browser.showsHelp else {
            drawHelp(in: &canvas)
            return canvas
        }
        let bottom = bottom(browser)
        let first = (hasHeader ? 1 : 0) + (hasHeadings ? 1 : 0)
        let listRows = max(
            1, size.rows - first - bottom.count - (browser.promptLabel == nil ? 0 : 1) - (hasRest ? 1 : 0))
        browser.scroll(to: listRows)
        let columns = browser.columns.fitted(to: size.columns - Canvas.markColumns)
        if hasHeader { drawHeader(browser, in: &canvas) }
        if browser.list.items.isEmpty {
            canvas.put(browser.emptyText.cut(to: width), row: first, column: 1)
        } else {
            if hasHeadings { canvas.put(columns.heading(style), row: first - 1, column: Canvas.markColumns) }
            canvas.put(browser.list, row: first, style) { row, _ in columns.text(row, browser.present, style) }
        }
        drawBottom(bottom, browser, columns, top: first + listRows, in: &canvas)
        return canvas
    }

    private func drawHeader(_ browser: TaskBrowser, in canvas: inout Canvas) {
        let (left, right) = browser.header(style.limited(to: width))
        canvas.put(left, row: 0, column: 1)
        let column = size.columns - 1 - right.columns
        // The place matters more than the end of the sums.
        canvas.put(" \(style.dim(right)) ", row: 0, column: column - 1)
    }

    // MARK: Bottom

    /// The lines below the list, without the one that is typed.
    private func bottom(_ browser: TaskBrowser) -> [String] {
        var lines: [String] = []
        if let prompt = browser.promptLabel {
            // What was wrong with the line is there instead of how to write it.
            if !browser.message.isEmpty {
                return Self.wrapped(browser.message, width: width, rows: max(1, size.rows / 3)).map(style.warning)
            }
            if hasKeys { lines.append(style.dim(prompt.hint.cut(to: width))) }
            return lines
        }
        if let note = browser.note {
            var shown = Self.wrapped(note.lines, width: width, rows: max(1, min(6, size.rows / 3)))
            let answers = " y/n"
            if browser.question != nil, let last = shown.last, !last.hasSuffix("y/n"), !browser.isAway {
                shown[shown.count - 1] = last.cut(to: width - answers.columns) + answers
            }
            lines += note.isWarning ? shown.map(style.warning) : shown
        } else {
            lines.append("")
        }
        if hasKeys { lines.append(style.dim(keys)) }
        return lines
    }

    /// Lines wrapped to a width, joined if there is no room for each; what does not fit is cut.
    static func wrapped(_ lines: [String], width: Int, rows: Int) -> [String] {
        let separate = lines.flatMap { $0.wrapped(to: width) }
        guard separate.count > rows else { return separate }
        let joined = lines.joined(separator: " · ").wrapped(to: width)
        guard joined.count > rows else { return joined }
        let rest = joined[(rows - 1)...].joined(separator: " ")
        return joined.prefix(rows - 1) + [rest.cut(to: width)]
    }

    private func drawBottom(
        _ bottom: [String], _ browser: TaskBrowser, _ columns: TaskColumns.Fitted, top: Int, in canvas: inout Canvas
    ) {
        var row = top
        if hasRest {
            if let task = browser.list.selected?.task {
                canvas.put(style.dim(columns.rest(task, browser.present).cut(to: width)), row: row, column: 1)
            }
            row += 1
        }
        if let prompt = browser.promptLabel {
            canvas.put(browser.line, label: prompt.label, row: row, column: 1, width: width)
            row += 1
        }
        canvas.put(bottom, row: row, column: 1)
    }

    /// As many of the keys as there is room for, the most useful first.
    private var keys: String {
        let words: [(text: String, isKept: Bool)] = [
            ("d done", false), ("s focus", false), ("a add", false), ("e edit", false), ("/ filter", false),
            ("z snooze", false), ("x remove", false), ("u undo", false), ("? keys", true), ("q quit", true),
        ]
        var shown = words
        let text = { shown.map(\.text).joined(separator: "   ") }
        while text().columns > width, let index = shown.lastIndex(where: { !$0.isKept }) ?? shown.indices.last {
            shown.remove(at: index)
        }
        return text()
    }

    // MARK: Help

    private static let help: [(keys: String, meaning: String)] = [
        ("d, enter", "done"), ("s", "start a focus session on it"), ("z", "snooze"), ("e", "edit"), ("a", "add"),
        ("n", "skip one occurrence"), ("x", "remove"), ("J K", "move it down, up"),
        ("u U", "undo, redo"), ("space", "mark, to act on several"), ("/", "filter"),
        ("j k", "down, up; or the arrows"), ("g G", "first, last; or home, end"), ("esc", "clear the filter, quit"),
        ("q", "quit"), ("?", "this help"),
    ]

    /// The keys below each other, or as a text if there is no room for that.
    private func drawHelp(in canvas: inout Canvas) {
        let rows = size.rows - 1
        let keyWidth = Self.help.map(\.keys.columns).max() ?? 0
        var lines = Self.help.map { "\(style.bold($0.keys.padded(to: keyWidth)))  \($0.meaning)" }
        if lines.count > rows {
            let text = Self.help.map { "\($0.keys): \($0.meaning)" }.joined(separator: "; ")
            lines = Self.wrapped([text], width: width, rows: rows)
        }
        canvas.put(lines, row: 0, column: 1)
        canvas.put(style.dim("Any key goes back.".cut(to: width)), row: size.rows - 1, column: 1)
    }
}
