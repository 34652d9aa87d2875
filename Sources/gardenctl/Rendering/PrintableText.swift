import GardenAPI

/// The text on one line and without anything that a terminal would interpret: runs of white space and control
/// characters become one blank, characters that change the text direction and noncharacters are left out, and the text is trimmed.
func printable(_ text: String) -> String {
    var result = ""
    var isGap = false
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: isGap = true
        case _ where scalar.isTerminalControl: continue
        default:
            if isGap, !result.isEmpty { result += " " }
            isGap = false
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension String {
    /// Its width in terminal columns; wide East Asian characters and pictographs count two, colours nothing.
    var columns: Int {
        var counter = ColumnCounter()
        return reduce(0) { $0 + counter.columns(of: $1) }
    }

    /// The text cut to that many columns, with `…` at its end if anything is cut; the whole text for `nil`.
    func cut(to width: Int?) -> String {
        guard let width, columns > width else { return self }
        return "\(beginning(of: max(0, width - 1)).trimmingEnd)…"
    }

    /// The text with blanks after it, up to that many columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text with blanks before it, up to that many columns.
    func indented(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }
}

/// Counts the columns of characters one by one. Those of an escape sequence for a colour have none.
private struct ColumnCounter {
    private var isInEscape = false

    mutating func columns(of character: Character) -> Int {
        if character == "\u{1B}" {
            isInEscape = true
        } else if isInEscape {
            // What follows the last letter may have joined it to one character.
            isInEscape = character.unicodeScalars.first != "m"
        } else {
            return character.columns
        }
        return 0
    }
}

extension Character {
    /// Its width in terminal columns.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // Most characters are of these, and looking up the properties of others takes much longer.
        if utf8.count <= 3, first.isNarrow { return 1 }
        let isPicture = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isPicture || first.isWide ? 2 : 1
    }
}

extension Unicode.Scalar {
    /// Whether it is of ASCII or Latin-1, a box, a block or braille: none of them is wide, and none is shown as a picture.
    fileprivate var isNarrow: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xA8, 0xAA...0xAD, 0xAF...0xFF, 0x2500...0x259F, 0x2800...0x28FF: true
        default: false
        }
    }

    /// Whether it is in one of the blocks that are approximately Unicode's East_Asian_Width W and F.
    fileprivate var isWide: Bool {
        // Not a list: its type is searched for when the program starts, which takes longer than a status.
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The characters that fit into that many columns.
    func beginning(of width: Int) -> Substring {
        var counter = ColumnCounter()
        var remaining = width
        return prefix { character in
            remaining -= counter.columns(of: character)
            return remaining >= 0
        }
    }

    /// The text without the blanks at its end.
    var trimmingEnd: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
