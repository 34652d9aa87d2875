import Foundation
import GRDB
import GardenCore

/// Which types of event the journal has, and where the events of each type are.
///
/// A block of events is indexed once it is complete: an index of each event as it is written would write one more page
/// per commit. The events of the last, incomplete block are looked at one by one.
final class EventIndex: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "eventType",
            "CREATE TABLE eventType (type TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (type, version)) STRICT, WITHOUT ROWID"
        ),
        (
            "typeBlock",
            """
            CREATE TABLE typeBlock (
                type TEXT NOT NULL, block INTEGER NOT NULL, offsets BLOB NOT NULL, PRIMARY KEY (type, block)
            ) STRICT, WITHOUT ROWID
            """
        ),
    ]

    /// How many events a block has, so that an offset is a byte.
    static let blockLength = 256

    /// The block of an event.
    static func block(of seq: Int) -> Int { (seq &- 1) >> 8 }

    /// The events of a block.
    static func seqs(ofBlock block: Int) -> Range<Int> { block << 8 + 1..<(block + 1) << 8 + 1 }

    /// A type of event with a version.
    struct TypeVersion: Hashable {
        var type: String
        var version: Int
    }

    /// The types that the table is known to have, so that most events add none.
    private var written: Set<TypeVersion> = []
    /// The block that is not complete; `nil` before the first event of this run.
    private var block: OpenBlock?

    /// The state of a check.
    private var types: Set<TypeVersion> = []
    private var checked = OpenBlock()
    private var rowCount = 0

    init() {}

    func add(_ event: Event, to db: Database) throws {
        if written.insert(TypeVersion(type: event.type, version: event.version)).inserted {
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO eventType (type, version) VALUES (?, ?)")
                .execute(arguments: [event.type, event.version])
        }
        // It is taken out: what a copy of it shares would be copied with each event.
        var block = try self.block.take() ?? OpenBlock(before: event.seq, in: db)
        if block.add(event.type, event.seq) {
            let number = Self.block(of: event.seq)
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO typeBlock (type, block, offsets) VALUES (?, ?, ?)")
            for (type, offsets) in block.offsets.sorted(by: { $0.key < $1.key }) {
                try statement.execute(arguments: [type, number, Data(offsets)])
            }
            block = OpenBlock()
        }
        self.block = block
    }

    /// The events of some types in the block that is not complete, in ascending order.
    ///
    /// - Parameter last: the last event of the journal.
    private func openSeqs(_ db: Database, of types: [String], through last: Int) throws -> [Int] {
        let first = Self.seqs(ofBlock: Self.block(of: last + 1)).lowerBound
        let block = try self.block ?? OpenBlock(before: last + 1, in: db)
        self.block = block
        return Set(types).flatMap { type in (block.offsets[type] ?? []).map { first + Int($0) } }.sorted()
    }

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        guard let query = query as? OpenBlockQuery else { return nil }
        return try openSeqs(db, of: query.types, through: query.last) as? Asked.Answer
    }

    // MARK: Check

    func problem(of event: Event, in db: Database) throws -> String? {
        let problem = "the index of events by type differs from the journal"
        let type = TypeVersion(type: event.type, version: event.version)
        if types.insert(type).inserted, !(try Self.types(db).contains(type)) { return problem }
        guard checked.add(event.type, event.seq) else { return nil }
        let (offsets, number) = (checked.offsets, Self.block(of: event.seq))
        checked = OpenBlock()
        rowCount += offsets.count
        let statement = try db.cachedStatement(sql: "SELECT offsets FROM typeBlock WHERE type = ? AND block = ?")
        let isEqual = try offsets.allSatisfy { type, offsets in
            let kept = try Row.first(statement, arguments: [type, number]) { try $0.bytes(0, "an indexed block") }
            return kept == offsets
        }
        return isEqual ? nil : problem
    }

    func orphanProblem(in db: Database) throws -> String? {
        let isExact = try Row.count(db, of: "typeBlock") == rowCount && Self.types(db) == types
        return isExact ? nil : "the index of events by type has entries that are not in the journal"
    }

    // MARK: Queries

    static func types(_ db: Database) throws -> Set<TypeVersion> {
        let what = "an indexed type"
        return Set(
            try Row.fetchAll(db, sql: "SELECT type, version FROM eventType")
                .map { TypeVersion(type: try $0.value(0, what), version: try $0.value(1, what)) })
    }

    /// The events of some types in a range of complete blocks, in ascending order: the first or the last of them.
    static func seqs(
        _ db: Database, of types: [String], in range: Range<Int>, limit: Int, _ order: TypeCursor.Order
    ) throws -> [Int] {
        guard !range.isEmpty, limit > 0 else { return [] }
        let blocks = block(of: range.lowerBound)...block(of: range.upperBound - 1)
        var cursors = try Set(types).map { try TypeCursor(db, $0, in: blocks, order) }
        var found: [Int] = []
        while found.count < limit {
            let next = cursors.compactMap(\.block)
            guard let block = order == .oldestFirst ? next.min() : next.max() else { break }
            var seqs: [Int] = []
            for index in cursors.indices where cursors[index].block == block {
                seqs += try cursors[index].next(db).map { self.seqs(ofBlock: block).lowerBound + Int($0) }
            }
            seqs = seqs.filter(range.contains).sorted()
            switch order {
            case .oldestFirst: found += seqs.prefix(limit - found.count)
            case .newestFirst: found += seqs.suffix(limit - found.count).reversed()
            }
        }
        return order == .oldestFirst ? found : found.reversed()
    }
}

/// The events of one block by their types, up to the last one added.
struct OpenBlock {
    /// Each event's offset in the block.
    private(set) var offsets: [String: [UInt8]] = [:]

    init() {}

    /// The events of an event's block that come before it in the journal.
    init(before seq: Int, in db: Database) throws {
        let first = EventIndex.seqs(ofBlock: EventIndex.block(of: seq)).lowerBound
        for event in try EventRow.events(db, in: first..<seq, where: { _ in true }) { _ = add(event.type, event.seq) }
    }

    /// Adds the next event.
    ///
    /// - Returns: whether the block is complete.
    mutating func add(_ type: String, _ seq: Int) -> Bool {
        let offset = UInt8(truncatingIfNeeded: seq &- 1)
        offsets[type, default: []].append(offset)
        return offset == .max
    }
}

/// Asks for the events of some types in the block that is not complete. Their rows are not read: one may have thousands of events.
struct OpenBlockQuery: HistoryQuery {
    typealias Answer = [Int]

    let types: [String]
    /// The last event of the journal.
    let last: Int
}

extension EventIndex {
    /// The newest events of some types up to one.
    ///
    /// - Parameters:
    ///   - open: those of the block that is not complete.
    ///   - lastIndexed: the last event of a complete block.
    static func newestEvents(
        _ db: Database, through last: Int, open: [Int], indexedThrough lastIndexed: Int, limit: Int, types: [String]
    ) throws -> [Event] {
        let others = open.filter { $0 <= last }.suffix(limit)
        let seqs = try seqs(
            db, of: types, in: 1..<min(last, lastIndexed) + 1, limit: limit - others.count, .newestFirst)
        return try EventRow.events(db, at: seqs) { types.contains($0.type) }
            + EventRow.events(db, at: Array(others), areCertain: false) { types.contains($0.type) }
    }
}
