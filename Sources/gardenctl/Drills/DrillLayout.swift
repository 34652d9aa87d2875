import GardenAPI

/// Places a ``DrillGame`` on a canvas: the level and the mistakes at the top, what is asked and the time below, then the panels,
/// and the keys at the bottom.
struct DrillLayout {
    private let game: DrillGame
    private let now: Int
    private let size: ScreenSize
    private let style: Style
    /// Whether a word can be heard.
    private let speaks: Bool
    private var drill: Drill { game.drill }

    init(_ game: DrillGame, at now: Int, size: ScreenSize, speaks: Bool = true, _ style: Style) {
        (self.game, self.now, self.size, self.style, self.speaks) = (game, now, size, style, speaks)
    }

    private static let ringRows = 5
    private static let leastRowsForRing = 20
    private static let leastColumnsForRing = 60
    private static let leastSize = ScreenSize(columns: 16, rows: 6)
    private static let leastPanelColumns = 4

    func canvas() -> Canvas {
        var canvas = Canvas(size)
        if game.showsHelp {
            canvas.put(Self.help, row: max(0, (size.rows - Self.help.count) / 2), column: 2)
        } else if size.columns < Self.leastSize.columns || size.rows < Self.leastSize.rows {
            canvas.put(drill.outcome == nil ? drill.asked.text : "The end", row: 0)
            canvas.put("too small", row: 1)
        } else if drill.outcome == nil {
            drawQuestion(in: &canvas)
        } else {
            DrillResultLayout(game, size: size, style).draw(in: &canvas)
        }
        return canvas
    }

    static let help = [
        "1 … 9, a … g   choose a panel",
        "space, r       hear the word again",
        "q              end the drill",
        "",
        "A wrong panel shakes, and all are shuffled.",
        "In a challenge it ends the drill.",
        "◆ is where your best run was by now.",
        "",
        "Any key goes back.",
    ]

    // MARK: A question

    private var hasRing: Bool { size.rows >= Self.leastRowsForRing && size.columns >= Self.leastColumnsForRing }

    /// The rows of the panels.
    private var panelRows: Range<Int> { (hasRing ? Self.ringRows + 2 : 4)..<max(5, size.rows - 1) }

    var grid: PanelGrid { PanelGrid(game.places(at: now).count, rows: panelRows, columns: size.columns) }

    private func drawQuestion(in canvas: inout Canvas) {
        let width = size.columns - (hasRing ? Self.ringRows * 2 + 3 : 0)
        let count = "\(drill.question)/\(drill.of)  ✗ \(drill.mistakes)"
        let title = printable("\(drill.deck) · \(drill.level)").cut(to: max(1, width - count.columns - 3))
        canvas.put(style.dim(title), row: 0, column: 1)
        canvas.put(count, row: 0, column: width - count.columns - 1)
        let word = style.bold(printable(drill.asked.text).cut(to: width - 2))
        canvas.put(word, row: hasRing ? 2 : 1, column: max(1, (width - word.columns) / 2))
        drawTime(in: &canvas, width)
        drawPanels(in: &canvas)
        canvas.put(footer, row: size.rows - 1, column: 1)
    }

    private var footer: String {
        if game.isAway { return style.warning("gardend is away; reconnecting …".cut(to: size.columns - 2)) }
        if grid.panels.contains(where: { $0.width < Self.leastPanelColumns }) {
            return style.warning("too small for the panels".cut(to: size.columns - 2))
        }
        if let message = game.message { return style.warning(printable(message).cut(to: size.columns - 2)) }
        return style.dim("\(speaks ? "space hear it again · " : "")q end · ? keys".cut(to: size.columns - 2))
    }

