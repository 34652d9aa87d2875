import GRDB
import GardenCore

/// The types of events, with their versions and the journal blocks that contain them.
///
/// The few blocks with a rare type are quick to find and read; an index of all events by type would write one more page
/// per commit.
final class EventIndex: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "eventType",
            "CREATE TABLE eventType (type TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (type, version)) STRICT, WITHOUT ROWID"
        ),
        (
            "typeBlock",
            "CREATE TABLE typeBlock (type TEXT NOT NULL, block INTEGER NOT NULL, PRIMARY KEY (type, block)) STRICT, WITHOUT ROWID"
        ),
    ]

    /// How many events a block has.
    static let blockLength = 256

    /// The block of the event after `seq`.
    static func block(after seq: Int) -> Int { seq / blockLength }

    /// A type of event with a version.
    struct TypeVersion: Hashable {
        var type: String
        var version: Int
    }

    struct TypeBlock: Hashable {
        var type: String
        var block: Int
    }

    /// The rows known to exist for the last event's block, so that most events add none.
    private var written: Set<TypeVersion> = []
    private var block = -1
    /// The rows that the checked events require.
    private var types: Set<TypeVersion> = []
    private var blocks: Set<TypeBlock> = []

    init() {}

    func add(_ event: Event, to db: Database) throws {
        let block = Self.block(after: event.seq - 1)
        if block != self.block { (written, self.block) = ([], block) }
        guard written.insert(TypeVersion(type: event.type, version: event.version)).inserted else { return }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO eventType (type, version) VALUES (?, ?)")
            .execute(arguments: [event.type, event.version])
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO typeBlock (type, block) VALUES (?, ?)")
            .execute(arguments: [event.type, block])
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        types.insert(TypeVersion(type: event.type, version: event.version))
        blocks.insert(TypeBlock(type: event.type, block: Self.block(after: event.seq - 1)))
        return nil
    }

    func searchOrphans(in db: Database, isWhole: Bool) throws -> OrphanSearch {
        .finished(problem: try orphanProblem(in: db, isWhole: isWhole))
    }

    private func orphanProblem(in db: Database, isWhole: Bool) throws -> String? {
        guard try Self.types(db).isSuperset(of: types), try Self.blocks(db).isSuperset(of: blocks) else {
            return "the index of events by type is incomplete"
        }
        guard isWhole else { return nil }
        let isExact = try Self.types(db) == types && Self.blocks(db) == blocks
        return isExact ? nil : "the index of events by type has entries that are not in the journal"
    }

    static func types(_ db: Database) throws -> Set<TypeVersion> {
        let what = "an indexed type"
        return Set(
            try Row.fetchAll(db, sql: "SELECT type, version FROM eventType")
                .map { TypeVersion(type: try $0.value(0, what), version: try $0.value(1, what)) })
    }

    private static func blocks(_ db: Database) throws -> Set<TypeBlock> {
        let what = "an indexed block"
        return Set(
            try Row.fetchAll(db, sql: "SELECT type, block FROM typeBlock")
                .map { TypeBlock(type: try $0.value(0, what), block: try $0.value(1, what)) })
    }
}
