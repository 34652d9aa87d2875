import GardenAPI
import GardenCore

/// What `gardend restore` does: a backup in place, and what was there kept under a new name (API §4).
public struct Restore: Equatable {
    /// The backup that was taken.
    public var backup: String
    /// How many events the journal holds now.
    public var events: Int
    /// When the last of them happened; `nil` when there is none.
    public var lastEventAt: Instant?
    /// The path under which the database that was there is kept; `nil` when there was none.
    public var keptAs: String?

    /// Puts a backup in place.
    ///
    /// It is copied and checked first, so that a bad one changes nothing. What was there is renamed, not copied: a
    /// damaged file stays as it is, to the byte, and its log with it.
    ///
    /// - Parameters:
    ///   - folder: held by its lock, so that no daemon lives.
    ///   - backup: a path; `nil` for the newest good one.
    ///   - now: for the name of what was there.
    public static func perform(in folder: DataFolder, backup: String?, now: Timestamp) throws(StoreError) -> Restore {
        let paths = folder.paths
        let backup = if let backup { backup } else { try newestGood(Backups(folder: paths.backups)) }
        guard DiskFile.exists(backup) else { throw StoreError("there is no backup \(backup)") }
        let verdict: DatabaseCheck.Verdict
        do throws(DatabaseCheck.Problem) {
            verdict = try DatabaseCopy.make(at: paths.unfinished) { body in try UntouchedDatabase.read(backup, body) }
        } catch {
            throw StoreError("\(backup) was not put in place: \(error.words("it"))")
        }
        try CleanStop.remove(paths)
        let keptAs = try keepAside(paths, now)
        try DiskFile.rename(paths.unfinished, to: paths.database)
        try DiskFile.sync(paths.root)
        return Restore(
            backup: backup, events: verdict.events, lastEventAt: verdict.lastEventAt, keptAs: keptAs)
    }

    /// What was done, for people.
    public func message(in zone: ZoneRules) -> String {
        let last = lastEventAt.map { ", the last of \(zone.timestamp($0))" } ?? ""
        let kept = keptAs.map { " What was there is kept as \($0)." } ?? ""
        return "\(backup) is in place, with \(events == 1 ? "1 event" : "\(events) events")\(last).\(kept)"
    }

    private static func newestGood(_ backups: Backups) throws(StoreError) -> String {
        if let path = try backups.newestGood() { return path }
        let count = try backups.all().count
        throw StoreError(
            count == 0
                ? "there is no backup in \(backups.folder)"
                : "none of the \(count) backups in \(backups.folder) is sound")
    }

    /// Gives the database and its log a name that nothing has yet.
    ///
    /// The database goes first: were its log to go first and the power with it, what is left would open as an older
    /// garden. A database that is missing beside its log does not open.
    private static func keepAside(_ paths: DataPaths, _ now: Timestamp) throws(StoreError) -> String? {
        let files = [paths.database, paths.writeAheadLog].filter(DiskFile.exists)
        guard !files.isEmpty else {
            try DiskFile.remove(paths.sharedMemory)
            return nil
        }
        let name = freeName(paths, now)
        let newName = { (file: String) in name + file.dropFirst(paths.database.count) }
        for file in files { try DiskFile.rename(file, to: newName(file)) }
        if DiskFile.exists(paths.sharedMemory) {
            try DiskFile.rename(paths.sharedMemory, to: newName(paths.sharedMemory))
        }
        try DiskFile.sync(paths.root)
        return newName(files[0])
    }

    /// How the files begin that were moved out of the way.
    static let namePrefix = "garden-damaged-"

    private static func freeName(_ paths: DataPaths, _ now: Timestamp) -> String {
        // 2026-11-21T09:25:00.000+09:00 → 20261121-092500
        let digits = now.description.prefix(19).filter(\.isNumber)
        let stem = "\(paths.root)/\(namePrefix)\(digits.prefix(8))-\(digits.dropFirst(8))"
        let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? "\(stem).sqlite" : "\(stem)-\($0).sqlite" }
        return names.first { name in ["", "-wal", "-shm"].allSatisfy { !DiskFile.exists(name + $0) } } ?? stem
    }
}