    private func drawTime(in canvas: inout Canvas, _ width: Int) {
        let (limit, elapsed) = (drill.limitMilliseconds, game.elapsed(at: now))
        let left = saturatingDifference(limit, elapsed)
        let isShort = left <= 10_000
        func painted(_ text: String) -> String { isShort ? style.failure(text) : style.success(text) }
        let seconds = "\(left / 1000).\(left / 100 % 10) s".indented(to: 7)
        let row = hasRing ? 4 : 2
        let barWidth = max(1, width - 2 - (hasRing ? 0 : seconds.columns + 1))
        if hasRing {
            let ring = ProgressRing(rows: Self.ringRows, part: left, of: limit)
            canvas.put(
                ring.lines(filled: painted, rest: style.dim), row: 0, column: size.columns - Self.ringRows * 2 - 1)
            let inner = "\(left / 1000)"
            canvas.put(
                painted(inner), row: Self.ringRows / 2, column: size.columns - Self.ringRows - 1 - inner.count / 2)
        } else {
            canvas.put(bar(left, of: limit, barWidth, painted) + " " + painted(seconds), row: row, column: 1)
        }
        canvas.put(progress(hasRing ? barWidth : width - 2), row: hasRing ? row : 3, column: 1)
    }

    /// `██████░░░░`
    private func bar(_ part: Int, of whole: Int, _ width: Int, _ painted: (String) -> String) -> String {
        // Rounded up.
        let filled = whole > 0 ? width - steps(whole - min(max(part, 0), whole), of: whole, in: width) : 0
        return painted(String(repeating: "█", count: filled))
            + style.dim(String(repeating: "░", count: width - filled))
    }

    /// The questions done, and where the best run would be by now.
    private func progress(_ width: Int) -> String {
        let done = steps(saturatingDifference(drill.question, 1), of: drill.of, in: width)
        let ghost = game.level?.record?.bestMilliseconds.map { best in
            min(width - 1, steps(game.elapsed(at: now), of: max(1, best), in: width))
        }
        return (0..<width).map { column in
            if column == ghost { return style.warning("◆") }
            return column < done ? style.bold("━") : style.dim("─")
        }.joined()
    }

    // MARK: Panels

    private func drawPanels(in canvas: inout Canvas) {
        let places = game.places(at: now)
        let grid = grid
        let shift = game.shift(at: now)
        for (index, panel) in grid.panels.enumerated() {
            let isWrong = shift != nil && game.shake?.place == index
            let offset = isWrong ? shift ?? 0 : 0
            let key = index < DrillGame.panelKeys.count ? String(DrillGame.panelKeys[index]) : " "
            let text = printable(places[index].text)
            let lines =
                grid.hasFrames
                ? framed(text, key, panel, isWrong: isWrong) : [flat(text, key, panel.width, isWrong: isWrong)]
            canvas.put(lines, row: panel.row, column: panel.column + offset)
        }
    }

    private func flat(_ text: String, _ key: String, _ width: Int, isWrong: Bool) -> String {
        let shown = text.cut(to: max(1, width - 3))
        return (isWrong ? style.failure("✗") : style.dim(key)) + " "
            + (isWrong ? style.failure(shown) : style.bold(shown))
    }

    private func framed(_ text: String, _ key: String, _ panel: PanelGrid.Panel, isWrong: Bool) -> [String] {
        let inner = panel.width - 3
        func painted(_ line: String) -> String { isWrong ? style.failure(line) : style.dim(line) }
        let shown = text.cut(to: inner)
        let before = (inner - shown.columns) / 2
        let middle = (panel.height - 2) / 2
        let top = "╭─" + (isWrong ? "✗" : key) + String(repeating: "─", count: max(0, inner - 2)) + "╮"
        return [painted(top)]
            + (0..<panel.height - 2).map { row in
                let content =
                    row == middle
                    ? String(repeating: " ", count: before) + style.bold(shown)
                        + String(repeating: " ", count: inner - before - shown.columns)
                    : String(repeating: " ", count: inner)
                return painted("│") + content + painted("│")
            } + [painted("╰" + String(repeating: "─", count: inner) + "╯")]
    }
}
