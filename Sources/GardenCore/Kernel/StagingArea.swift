import GardenAPI

/// What a client has sent ahead for a change, in parts, because a line is bounded. It is gone with the connection.
public final class StagingArea {
    /// The most bytes that a client may have sent ahead.
    static let mostBytes = 32 << 20
    /// How long it is kept after the last part.
    private static let keptMilliseconds = 600_000

    /// The entries of a change.
    struct Entries {
        /// Where they are from.
        var source: String
        /// Each as JSON.
        var all: [[UInt8]] = []
    }

    /// How many entries a part of a change has at most: a few milliseconds of work.
    public let entriesOfPart: Int
    private var staged: [String: Entries] = [:]
    /// How many bytes it holds in memory, approximately.
    public private(set) var bytes = 0
    /// When it is dropped, on the clock that counts sleep; `nil` while it is empty.
    public private(set) var expiryMilliseconds: Int?

    public init(entriesOfPart: Int = 128) { self.entriesOfPart = entriesOfPart }

    private static let entryBytes = 48

    subscript(name: String) -> Entries? { staged[name] }

    /// Adds entries.
    ///
    /// - Returns: how many there are now under the name.
    /// - Throws: `too_many` for more bytes than it may hold; `out_of_range` for another source than before.
    func append(_ entries: [[UInt8]], to name: String, from source: String) throws(GardenError) -> Int {
        let before = staged[name] ?? Entries(source: source)
        guard before.source == source else {
            throw .refused(
                .outOfRange, "source is \(JSON.string(source).excerpt), and was \(JSON.string(before.source).excerpt)",
                [("param", "source")])
        }
        let added = entries.reduce(0) { $0 + $1.count + Self.entryBytes }
        guard bytes + added <= Self.mostBytes else {
            throw .refused(
                .tooMany, "what was sent ahead would exceed \(Self.mostBytes) bytes; commit a part of it first",
                [("kind", "byte"), ("limit", .integer(Self.mostBytes))])
        }
        bytes += added
        staged[name, default: before].all += entries
        return staged[name]?.all.count ?? 0
    }

    /// Its entries are used, or not needed any more.
    func remove(_ name: String) {
        guard let entries = staged.removeValue(forKey: name) else { return }
        bytes -= entries.all.reduce(0) { $0 + $1.count + Self.entryBytes }
        if staged.isEmpty { expiryMilliseconds = nil }
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
