import GardenAPI

/// What a client has sent ahead for a change, in parts, because a line is bounded. It is gone with the connection.
public final class StagingArea {
    /// The most bytes that a client may have sent ahead.
    public static let mostBytes = 32 << 20
    /// How long it is kept after the last part.
    private static let keptMilliseconds = 600_000

    /// The entries of a change, as JSON. They are kept by request: a hundred thousand lists of bytes of their own would take
    /// milliseconds to free.
    struct Entries {
        /// Where they are from.
        let source: String
        private(set) var count = 0
        private(set) var bytes = 0
        private var chunks: [Chunk] = []

        private struct Chunk {
            var bytes: [UInt8] = []
            /// Where each entry ends.
            var ends: [Int] = []
        }

        init(from source: String) { self.source = source }

        mutating func append(_ entries: [[UInt8]]) {
            var chunk = Chunk()
            for entry in entries {
                chunk.bytes += entry
                chunk.ends.append(chunk.bytes.count)
            }
            chunks.append(chunk)
            count += entries.count
            bytes += StagingArea.bytes(of: entries)
        }

        /// A place among them.
        struct Position {
            fileprivate var chunk = 0
            fileprivate var entry = 0
        }

        /// The next entries, and the place after them.
        func next(_ most: Int, after position: inout Position) -> [[UInt8]] {
            var entries: [[UInt8]] = []
            while entries.count < most, position.chunk < chunks.count {
                let chunk = chunks[position.chunk]
                guard position.entry < chunk.ends.count else {
                    (position.chunk, position.entry) = (position.chunk + 1, 0)
                    continue
                }
                let start = position.entry == 0 ? 0 : chunk.ends[position.entry - 1]
                entries.append(Array(chunk.bytes[start..<chunk.ends[position.entry]]))
                position.entry += 1
            }
            return entries
        }
    }

    /// How many entries a part of a change has at most: a few milliseconds of work.
    public let entriesOfPart: Int
    private var staged: [String: Entries] = [:]
    /// How many bytes it holds in memory, approximately.
    public private(set) var bytes = 0
    /// When it is dropped, on the clock that counts sleep; `nil` while it is empty.
    public private(set) var expiryMilliseconds: Int?

    public init(entriesOfPart: Int = 128) { self.entriesOfPart = entriesOfPart }

    private static func bytes(of entries: [[UInt8]]) -> Int {
        entries.reduce(64) { $0 + $1.count + MemoryLayout<Int>.size }
    }

    subscript(name: String) -> Entries? { staged[name] }

    /// Adds entries.
    ///
    /// - Returns: how many there are now under the name.
    /// - Throws: `too_many` for more bytes than it may hold; `out_of_range` for another source than before.
    func append(_ entries: [[UInt8]], to name: String, from source: String) throws(GardenError) -> Int {
        // Not all of it: to append would copy what another one has, too.
        if let before = staged[name]?.source, before != source {
            throw .refused(
                .outOfRange, "source is \(JSON.string(source).excerpt), and was \(JSON.string(before).excerpt)",
                [("param", "source")])
        }
        let added = Self.bytes(of: entries)
        guard bytes + added <= Self.mostBytes else {
            throw .refused(
                .tooMany, "what was sent ahead would exceed \(Self.mostBytes >> 20) MiB; import it in several parts",
                [("kind", "byte"), ("limit", .integer(Self.mostBytes))])
        }
        bytes += added
        staged[name, default: Entries(from: source)].append(entries)
        return staged[name]?.count ?? 0
    }

    /// The entries under a name, which are gone then.
    func take(_ name: String) -> Entries? {
        guard let entries = staged.removeValue(forKey: name) else { return nil }
        bytes -= entries.bytes
        if staged.isEmpty { expiryMilliseconds = nil }
        return entries
    }

    /// Something was sent ahead, or used.
    public func keep(from moment: Moment) {
        expiryMilliseconds = staged.isEmpty ? nil : moment.bootMilliseconds + Self.keptMilliseconds
    }

    /// Drops everything, if its time has passed.
    public func dropExpired(at moment: Moment) {
        guard let expiryMilliseconds, expiryMilliseconds <= moment.bootMilliseconds else { return }
        (staged, bytes, self.expiryMilliseconds) = ([:], 0, nil)
    }
}
