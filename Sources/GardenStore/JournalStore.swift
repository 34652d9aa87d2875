import GRDB
import GardenAPI
import GardenCore

/// The journal in SQLite: one connection, one transaction a commit, and nothing acknowledged that is not on the disk
/// (WAL with `synchronous=FULL`).
///
/// It holds its data folder until it is closed. One that goes away without ``close()`` is as one that was killed:
/// nothing is lost, and the next opening checks all of it.
public final class JournalStore: Store {
    let queue: DatabaseQueue
    /// `nil` for one in memory, and once it is closed.
    private var folder: DataFolder?
    /// The journal up to its last event.
    private(set) var chain: Chain
    private(set) var readModels = ReadModels()
    /// Until the first commit to a copy.
    public private(set) var isCopy = false
    /// When answers to keys were last taken away.
    private var prunedRollovers = -1
    /// `nil` once it is closed.
    private var writer: JournalWriter?

    /// The journal of a data folder: a new one where there has never been any.
    ///
    /// Unless it was closed in good order, it is checked first, as a whole (``OpeningError/damaged(_:)``). A refused
    /// database is left as it is.
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

    /// An empty journal that is gone with this value, for simulations and tests.
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

    /// Closes the journal in good order, so that the next opening is quick, and lets go of the folder. Any later call is
    /// refused.
    public func close() throws(StoreError) {
        writer = nil
        do {
            // Refused while a backup reads: then the next opening takes the log in, and checks.
            if folder != nil { _ = try? queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) } }
            try queue.closeForGood()
        } catch {
            throw StoreError(error)
        }
        // Without the mark the next opening takes longer; nothing is lost.
        if let paths = folder?.paths { try? CleanShutdownMarker.write(paths) }
        folder = nil
    }

    public func commit(_ changes: [Change]) throws(StoreError) {
        var (chain, prunedRollovers) = (chain, prunedRollovers)
        guard let writer else { throw StoreError("the journal is closed") }
        // What they know to be written may be undone with the transaction.
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

    /// Whether a change's events are numbered on from `seq`, and all of its time.
    private static func follows(_ change: Change, _ seq: Int) -> Bool {
        !change.events.isEmpty
            && change.events.enumerated().allSatisfy { $1.seq == seq + 1 + $0 && $1.at == change.at }
    }

    public func change(withKey key: String) throws(StoreError) -> Change? {
        try reading { db in try ReplyRow.change(db, withKey: key) }
    }

    public func lastSeq() throws(StoreError) -> Int { chain.seq }

    /// Makes the tables for history anew from the journal.
    public func rebuildReadModels() throws(StoreError) {
        try writing(ReadModels.rebuild)
    }

    // MARK: Access

    /// Runs `body` in one transaction: if it throws, or the disk refuses, nothing of it stays and the connection is as
    /// usable as before.
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

    /// Runs `body` outside a transaction: nobody else writes, and each request that carries a key reads once.
    func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.unsafeRead(body) } catch { throw StoreError(error) }
    }

    /// ``reading(_:)`` for what reads often: within one transaction SQLite locks the file once. GRDB's own would prepare
    /// each statement anew, for it forbids writing by a pragma.
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
