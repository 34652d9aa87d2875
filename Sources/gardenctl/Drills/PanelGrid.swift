/// Where the panels of a question are on a screen.
struct PanelGrid: Equatable {
    struct Panel: Equatable {
        var row: Int
        var column: Int
        var width: Int
        var height: Int

        func contains(row: Int, column: Int) -> Bool {
            (self.row..<self.row + height).contains(row) && (self.column..<self.column + width).contains(column)
        }
    }

    let panels: [Panel]
    /// Whether panels have a frame, which needs three rows.
    let hasFrames: Bool

    /// - Parameters:
    ///   - count: at least 1.
    ///   - rows: the rows of the screen that the panels have.
    init(_ count: Int, rows: Range<Int>, columns: Int) {
        // A panel that shakes needs a column on each side.
        let (margin, columns) = (1, columns - 2)
        // The layout in which panels are most like squares: a character is twice as high as wide.
        let layouts = (1...count).map { across -> (across: Int, down: Int, score: Double) in
            let down = (count + across - 1) / across
            let (width, height) = (columns / across, rows.count / down)
            guard width >= 6, height >= 1 else { return (across, down, .infinity) }
            let shape = Double(width) / Double(2 * height)
            let empty = Double(across * down - count) / Double(count)
            return (across, down, max(shape, 1 / shape) + 2 * empty)
        }
        let best = layouts.min { ($0.score, $0.down) < ($1.score, $1.down) } ?? (1, count, 0)
        let width = max(1, columns / best.across)
        let height = max(1, min(rows.count / best.down, width / 2))
        hasFrames = height >= 3
        let left = margin + (columns - width * best.across) / 2
        let top = rows.lowerBound + max(0, rows.count - height * best.down) / 2
        panels = (0..<count).map { index in
            Panel(
                row: top + index / best.across * height, column: left + index % best.across * width, width: width,
                height: height)
        }
    }

    /// The panel at a place of the screen; `nil` for none.
    func panel(row: Int, column: Int) -> Int? { panels.firstIndex { $0.contains(row: row, column: column) } }
}
