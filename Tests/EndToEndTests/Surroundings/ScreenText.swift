/// What a terminal shows after it has received a text: enough of xterm's sequences for full screens of gardenctl.
struct ScreenText {
    private var cells: [[Character?]]
    private var (row, column) = (0, 0)
    private var rest = ""

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var lines: [String] { cells.map { String($0.compactMap(\.self)) } }

    mutating func receive(_ text: String) {
        var text = (rest + text)[...]
        rest = ""
        while let character = text.first {
            guard character == "\u{1B}" else {
                text.removeFirst()
                put(character)
                continue
            }
            let sequence = text.dropFirst(2).prefix { $0.isNumber || ";?".contains($0) }
            guard let final = text.dropFirst(2 + sequence.count).first else {
                // The rest of the sequence comes with the next text.
                rest = String(text)
                return
            }
            text.removeFirst(3 + sequence.count)
            perform(final, sequence)
        }
    }

    private mutating func perform(_ final: Character, _ parameters: Substring) {
        switch final {
        case "H":
            let place = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = place.count == 2 ? (place[0] - 1, place[1] - 1) : (0, 0)
        case "J": self = ScreenText(columns: cells.first?.count ?? 0, rows: cells.count)
        default: return
        }
    }

    private mutating func put(_ character: Character) {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        cells[row][column] = character
        column += 1
        // The tests write no other wide characters.
        guard let scalar = character.unicodeScalars.first, (0x2E80...0xA4CF).contains(scalar.value) else { return }
        if cells[row].indices.contains(column) { cells[row][column] = nil }
        column += 1
    }
}
