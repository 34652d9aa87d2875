/// The encoding of a text file.
enum UnicodeText {
    /// The text in UTF-8 without a byte order mark, and what was changed for that.
    ///
    /// - Parameter isBeginning: whether the last character may be cut.
    static func utf8(_ bytes: [UInt8], isBeginning: Bool = false) throws(UnreadableFile) -> (
        text: [UInt8], repair: String?
    ) {
        if let text = fromUTF16(bytes) { return (text, nil) }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard !isBeginning, String(validating: text, as: UTF8.self) == nil else { return (text, nil) }
        guard let encoding = SingleByteEncoding(SingleByteEncoding.windows1252Name) else { return (text, nil) }
        var characters = String.UnicodeScalarView()
        for byte in text {
            guard let scalar = Unicode.Scalar(UInt32(bitPattern: encoding.scalar(byte))) else { continue }
            characters.append(scalar)
        }
        return (Array(String(characters).utf8), "it is not UTF-8; read as \(SingleByteEncoding.windows1252Name)")
    }

    /// The bytes without the beginning of a character of UTF-8 that a cut file ends with, so that the rest is still UTF-8.
    static func withoutCutCharacter(_ bytes: [UInt8]) -> [UInt8] {
        var end = bytes.count
        if bytes.last == UInt8(ascii: "\n") { end -= 1 }
        guard let first = bytes[..<end].suffix(3).lastIndex(where: { $0 & 0xC0 == 0xC0 }),
            bytes[first + 1..<end].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return bytes }
        let width = bytes[first] >= 0xF0 ? 4 : bytes[first] >= 0xE0 ? 3 : 2
        return end - first < width ? Array(bytes[..<first]) : bytes
    }

    /// The text of bytes in UTF-16, with a byte order mark or with a first character of ASCII; `nil` for others.
    static func fromUTF16(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): return decoded(bytes, from: 2, isBigEndian: false)
        case (0xFE, 0xFF): return decoded(bytes, from: 2, isBigEndian: true)
        case (1..., 0): return decoded(bytes, from: 0, isBigEndian: false)
        case (0, 1...): return decoded(bytes, from: 0, isBigEndian: true)
        default: return nil
        }
    }

    private static func decoded(_ bytes: [UInt8], from start: Int, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = start
        while index + 1 < bytes.count {
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            units.append(UInt16(high) << 8 | UInt16(low))
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
