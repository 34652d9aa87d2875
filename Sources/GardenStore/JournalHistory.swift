import GRDB
import GardenAPI
import GardenCore

extension JournalStore {
    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try events(types, after: since, through: chain.seq, limit: limit, order: "ASC")
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let last = before.map { $0 - 1 } ?? chain.seq
        return try events(types, after: 0, through: last, limit: limit, order: "DESC").reversed()
    }

    public func cause(ofEvent seq: Int) throws(StoreError) -> String? {
        try reading { db in
            let sql = "SELECT cause FROM change WHERE id = (SELECT change FROM event WHERE seq = ?)"
            return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [seq])
        }
    }

    public func logLines(of day: CalendarDay) throws(StoreError) -> [LogLine] {
        try reading { db in try LogLineRow.lines(db, of: day) }
    }

    private func events(
        _ types: [String]?, after since: Int, through last: Int, limit: Int, order: String
    ) throws(StoreError) -> [Event] {
        try reading { db in
            guard let types else {
                let sql =
                    "SELECT \(EventRow.columns) FROM event WHERE seq > ? AND seq <= ? ORDER BY seq \(order) LIMIT ?"
                return try Self.events(db, sql, [since, last, limit])
            }
            guard !types.isEmpty else { return [] }
            // Of each type the first stretches in which it stands: one more than `limit`, for in the first of them it
            // may stand only up to `since`.
            let ofOneType = """
                SELECT * FROM (SELECT number FROM stretch WHERE type = ? AND number BETWEEN ? AND ?
                ORDER BY number \(order) LIMIT ?)
                """
            let numbersSQL = types.map { _ in ofOneType }.joined(separator: " UNION ") + " ORDER BY number \(order)"
            let (first, end) = (ReadModels.Stretch.number(after: since), ReadModels.Stretch.number(after: last))
            var arguments = StatementArguments()
            for type in types { arguments += [type, first, end, max(limit, limit &+ 1)] }
            let numbers = try Int.fetchCursor(db.cachedStatement(sql: numbersSQL), arguments: arguments)

            let ofTypes = "type IN (\(databaseQuestionMarks(count: types.count)))"
            let sql = """
                SELECT \(EventRow.columns) FROM event WHERE \(ofTypes) AND seq > ? AND seq <= ?
                ORDER BY seq \(order) LIMIT ?
                """
            var found: [Event] = []
            while found.count < limit, let number = try numbers.next() {
                let before = number * ReadModels.Stretch.length
                let seqs = [max(since, before), min(last, before + ReadModels.Stretch.length)]
                found += try Self.events(
                    db, sql, StatementArguments(types) + StatementArguments(seqs) + [limit - found.count])
            }
            return found
        }
    }

    private static func events(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws -> [Event] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { try EventRow($0).event }
    }
}
