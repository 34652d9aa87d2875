import GRDB
import GardenCore
import Glibc

/// What a full backup reads of a journal.
struct FullBackupJournal {
    var state: GardenState
    /// The photos to copy: those that visits have, and those that undo can bring back.
    var photos: [NamedPhoto]
    /// The photos that visits have.
    var shown: Set<String>
    /// The digest of the chain at the last event.
    var head: String

    private static let namesOfPage = 1000

    init(_ db: Database) throws {
        state = try Self.state(db)
        photos = try Self.photos(state.keptPhotos, db)
        head = try Self.head(at: state.seq, db) ?? ""
        shown = Set(try Self.photos(state.shownPhotos, db).map(\.name))
    }

    /// The digest of the chain at an event, in hexadecimal digits.
    ///
    /// - Returns: `nil` if the journal has no change that ends with the event.
    static func head(at seq: Int, _ db: Database) throws -> String? {
        guard seq > 0 else { return ContentDigest.hexadecimal(Chain().digest) }
        return try ChangeRow.row(db, withEvent: seq).flatMap { row in
            row.lastSeq == seq ? ContentDigest.hexadecimal(row.digest) : nil
        }
    }

    /// The state after the last event.
    static func state(_ db: Database) throws -> GardenState {
        var state = try JournalStore.newestSnapshot(db)?.state ?? GardenState()
        try ChangeRow.forEach(db, after: state.seq) { row in
            try state.replay(row.change)
            return true
        }
        return state
    }

    private static func photos(_ scope: PhotoScope, _ db: Database) throws -> [NamedPhoto] {
        var all: [NamedPhoto] = []
        while true {
            let query = PhotosQuery(after: all.last?.name ?? "", limit: namesOfPage, in: scope)
            let page = try VisitPhotoTable.photos(query, in: db)
            all += page
            guard page.count == namesOfPage else { return all }
        }
    }

    /// Reads the journal of a data folder, whether or not a daemon has it open.
    ///
    /// Without a daemon it holds the folder's lock meanwhile, for milliseconds, and checks the log, because SQLite silently drops a
    /// damaged end.
    static func read<Value>(_ paths: DataPaths, _ body: (Database) throws -> Value) throws -> Value {
        guard DiskFile.exists(paths.database) else {
            throw FullBackupError.refused("there is no garden in \(paths.root)")
        }
        let folder: DataFolder
        do throws(OpeningError) { folder = try DataFolder(opening: paths, processId: getpid()) } catch {
            guard case .inUse = error else { throw FullBackupError.failed(error.message) }
            return try SharedRead.read(DiskFile.resolved(paths.database), body)
        }
        let found = folder.paths
        if let problem = try WriteAheadLog.problem(found.writeAheadLog) {
            throw FullBackupError.damaged("\(found.database) \(problem)")
        }
        return try withExtendedLifetime(folder) { try ImmutableRead.read(found.database, body) }
    }

    /// Makes the tables that are derived from the journal again, in a copy.
    static func rebuildReadModels(of copy: String) throws {
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.closeForGood() }
        try queue.write(ReadModels.rebuild)
    }
}
