import GRDB
import GRDBSQLite
import GardenCore

/// Opens a journal. Nothing is changed until it has been found valid.
struct JournalOpening {
    let queue: DatabaseQueue
    let chain: Chain
    let writer: JournalWriter
    let isCopy: Bool
    let tail: SnapshotTail
    /// Whether the journal has not been checked completely since a run that did not end cleanly.
    let needsCheck: Bool
    /// Whether the log of the journal was missing.
    let missingLog: MissingLog?
    /// Whether the file has the mark of an open one.
    let isMarked: Bool
    /// The rest of a purge that could not be completed; `nil` if there is nothing to do.
    let overwriting: PageOverwriting?

    /// The findings of a check before the opening.
    private struct Finding {
        var needsReadModels: Bool
        var needsCheck: Bool
        /// Whether a run has found something wrong that may be in the snapshots.
        var distrustsSnapshots = false
    }

    /// - Parameter paths: of a folder with its lock held.
    init(_ paths: DataPaths) throws(OpeningError) {
        let finding = try Self.check(paths)
        needsCheck = finding.needsCheck
        missingLog = CleanShutdownMarker.holds(paths) ? nil : MissingLog.find(paths.database)
        if let missingLog { MissingLogNote.write(missingLog, of: paths.database, paths) }
        do {
            if DiskFile.exists(paths.database) {
                try CleanShutdownMarker.remove(paths)
                try DiskFile.makePrivate(paths.database)
            } else {
                try Self.create(paths)
            }
            queue = try DatabaseQueue(path: paths.database, configuration: Self.configuration)
            try Schema.migrator.migrate(queue)
            if finding.needsReadModels { try queue.write(ReadModels.rebuild) }
            if finding.distrustsSnapshots { try queue.write { db in try db.execute(sql: "DELETE FROM snapshot") } }
            // Only now: what it warns of must not be served after a kill either.
            try DamageNote.remove(paths)
            overwriting = Self.completePurge(queue, paths)
            isMarked = OpenMark.set(queue, paths.database)
            chain = try queue.unsafeRead { db in try ChangeRow.last(db).map { Chain(upTo: $0) } ?? Chain() }
            writer = try queue.unsafeRead(JournalWriter.init)
            isCopy = try queue.unsafeRead { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM copied") } != 0
            tail = try queue.unsafeRead(SnapshotTail.init)
            // From now on the loop waits for no other lock.
            _ = queue.unsafeRead { db in sqlite3_busy_timeout(db.sqliteConnection, 0) }
        } catch {
            let error = StoreError(error)
            guard error.cause == .damaged else { throw .failed(error) }
            throw Self.damaged(paths, "cannot be used: \(error.reason)", Backups(folder: paths.backups))
        }
    }

    /// Completes a purge that a kill or the disk has interrupted. What still prevents it does not prevent a start.
    private static func completePurge(_ queue: DatabaseQueue, _ paths: DataPaths) -> PageOverwriting? {
        guard ErasureNote.isPresent(paths) else { return nil }
        var overwriting = PageOverwriting(paths)
        return (try? overwriting.perform(queue)) == nil ? overwriting : nil
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // A child of a killed run may still read the database, or recover its log.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            CountedStatements.begin(db)
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            // A start reads the whole log. A reader that delays a checkpoint, such as a check, lets it grow for a while.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 250; PRAGMA journal_size_limit = \(4 << 20)")
        }
        return configuration
    }

    /// Checks everything before the start if another program has changed the file since it was closed, or if damage was found
    /// in it. A run that was killed, or ended by a power cut, can have damaged only the log and the pages that the log still
    /// has; SQLite recovers those.
    private static func check(_ paths: DataPaths) throws(OpeningError) -> Finding {
        let backups = Backups(folder: paths.backups)
        guard DiskFile.exists(paths.database) else {
            if let problem = try absence(paths) { throw damaged(paths, problem, backups) }
            return Finding(needsReadModels: true, needsCheck: false)
        }
        let wasClosed = CleanShutdownMarker.exists(paths)
        let isAsClosed = CleanShutdownMarker.holds(paths)
        do throws(DatabaseCheck.Problem) {
            if !DamageNote.isPresent(paths), isAsClosed || !wasClosed, try DatabaseCheck.runBriefly(paths.database) {
                return Finding(needsReadModels: false, needsCheck: !isAsClosed)
            }
            let areReadModelsValid = try DatabaseCheck.run(paths.database).readModelProblem == nil
            return Finding(
                needsReadModels: !areReadModelsValid, needsCheck: false,
                distrustsSnapshots: DamageNote.isPresent(paths))
        } catch {
            switch error {
            case .damaged(let problem, _): throw damaged(paths, problem, backups)
            case .newer(let problem): throw .newer(NewerDatabase(file: paths.database, problem: problem))
            case .preview: throw preview(paths, backups)
            case .unreadable(let error): throw .failed(error)
            }
        }
    }

    /// The problem of a missing database: whether traces show that it existed; `nil` in a new folder.
    private static func absence(_ paths: DataPaths) throws(OpeningError) -> String? {
        do throws(StoreError) {
            let traces = try traces(paths)
            guard !traces.isEmpty else { return nil }
            let list = traces.joined(separator: ", ")
            return "is missing, but \(list) shows that it existed; to start a new garden, move that away"
        } catch {
            throw .failed(error)
        }
    }

    /// The files and folders next to a database that show that it exists, or existed.
    static func traces(_ paths: DataPaths) throws(StoreError) -> [String] {
        let keptAside = try DiskFile.names(in: paths.databaseFolder).filter { $0.hasPrefix(Restore.namePrefix) }
        return [paths.writeAheadLog, paths.cleanShutdownMarker].filter(DiskFile.exists)
            + keptAside.map { "\(paths.databaseFolder)/\($0)" }
            + (try Backups(folder: paths.backups).all().isEmpty ? [] : [paths.backups])
    }

    /// A preview's database is like a damaged one as long as there is a backup to restore.
    private static func preview(_ paths: DataPaths, _ backups: Backups) -> OpeningError {
        do throws(StoreError) {
            guard try backups.newestValid() == nil else { return damaged(paths, PreviewDatabase.problem, backups) }
            return .preview(try PreviewDatabase(paths))
        } catch {
            return .failed(error)
        }
    }

    private static func damaged(_ paths: DataPaths, _ problem: String, _ backups: Backups) -> OpeningError {
        .damaged(
            DamagedDatabase(file: paths.database, problem: problem, newestValidBackup: try? backups.newestValid()))
    }

    /// Creates a new database under another name and renames it once it is complete, so that a partial one never
    /// appears.
    private static func create(_ paths: DataPaths) throws {
        try DatabaseCopy.removeUnfinished(paths.unfinished)
        try DiskFile.create(paths.unfinished)
        let queue = try DatabaseQueue(path: paths.unfinished, configuration: configuration)
        try Schema.migrator.migrate(queue)
        try queue.closeForGood()
        try DiskFile.sync(paths.unfinished)
        try DiskFile.rename(paths.unfinished, to: paths.database)
        try DiskFile.sync(paths.databaseFolder)
    }
}
