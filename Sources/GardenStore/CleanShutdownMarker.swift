import GardenCore
import SystemPackage

/// The marker of a clean stop: the status of the database file at that time. As long as the status is unchanged, only
/// the store has written to the file, and neither the next opening nor a check after it need read all of it.
enum CleanShutdownMarker {
    /// Writes the marker, unless part of the journal is still in SQLite's log.
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

    /// Removes the marker, before anything is written.
    static func remove(_ paths: DataPaths) throws(StoreError) {
        guard DiskFile.exists(paths.cleanShutdownMarker) else { return }
        try DiskFile.remove(paths.cleanShutdownMarker)
        try DiskFile.sync(paths.root)
    }

    /// Whether the last run ended cleanly, whatever has become of the database since.
    static func exists(_ paths: DataPaths) -> Bool { DiskFile.exists(paths.cleanShutdownMarker) }

    private static func hasLog(_ paths: DataPaths) -> Bool { DiskFile.size(paths.writeAheadLog) ?? 0 > 0 }

    private static func line(of path: String) -> [UInt8]? {
        DiskFile.fingerprint(path).map { Array("\($0)\n".utf8) }
    }
}
