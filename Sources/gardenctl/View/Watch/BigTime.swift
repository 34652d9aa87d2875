/// A time in digits that can be read from across a room.
struct BigTime {
    /// How a pixel of a digit is drawn.
    enum Scale: Int, CaseIterable {
        /// Half a character high.
        case small
        /// Two characters wide.
        case medium
        /// Four characters wide and two high.
        case large

        /// The height of a digit.
        fileprivate var lines: Int {
            switch self {
            case .small: 3
            case .medium: 5
            case .large: 10
            }
        }

        fileprivate var pixelColumns: Int {
            switch self {
            case .small: 1
            case .medium: 2
            case .large: 4
            }
        }
    }

    /// Digits of 3 × 5 pixels, a row after the other; a colon is one pixel wide.
    private static let pixels: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
        ":": [" ", "#", " ", "#", " "],
    ]

    /// The characters that draw a digit, line by line, for each scale: they are the same every second.
    private static let drawn = Scale.allCases.map { scale in pixels.mapValues { lines(of: $0, scale) } }

    let lines: [String]
    var columns: Int { lines.first?.count ?? 0 }

    /// - Parameter text: digits and colons.
    init(_ text: String, _ scale: Scale) {
        let digits = text.compactMap { Self.drawn[scale.rawValue][$0] }
        let gap = String(repeating: " ", count: scale.pixelColumns)
        lines = (0..<scale.lines).map { line in digits.map { $0[line] }.joined(separator: gap) }
    }

    private static func lines(of pixels: [String], _ scale: Scale) -> [String] {
        switch scale {
        case .small:
            stride(from: 0, to: pixels.count + 1, by: 2).map { row in
                let below = row + 1 < pixels.count ? pixels[row + 1] : String(repeating: " ", count: pixels[row].count)
                return zip(pixels[row], below).map(halves).joined()
            }
        case .medium: pixels.map { widened($0, by: scale.pixelColumns) }
        case .large: pixels.flatMap { Array(repeating: widened($0, by: scale.pixelColumns), count: 2) }
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
        Scale.allCases.reversed().lazy.filter { $0.lines <= rows }.map { BigTime(text, $0) }.first {
            $0.columns <= columns
        }
    }
}
