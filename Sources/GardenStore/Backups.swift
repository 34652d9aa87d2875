import FileKit
import GRDB
import GardenAPI
import GardenCore
import Glibc
import SystemPackage
import TimeKit

/// The folder of daily backups: `garden-YYYY-MM-DD.sqlite`, the newest seven. Files with other names are not removed, such as
/// the backups before a reset.
///
/// The newest backup is the one with the most events, whatever its day: a clock that was wrong also dated its backups
/// wrongly, but the journal only grows.
public struct Backups: Sendable, Equatable {
    /// How many backups are kept.
    public static let kept = 7

    public let folder: String

    public init(folder: String) { self.folder = folder }

    public struct Backup: Sendable, Equatable {
        public var day: CalendarDay
        public var path: String
    }

    /// Every file with a backup's name, the latest day last.
    public func all() throws(StoreError) -> [Backup] {
        try DiskFile.names(in: folder).compactMap { name in
            Self.day(ofName: name).map { Backup(day: $0, path: "\(folder)/\(name)") }
        }
    }

    /// Whether that logical day lacks a backup. A backup of a later day does not count, because a clock may have been
    /// wrong.
    public func isDue(day: CalendarDay) throws(StoreError) -> Bool {
        !(try all().contains { $0.day == day })
    }

    /// Every backup, the newest last. Those that cannot be read come first. Only their last rows are read.
    public func oldestFirst() throws(StoreError) -> [Backup] { try BackupRanking(self).oldestFirst() }

    /// The path of the newest valid backup, after a complete check; `nil` if none is valid.
    public func newestValid() throws(StoreError) -> String? {
        try allOldestFirst().last { (try? DatabaseCheck.run($0)) != nil }
    }

    /// The paths of every backup, those before a reset among them, the newest last. If a backup of a day had the reset, it would
    /// have more events than the one before it, unless a person has restored a still older journal since.
    func allOldestFirst() throws(StoreError) -> [String] {
        let paths = try allBeforeReset() + oldestFirst().map(\.path)
        let events = paths.map { DatabaseCheck.contentByLastChange($0)?.events ?? -1 }
        return paths.indices.sorted { (events[$0], $0) < (events[$1], $1) }.map { paths[$0] }
    }

    /// Makes the backup of a day, checks it, and only then drops those beyond the newest ``kept``. It never drops the one
    /// that it made, so that the day's backup is no longer due, whatever the days of the others are.
    ///
    /// It may run in another process while the daemon continues to write. It replaces a backup of the same day.
    ///
    /// - Returns: the backup's path.
    public func make(database: String, day: CalendarDay) throws(StoreError) -> String {
        try make(day: day, comparesSnapshots: true) { body in try SharedRead.read(database, body) }
    }

    /// ``make(database:day:)`` of a database that no path leads to.
    ///
    /// - Parameters:
    ///   - comparesSnapshots: whether the check of the copy replays the journal and compares the snapshots with it.
    ///   - read: provides a connection that reads it.
    @discardableResult
    func make(
        day: CalendarDay, comparesSnapshots: Bool = false, reading read: ((Database) throws -> Void) throws -> Void
    ) throws(StoreError) -> String {
        let path = "\(folder)/\(Self.name(of: day))"
        let lock = try takeLock()
        defer { try? lock.close() }
        try copy(to: path, comparesSnapshots: comparesSnapshots, reading: read)
        let others = try oldestFirst().filter { $0.path != path }
        for backup in others.dropLast(Self.kept - 1) { try DiskFile.remove(backup.path) }
        return path
    }

    /// Makes a backup that is kept until a person removes it, and checks it.
    ///
    /// - Parameter path: from ``unusedPathBeforeReset(at:)``.
    /// - Throws: if the journal cannot be read, or the backup cannot be written or is not valid; then there is no file.
    public func make(database: String, path: String) throws(StoreError) {
        let lock = try takeLock()
        defer { try? lock.close() }
        try copy(to: path) { body in try SharedRead.read(database, body) }
    }

