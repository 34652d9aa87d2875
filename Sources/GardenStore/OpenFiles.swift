import FileKit

/// The files of a database that is open, to notice that one is no longer at its path. With a write-ahead log SQLite does not
/// notice it, and would continue to write into a file that is never opened again.
struct OpenFiles {
    /// What another program has done to a file.
    enum Problem: Equatable {
        /// The database was removed, moved or replaced, or its folder was.
        case databaseIsElsewhere
        /// The log was removed, moved or replaced. What it holds is still readable through the open file.
        case logIsElsewhere
        /// The log lost acknowledged changes.
        case logIsTruncated
    }

    private let paths: DataPaths
    private let database: FileAtPath.ID?
    /// The log after the last commit; `nil` before the first one, which creates it.
    private var log: FileAtPath.ID?
    /// The size of the log after the last commit. SQLite makes it shorter only in a commit, or for a program that asks for
    /// that.
    private var logBytes = 0

    /// - Parameter paths: of a database that has just been opened.
    init(_ paths: DataPaths) {
        self.paths = paths
        database = FileAtPath(paths.database)?.id
    }

    /// A commit has reached the log.
    mutating func noteCommit() {
        guard let file = FileAtPath(paths.writeAheadLog) else { return }
        if log == nil { log = file.id }
        logBytes = file.bytes
    }

    /// What has happened to the files since the last commit; `nil` if they are in their place.
    func problem() -> Problem? {
        guard FileAtPath(paths.database)?.id == database else { return .databaseIsElsewhere }
        guard let log else { return nil }
        guard let file = FileAtPath(paths.writeAheadLog), file.id == log else { return .logIsElsewhere }
        return file.bytes < logBytes && !holdsLog(bytes: file.bytes) ? .logIsTruncated : nil
    }

    /// Whether a log of that size has every frame that its index lists, as after another program's `wal_checkpoint(TRUNCATE)`
    /// (https://sqlite.org/walformat.html §2.1: the page size at 14, the last frame at 16, in the machine's byte order).
    private func holdsLog(bytes: Int) -> Bool {
        guard let header = try? DiskFile.head(paths.sharedMemory, count: 20), header.count == 20 else { return false }
        return header.withUnsafeBytes { raw in
            let pageBytes = Int(raw.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
            let frames = Int(raw.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
            return frames == 0
                || bytes >= WriteAheadLog.bytes(frames: frames, pageBytes: pageBytes == 1 ? 65536 : pageBytes)
        }
    }

    /// The problem as a sentence about the file.
    func words(_ problem: Problem) -> String {
        switch problem {
        case .databaseIsElsewhere:
            "\(paths.database) was removed, moved or replaced by another program; nothing more is saved until it is back"
        case .logIsElsewhere:
            "\(paths.writeAheadLog) was removed, moved or replaced by another program; nothing more is saved until gardend restarts"
        case .logIsTruncated:
            "\(paths.writeAheadLog) was cut short by another program; changes of the last hours may be lost"
        }
    }
}
