import GardenAPI

/// What the data folder holds, by path (API §4). It touches nothing.
public struct DataPaths: Sendable, Equatable {
    public let root: String

    /// - Parameter root: the folder, absolute, without a slash at its end.
    public init(root: String) { self.root = root }

    /// The journal with all that was read out of it.
    public var database: String { "\(root)/garden.sqlite" }
    /// What SQLite has committed and not yet moved into ``database``: a part of the journal, never to be thrown away.
    public var writeAheadLog: String { "\(database)-wal" }
    /// SQLite's index of ``writeAheadLog``, made anew whenever it is missing.
    public var sharedMemory: String { "\(database)-shm" }
    /// A database on its way into place; one left over is half a file and worth nothing.
    public var unfinished: String { "\(database).new" }
    /// Held by whoever may write here.
    public var lock: String { "\(root)/\(LockHolder.fileName)" }
    /// Tells that ``database`` was closed in good order.
    public var cleanShutdownMarker: String { "\(root)/clean-stop" }
    public var backups: String { "\(root)/backups" }
    public var archive: String { "\(root)/archive" }
}
