import GardenAPI

/// The paths of the data folder (API §4). It accesses no file.
public struct DataPaths: Sendable, Equatable {
    public let root: String

    /// - Parameter root: the folder, absolute, without a slash at its end.
    public init(root: String) { self.root = root }

    /// The journal and the read models made from it.
    public var database: String { "\(root)/garden.sqlite" }
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
    public var backups: String { "\(root)/backups" }
    public var archive: String { "\(root)/archive" }
}
