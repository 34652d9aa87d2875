import GRDB
import GardenCore
import TimeKit

/// The comparison of the log's lines with the events.
///
/// A line's row may already have the effects of later events. It is compared with the event that defines the line, as far
/// as later events do not explain a difference; the effect of a later one is checked with that event.
extension LogTable {
    struct Check {
        /// Totals of the checked events.
        var (count, lastId) = (0, 0)
        /// What the events did that lines name.
        var named = NamedEvents { try LogTable.projections(of: $0) }
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        for projection in try Self.projections(of: event) {
            if let problem = try problem(of: projection, by: event, in: db) { return problem }
        }
        return nil
    }

    private func problem(of projection: LogProjection, by event: Event, in db: Database) throws -> String? {
        switch projection {
        case .put(let line, let day, let isNew):
            if isNew {
                check.count += 1
                check.lastId = max(check.lastId, line.id)
            }
            return try problem(of: line, definedBy: event, on: day, in: db)
        case .remove(let id, let day):
            let row = try Self.row(id, on: day, in: db)
            let isRemoved = row?.removed == event.seq || row?.restored ?? 0 > event.seq
            return isRemoved ? nil : "line \(id) is not removed in the log table"
        case .restore(let id, let day, _):
            let row = try Self.row(id, on: day, in: db)
            let isBack = row?.restored == event.seq && row?.removed ?? .max > event.seq
            return isBack || row?.restored ?? 0 > event.seq ? nil : "line \(id) is not back in the log table"
        case .move(let after, let from, _):
            return try lineLeft(on: from, after: after, by: event, in: db)
                .map { "line \($0) is not moved in the log table" }
        }
    }

    private func problem(
        of line: LogLineProjection, definedBy event: Event, on day: CalendarDay, in db: Database
    ) throws -> String? {
        guard let row = try Self.row(line.id, on: day, in: db) else {
            return "line \(line.id) is missing in the log table"
        }
        if row.source > event.seq,
            try facts(of: row.source, in: db).contains(where: {
                if case .put(let edited, _, false) = $0 { edited.id == line.id } else { false }
            })
        {
            return nil
        }
        var expected = LineRow(id: line.id, source: event.seq, day: day, isHeader: line.kind == .header)
        // The last of several moves decides. Each of them moves all open lines, so the day that it leaves need not be
        // compared. A move before the event has led to the event's day.
        if let moved = row.moved, moved > line.created,
            case .move(let after, _, let to)? = try facts(of: moved, in: db).first,
            line.id > after, to == row.day, moved > event.seq || to == day
        {
            (expected.moved, expected.day) = (moved, to)
        }
        if let removed = row.removed, removed > event.seq, try takesAway(removed, row, in: db) {
            expected.removed = removed
        }
        if let restored = row.restored, restored > line.created,
            try facts(of: restored, in: db).contains(where: {
                if case .restore(row.id, _, _) = $0 { true } else { false }
            })
        {
            expected.restored = restored
        }
        return row == expected ? nil : "line \(line.id) is different in the log table"
    }

    /// A line that a correction left on the wrong day; `nil` if there is none.
    private func lineLeft(
        on day: CalendarDay, after id: Int, by event: Event, in db: Database
    ) throws -> Int? {
        let sql = """
            SELECT id FROM logLine WHERE day = ? AND id > ? AND id <= ? AND (removed IS NULL OR removed > ?) LIMIT 1
            """
        return try Int.fetchOne(
            db.cachedStatement(sql: sql), arguments: [day.daysSinceEpoch, id, check.lastId, event.seq])
    }

    private func facts(of seq: Int, in db: Database) throws -> [LogProjection] {
        try check.named.facts(of: seq, in: db) ?? []
    }

    /// Whether the event `seq` can have removed a line.
    private func takesAway(_ seq: Int, _ row: LineRow, in db: Database) throws -> Bool {
        try facts(of: seq, in: db).contains { projection in
            switch projection {
            case .remove(let id, _): id == row.id
            case .move: row.isHeader
            case .put, .restore: false
            }
        }
    }

    func orphanProblem(in db: Database) throws -> String? {
        try Row.count(db, of: "logLine") == check.count ? nil : "the log table has a line without an event"
    }
}
