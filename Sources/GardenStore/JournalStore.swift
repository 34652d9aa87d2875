import GRDB
import GardenAPI
import GardenCore

/// The journal in SQLite: one connection, one transaction per commit, and nothing acknowledged before it is on the disk
/// (WAL with `synchronous=FULL`).
///
/// It holds its data folder until it is closed. Without ``close()`` it ends like a killed process: nothing is lost, and
/// the next opening checks everything.
public final class JournalStore: Store {
    let queue: DatabaseQueue
    /// `nil` for a journal in memory, and after the close.
    private var folder: DataFolder?
    /// The journal up to its last event.
    private(set) var chain: Chain
    private(set) var readModels = ReadModels()
    /// `true` until the first commit to a copy.
    public private(set) var isCopy = false
    /// The rollover count when expired replies were last removed.
    private var prunedRollovers = -1
    /// `nil` after the close.
    private var writer: JournalWriter?

    /// Opens the journal of a data folder, and creates one in a new folder.
    ///
    /// After anything but a clean close, the whole journal is checked first (``OpeningError/damaged(_:)``). A refused
    /// database stays unchanged.
    public init(opening folder: DataFolder) throws(OpeningError) {
        let opening = try JournalOpening(folder.paths)
        self.folder = folder
        queue = opening.queue
        chain = opening.chain
        isCopy = opening.isCopy
        writer = opening.writer
    }

    private init(queue: DatabaseQueue) throws {
        self.queue = queue
        writer = try queue.unsafeRead(JournalWriter.init)
        folder = nil
        chain = Chain()
    }

    /// An empty journal in memory only, for simulations and tests.
    public static func inMemory() throws(StoreError) -> JournalStore {
        do {
            let queue = try DatabaseQueue()
            try Schema.migrator.migrate(queue)
            try queue.write(ReadModels.rebuild)
            return try JournalStore(queue: queue)
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the journal cleanly, so that the next opening is quick, and releases the folder. Any later call fails.
    public func close() throws(StoreError) {
        writer = nil
        do {
            // SQLite refuses while a backup reads. The next opening then processes the log, and checks.
            if folder != nil { _ = try? queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) } }
            try queue.closeForGood()
        } catch {
            throw StoreError(error)
        }
        // Without the marker the next opening takes longer; nothing is lost.
        if let paths = folder?.paths { try? CleanShutdownMarker.write(paths) }
        folder = nil
    }

    public func commit(_ changes: [Change]) throws(StoreError) {
        var (chain, prunedRollovers) = (chain, prunedRollovers)
        guard let writer else { throw StoreError("the journal is closed") }
        // The read models' cache assumes rows that a rollback removes.
        var isWritten = false
        defer { if !isWritten { readModels = ReadModels() } }
        try transaction(of: writer) { db in
            if changes.isEmpty { try db.execute(sql: "UPDATE probe SET writes = writes + 1 WHERE id = 1") }
            if isCopy { try db.execute(sql: "DELETE FROM copied") }
            for change in changes {
                guard Self.follows(change, chain.seq) else {
                    let seqs = change.events.map { "\($0.seq)" }.joined(separator: ", ")
                    throw StoreError("a change with events [\(seqs)] cannot follow event \(chain.seq)")
                }
                let row = chain.row(for: change)
                chain = Chain(upTo: row)
                try row.insert(with: writer.change)
                if let reply = change.reply {
                    try ReplyRow.insert(reply, ofChange: change.seq, with: writer.reply)
                    if reply.rollovers != prunedRollovers { try ReplyRow.prune(db, rollovers: reply.rollovers) }
                    prunedRollovers = reply.rollovers
                }
                try readModels.add(change.events, to: db)
            }
        }
        (self.chain, self.prunedRollovers) = (chain, prunedRollovers)
        isCopy = false
        isWritten = true
    }

    /// Whether a change's events are numbered from `seq` on and have its time.
    private static func follows(_ change: Change, _ seq: Int) -> Bool {
        !change.events.isEmpty
            && change.events.enumerated().allSatisfy { $1.seq == seq + 1 + $0 && $1.at == change.at }
    }

    public func change(withKey key: String) throws(StoreError) -> Change? {
        try reading { db in try ReplyRow.change(db, withKey: key) }
    }

    public func lastSeq() throws(StoreError) -> Int { chain.seq }

    // MARK: Access

    /// Runs `body` in one transaction: if it throws, or the disk refuses, everything is rolled back and the connection
    /// remains usable.
    func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.write(body) } catch { throw StoreError(error) }
    }

    /// ``writing(_:)`` with the statements of commits.
    private func transaction(
        of writer: JournalWriter, _ body: (Database) throws -> Void
    ) throws(StoreError) {
        do {
            try queue.writeWithoutTransaction { db in try writer.transaction(db) { try body(db) } }
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body` outside a transaction: no other process writes, and each request with a key reads once.
    func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.unsafeRead(body) } catch { throw StoreError(error) }
    }

    /// ``reading(_:)`` for many reads: within one transaction SQLite locks the file once. GRDB's own transaction would
    /// prepare each statement again, because it forbids writing by a pragma.
    func readingMuch<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try queue.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.deferred) {
                    value = try body(db)
                    return .commit
                }
                return value!
            }
        } catch {
            throw StoreError(error)
        }
    }
}
