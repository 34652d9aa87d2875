/// The bytes of an XML document, and how far they are read.
struct XMLSource {
    private let bytes: [UInt8]
    private let start: Int
    private var position: Int
    /// The lines up to a position, counted as far as needed.
    private var counted = (position: 0, line: 1)

    /// - Throws: if the bytes are not UTF-8, or have characters that XML does not allow.
    init(_ bytes: [UInt8]) throws(XMLReader.SyntaxError) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        position = start
        guard String(validating: bytes, as: UTF8.self) != nil else { throw error("the file is not UTF-8") }
        for (index, byte) in bytes.enumerated() where byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) {
            position = index
            throw error("the file has the control character U+\(Self.digits(UInt32(byte)))")
        }
    }

    private static func digits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Whether only `<?` was read.
    var isAfterStart: Bool { position == start + 2 }

    /// The line of the position, from 1.
    var line: Int {
        mutating get {
            while counted.position < position {
                if bytes[counted.position] == UInt8(ascii: "\n") { counted.line += 1 }
                counted.position += 1
            }
            return counted.line
        }
    }

    mutating func error(_ problem: String) -> XMLReader.SyntaxError {
        XMLReader.SyntaxError(line: line, problem: problem)
    }

    /// Whether the text comes next, which is then read.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    /// - Returns: whether there was white space.
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let before = position
        while !isAtEnd, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position > before
    }

    /// The bytes while they fulfil a condition.
    mutating func take(while isMeant: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[position...].prefix(while: isMeant)
        position = taken.endIndex
        return taken
    }

    /// The text up to a mark, which is read, too.
    mutating func take(until mark: StaticString, _ what: String) throws(XMLReader.SyntaxError) -> String {
        let first = position
        while !isAtEnd {
            let end = position
            if skip(mark) { return String(decoding: bytes[first..<end], as: UTF8.self) }
            position += 1
        }
        position = first
        throw error("\(what) does not end")
    }

    /// A name, with its prefix.
    mutating func name() throws(XMLReader.SyntaxError) -> String {
        let taken = take { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":", "\u{80}"...: true
            default: false
            }
        }
        guard let first = taken.first, !"0123456789-.".utf8.contains(first) else { throw error("a name is missing") }
        return String(decoding: taken, as: UTF8.self)
    }

    /// The value of an attribute, in quotes.
    mutating func quoted(_ name: String) throws(XMLReader.SyntaxError) -> String {
        let isSingle = skip("'")
        guard isSingle || skip("\"") else { throw error("the value of \(printable(name)) is not in quotes") }
        let quote = isSingle ? UInt8(ascii: "'") : UInt8(ascii: "\"")
        let value = take { $0 != quote && $0 != UInt8(ascii: "<") }
        guard skip("'") || skip("\"") else { throw error("the value of \(printable(name)) does not end") }
        return try unescaped(value)
    }

    // MARK: Entities

    /// The text with its entities replaced.
    mutating func unescaped(_ raw: ArraySlice<UInt8>) throws(XMLReader.SyntaxError) -> String {
        guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        var rest = Substring(String(decoding: raw, as: UTF8.self)).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "&" else {
                text.append(scalar)
                continue
            }
            let entity = rest.prefix(Self.longestEntity).prefix { $0 != ";" }
            let end = entity.endIndex
            guard end < rest.endIndex, rest[end] == ";", let meant = Self.scalar(String(entity)) else {
                throw error("&\(printable(String(entity))) is no entity of XML; write &amp; for &")
            }
            text.append(meant)
            rest = rest[end...].dropFirst()
        }
        return String(text)
    }

    private static let longestEntity = 12

    private static func scalar(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = entity.hasPrefix("#x")
            guard entity.hasPrefix("#"), !entity.contains("+"), !entity.contains("-"),
                let value = UInt32(entity.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), ![0xFFFE, 0xFFFF].contains(value)
            else { return nil }
            return Unicode.Scalar(value)
        }
    }
}
