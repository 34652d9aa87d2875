/// The lines of a text in UTF-8, one after the other.
struct TextLines: Sequence, IteratorProtocol {
    /// A line without its end.
    struct Line {
        /// No entry is that long, and the words of a longer one can need much more memory than the line.
        private static let mostBytes = 64 << 10

        /// Counted from 1.
        let number: Int
        let bytes: ArraySlice<UInt8>

        var position: String { "line \(number)" }
        var text: String { String(decoding: bytes, as: UTF8.self) }
        var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
        /// Why it is not read; `nil` if it can be.
        var problem: String? { bytes.count > Self.mostBytes ? "it is longer than 64 KiB" : nil }
    }

    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ text: [UInt8]) { rest = text[...] }

    mutating func next() -> Line? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var bytes = rest[..<end]
        rest = rest[end...].dropFirst()
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return Line(number: number, bytes: bytes)
    }
}
