/// The usual mistakes in XML of programs and hands, corrected byte for byte, so that lines keep their numbers.
enum XMLRepair {
    struct Attempt {
        var bytes: [UInt8]
        /// The encoding, whatever the document says; `nil` for what it says.
        var encoding: String?
        var repairs: [String]
    }

    static func attempts(_ bytes: [UInt8]) -> [Attempt] {
        let corrected = corrected(bytes)
        let repairs = corrected == bytes ? [] : ["some characters are corrected"]
        guard isUTF8(bytes) else {
            let name = SingleByteEncoding.windows1252Name
            return (repairs.isEmpty ? [] : [Attempt(bytes: corrected, encoding: nil, repairs: repairs)])
                + [Attempt(bytes: corrected, encoding: name, repairs: ["it is not UTF-8; read as \(name)"])]
        }
        // Whatever encoding it declares.
        return [
            Attempt(bytes: bytes, encoding: "UTF-8", repairs: []),
            Attempt(bytes: corrected, encoding: "UTF-8", repairs: repairs),
        ]
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static let literals: [(start: [UInt8], end: [UInt8])] = [
        (Array("<![CDATA[".utf8), Array("]]>".utf8)), (Array("<!--".utf8), Array("-->".utf8)),
    ]

    /// Control characters and references to them become blanks, `&` alone becomes `&amp;`, and entities of HTML become numbers. What is
    /// not markup stays as it is.
    private static func corrected(_ bytes: [UInt8]) -> [UInt8] {
        var corrected: [UInt8] = []
        corrected.reserveCapacity(bytes.count)
        var index = 0
        var literal: [UInt8]?
        while index < bytes.count {
            let byte = bytes[index]
            if let end = literal {
                if byte == end[0], bytes[index...].starts(with: end) { literal = nil }
            } else if byte == UInt8(ascii: "<") {
                literal = literals.first { bytes[index...].starts(with: $0.start) }?.end
            } else if byte == UInt8(ascii: "&") {
                let (text, count) = reference(bytes[index...])
                corrected += text
                index += count
                continue
            }
            corrected.append(byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) ? 0x20 : byte)
            index += 1
        }
        return corrected
    }

    /// The text for a reference at the beginning of some bytes, and how many bytes it has.
    private static func reference(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], count: Int) {
        let beginning = bytes.prefix(40)
        guard let end = beginning.firstIndex(of: UInt8(ascii: ";")) else { return (Array("&amp;".utf8), 1) }
        let name = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
        switch kind(of: name) {
        case .control: return ([0x20], end - bytes.startIndex + 1)
        case .text: return (Array("&amp;".utf8), 1)
        case .entity:
            if let character = HTMLEntities.character(name) {
                return (Array("&#\(character.value);".utf8), end - bytes.startIndex + 1)
            }
            let isKnown = name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name)
            return (Array((isKnown ? "&" : "&amp;").utf8), 1)
        }
    }

    private enum Reference { case entity, control, text }

    private static func kind(of name: String) -> Reference {
        guard name.hasPrefix("#") else {
            let isName =
                !name.isEmpty
                && name.utf8.allSatisfy { byte in
                    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                }
            return isName && name.utf8.first.map { $0 > 57 } == true ? .entity : .text
        }
        let digits = name.dropFirst()
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value else { return .text }
        let isControl = value < 0x20 && ![0x09, 0x0A, 0x0D].contains(value)
        return isControl || Unicode.Scalar(value) == nil || value & 0xFFFE == 0xFFFE ? .control : .entity
    }
}
