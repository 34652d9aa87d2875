import GardenAPI

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
    /// Its cells, row by row. Canvases share the rows in which they do not differ, which makes these quick to compare.
    private(set) var rows: [[Cell]]

    init(_ size: ScreenSize) {
        self.size = size
        rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
    }

    private static let replacement: Character = "\u{FFFD}"

    /// Puts a line of text on the canvas; what does not fit is left out.
    ///
    /// - Parameter text: one line, with the escapes of ``Style``. In place of anything else that a terminal obeys, U+FFFD is shown.
    mutating func put(_ text: String, row: Int, column: Int = 0) {
        guard (0..<size.rows).contains(row) else { return }
        var (column, style) = (column, "")
        var characters = text[...]
        while var character = characters.first {
            let start = characters.startIndex
            characters.removeFirst()
            if character == "\u{1B}", let end = Style.endOfSequence(text[start...].unicodeScalars) {
                let code = text[start..<end].dropFirst(2).dropLast()
                characters = text[end...]
                style = code == "0" ? "" : String(code)
                continue
            }
            if character.unicodeScalars.contains(where: \.isTerminalControl) { character = Self.replacement }
            let width = character.columns
            guard width > 0, column >= 0, column + width <= size.columns else {
                column += width
                continue
            }
            for place in column..<column + width { clear(row, place) }
            rows[row][column] = Cell(text: String(character), style: style)
            if width == 2 { rows[row][column + 1] = Cell(text: "", style: style) }
            column += width
        }
    }

    /// Puts lines below each other.
    mutating func put(_ lines: [String], row: Int, column: Int = 0) {
        for (index, line) in lines.enumerated() { put(line, row: row + index, column: column) }
    }

    /// Puts another canvas on this one; what does not fit is left out.
    mutating func put(_ other: Canvas, row: Int, column: Int) {
        for line in 0..<other.size.rows where (0..<size.rows).contains(row + line) {
            for place in 0..<other.size.columns {
                let cell = other.rows[line][place]
                guard cell != .blank, (0..<size.columns).contains(column + place) else { continue }
                rows[row + line][column + place] = cell
            }
        }
    }

    /// Reverses the colours of the letters and of their background on a row, which also a terminal without colours shows.
    mutating func reverse(row: Int, columns: Range<Int>) {
        guard (0..<size.rows).contains(row) else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            let style = rows[row][column].style
            rows[row][column].style = style.isEmpty ? "7" : "\(style);7"
        }
    }

    /// Removes the character of a place; of a wide one, also the other half.
    private mutating func clear(_ row: Int, _ column: Int) {
        if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1] = .blank }
        if column + 1 < size.columns, rows[row][column + 1].text.isEmpty { rows[row][column + 1] = .blank }
        rows[row][column] = .blank
    }

    /// The lines without styles, for tests and for people who read them aloud.
    var lines: [String] { rows.map { $0.map(\.text).joined().trimmingEnd } }
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
                var isPlaceKnown = true
                for column in run {
                    let cell = rows[row][column]
                    if !isPlaceKnown, !cell.text.isEmpty {
                        text += "\u{1B}[\(row + 1);\(column + 1)H"
                        isPlaceKnown = true
                    }
                    if cell.style != style {
                        text += cell.style.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(cell.style)m"
                        style = cell.style
                    }
                    text += cell.text
                    // Terminals differ in how wide such a character is, for example a family of emoji.
                    if cell.text.unicodeScalars.count > 1 { isPlaceKnown = false }
                }
            }
        }
        return style.isEmpty ? text : text + "\u{1B}[0m"
    }

    /// The columns of a row to draw.
    private func changedRuns(_ row: Int, _ before: Canvas?) -> [Range<Int>] {
        let cells = rows[row]
        guard cells != before?.rows[row] else { return [] }
        var runs: [Range<Int>] = []
        for (column, cell) in cells.enumerated() {
            guard cell != before?.rows[row][column] ?? .blank else { continue }
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
            let isCut = run.upperBound < size.columns && cells[run.upperBound].text.isEmpty
            return isCut ? run.lowerBound..<run.upperBound + 1 : run
        }
    }
}
