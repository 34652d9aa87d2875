/// Splits a stream of bytes into lines, independent of the chunks in which it arrives (API §1). It removes a carriage
/// return before the line feed, ignores empty lines, and reports lines beyond the limit without their bytes.
public struct LineFramer: Sendable {
    /// A line.
    public enum Line: Sendable, Equatable {
        /// The bytes of a line, without its end.
        case text([UInt8])
        /// A line beyond the limit. Its bytes are discarded.
        case tooLong

        /// How many bytes it has.
        public var count: Int {
            switch self {
            case .text(let bytes): bytes.count
            case .tooLong: 0
            }
        }
    }

    /// The capacity that is kept for the next line after all bytes are consumed.
    private static let keptBytes = 1 << 17

    private let limitBytes: Int
    private var buffer: [UInt8] = []
    private var start = 0
    /// The bytes of the line before this index contain no line feed.
    private var scanned = 0
    /// The line feed that ends the next line; `nil` while it is not there. It is looked for once, when bytes come: the server asks for
    /// it in each turn.
    private var lineEnd: Int?
    private var isDiscarding = false

    /// Creates a framer.
    ///
    /// - Parameter limitBytes: the longest line in bytes, without its end.
    public init(limitBytes: Int = Limits.lineBytes) { self.limitBytes = limitBytes }

    /// The number of buffered bytes that ``next()`` has not returned yet.
    public var pendingBytes: Int { buffer.count - start }

    /// Whether nothing is buffered, and the next byte begins a line.
    public var isEmpty: Bool { buffer.isEmpty && !isDiscarding }

    /// Whether ``next()`` returns a line.
    public var hasWholeLine: Bool { lineEnd != nil }

    /// The first byte of the next line that is not white space; `nil` before it has come.
    public var firstByte: UInt8? {
        guard !isDiscarding else { return nil }
        return buffer[start...].first { !" \t\r".utf8.contains($0) }
    }

    /// The start of the first line that is not empty. It looks at bytes, because a flood can consist of empty lines.
    private var startAfterEmptyLines: Int {
        buffer.withUnsafeBufferPointer { bytes in
            var place = start
            while place < bytes.count {
                if bytes[place] == UInt8(ascii: "\n") {
                    place += 1
                } else if bytes[place] == UInt8(ascii: "\r"), place + 1 < bytes.count,
                    bytes[place + 1] == UInt8(ascii: "\n")
                {
                    place += 2
                } else {
                    break
                }
            }
            return place
        }
    }

    /// Appends bytes from the stream.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            scanned -= start
            lineEnd = lineEnd.map { $0 - start }
            start = 0
        }
        buffer.append(contentsOf: bytes)
        findLine()
    }

    /// The stream has ended, and with it its last line: shells often leave out the line feed.
    public mutating func end() {
        guard !isEmpty, lineEnd == nil else { return }
        withUnsafeBytes(of: UInt8(ascii: "\n")) { append($0) }
    }

    private mutating func findLine() {
        guard lineEnd == nil else { return }
        if !isDiscarding {
            start = startAfterEmptyLines
            scanned = max(scanned, start)
        }
        lineEnd = lineFeed(from: scanned)
        if lineEnd == nil { scanned = buffer.count }
    }

    /// The place of the next line feed. Eight bytes are looked at together, because a flood can be one long line.
    private func lineFeed(from start: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            let (feeds, ones): (UInt64, UInt64) = (0x0A0A_0A0A_0A0A_0A0A, 0x0101_0101_0101_0101)
            var place = start
            while place + 8 <= bytes.count {
                // A byte that is 0 borrows from its highest bit.
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ feeds
                guard (word &- ones) & ~word & (ones << 7) == 0 else { break }
                place += 8
            }
            while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
            return place < bytes.count ? place : nil
        }
    }

    private mutating func consume(to index: Int) {
        (start, scanned, lineEnd) = (index, index, nil)
        if index == buffer.count { empty() } else { findLine() }
    }

    /// Discards consumed bytes, and releases the memory that long lines needed.
    private mutating func empty() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptBytes)
        (start, scanned, lineEnd) = (0, 0, nil)
    }

    /// Returns the next complete line; `nil` if more bytes are needed.
    public mutating func next() -> Line? {
        if let end = lineEnd, start == 0, end == buffer.count - 1, end > Self.keptBytes, !isDiscarding {
            // A long line that is the whole buffer is not copied.
            var line: [UInt8] = []
            swap(&line, &buffer)
            empty()
            line.removeLast()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return line.count <= limitBytes ? .text(line) : .tooLong
        }
        if let end = lineEnd {
            defer { consume(to: end + 1) }
            if isDiscarding {
                isDiscarding = false
                return .tooLong
            }
            var line = buffer[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return line.count <= limitBytes ? .text(Array(line)) : .tooLong
        }
        // One byte beyond the limit can still be the carriage return.
        if isDiscarding || buffer.count - start > limitBytes + 1 {
            isDiscarding = true
            empty()
        } else if start == buffer.count {
            empty()
        }
        return nil
    }
}
