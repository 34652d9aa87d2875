import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// Checks that every row of a database is as this or an earlier release wrote it.
enum DatabaseCheck {
    /// A valid database.
    struct Summary: Equatable {
        var content: JournalContent
        /// How the read models differ from the journal; `nil` if they agree. They can be rebuilt.
        var readModelProblem: ReadModelProblem?
    }

    struct ReadModelProblem: Equatable {
        /// The event with a wrong entry; `nil` if no event explains what is there.
        var seq: Int?
        var problem: String
    }

    enum Problem: Error, Equatable {
        /// A predicate for the file's name, like the next one; and the event at fault with its problem, if that is known.
        case damaged(String, ReplayError? = nil)
        case newer(String)
        case preview
        /// The state is unknown, because reading failed.
        case unreadable(StoreError)
    }

    /// Checks everything: the file, the pages, the tables, each row. Nothing is changed.
    ///
    /// - Parameter comparesSnapshots: whether to replay the journal and to compare the snapshots with it.
    static func run(_ path: String, comparesSnapshots: Bool = false) throws(Problem) -> Summary {
        try reading(path) { db in try checkCompletely(db, comparesSnapshots ? StateComparison(db) : nil) }
    }

    /// ``run(_:comparesSnapshots:)`` of a database that a daemon has open and may write to meanwhile: as it was at the beginning.
    ///
    /// - Parameter state: a state that its events must lead to.
    static func runBesideDaemon(_ path: String, expecting state: GardenState? = nil) throws(Problem) -> Summary {
        try reporting {
            try checkHeader(path)
            return try SharedRead.read(path) { db in try checkCompletely(db, StateComparison(db, expecting: state)) }
        }
    }

    /// ``runBesideDaemon(_:expecting:)`` of a database that this process has open, in a transaction.
    static func run(_ db: Database, expecting state: GardenState) throws(Problem) -> Summary {
        try reporting { try checkCompletely(db, StateComparison(db, expecting: state)) }
    }

    private static func checkCompletely(_ db: Database, _ states: StateComparison?) throws -> Summary {
        try checkSchema(db)
        let report = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
        guard report == ["ok"] else { throw Problem.damaged("is damaged: \(report.first ?? "no report")") }
        return try checkRows(db, states)
    }

    /// Checks only what takes no time: that the file is a garden's, and that this release can read all of it.
    ///
    /// - Returns: whether that is enough; `false` if the read models are of another release, or say that the journal is.
    static func runBriefly(_ path: String) throws(Problem) -> Bool {
        try reading(path) { db in
            try checkSchema(db)
            guard try ReadModels.areCurrent(db) else { return false }
            // The index says an unknown type if another release wrote it, or if it is damaged: the journal says which.
            return try EventIndex.types(db).allSatisfy { EventCatalog.knows(type: $0.type, version: $0.version) }
        }
    }

    /// What a database has, by its last change alone; `nil` if that cannot be read.
    static func contentByLastChange(_ path: String) -> JournalContent? {
        // It names few columns, so that it also counts the events of another release.
        let sql = "SELECT seq, events, at FROM change ORDER BY seq DESC LIMIT 1"
        return try? reading(path) { db in
            let last = try Row.first(db.makeStatement(sql: sql)) { row in
                let seq: Int = try row.value(0, "a change's seq")
                let events = seq &+ EventLines.count(try row.bytes(1, "its events")) &- 1
                return JournalContent(events: events, lastEventAt: Instant(milliseconds: try row.value(2, "its time")))
            }
            return last ?? JournalContent(events: 0, lastEventAt: nil)
        }
    }

    /// The types of the events of a valid database; `nil` if they cannot be read.
    static func types(_ path: String) -> Set<String>? {
        try? reading(path) { db in
            guard try ReadModels.areCurrent(db) else { throw Problem.damaged("has no index of types") }
            return Set(try EventIndex.types(db).map(\.type))
        }
    }

    /// Whether a database has an effect as an event was written with, or cannot be read.
    static func mayHave(_ effect: WrittenEffect, _ path: String) -> Bool {
        let isFound = try? reading(path) { db in
            guard let row = try ChangeRow.row(db, withEvent: effect.seq) else { return false }
            let event = row.change.events[effect.seq - row.change.seq]
            return event.erasedDigest == nil && ContentDigest.sha256(event.effect) == effect.digest
        }
        return isFound ?? true
    }

    // MARK: The file

    private static func reading<Value>(_ path: String, _ body: (Database) throws -> Value) throws(Problem) -> Value {
        let path = DiskFile.resolved(path)
        return try reporting {
            try checkHeader(path)
            if let problem = try WriteAheadLog.problem("\(path)-wal") { throw Problem.damaged(problem) }
            return try ImmutableRead.read(path, body)
        }
    }

