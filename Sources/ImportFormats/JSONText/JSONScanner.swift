import GardenAPI

/// Finds the values of a JSON text without reading them, so that a large file needs little memory and one wrong value spoils only itself.
struct JSONScanner {
    private let bytes: [UInt8]
    private(set) var index: Int
    private let end: Int
    /// Up to where lines are counted.
    private var lineIndex = 0
    private var line = 1

    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        index = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    /// The line of the next byte.
    mutating func currentLine() -> Int { line(of: index) }

    /// The line of a byte, which must not be before one that was asked for.
    mutating func line(of byte: Int) -> Int {
        while lineIndex < min(byte, bytes.count) {
            if bytes[lineIndex] == UInt8(ascii: "\n") { line += 1 }
            lineIndex += 1
        }
        return line
    }

    /// The next byte after blanks and record separators (RFC 8142); `nil` at the end.
    mutating func peek() -> UInt8? {
        while index < end, [0x20, 0x09, 0x0A, 0x0D, 0x1E].contains(bytes[index]) { index += 1 }
        return index < end ? bytes[index] : nil
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    /// The bytes of the next value; `nil` if the text ends within it.
    mutating func value() -> Range<Int>? {
        guard let first = peek() else { return nil }
        let start = index
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nested(from: start)
        case UInt8(ascii: "\""): return string()
        default:
            while index < end, !",]}: \t\r\n".utf8.contains(bytes[index]) { index += 1 }
            // A value is at least one byte, so that no text is looked at for ever.
            if index == start { index += 1 }
            return start..<index
        }
    }

    /// A line feed ends it, because no string can have one: then a quotation mark that is missing spoils only its line.
    private mutating func string() -> Range<Int>? {
        let start = index
        index += 1
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""):
                index += 1
                return start..<index
            case UInt8(ascii: "\n"): return start..<index
            default: index += 1
            }
        }
        index = end
        return nil
    }

    /// Goes to the next line that begins like the one of a byte, with an object that is not further inside; without one, it stays.
    ///
    /// - Parameter limit: where the search ends; `nil` for the end of the text.
    /// - Returns: whether it went on.
    mutating func resume(after byte: Int, before limit: Int? = nil) -> Bool {
        let end = limit ?? end
        guard bytes[byte..<end].contains(UInt8(ascii: "\n")) else { return false }
        func column(_ index: Int) -> Int {
            var start = index
            while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
            return bytes[start..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 } ? index - start : 0
        }
        let most = column(byte)
        var next = byte
        while let feed = bytes[next..<end].firstIndex(of: UInt8(ascii: "\n")) {
            next = feed + 1
            let first = bytes[next..<end].prefix(most + 1).firstIndex { $0 != 0x20 && $0 != 0x09 }
            if let first, bytes[first] == UInt8(ascii: "{") {
                index = first
                return true
            }
        }
        return false
    }

    private mutating func nested(from start: Int) -> Range<Int>? {
        var depth = 0
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
                if depth == 0 { return start..<index }
            case UInt8(ascii: "\""): guard string() != nil else { return nil }
            default: index += 1
            }
        }
        return nil
    }

    /// The value of some bytes.
    func read(_ range: Range<Int>) -> Result<JSON, JSONSyntaxError> {
        bytes[range].withUnsafeBufferPointer { buffer in
            do throws(JSONSyntaxError) { return .success(try JSON.parse(buffer)) } catch { return .failure(error) }
        }
    }

    /// The text of a string, without its escapes read; `nil` for another value.
    func rawString(_ range: Range<Int>) -> String? {
        guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
        return String(decoding: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)], as: UTF8.self)
    }
}
