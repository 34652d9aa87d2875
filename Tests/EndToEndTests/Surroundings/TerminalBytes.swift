/// What was written to a terminal, and what of it is neither text nor one of gardenctl's own sequences.
struct TerminalBytes {
    /// What a full screen writes besides SGR and the places of the cursor.
    private static let ofScreens = [
        "?1049h", "?1049l", "?25l", "?25h", "?2004h", "?2004l", "?7l", "?7h", "2J", "?1000h", "?1000l", "?1006h",
        "?1006l",
    ]

    let bytes: [UInt8]
    /// Whether tabs and CR LF are data: in CSV, and in lines for scripts.
    var hasTabsAndReturns = false
    /// Whether a full screen wrote them.
    var isScreen = false

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The first foreign characters, with what is around them; empty if all is ours.
    var foreign: [String] {
        var found: [String] = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count, found.count < 3 {
            if scalars[index] == "\u{1B}", let count = lengthOfOwnSequence(scalars[index...]) {
                index += count
                continue
            }
            if isForeign(scalars[index], before: index + 1 < scalars.count ? scalars[index + 1] : nil) {
                let beginning = scalars[max(0, index - 24)..<min(scalars.count, index + 16)]
                var text = ""
                text.unicodeScalars.append(contentsOf: beginning)
                found.append("U+\(String(scalars[index].value, radix: 16)) in \(text.debugDescription)")
            }
            index += 1
        }
        return found
    }

    /// By the properties of Unicode: the product has a list of its own.
    private func isForeign(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        if scalar == "\n" || hasTabsAndReturns && (scalar == "\t" || scalar == "\r" && next == "\n") { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint
        }
    }

    private func lengthOfOwnSequence(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.dropFirst().first == "[" else { return nil }
        let parameters = scalars.dropFirst(2).prefix { "0123456789;?".unicodeScalars.contains($0) }
        guard let last = scalars.dropFirst(2 + parameters.count).first else { return nil }
        var text = ""
        text.unicodeScalars.append(contentsOf: parameters)
        text.unicodeScalars.append(last)
        let isPlace = last == "H" && text.split(separator: ";").count == 2
        // The hostile text has a colour, too, which the product does not use.
        let isColor = last == "m" && !text.contains("?") && !text.contains(Hostile.color)
        guard isColor || isScreen && (isPlace || Self.ofScreens.contains(text)) else { return nil }
        return 3 + parameters.count
    }
}

/// Text that does to a terminal what a text should not: it sets its title, clears it, changes colours, overwrites what is there,
/// and reorders what follows.
enum Hostile {
    /// SGR's parameters of a colour that nothing else here has.
    static let color = "38;5;201"
    /// A word that survives every treatment.
    static let word = "pwned"
    static let text = name + noncharacters + "\u{2029}\u{200F}\u{0}\n"
    /// Swift has no literals for them.
    private static let noncharacters = [0xFFFF, 0xFDD0, 0x1FFFE].compactMap(Unicode.Scalar.init).map(String.init)
        .joined()
    /// The same without what no file name, no variable and no XML can hold.
    static let name = "\u{1B}]0;\(word)\u{7}\u{1B}[2J\u{1B}[\(color)mX\u{9B}31m\u{7F}\u{202E}Y\u{2028}\r\u{8}Z"
    static let inXML = "\(word)\u{9B}31m\u{7F}\u{202E}Y\u{2028}\u{2066}"
}
