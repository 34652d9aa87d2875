import FileKit
import GRDB
import GardenAPI
import GardenCore
import Glibc
import SystemPackage
import TimeKit

/// The folder of daily backups: `garden-YYYY-MM-DD.sqlite`, the newest seven. Files of any other name are not its
/// business and stay.
public struct Backups: Sendable, Equatable {
    /// How many are kept.
    public static let kept = 7

    public let folder: String

    public init(folder: String) { self.folder = folder }

    public struct Backup: Sendable, Equatable {
        public var day: CalendarDay
        public var path: String
    }

    /// Every file that is named as a backup, the newest day last.
    public func all() throws(StoreError) -> [Backup] {
        try DiskFile.names(in: folder).compactMap { name in
            Self.day(ofName: name).map { Backup(day: $0, path: "\(folder)/\(name)") }
        }
    }

    /// Whether there is none yet of that logical day. A later one is no reason to make none: a clock may have been wrong.
    public func isDue(day: CalendarDay) throws(StoreError) -> Bool {
        !(try all().contains { $0.day == day })
    }

    /// The path of the newest one that is sound, after a check of the whole; `nil` when none is.
    public func newestGood() throws(StoreError) -> String? {
        try all().last { (try? DatabaseCheck.run($0.path)) != nil }?.path
    }

    /// Makes the backup of a day, checks it, and only then drops those beyond the newest ``kept``.
    ///
    /// It may run in another process than the daemon's, which goes on writing meanwhile. One of the same day is
    /// replaced.
    ///
    /// - Returns: the backup's path.
    public func make(database: String, day: CalendarDay) throws(StoreError) -> String {
        try DiskFile.createFolder(folder)
        let lock = try takeLock()
        defer { try? lock.close() }
        let path = "\(folder)/\(Self.name(of: day))"
        let unfinished = "\(path).new"
        do throws(DatabaseCheck.Problem) {
            _ = try DatabaseCopy.make(at: unfinished) { body in try Self.read(database, body) }
        } catch {
            throw StoreError("cannot back up \(database): \(error.words("the copy"))")
        }
        try DiskFile.rename(unfinished, to: path)
        try DiskFile.sync(folder)
        for backup in try all().dropLast(Self.kept) { try DiskFile.remove(backup.path) }
        return path
    }

    /// One at a time: a child may outlive the daemon that started it, and meet the next one's.
    private func takeLock() throws(StoreError) -> FileDescriptor {
        do {
            let lock = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
            do { try Errno.check(flock(lock.rawValue, LOCK_EX)) } catch {
                try? lock.close()
                throw error
            }
            return lock
        } catch {
            throw StoreError("\(folder): \(error)")
        }
    }

    /// Reads a database that a daemon may have open.
    private static func read(_ path: String, _ body: (Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.closeForGood() }
        try queue.read(body)
    }

    private static let prefix = "garden-"
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
        case .damaged(let problem), .newer(let problem): return "\(subject) \(problem)"
        case .unreadable(let error): return error.reason
        }
    }
}
