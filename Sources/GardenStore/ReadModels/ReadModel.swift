import GRDB
import GardenCore

/// A table that repeats facts of the journal in a form that is quick to query. It is filled in the transaction that
/// writes the events, and can be rebuilt at any time, so that its form may change with any release.
///
/// An instance keeps the state of one run of ``add(_:to:)`` or ``problem(of:in:)`` over successive events.
protocol ReadModel: AnyObject, SendableMetatype {
    /// The statements that create its tables and indexes, by name.
    static var schema: [(name: String, sql: String)] { get }

    /// The types of the events that it takes facts from; `nil` for all. ``problem(of:in:)`` is called for every event, so a check
    /// finds a type that is missing.
    static var types: [String]? { get }

    init()

    /// Adds the facts of an event of its types.
    func add(_ event: Event, to db: Database) throws

    /// Replaces the facts of an event from which a purge has erased data. Called in the order of the events.
    func replace(_ event: Event, in db: Database) throws

    /// The table's error about an event; `nil` if there is none. Called for every event in order.
    func problem(of event: Event, in db: Database) throws -> String?

    /// After all events have been checked: the problem of a row that comes from none of them; `nil` if every row comes from one.
    func orphanProblem(in db: Database) throws -> String?

    /// The answer to one of its own queries; `nil` for a query of another model.
    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer?
}

extension ReadModel {
    static var types: [String]? { nil }

    func replace(_ event: Event, in db: Database) throws {}

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? { nil }
}

/// All read models: one loop each to write, rebuild, check and query them.
final class ReadModels {
    /// The only list.
    static let all: [any ReadModel.Type] = [
        EventIndex.self, SessionTable.self, LogTable.self, ClosedTaskTable.self, CompletionTable.self,
        StatisticsTable.self, RateIndexTable.self, VisitTable.self, VisitPhotoTable.self, ImportedEntryTable.self,
    ]

    /// The indices of the models that take facts from events of a type, for types that some models do not.
    private static let indices = {
        let types = Set(all.flatMap { $0.types ?? [] })
        return Dictionary(
            uniqueKeysWithValues: types.map { type in
                (type, all.indices.filter { all[$0].types?.contains(type) ?? true })
            })
    }()
    /// Those for events of all other types.
    private static let indicesOfAllTypes = all.indices.filter { all[$0].types == nil }

    private let models: [any ReadModel]

    init() { models = Self.all.map { $0.init() } }

    func add(_ events: [Event], to db: Database) throws {
        for event in events {
            for index in Self.indices[event.type] ?? Self.indicesOfAllTypes { try models[index].add(event, to: db) }
        }
    }

    func replace(_ event: Event, in db: Database) throws {
        for model in models { try model.replace(event, in: db) }
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        do {
            for model in models {
                if let problem = try model.problem(of: event, in: db) { return problem }
            }
            return nil
        } catch let error as DamagedRow {
            return error.problem
        }
    }

    func orphanProblem(in db: Database) throws -> String? {
        do {
            for model in models {
                if let problem = try model.orphanProblem(in: db) { return problem }
            }
            return nil
        } catch let error as DamagedRow {
            return error.problem
        }
    }

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer {
        for model in models {
            if let answer = try model.answer(query, in: db) { return answer }
        }
        throw StoreError("no read model answers \(Asked.self)")
    }

    // MARK: Their tables

    /// Whether the tables are those of this release.
    static func areCurrent(_ db: Database) throws -> Bool {
        try kept(db) == Dictionary(uniqueKeysWithValues: all.flatMap { $0.schema.map { ($0.name, $0.sql) } })
    }

    /// The names of all tables and indexes of read models, from any release.
    static func names(_ db: Database) throws -> Set<String> { Set(try kept(db).keys) }

    private static func kept(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT readModel.name, made.sql FROM readModel LEFT JOIN sqlite_schema AS made ON made.name = readModel.name
                """)
        return Dictionary(
            try rows.map { (try $0.value(0, "a read model's name"), try $0.optional(1, "a read model's table") ?? "") },
            uniquingKeysWith: { $1 })
    }

    /// Makes the next opening build the tables again: the list of tables gets one that no release has.
    static func invalidate(_ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO readModel (name) VALUES ('invalid')")
    }

    /// Drops and recreates the tables, and fills them from the journal.
    static func rebuild(_ db: Database) throws {
        for name in try names(db) {
            // An index disappears with its table, which may already be dropped.
            let type = try String.fetchOne(db, sql: "SELECT type FROM sqlite_schema WHERE name = ?", arguments: [name])
            if let type { try db.execute(sql: "DROP \(type) \(name.quotedDatabaseIdentifier)") }
        }
        try db.execute(sql: "DELETE FROM readModel")
        for (name, sql) in all.flatMap({ $0.schema }) {
            try db.execute(sql: sql)
            try db.execute(sql: "INSERT INTO readModel (name) VALUES (?)", arguments: [name])
        }
        let models = ReadModels()
        try ChangeRow.forEach(db, after: 0) { row in
            try models.add(row.change.events, to: db)
            return true
        }
    }
}
