import GRDB
import GardenCore

extension JournalStore {
    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try events(types, limit: limit, where: "seq > ?", [since], order: "seq")
    }

    public func newestEvents(limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try events(types, limit: limit, where: "1", [], order: "seq DESC").reversed()
    }

    /// Of each type the index gives the few that can be among the first `limit`, so that a rare type costs no walk over
    /// the journal.
    private func events(
        _ types: [String]?, limit: Int, where condition: String, _ arguments: StatementArguments, order: String
    ) throws(StoreError) -> [Event] {
        var sql = "SELECT \(EventRow.columns) FROM event WHERE "
        var values = StatementArguments()
        if let types {
            let written = Set(kinds.map(\.type)).intersection(types).sorted()
            guard !written.isEmpty else { return [] }
            let ofOneType =
                "SELECT * FROM (SELECT seq FROM event WHERE type = ? AND \(condition) ORDER BY \(order) LIMIT ?)"
            sql += "seq IN (" + written.map { _ in ofOneType }.joined(separator: " UNION ALL ") + ")"
            for type in written { values += [type] + arguments + [limit] }
        } else {
            sql += condition
            values += arguments
        }
        sql += " ORDER BY \(order) LIMIT ?"
        values += [limit]
        return try reading { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: values).map { try EventRow($0).event }
        }
    }
}
