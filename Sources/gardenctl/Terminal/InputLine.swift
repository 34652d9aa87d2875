/// A line of text that a person types on a full screen.
struct InputLine: Equatable {
    /// What is before the cursor, and what is after it.
    private(set) var before = ""
    private(set) var after = ""

    /// As long as a request can be, so that a paste by mistake stays small.
    private static let mostCharacters = 1000

    init(_ text: String = "") { before = text }

    var text: String { before + after }

    /// Takes a key.
    ///
    /// - Returns: whether it is one of the line: a character, or one that moves the cursor or removes text.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character), .pasted(let character):
            guard before.count + after.count < Self.mostCharacters else { return true }
            before.append(character)
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home, .control("a"): (before, after) = ("", text)
        case .end, .control("e"): (before, after) = (text, "")
        case .control("u"): before = ""
        case .control("k"): after = ""
        case .control("w"):
            while before.last == " " { before.removeLast() }
            while let last = before.last, last != " " { before.removeLast() }
        default: return false
        }
        return true
    }
}

extension Canvas {
    /// Puts a label and a line that is typed on a row, with the cursor as a reversed cell. Of a long line, the part around the cursor
    /// is shown.
    mutating func put(_ line: InputLine, label: String, row: Int, column: Int, width: Int) {
        let label = label.cut(to: max(0, width / 2))
        let room = width - label.columns
        guard room > 1 else { return }
        // The cursor has a cell of its own at the end of the line, and may be on a wide character.
        var shown = printedPart(line.before)
        while shown.columns > room - 2, !shown.isEmpty { shown.removeFirst() }
        let cursor = column + label.columns + shown.columns
        let rest = String(printedPart(line.after).beginning(of: room - shown.columns))
        put(label + shown + rest, row: row, column: column)
        reverse(row: row, columns: cursor..<cursor + max(1, rest.first?.columns ?? 1))
    }

    /// The text with a blank for each character that a terminal obeys: a paste can have them.
    private func printedPart(_ text: String) -> String {
        String(text.map { $0.unicodeScalars.contains(where: \.isTerminalControl) ? " " : $0 })
    }
}
