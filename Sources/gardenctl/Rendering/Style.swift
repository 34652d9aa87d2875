import GardenAPI

/// The style of text for people: with terminal escapes or without, and its width.
struct Style {
    static let plain = Style(isColored: false)

    let isColored: Bool
    /// The width of the terminal, which texts of any length are cut or wrapped to; `nil` for no limit.
    let columns: Int?

    init(isColored: Bool, columns: Int? = nil) {
        self.isColored = isColored
        self.columns = columns
    }

    func bold(_ text: String) -> String { escaped("1", text) }
    func dim(_ text: String) -> String { escaped("2", text) }
    func warning(_ text: String) -> String { escaped("1;33", text) }
    func failure(_ text: String) -> String { escaped("1;31", text) }
    func success(_ text: String) -> String { escaped("32", text) }

    /// The text in the colour of a category.
    func painted(_ text: String, _ color: CategoryColor) -> String {
        escaped(Self.code(of: color), text)
    }

    private func escaped(_ code: String, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// The parameters of ECMA-48's SGR: one of the 256 colours for a name, the exact colour for `#RRGGBB`.
    private static func code(of color: CategoryColor) -> String {
        switch color.text {
        case "green": return "38;5;70"
        case "blue": return "38;5;33"
        case "orange": return "38;5;208"
        case "purple": return "38;5;135"
        case "red": return "38;5;160"
        case "yellow": return "38;5;178"
        case "pink": return "38;5;205"
        case "brown": return "38;5;130"
        case "gray": return "38;5;245"
        // Black is invisible on most terminals.
        case "black": return "1"
        default:
            guard let value = UInt32(color.text.dropFirst(), radix: 16) else { return "0" }
            return "38;2;\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)"
        }
    }
}
