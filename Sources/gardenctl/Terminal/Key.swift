/// A key of a terminal.
enum Key: Hashable {
    case character(Character)
    /// A character of a text that was pasted, a blank for the end of a line (xterm's mode 2004).
    case pasted(Character)
    case enter, escape, backspace, tab
    case up, down, left, right, shiftUp, shiftDown
    case pageUp, pageDown, home, end, delete
    /// A letter with the control key, in lower case.
    case control(Character)
    /// A button of the mouse was pressed at a place of the screen, both from 0. Terminals send it only if they are asked to.
    case click(row: Int, column: Int)
}

/// Reads keys from what a terminal sends (ECMA-48 §5.4, xterm's control sequences).
struct KeyDecoder {
    /// The beginning of a character that has not come completely.
    private var pending: [UInt8] = []
    /// As long as a character of UTF-8 can be.
    private static let mostPending = 4
    private var isPasting = false
    /// What ends a pasted text.
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// The keys in the bytes of one read.
    ///
    /// Terminals send a sequence at once. So an escape at the end of a read is the key of that name.
    mutating func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = (pending + bytes)[...]
        pending = []
        while let first = rest.first {
            if first == 0x1B, isPasting {
                guard rest.count >= Self.endOfPaste.count || !Self.endOfPaste.starts(with: rest) else {
                    pending = Array(rest)
                    break
                }
                isPasting = !rest.starts(with: Self.endOfPaste)
                rest.removeFirst(isPasting ? 1 : Self.endOfPaste.count)
            } else if first == 0x1B {
                if let key = sequence(&rest) { keys.append(key) }
            } else if first < 0x80 {
                rest.removeFirst()
                if let key = Self.key(of: first) { keys.append(isPasting ? Self.pasted(key) : key) }
            } else {
                let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
                guard rest.count >= length else {
                    if rest.count < Self.mostPending { pending = Array(rest) }
                    break
                }
                if let text = String(validating: rest.prefix(length), as: UTF8.self), let character = text.first {
                    keys.append(isPasting ? .pasted(character) : .character(character))
                    rest.removeFirst(length)
                } else {
                    rest.removeFirst()
                }
            }
        }
        return keys
    }

    private static func pasted(_ key: Key) -> Key {
        if case .character(let character) = key { .pasted(character) } else { .pasted(" ") }
    }

    private static func key(of byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .enter
        case UInt8(ascii: "\t"): .tab
        case 0x08, 0x7F: .backspace
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: nil
        }
    }

    /// Takes a sequence that begins with an escape; `nil` for one that is no key known here.
    private mutating func sequence(_ rest: inout ArraySlice<UInt8>) -> Key? {
        rest.removeFirst()
        guard let kind = rest.first else { return .escape }
        // CSI and SS3. Anything else is a key that was pressed after the escape key, or with Alt.
        guard kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return .escape }
        rest.removeFirst()
        let parameters = rest.prefix { (0x20...0x3F).contains($0) }
        rest.removeFirst(parameters.count)
        guard let final = rest.popFirst() else { return nil }
        // xterm's modifiers: 2 is the shift key.
        let isShifted = parameters.elementsEqual("1;2".utf8)
        switch final {
        case UInt8(ascii: "A"): return isShifted ? .shiftUp : .up
        case UInt8(ascii: "B"): return isShifted ? .shiftDown : .down
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "~") where parameters.elementsEqual("200".utf8):
            isPasting = true
            return nil
        case UInt8(ascii: "~"): return Self.numbered(parameters)
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "M") where parameters.first == UInt8(ascii: "<"): return Self.click(parameters.dropFirst())
        default: return nil
        }
    }

    /// A key that terminals number as those of the VT220, or of rxvt.
    private static func numbered(_ parameters: ArraySlice<UInt8>) -> Key? {
        switch Int(String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)) {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    /// A press of the left button, as xterm's mode 1006 writes it: button, column and row, both from 1.
    private static func click(_ parameters: ArraySlice<UInt8>) -> Key? {
        let numbers = parameters.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, numbers[0] == 0, let column = numbers[1], let row = numbers[2], column > 0, row > 0
        else { return nil }
        return .click(row: row - 1, column: column - 1)
    }
}
