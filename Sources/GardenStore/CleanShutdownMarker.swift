import GardenCore
import SystemPackage

/// The mark of a stop in good order: how the database's file stood then. While it stands so still, nothing but the
/// store has written to it, and the next opening need not read all of it.
enum CleanShutdownMarker {
    /// Leaves the mark, unless some of the journal still stands in SQLite's log.
    static func write(_ paths: DataPaths) throws(StoreError) {
        guard !hasLog(paths), let line = line(of: paths.database) else { return }
        try DiskFile.write(line, to: paths.cleanShutdownMarker)
        try DiskFile.sync(paths.root)
    }

    /// Whether the database is exactly as the last stop left it.
    static func holds(_ paths: DataPaths) -> Bool {
        guard !hasLog(paths), let line = line(of: paths.database) else { return false }
        return (try? DiskFile.head(paths.cleanShutdownMarker, count: line.count + 1)) == line
    }

    /// Takes the mark away, before anything is written.
    static func remove(_ paths: DataPaths) throws(StoreError) {
        guard DiskFile.exists(paths.cleanShutdownMarker) else { return }
        try DiskFile.remove(paths.cleanShutdownMarker)
        try DiskFile.sync(paths.root)
    }

    private static func hasLog(_ paths: DataPaths) -> Bool { DiskFile.size(paths.writeAheadLog) ?? 0 > 0 }

    /// The time of the last change of the inode (ctime) is among it, for nobody can set that one back.
    private static func line(of path: String) -> [UInt8]? {
        guard let status = DiskFile.status(path) else { return nil }
        let (written, changed) = (status.st_mtim, status.st_ctim)
        let text =
            "size \(status.size) mtime \(written.tv_sec).\(written.tv_nsec)"
            + " ctime \(changed.tv_sec).\(changed.tv_nsec) inode \(status.inode.rawValue)\n"
        return Array(text.utf8)
    }
}
