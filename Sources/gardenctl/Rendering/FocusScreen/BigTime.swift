/// A time in digits that can be read from across a room.
struct BigTime {
    /// How a pixel of a digit is drawn.
    enum Scale: Int, CaseIterable {
        /// Half a character high.
        case small = 1
        /// Two characters wide.
        case medium
        /// Four characters wide and two high.
        case large
    }

    /// Digits of 3 × 5 pixels, a row after the other; a colon is one pixel wide.
    private static let digits: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
        ":": [" ", "#", " ", "#", " "],
    ]

    let lines: [String]
    var columns: Int { lines.first?.count ?? 0 }

    /// - Parameter text: digits and colons.
    init(_ text: String, _ scale: Scale) {
        let pixels = (0..<5).map { row in
            text.compactMap { Self.digits[$0]?[row] }.joined(separator: " ")
        }
        switch scale {
        case .small:
            let blank = String(repeating: " ", count: pixels[0].count)
            lines = stride(from: 0, to: 6, by: 2).map { row in
                zip(pixels[row], row + 1 < 5 ? pixels[row + 1] : blank).map(Self.halves).joined()
            }
        case .medium: lines = pixels.map { Self.widened($0, by: 2) }
        case .large: lines = pixels.flatMap { Array(repeating: Self.widened($0, by: 4), count: 2) }
        }
    }

    private static func halves(_ upper: Character, _ lower: Character) -> String {
        switch (upper, lower) {
        case ("#", "#"): "█"
        case ("#", _): "▀"
        case (_, "#"): "▄"
        default: " "
        }
    }

    private static func widened(_ row: String, by count: Int) -> String {
        row.map { String(repeating: $0 == "#" ? "█" : " ", count: count) }.joined()
    }

    /// The largest one that fits; `nil` if none does.
    static func largest(_ text: String, columns: Int, rows: Int) -> BigTime? {
        Scale.allCases.reversed().lazy.map { BigTime(text, $0) }.first {
            $0.columns <= columns && $0.lines.count <= rows
        }
    }
}
