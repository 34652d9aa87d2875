import GardenAPI

/// The style of text for people: with terminal escapes or without, and its width.
struct Style {
    static let plain = Style(isColored: false)

    /// `nil` for text without any escapes.
    private let palette: Palette?
    /// The width of the terminal, which texts of any length are cut or wrapped to; `nil` for no limit.
    let columns: Int?
    /// The weekday with which weeks begin by the person's locale: 1 for Monday … 7 for Sunday.
    let firstWeekday: Int

    init(_ palette: Palette?, columns: Int? = nil, firstWeekday: Int = 1) {
        self.palette = palette
        self.columns = columns
        self.firstWeekday = firstWeekday
    }

    init(isColored: Bool, columns: Int? = nil) {
        self.init(isColored ? .exact : nil, columns: columns)
    }

    /// The same style for a part of the terminal.
    func limited(to columns: Int) -> Style { Style(palette, columns: columns, firstWeekday: firstWeekday) }

    func bold(_ text: String) -> String { escaped("1", text) }
    /// A name in bold letters, cut to the width of a line.
    func name(_ name: String) -> String { bold(printable(name).cut(to: columns)) }
    func dim(_ text: String) -> String { escaped("2", text) }
    func warning(_ text: String) -> String { escaped("1;33", text) }
    func failure(_ text: String) -> String { escaped("1;31", text) }
    func success(_ text: String) -> String { escaped("32", text) }

    /// The text in the colour of a category.
    func painted(_ text: String, _ color: CategoryColor) -> String {
        palette.map { escaped($0.code(of: color), text) } ?? text
    }

    /// The text in a colour given as `0xRRGGBB`, or in the nearest that the terminal has.
    func painted(_ text: String, rgb: Int) -> String {
        palette.map { escaped($0.code(ofRGB: rgb), text) } ?? text
    }

    /// The text in one colour on another, both as `0xRRGGBB`.
    func painted(_ text: String, _ foreground: Int?, _ background: Int?) -> String {
        guard let palette else { return text }
        var codes = foreground.map { [palette.code(ofRGB: $0)] } ?? []
        // The codes of a background are those of a foreground with 4 in place of 3.
        if let background { codes.append("4" + palette.code(ofRGB: background).dropFirst()) }
        return codes.isEmpty ? text : escaped(codes.joined(separator: ";"), text)
    }

    /// Whether the terminal has enough colours for several shades of one.
    var hasShades: Bool { palette == .exact || palette == .indexed }

    private func escaped(_ code: String, _ text: String) -> String {
        palette != nil && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// The end of the escape sequence at the beginning of a text, if a style writes such sequences: SGR (ECMA-48 §8.3.117) with
    /// bold, dim, a colour of letters or of their background, or the return to plain text. `nil` for every other beginning.
    static func endOfSequence(_ scalars: String.UnicodeScalarView.SubSequence) -> String.Index? {
        guard scalars.first == "\u{1B}", scalars.dropFirst().first == "[" else { return nil }
        var numbers: [Int] = []
        var number = 0
        for index in scalars.dropFirst(2).indices {
            switch scalars[index] {
            case "0"..."9":
                number = number * 10 + Int(scalars[index].value - 0x30)
                guard number <= 255 else { return nil }
            case ";":
                numbers.append(number)
                number = 0
                // Two colours, each by red, green and blue.
                guard numbers.count < 10 else { return nil }
            case "m":
                numbers.append(number)
                return isStyle(numbers[...]) ? scalars.index(after: index) : nil
            default: return nil
            }
        }
        return nil
    }

    private static func isStyle(_ numbers: ArraySlice<Int>) -> Bool {
        var rest = numbers
        while let number = rest.popFirst() {
            switch number {
            case 0, 1, 2, 30...37, 40...47, 90...97: continue
            case 38, 48:
                let kind = rest.popFirst()
                let count = kind == 5 ? 1 : kind == 2 ? 3 : Int.max
                guard rest.count >= count else { return false }
                rest.removeFirst(count)
            default: return false
            }
        }
        return true
    }
}

/// How many colours a terminal has.
enum Palette {
    /// The eight of ECMA-48 and their bright variants.
    case sixteen
    case indexed
    /// Any colour, by red, green and blue.
    case exact

    /// - Returns: `nil` for a terminal without colours, and for one that is not named.
    init?(environment: EnvironmentVariables) {
        let terminal = environment["TERM"] ?? ""
        guard !terminal.isEmpty, terminal != "dumb", !terminal.hasPrefix("vt") else { return nil }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            self = .exact
        } else if ["256color", "kitty", "alacritty", "foot", "ghostty", "wezterm"].contains(where: terminal.contains) {
            self = .indexed
        } else {
            self = .sixteen
        }
    }

    /// The parameters of SGR (ECMA-48 §8.3.117) for a colour, or for the nearest that the terminal has.
    fileprivate func code(of color: CategoryColor) -> String {
        if let named = color.named { return self == .sixteen ? "\(named.basic)" : "38;5;\(named.index)" }
        // Black is invisible on most terminals.
        return color.rgb.map(code(ofRGB:)) ?? "1"
    }

    fileprivate func code(ofRGB value: Int) -> String {
        let (red, green, blue) = (value >> 16, value >> 8 & 0xFF, value & 0xFF)
        switch self {
        case .exact: return "38;2;\(red);\(green);\(blue)"
        case .indexed:
            let cube = [red, green, blue].map(Self.cubeLevel)
            return "38;5;\(16 + 36 * cube[0] + 6 * cube[1] + cube[2])"
        case .sixteen:
            let most = max(red, green, blue)
            guard most >= 64 else { return "1" }
            let parts = [red, green, blue].map { $0 * 2 > most ? 1 : 0 }
            return "\((most >= 192 ? 90 : 30) + parts[0] + 2 * parts[1] + 4 * parts[2])"
        }
    }

    /// The nearest of the six levels of the colour cube of xterm: 0, 95, 135, 175, 215, 255.
    private static func cubeLevel(_ value: Int) -> Int {
        value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }
}

extension CategoryColor {
    /// A named colour: among the 256 of xterm, its SGR code among the sixteen, and as `0xRRGGBB`; `nil` for black, and for
    /// colours without a name.
    fileprivate var named: (index: Int, basic: Int, rgb: Int)? {
        switch text {
        case "green": (70, 32, 0x5FAF00)
        case "blue": (33, 94, 0x0087FF)
        case "orange": (208, 33, 0xFF8700)
        case "purple": (135, 35, 0xAF5FFF)
        case "red": (160, 31, 0xD70000)
        case "yellow": (178, 93, 0xD7AF00)
        case "pink": (205, 95, 0xFF5FAF)
        case "brown": (130, 33, 0xAF5F00)
        case "gray": (245, 37, 0x8A8A8A)
        default: nil
        }
    }

    /// `0xRRGGBB`, also of a named colour; `nil` for black, which has no shades.
    var rgb: Int? { named?.rgb ?? Int(text.dropFirst(), radix: 16) }
}
