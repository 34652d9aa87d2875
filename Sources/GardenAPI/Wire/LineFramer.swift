/// Cuts a stream of bytes into lines, however it is chopped (API §1): a carriage return before the line feed is left
/// out, empty lines are passed over, and of a line over the limit only the fact is kept.
public struct LineFramer: Sendable {
    public enum Line: Sendable, Equatable {
        case text([UInt8])
        /// The line was longer than the limit; its bytes are gone.
        case tooLong
    }

    /// How much room is kept for the next line once all that came is cut up.
    private static let keptBytes = 1 << 17

    private let limitBytes: Int
    private var buffer: [UInt8] = []
    private var start = 0
    /// Everything before this holds no line feed.
    private var scanned = 0
    private var isDiscarding = false

    /// Creates the value from its members.
    public init(limitBytes: Int = Limits.lineBytes) { self.limitBytes = limitBytes }

    /// How many bytes are kept that no line was made of yet.
    public var pendingBytes: Int { buffer.count - start }

    /// Whether ``next()`` has a line to give.
    public var hasWholeLine: Bool {
        let lineStart = isDiscarding ? start : startAfterEmptyLines
        return buffer[max(lineStart, scanned)...].contains(UInt8(ascii: "\n"))
    }

    /// Where the first line begins that is not empty. Byte by byte, for a flood may be nothing else.
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

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Forgets what is cut up; the room that long lines took is given back.
    private mutating func empty() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptBytes)
        start = 0
        scanned = 0
    }

    /// The next whole line; `nil` when more bytes are needed.
    public mutating func next() -> Line? {
        if !isDiscarding {
            start = startAfterEmptyLines
            scanned = max(scanned, start)
        }
        if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = buffer[start..<end]
            start = end + 1
            scanned = start
            if isDiscarding {
                isDiscarding = false
                return .tooLong
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return line.count <= limitBytes ? .text(Array(line)) : .tooLong
        }
        scanned = buffer.count
        // One byte more than the limit may still be the carriage return.
        if isDiscarding || buffer.count - start > limitBytes + 1 {
            isDiscarding = true
            empty()
        } else if start == buffer.count {
            empty()
        }
        return nil
    }
}
