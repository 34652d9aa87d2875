import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The journal in SQLite: one connection, one transaction per commit, and nothing acknowledged before it is on the disk
/// (WAL with `synchronous=FULL`).
///
/// It holds its data folder until it is closed. Without ``close()`` it ends like a killed process: nothing is lost, and
/// the journal needs a check after the next opening.
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
    /// `nil` for a journal in memory.
    private var files: OpenFiles?
    /// What a check or SQLite has found wrong with the journal; nothing is written any more.
    public private(set) var damage: StoreError?
    public private(set) var needsCheck = false
    /// Whether the log of the journal was missing at the opening.
    public private(set) var missingLog: MissingLog?
    /// Whether the file has the mark of an open one.
    private var isMarked = false
    private var tail = SnapshotTail()
    /// What remains to do after a purge; `nil` if nothing does.
    private var overwriting: PageOverwriting?

    /// Opens the journal of a data folder, and creates one in a new folder.
    ///
    /// If another program changed the file since it was closed, or damage was found in it, the whole journal is checked first
    /// (``OpeningError/damaged(_:)``). A refused database stays unchanged.
    public init(opening folder: DataFolder) throws(OpeningError) {
        let opening = try JournalOpening(folder.paths)
        self.folder = folder
        queue = opening.queue
        chain = opening.chain
        isCopy = opening.isCopy
        writer = opening.writer
        needsCheck = opening.needsCheck
        missingLog = opening.missingLog
        isMarked = opening.isMarked
        tail = opening.tail
        overwriting = opening.overwriting
        files = OpenFiles(folder.paths)
    }

    private init(queue: DatabaseQueue) throws {
        self.queue = queue
        writer = try queue.unsafeRead(JournalWriter.init)
        folder = nil
        chain = Chain()
    }

    /// Without a close, the file has its mark: its log must not go with the last connection, as the log of a killed process does not.
    deinit { if folder != nil, isMarked { queue.unsafeRead(ImmutableRead.keepLog) } }

    /// An empty journal in memory only, for simulations and tests.
    public static func inMemory() throws(StoreError) -> JournalStore {
        do {
            var configuration = Configuration()
            configuration.prepareDatabase(CountedStatements.begin)
            let queue = try DatabaseQueue(configuration: configuration)
            try Schema.migrator.migrate(queue)
            try queue.write(ReadModels.rebuild)
            return try JournalStore(queue: queue)
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the journal cleanly, so that the next opening is quick, and releases the folder. Any later call fails.
    ///
    /// If another program moved or removed the database, the open file goes with this process: a backup of it is made first.
    public func close() throws(StoreError) {
        writer = nil
        defer { folder = nil }
        if damage == nil, files?.problem() == nil { try? overwriting?.perform(queue) }
        let problem = files?.problem()
        let isInPlace = problem == nil || problem == .logIsElsewhere
        do {
            if isInPlace, damage == nil {
                // SQLite refuses while a backup reads. The next opening then processes the log.
                if folder != nil { removeMark() }
            } else {
                if problem == .databaseIsElsewhere { try? saveAsBackup() }
                // The log belongs to the file that was open, or has lost its end.
                queue.unsafeRead(ImmutableRead.keepLog)
            }
            try queue.closeForGood()
        } catch {
            throw StoreError(error)
        }
        // Without the marker the journal is checked after the next opening; nothing is lost.
        if isInPlace, damage == nil, !needsCheck, let paths = folder?.paths { try? CleanShutdownMarker.write(paths) }
    }

    /// Removes the mark of an open file, and moves the log into the file. If the disk refuses that, the log stays beside the file, so that
    /// the next opening does not miss it.
    private func removeMark() {
        defer { try? moveLogIntoDatabase() }
        guard isMarked else { return }
        let remove = { [queue] in try queue.write(OpenMark.remove) }
        if (try? remove()) != nil { return }
        // An empty log may leave room for the change.
        try? moveLogIntoDatabase()
        if (try? remove()) == nil { queue.unsafeRead(ImmutableRead.keepLog) }
    }

    private func moveLogIntoDatabase() throws {
        _ = try queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
    }

    /// Makes the backup of the last event's day from the open file, which no path leads to.
    private func saveAsBackup() throws {
        guard let folder, let day = try lastDay() else { return }
        try Backups(folder: folder.paths.backups).make(day: day) { body in try queue.unsafeRead(body) }
    }

    private func lastDay() throws -> CalendarDay? {
        try queue.unsafeRead { db in
            try ChangeRow.last(db).flatMap { CalendarDay(String($0.change.at.description.prefix(10))) }
        }
    }

    public func note(_ check: JournalCheck) {
        switch check {
        case .valid: needsCheck = false
        case .wrongReadModels:
            // If the disk refuses it, the next check finds them wrong again.
            try? writing(ReadModels.invalidate)
        case .damaged(let problem):
            // What was read may be other files than the open ones, which the next change says.
            do throws(StoreError) { try checkFiles() } catch { if error.cause == .misplaced { return } }
            refuseChanges(because: StoreError(problem, .damaged))
        }
    }

    /// Refuses to write from now on, and lets the next opening check everything first.
    private func refuseChanges(because damage: StoreError) {
        guard self.damage == nil else { return }
        self.damage = damage
        if let paths = folder?.paths { DamageNote.write(damage.reason, paths) }
    }

    /// Whether the open files are where the next start will look for them, and whole.
    private func checkFiles() throws(StoreError) {
        if let damage { throw damage }
        guard let files, let problem = files.problem() else { return }
        // Nothing else can read a log that was removed, so what it holds goes into the database now.
        if problem == .logIsElsewhere { try? moveLogIntoDatabase() }
        let words = files.words(problem)
        if let paths = folder?.paths { DamageNote.write(words, paths) }
        throw StoreError(words, .misplaced)
    }

    public var isSnapshotDue: Bool { tail.isWorthSnapshot }

    public func commit(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        let hasPurge = changes.contains { $0.events.contains { Erasure.eventTypes.contains($0.type) } }
        if hasPurge, let folder { try ErasureNote.write(folder.paths) }
        do {
            try writeOrRetry(changes, snapshot)
        } catch {
            // An outcome that is unknown may be a purge.
            if hasPurge, overwriting == nil, error.cause != .uncertain, let folder {
                try? ErasureNote.remove(folder.paths)
            }
            throw error
        }
        if hasPurge, let folder { overwriting = PageOverwriting(folder.paths) }
        if overwriting != nil { overwritePages(isAfterPurge: hasPurge) }
    }

    private func writeOrRetry(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        do {
            try write(changes, snapshot)
        } catch {
            guard error.cause != .uncertain else { throw settled(error) }
            guard snapshot != nil, error.cause == .disk else { throw error }
            // There may be room for the changes alone.
            try write(changes, nil)
        }
    }

    public func noteEndOfReader() {
        guard writer != nil, damage == nil, files?.problem() == nil else { return }
        overwritePages(isAfterPurge: false)
    }

    /// Overwrites what a purge has erased. While something prevents it, the note remains: each commit and the end of each process
    /// that the daemon has started to read empty the log if no reader needs it, and the next purge, the close and the next opening
    /// write the database again.
    private func overwritePages(isAfterPurge: Bool) {
        guard var work = overwriting, work.isWritten || isAfterPurge else { return }
        let isDone = (try? work.perform(queue)) != nil
        overwriting = isDone ? nil : work
        files?.noteCommit()
    }

    /// After a failed write or sync, the commit may be whole in the log, and a start after a kill would find it. Another one is
    /// written over it. If the disk takes that, nothing of the first is left.
    private func settled(_ error: StoreError) -> StoreError {
        var error = error
        if (try? write([], nil)) != nil { error.cause = .disk }
        return error
    }

    private func write(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        var (chain, tail, prunedRollovers) = (chain, tail, prunedRollovers)
        guard let writer else { throw StoreError("the journal is closed") }
        try checkFiles()
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
                for event in change.events { try JournalErasure(event)?.perform(db, readModels) }
                tail.add(change)
            }
            if let snapshot {
                try Self.insert(snapshot, into: db)
                tail.begin(after: snapshot)
            }
        }
        files?.noteCommit()
        (self.chain, self.tail, self.prunedRollovers) = (chain, tail, prunedRollovers)
        isCopy = false
        isWritten = true
    }

    /// Whether a change's events are numbered from `seq` on, and it has the time of the first one.
    private static func follows(_ change: Change, _ seq: Int) -> Bool {
        change.events.first?.at == change.at
            && change.events.enumerated().allSatisfy { $1.seq == seq + 1 + $0 }
    }

    public func change(withKey key: String) throws(StoreError) -> Change? {
        try reading { db in try ReplyRow.change(db, withKey: key) }
    }

    public func lastSeq() throws(StoreError) -> Int { chain.seq }

    // MARK: Access

    /// Runs `body` in one transaction: if it throws, or the disk refuses, everything is rolled back and the connection
    /// remains usable.
    func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.write(body) } catch { throw noted(error) }
    }

    /// ``writing(_:)`` with the statements of commits.
    private func transaction(
        of writer: JournalWriter, _ body: (Database) throws -> Void
    ) throws(StoreError) {
        do {
            try queue.writeWithoutTransaction { db in try writer.transaction(db) { try body(db) } }
        } catch {
            throw noted(error)
        }
    }

    /// Runs `body` outside a transaction: no other process writes, and each request with a key reads once.
    func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.unsafeRead(body) } catch { throw noted(error) }
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
            throw noted(error)
        }
    }

    /// The error in words. One that shows damage ends all writing: what follows would rest on it.
    private func noted(_ error: any Error) -> StoreError {
        let error = StoreError(error)
        if error.cause == .damaged { refuseChanges(because: error) }
        return error
    }
}
