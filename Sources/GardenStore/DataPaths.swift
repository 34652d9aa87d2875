import GardenAPI
import GardenCore

/// The paths of the data folder (API §4). It accesses no file.
public struct DataPaths: Sendable, Equatable {
    public let root: String
    /// The journal and the read models made from it.
    public let database: String

    /// - Parameter root: the folder, absolute, without a slash at its end.
    public init(root: String) { self.init(root: root, database: "\(root)/garden.sqlite") }

    /// - Parameter database: the file that `garden.sqlite` is a link to, if it is one.
    init(root: String, database: String) {
        self.root = root
        self.database = database
    }

    /// The folder of ``database``, which also has its log: ``root``, unless `garden.sqlite` is a link.
    var databaseFolder: String { String(database[..<(database.lastIndex(of: "/") ?? database.startIndex)]) }
    /// SQLite's log of commits that are not yet in ``database``: a part of the journal, never to be deleted.
    public var writeAheadLog: String { "\(database)-wal" }
    /// SQLite's index of ``writeAheadLog``, recreated whenever it is missing.
    public var sharedMemory: String { "\(database)-shm" }
    /// A database under construction; after a crash it is an incomplete file without value.
    public var unfinished: String { "\(database).new" }
    /// The lock file of the folder's only writer.
    public var lock: String { "\(root)/\(LockHolder.fileName)" }
    /// Present if ``database`` was closed cleanly.
    public var cleanShutdownMarker: String { "\(root)/clean-stop" }
    /// Present if ``database`` may be damaged.
    var damageNote: String { "\(root)/damage" }
    /// Present after a start without the log that ``database`` had.
    public var missingLogNote: String { "\(root)/missing-log" }
    /// Present while pages of ``database`` may have what a purge has erased.
    public var erasureNote: String { "\(root)/purging" }
    public var backups: String { "\(root)/backups" }
    public var archive: String { "\(root)/archive" }
}

extension DataPaths {
    /// The paths with the target of `garden.sqlite`, if that is a symbolic link. SQLite keeps its log beside the target, so
    /// everything else must look for it there, too.
    func followingLink() throws(StoreError) -> DataPaths {
        guard DiskFile.status(database)?.type == .symbolicLink else { return self }
        let target = DiskFile.resolved(database)
        guard target != database else {
            throw StoreError("\(database) is a symbolic link to a file that does not exist")
        }
        return DataPaths(root: root, database: target)
    }
}
