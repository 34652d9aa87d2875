import GRDB
import GardenAPI
import GardenCore

/// Erases what a purge asks for from the rows of the journal, the tables made from it, and the answers that are kept (RULES V8).
struct JournalErasure {
    private let erasure: Erasure
    private let event: Event

    /// `nil` unless the event is a purge.
    init?(_ event: Event) throws {
        do throws(ValidationError) {
            guard let erasure = try Erasure.by(event) else { return nil }
            (self.erasure, self.event) = (erasure, event)
        } catch {
            throw DamagedRow(problem: "event \(event.seq) cannot be read: \(error.message)")
        }
    }

    /// Erases it in the transaction that writes the event.
    func perform(_ db: Database, _ readModels: ReadModels) throws {
        var rest = erasure.events[...]
        while let seq = rest.first {
            guard var row = try ChangeRow.row(db, withEvent: seq) else {
                throw DamagedRow(problem: "event \(seq), which event \(event.seq) purges, is missing")
            }
            // A change can have several of the events.
            let seqs = rest.prefix { $0 <= row.lastSeq }
            rest = rest.dropFirst(seqs.count)
            let events = try seqs.map { try erased(row.change.events[$0 - row.change.seq]) }
            for event in events { row.change.events[event.seq - row.change.seq] = event }
            if !row.change.params.isEmpty {
                row.change.erasedParamsDigest = ContentDigest.sha256(row.change.params)
                row.change.params = []
            }
            try row.update(db)
            if let key = row.change.reply?.key { try ReplyRow.erase(db, key: key, ofChange: row.change.seq) }
            for event in events { try readModels.replace(event, in: db) }
        }
    }

    private func erased(_ event: Event) throws -> Event {
        do throws(ValidationError) { return try erasure.erased(event) } catch {
            throw DamagedRow(problem: "event \(event.seq) \(error.message)")
        }
    }
}

/// The note that pages of the database may still have what a purge has erased. It is written before the purge, and removed once
/// the pages are overwritten, so that the next opening does what a kill has prevented.
enum ErasureNote {
    static func write(_ paths: DataPaths) throws(StoreError) {
        guard !isPresent(paths) else { return }
        try DiskFile.write([], to: paths.erasureNote)
        try DiskFile.sync(paths.root)
    }

    static func isPresent(_ paths: DataPaths) -> Bool { DiskFile.exists(paths.erasureNote) }

    static func remove(_ paths: DataPaths) throws(StoreError) { try DiskFile.remove(paths.erasureNote) }
}

/// Overwrites the pages that may have erased data. SQLite leaves what was deleted in unused parts of its pages, and what it moves
/// from one page to another, also with `secure_delete`; so the whole database is written again.
struct PageOverwriting {
    private let paths: DataPaths
    /// Whether the database is as it must be, and only its log is not yet moved into the file.
    private(set) var isWritten = false

    init(_ paths: DataPaths) { self.paths = paths }

    /// Overwrites the pages, and removes the note.
    ///
    /// - Throws: if the disk refuses, or if a reader, such as a backup, still needs the log.
    mutating func perform(_ queue: DatabaseQueue) throws {
        if !isWritten {
            try queue.vacuum()
            isWritten = true
        }
        try finish(queue)
    }

    /// Empties the log, and removes the note.
    func finish(_ queue: DatabaseQueue) throws {
        _ = try queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        try ErasureNote.remove(paths)
    }
}
