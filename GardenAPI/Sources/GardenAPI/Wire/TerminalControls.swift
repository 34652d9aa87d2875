extension Unicode.Scalar {
    /// Whether a terminal does something with it instead of showing it, or shows what follows in another order: control characters
    /// (C0, DEL and C1 of ECMA-48), line and paragraph separators, the controls of the bidirectional algorithm (UAX #9), and
    /// noncharacters, which each program treats in its own way.
    ///
    /// By its number, because the tables of Unicode take longer than the rest of a status line.
    public var isTerminalControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }

    /// The scalar as escapes of JSON (RFC 8259 §7): `\u009b`, or a pair of them.
    fileprivate var escape: String {
        UTF16.encode(self).map { unit in
            unit.reduce(into: "") { text, unit in
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        } ?? ""
    }
}

extension String {
    /// Whether it has something that a terminal obeys.
    public var hasTerminalControls: Bool { unicodeScalars.contains(where: \.isTerminalControl) }

    /// The text with escapes instead of everything that a terminal obeys: `\u009b` for U+009B. In the strings of JSON, these
    /// mean the same.
    ///
    /// - Parameter exemption: how far a part reaches that begins with such a character and is to remain; `nil` if it is escaped.
    public func escapingTerminalControls(
        except exemption: (UnicodeScalarView.SubSequence) -> Index? = { _ in nil }
    ) -> String {
        let scalars = unicodeScalars
        guard var next = scalars.firstIndex(where: \.isTerminalControl) else { return self }
        var result = ""
        var start = startIndex
        while true {
            if let end = exemption(scalars[next...]) {
                next = end
            } else {
                result += self[start..<next]
                result += scalars[next].escape
                next = scalars.index(after: next)
                start = next
            }
            guard let found = scalars[next...].firstIndex(where: \.isTerminalControl) else { break }
            next = found
        }
        return result + self[start...]
    }
}
