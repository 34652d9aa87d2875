/// Goes through the bytes of a document.
struct ByteReader {
    private let bytes: [UInt8]
    /// The index of the next byte.
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte; `nil` at the end.
    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// The byte after the next one, or one further on.
    func next(after count: Int) -> UInt8? { place + count < bytes.count ? bytes[place + count] : nil }

    subscript(index: Int) -> UInt8 { bytes[index] }

    func place(of offset: Int) -> TOMLPlace { TOMLPlace(of: offset, in: bytes) }

    func fault(_ message: String) -> TOMLFault { TOMLFault(offset: place, message: message) }

    func text(from start: Int) -> String { String(decoding: bytes[start..<place], as: UTF8.self) }

    mutating func skip(_ count: Int) { place += count }

    /// Skips a byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    /// Some editors write one.
    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    mutating func skipBlanks() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { place += 1 }
    }

    /// Skips the bytes for which a condition holds, and returns them.
    mutating func skip(while isSkipped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = place
        while let next, isSkipped(next) { place += 1 }
        return bytes[start..<place]
    }

    /// Skips blanks, comments and the ends of lines, as they may be between the elements of a list.
    mutating func skipBlanksAndLines() throws(TOMLFault) {
        while true {
            skipBlanks()
            switch next {
            case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): try endLine()
            default: return
            }
        }
    }

    /// Skips blanks, a comment and the end of the line, or the end of the text.
    mutating func endLine() throws(TOMLFault) {
        skipBlanks()
        if take(UInt8(ascii: "#")) { try skipComment() }
        guard next != nil else { return }
        guard takeLineEnd() else { throw fault("the line should end here; a text needs quotes, and a comment a #") }
    }

    /// Skips a line feed, or a carriage return with one.
    mutating func takeLineEnd() -> Bool {
        if take(UInt8(ascii: "\n")) { return true }
        guard next == UInt8(ascii: "\r"), next(after: 1) == UInt8(ascii: "\n") else { return false }
        place += 2
        return true
    }

    private mutating func skipComment() throws(TOMLFault) {
        while let next, next != UInt8(ascii: "\n") {
            if next == UInt8(ascii: "\r"), self.next(after: 1) == UInt8(ascii: "\n") { return }
            try checkIsAllowed(next)
            place += 1
        }
    }

    /// Throws at a control character that must be escaped, or not be there at all.
    func checkIsAllowed(_ byte: UInt8) throws(TOMLFault) {
        guard byte >= 0x20 || byte == UInt8(ascii: "\t"), byte != 0x7F else {
            let digits = String(byte, radix: 16, uppercase: true)
            throw fault("the control character U+00\(digits.count == 1 ? "0" : "")\(digits) is not allowed here")
        }
    }

    // MARK: Names

    /// A part of a name: letters, digits, `-` and `_`, or a text in quotes.
    mutating func name() throws(TOMLFault) -> TOMLName {
        let start = place
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard !(next(after: 1) == next && next(after: 2) == next) else {
                throw fault("a name can be within one pair of quotes, not three")
            }
            return TOMLName(text: try string(), offset: start)
        default:
            let bytes = skip { Self.isBare($0) }
            guard !bytes.isEmpty else {
                throw fault("a name is missing; one with other characters than a–z, A–Z, 0–9, - and _ needs quotes")
            }
            return TOMLName(text: String(decoding: bytes, as: UTF8.self), offset: start)
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