    /// An unused path for a backup before a reset.
    public func unusedPathBeforeReset(at now: Timestamp) -> String {
        DiskFile.unusedDatabase("\(folder)/\(Self.prefixBeforeReset)\(now.compact)")
    }

    /// The paths of the backups before a reset, the oldest first.
    public func allBeforeReset() throws(StoreError) -> [String] {
        try DiskFile.names(in: folder).filter { $0.hasPrefix(Self.prefixBeforeReset) && $0.hasSuffix(Self.suffix) }
            .sorted().map { "\(folder)/\($0)" }
    }

    /// The paths of files that have an effect as an event was written with, or cannot be read: backups, also one that is being
    /// made, and the databases that a restore has kept.
    ///
    /// - Parameter database: the path of the database in use.
    public func files(with effect: WrittenEffect, beside database: String) -> [String] {
        let kept = DataPaths(root: folder, database: DiskFile.resolved(database)).databaseFolder
        let suffixes = [Self.suffix, "\(Self.suffix).new"]
        return [folder, kept].flatMap { folder in
            ((try? DiskFile.names(in: folder)) ?? []).filter { name in
                name.hasPrefix(Self.prefix) && suffixes.contains(where: name.hasSuffix)
            }.map { "\(folder)/\($0)" }
        }.filter { $0.hasSuffix(".new") || DatabaseCheck.mayHave(effect, $0) }
    }

    /// Removes a backup before a reset, if it is there.
    public func remove(_ path: String) { try? DiskFile.remove(path) }

    private func copy(
        to path: String, comparesSnapshots: Bool = false, reading read: ((Database) throws -> Void) throws -> Void
    ) throws(StoreError) {
        let unfinished = "\(path).new"
        do throws(DatabaseCheck.Problem) {
            _ = try DatabaseCopy.make(at: unfinished, comparesSnapshots: comparesSnapshots, reading: read)
        } catch {
            var cause = StoreError.Cause.disk
            if case .damaged = error { cause = .damaged }
            throw StoreError("cannot make the backup \(path): \(error.words("the copy"))", cause)
        }
        try DiskFile.rename(unfinished, to: path)
        try DiskFile.sync(folder)
    }

    /// Creates the folder if it is missing, and allows one backup at a time: a person can make one beside the daemon.
    private func takeLock() throws(StoreError) -> FileDescriptor {
        try DiskFile.createFolder(folder)
        do {
            let lock = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
            do {
                try Errno.check(flock(lock.rawValue, LOCK_EX))
                try removeUnfinished()
            } catch {
                try? lock.close()
                throw error
            }
            return lock
        } catch {
            throw StoreError("\(folder): \(error)")
        }
    }

    /// Removes what killed attempts left.
    private func removeUnfinished() throws(StoreError) {
        for name in try DiskFile.names(in: folder) where name.hasPrefix(Self.prefix) && name.hasSuffix(".new") {
            try DatabaseCopy.removeUnfinished("\(folder)/\(name)")
        }
    }

    private static let prefix = "garden-"
    private static let prefixBeforeReset = "garden-before-reset-"
    private static let suffix = ".sqlite"

    private static func name(of day: CalendarDay) -> String { "\(prefix)\(day)\(suffix)" }

    private static func day(ofName name: String) -> CalendarDay? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        return CalendarDay(String(name.dropFirst(prefix.count).dropLast(suffix.count)))
    }
}

extension DatabaseCheck.Problem {
    /// The problem as a sentence about `subject`.
    func words(_ subject: String) -> String {
        switch self {
        case .damaged(let problem, _), .newer(let problem): return "\(subject) \(problem)"
        case .preview: return "\(subject) \(PreviewDatabase.problem)"
        case .unreadable(let error): return error.reason
        }
    }
}
