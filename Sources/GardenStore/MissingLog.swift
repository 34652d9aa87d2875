import GRDB
import GardenCore
import SystemPackage

/// A database without the log that it had: a journal that lacks what was written last, and looks valid.
///
/// A copy of `garden.sqlite` alone, by a sync program while a daemon runs, is an older journal, or an empty one. So the file itself has a
/// mark (``OpenMark``) while a daemon has it open with a log.
public enum MissingLog: Equatable, Sendable {
    /// The file is a copy of one that a daemon had open.
    case wasNotCopied
    /// A daemon that did not stop cleanly had this very file open. Another program has moved the log into it, and then nothing is
    /// missing, or the log was removed.
    case wasTakenOrRemoved

    /// Whether the log of a database is missing. A daemon that has it open has a log.
    static func find(_ database: String) -> MissingLog? {
        let database = DiskFile.resolved(database)
        guard let status = DiskFile.status(database), !DiskFile.exists("\(database)-wal"),
            let inode = (try? ImmutableRead.read(database, OpenMark.inode)).flatMap(\.self)
        else { return nil }
        return inode == OpenMark.number(of: status) ? .wasTakenOrRemoved : .wasNotCopied
    }

    /// Sentences about a journal.
    public func words(_ path: String) -> String {
        switch self {
        case .wasNotCopied:
            "\(path) was copied while gardend was running, without its log, garden.sqlite-wal: what was written last may be"
                + " missing. Copy a garden with gardenctl backup"
        case .wasTakenOrRemoved:
            "\(path) was not closed by gardend, and its log, garden.sqlite-wal, is gone: if another program has opened the journal,"
                + " nothing is missing; if the log was removed, what was written last is missing"
        }
    }
}

/// The mark of a database that a daemon has open with a log, in the database itself: the number of its inode, which a copy does not
/// share.
///
/// The opening writes it, and a checkpoint moves it from the log into the file; a clean close removes it. No commit of a change costs more,
/// and all of them are in the log as ever. After a kill the log is there, and the mark, too, so that the next opening writes nothing.
enum OpenMark {
    /// The row of the table `probe`; the first row has another use.
    private static let row = 2

    /// Marks an open database, unless it has its mark. A disk that refuses that must not prevent the start.
    ///
    /// The log is empty afterwards, so that a commit writes a new header behind its end: over an old one, a header that a kill leaves half
    /// written looks like damage.
    ///
    /// - Returns: whether the database has its mark.
    static func set(_ queue: DatabaseQueue, _ path: String) -> Bool {
        guard let inode = DiskFile.status(path).map(number(of:)) else { return false }
        do {
            if try queue.unsafeRead(Self.inode) == inode { return true }
            try queue.write { db in
                try db.execute(sql: "INSERT OR REPLACE INTO probe (id, writes) VALUES (?, ?)", arguments: [row, inode])
            }
        } catch { return false }
        _ = try? queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        return true
    }

    static func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM probe WHERE id = ?", arguments: [row])
    }

    /// The inode of the file that a daemon had open; `nil` without a mark.
    static func inode(_ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT writes FROM probe WHERE id = ?", arguments: [row])
    }

    /// The number of a file's inode, as the row has it.
    static func number(of status: Stat) -> Int { Int(bitPattern: status.inode.rawValue) }
}

/// The note that the log of the journal was missing at a start, or of the journal that was restored. It remains until a person removes
/// it or another journal is restored, because the mark is gone with the start.
public enum MissingLogNote {
    /// Writes the note. A disk that refuses it must not prevent the start.
    static func write(_ missing: MissingLog, of journal: String, _ paths: DataPaths) {
        try? DiskFile.write(Array("\(missing.words(journal))\n".utf8), to: paths.missingLogNote)
    }

    static func remove(_ paths: DataPaths) throws(StoreError) { try DiskFile.remove(paths.missingLogNote) }

    /// What it says; `nil` if it does not exist.
    public static func read(_ paths: DataPaths) -> String? {
        guard let bytes = try? DiskFile.head(paths.missingLogNote, count: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