    private static func reporting<Value>(_ body: () throws -> Value) throws(Problem) -> Value {
        do { return try body() } catch let error as Problem {
            throw error
        } catch let error as DamagedRow {
            throw .damaged("is damaged: \(error.problem)")
        } catch let error as DatabaseError where isDamage(error) {
            throw .damaged("is damaged: \(error.message ?? "\(error.extendedResultCode)")")
        } catch {
            throw .unreadable(StoreError(error))
        }
    }

    /// Whether the error is about the file's content rather than about access to it.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ { return true }
        switch error.resultCode {
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_LOCKED,
            .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_INTERRUPT:
            return false
        default: return true
        }
    }

    /// The header (https://sqlite.org/fileformat.html §1.3), because SQLite accepts an empty file as an empty database.
    private static func checkHeader(_ path: String) throws {
        if let problem = DiskFile.kindProblem(path) { throw Problem.damaged(problem) }
        let header = try DiskFile.head(path, count: 100)
        if header.isEmpty { throw Problem.damaged("is empty") }
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw Problem.damaged("is not an SQLite database")
        }
        // The write and read versions: 1 is a rollback journal, 2 a write-ahead log.
        guard header[18] == header[19], (1...2).contains(header[18]) else {
            throw Problem.damaged("is damaged: its header has an unknown write version")
        }
    }

    // MARK: The tables

    private static func checkSchema(_ db: Database) throws {
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
        guard application == Schema.applicationId else { throw Problem.damaged("is the database of another program") }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let applied = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
        if version > Schema.version, try Schema.migrator.hasBeenSuperseded(db) {
            throw Problem.newer("has schema \(version); this release supports up to \(Schema.version)")
        }
        if version == Schema.previewVersion, applied == ["\(version)"] { throw Problem.preview }
        guard version == Schema.version, applied == Schema.migrator.migrations,
            try Schema.description(db) == Schema.validDescription(ofVersion: version)
        else { throw Problem.damaged("is damaged: its tables do not match schema \(version)") }
    }

    // MARK: The rows

    private static func checkRows(_ db: Database, _ states: StateComparison?) throws -> Summary {
        var states = states
        var chain = Chain()
        var lastEventAt: Instant?
        var known: Set<EventIndex.TypeVersion> = []
        var erasures = ErasureCheck()
        let readModels = ReadModels()
        var readModelProblem = try ReadModels.areCurrent(db) ? nil : ReadModelProblem.areToBeRebuilt
        try forEachRow(db, after: { chain.seq }) { row in
            let next = chain.seq + 1
            guard chain.follow(row) else {
                let problem = ReplayError(seq: next, problem: "it differs from what was written")
                throw Problem.damaged("is damaged: event \(next) differs from what was written", problem)
            }
            lastEventAt = row.change.at.instant
            if let problem = erasures.problem(of: row.change) { throw Self.damage(problem) }
            do throws(ReplayError) { try states?.follow(row.change) } catch { throw Self.damage(error) }
            for event in row.change.events {
                if known.insert(EventIndex.TypeVersion(type: event.type, version: event.version)).inserted {
                    try checkIsKnown(event.type, event.version)
                }
                if readModelProblem == nil, let problem = try readModels.problem(of: event, in: db) {
                    readModelProblem = ReadModelProblem(seq: event.seq, problem: problem)
                }
            }
        }
        if let problem = erasures.problem { throw Self.damage(problem) }
        if let problem = states?.problem { throw problem }
        try ReplyRow.check(db)
        if readModelProblem == nil {
            readModelProblem = try readModels.orphanProblem(in: db).map { ReadModelProblem(problem: $0) }
        }
        return Summary(
            content: JournalContent(events: chain.seq, lastEventAt: lastEventAt), readModelProblem: readModelProblem)
    }

    /// Calls `body` with each change. One that cannot be read is damage of the event after `last`.
    private static func forEachRow(
        _ db: Database, after last: () -> Int, _ body: (ChangeRow) throws -> Void
    ) throws {
        do {
            try ChangeRow.forEach(db, after: 0) { row in
                try body(row)
                return true
            }
        } catch let error as DamagedRow {
            let problem = ReplayError(seq: last() + 1, problem: error.problem)
            throw Problem.damaged("is damaged: \(error.problem)", problem)
        }
    }

    private static func damage(_ problem: ReplayError) -> Problem {
        .damaged("is damaged: event \(problem.seq): \(problem.problem)", problem)
    }

    private static func checkIsKnown(_ type: String, _ version: Int) throws {
        guard !EventCatalog.knows(type: type, version: version) else { return }
        throw Problem.newer("contains events of type \(type), version \(version), which this release does not support")
    }
}

extension DatabaseCheck.ReadModelProblem {
    /// They are of another release, or an earlier check has found them wrong.
    fileprivate static var areToBeRebuilt: DatabaseCheck.ReadModelProblem {
        DatabaseCheck.ReadModelProblem(
            problem: "the tables derived from the journal are not valid; the next start of gardend rebuilds them")
    }
}
