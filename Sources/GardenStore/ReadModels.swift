import GRDB
import GardenCore

/// The tables that only repeat what the journal says, in a form that is quick to ask: the sessions, the lines of the log,
/// the kinds of event there are, and where in the journal. They are filled in the transaction that writes the events, and
/// can be made anew at any time.
enum ReadModels {
    /// A kind of event that the journal holds.
    struct Kind: Hashable {
        var type: String
        var version: Int

        init(type: String, version: Int) {
            self.type = type
            self.version = version
        }

        init(of event: Event) { self.init(type: event.type, version: event.version) }
    }

    static func kinds(_ db: Database) throws -> Set<Kind> {
        let rows = try Row.fetchAll(db, sql: "SELECT type, version FROM kind")
        return Set(
            try rows.map { Kind(type: try $0.value(0, "a kind's type"), version: try $0.value(1, "a kind's version")) })
    }

    /// That a type stands among the events of a stretch of the journal. The stretches in which a rare type stands are
    /// soon found and read; an index of all events by type would be a page more to write for every commit.
    struct Stretch: Hashable {
        static let length = 32

        var type: String
        var number: Int

        init(type: String, number: Int) {
            self.type = type
            self.number = number
        }

        init(of event: Event) { self.init(type: event.type, number: Self.number(after: event.seq - 1)) }

        /// Of the event after that one.
        static func number(after seq: Int) -> Int { seq / length }
    }

    static func stretches(_ db: Database) throws -> Set<Stretch> {
        let rows = try Row.fetchAll(db, sql: "SELECT type, number FROM stretch")
        return Set(
            try rows.map {
                Stretch(type: try $0.value(0, "a stretch's type"), number: try $0.value(1, "a stretch's number"))
            })
    }

    /// The kinds that are known to be written for the stretch of the last event, so that most events add nothing.
    struct Written {
        private var kinds: Set<Kind> = []
        private var stretch = -1

        /// - Returns: whether it was not there.
        fileprivate mutating func insert(_ kind: Kind, ofStretch number: Int) -> Bool {
            if number != stretch { (kinds, stretch) = ([], number) }
            return kinds.insert(kind).inserted
        }
    }

    /// Adds what an event says.
    ///
    /// - Parameter written: what is there already, to which the event's is added.
    static func add(_ event: Event, to db: Database, knowing written: inout Written) throws {
        let (kind, stretch) = (Kind(of: event), Stretch(of: event))
        if written.insert(kind, ofStretch: stretch.number) {
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO kind (type, version) VALUES (?, ?)")
                .execute(arguments: [kind.type, kind.version])
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO stretch (type, number) VALUES (?, ?)")
                .execute(arguments: [stretch.type, stretch.number])
        }
        try SessionRow(of: event)?.insert(db)
        try LogLineRow.add(event, to: db)
    }

    /// What they hold wrongly of an event; `nil` when they are right about it.
    static func problem(of event: Event, in db: Database) throws -> String? {
        do {
            if let problem = try LogLineRow.problem(of: event, in: db) { return problem }
            guard let row = try SessionRow(of: event) else { return nil }
            guard let kept = try SessionRow.row(db, id: row.session.id) else {
                return "session \(row.session.id) is missing in the history"
            }
            return kept == row ? nil : "session \(row.session.id) stands otherwise in the history"
        } catch let error as DamagedRow {
            return error.problem
        }
    }

    /// A session that no event up to `seq` tells of, where sessions up to `lastSessionId` are known to be right; `nil`
    /// when there is none.
    static func straySession(in db: Database, upTo seq: Int, lastSessionId: Int) throws -> String? {
        // A row whose event comes later is right or wrong about something that was not asked.
        let sql = """
            SELECT id FROM session
            WHERE (seq <= :seq AND id NOT BETWEEN 1 AND :last) OR seq NOT BETWEEN 1 AND (SELECT max(seq) FROM event)
            LIMIT 1
            """
        let arguments: StatementArguments = ["seq": seq, "last": lastSessionId]
        guard let row = try Row.fetchOne(db, sql: sql, arguments: arguments) else { return nil }
        let id: Int = try row.value(0, "a session's id")
        return "no event tells of session \(id), which stands in the history"
    }

    /// Empties them and fills them again from the journal.
    static func rebuild(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM kind; DELETE FROM stretch; DELETE FROM session; DELETE FROM logLine")
        var written = Written()
        try EventRow.forEach(db, after: 0, limit: .max) { row in
            try add(row.event, to: db, knowing: &written)
            return true
        }
    }
}
