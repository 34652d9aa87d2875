/// The size of a terminal, in characters.
struct ScreenSize: Hashable {
    let columns: Int
    let rows: Int
}

/// What a terminal shows: a cell for each place, with its character and its style.
struct Canvas: Equatable {
    struct Cell: Equatable {
        /// One character; empty in the second column of a wide one.
        var text: String
        /// The parameters of SGR (ECMA-48 §8.3.117) that it is shown with; empty for plain text.
        var style: String

        static let blank = Cell(text: " ", style: "")
    }

    let size: ScreenSize
    private(set) var cells: [Cell]

    init(_ size: ScreenSize) {
        self.size = size
        cells = Array(repeating: .blank, count: size.rows * size.columns)
    }

    /// Puts a line of text on the canvas; what does not fit is left out.
    ///
    /// - Parameter text: one line, with the escapes of ``Style``.
    mutating func put(_ text: String, row: Int, column: Int = 0) {
        guard (0..<size.rows).contains(row) else { return }
        var (column, style) = (column, "")
        var characters = text[...]
        while let character = characters.popFirst() {
            guard character != "\u{1B}" else {
                let code = characters.dropFirst().prefix { $0 != "m" }
                characters = characters.dropFirst(code.count + 2)
                style = code == "0" ? "" : String(code)
                continue
            }
            let width = character.columns
            guard width > 0, column >= 0, column + width <= size.columns else {
                column += width
                continue
            }
            for place in column..<column + width { clear(row, place) }
            let first = row * size.columns + column
            cells[first] = Cell(text: String(character), style: style)
            if width == 2 { cells[first + 1] = Cell(text: "", style: style) }
            column += width
        }
    }

    /// Puts lines below each other.
    mutating func put(_ lines: [String], row: Int, column: Int = 0) {
        for (index, line) in lines.enumerated() { put(line, row: row + index, column: column) }
    }

    /// Removes the character of a place; of a wide one, also the other half.
    private mutating func clear(_ row: Int, _ column: Int) {
        let place = row * size.columns + column
        if cells[place].text.isEmpty, column > 0 { cells[place - 1] = .blank }
        if column + 1 < size.columns, cells[place + 1].text.isEmpty { cells[place + 1] = .blank }
        cells[place] = .blank
    }

    /// The lines without styles, for tests and for people who read them aloud.
    var lines: [String] {
        (0..<size.rows).map { row in
            cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined().trimmingEnd
        }
    }
}

extension Canvas {
    /// Unchanged cells between two changed ones that are cheaper to repeat than to jump over.
    private static let mostRepeated = 5

    /// What changes a terminal that shows another canvas to show this one; empty if nothing differs.
    ///
    /// - Parameter shown: `nil` for a terminal that shows anything.
    func update(from shown: Canvas?) -> String {
        let before = shown?.size == size ? shown : nil
        var text = before == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        var style = ""
        for row in 0..<size.rows {
            for run in changedRuns(row, before) {
                text += "\u{1B}[\(row + 1);\(run.lowerBound + 1)H"
                for cell in cells[row * size.columns + run.lowerBound..<row * size.columns + run.upperBound] {
                    if cell.style != style {
                        text += cell.style.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(cell.style)m"
                        style = cell.style
                    }
                    text += cell.text
                }
            }
        }
        return style.isEmpty ? text : text + "\u{1B}[0m"
    }

    /// The columns of a row to draw.
    private func changedRuns(_ row: Int, _ before: Canvas?) -> [Range<Int>] {
        let first = row * size.columns
        var runs: [Range<Int>] = []
        for column in 0..<size.columns {
            let cell = cells[first + column]
            guard cell != before?.cells[first + column] ?? .blank else { continue }
            // A wide character is drawn from its first column.
            let start = cell.text.isEmpty && column > 0 ? column - 1 : column
            if let last = runs.last, start - last.upperBound <= Self.mostRepeated {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, column + 1)
            } else {
                runs.append(start..<column + 1)
            }
        }
        // A wide character at the end of a run is drawn as a whole.
        return runs.map { run in
            let isCut = run.upperBound < size.columns && cells[first + run.upperBound].text.isEmpty
            return isCut ? run.lowerBound..<run.upperBound + 1 : run
        }
    }
}
