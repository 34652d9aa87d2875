/// The text on one line and without anything that a terminal would obey: runs of white space and control characters
/// become one blank, those around it none.
func printable(_ text: String) -> String {
    var result = ""
    var isGap = false
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: isGap = true
        default:
            if isGap, !result.isEmpty { result += " " }
            isGap = false
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension String {
    /// How many columns a terminal gives it; wide East Asian characters and pictures count two.
    ///
    /// It counts characters as a reader sees them. wcwidth(3) counts scalars: 6 for a family of three joined pictures, 4
    /// for a thumb with a skin color, 1 for a heart with a variation selector; and -1 for all but ASCII in the C locale.
    var columns: Int {
        reduce(0) { sum, character in
            guard let first = character.unicodeScalars.first else { return sum }
            let isPicture = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
            return sum + (isPicture || Self.wideScalars.contains { $0.contains(first.value) } ? 2 : 1)
        }
    }

    /// The blocks of Unicode's East_Asian_Width W and F, told roughly.
    private static let wideScalars: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    /// The text with blanks after it, up to that many columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text with blanks before it, up to that many columns.
    func indented(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }
}
