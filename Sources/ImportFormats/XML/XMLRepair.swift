/// The usual mistakes in XML of programs and hands, corrected byte for byte, so that lines keep their numbers.
enum XMLRepair {
    struct Attempt {
        var bytes: [UInt8]
        /// The encoding, whatever the document says; `nil` for what it says.
        var encoding: String?
        var repairs: [String]
    }

    static func attempts(_ bytes: [UInt8]) -> [Attempt] {
        // UTF-16 has other bytes for the same characters.
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else { return [] }
        let corrected = corrected(bytes)
        var attempts: [Attempt] = []
        if corrected != bytes {
            attempts.append(Attempt(bytes: corrected, encoding: nil, repairs: ["some characters are corrected"]))
        }
        if !isUTF8(bytes) {
            let name = SingleByteEncoding.windows1252Name
            attempts.append(Attempt(bytes: corrected, encoding: name, repairs: ["it is not UTF-8; read as \(name)"]))
        }
        return attempts
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Control characters and references to them become blanks, and `&` alone becomes `&amp;`.
    private static func corrected(_ bytes: [UInt8]) -> [UInt8] {
        var corrected: [UInt8] = []
        corrected.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) {
                corrected.append(0x20)
            } else if byte == UInt8(ascii: "&") {
                let reference = bytes[index...].prefix(40)
                guard let end = reference.firstIndex(of: UInt8(ascii: ";")) else {
                    corrected += "&amp;".utf8
                    index += 1
                    continue
                }
                let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
                switch kind(of: name) {
                case .entity:
                    corrected.append(byte)
                case .control:
                    corrected.append(0x20)
                    index = end
                case .text: corrected += "&amp;".utf8
                }
            } else {
                corrected.append(byte)
            }
            index += 1
        }
        return corrected
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

/// The entities of HTML that descriptions contain although XML does not know them.
enum HTMLEntities {
    private static let latin: [Substring] =
        ("nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para "
        + "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave "
        + "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute "
        + "Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave "
        + "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml")
        .split(separator: " ")
    private static let others = [
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "bull": "•",
        "euro": "€", "trade": "™",
    ]
    private static let table = Dictionary(
        uniqueKeysWithValues: latin.enumerated().map { (String($1), String(Unicode.Scalar(UInt8(0xA0 + $0)))) })

    /// The text of an entity; the reference itself if it is not one of HTML's.
    static func text(_ name: String) -> String { table[name] ?? others[name] ?? "&\(name);" }
}
