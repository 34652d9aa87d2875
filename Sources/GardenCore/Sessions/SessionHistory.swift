import GardenAPI
import TimeKit

/// Finds a session; `nil` if it was removed or never existed.
public struct SessionQuery: HistoryQuery {
    public typealias Answer = StoredSession?

    public let id: Int

    public init(id: Int) { self.id = id }

    public func answer(_ stored: StoredSession?, after staged: [Event]) throws(ValidationError) -> StoredSession? {
        var session = stored
        for event in staged {
            for change in try SessionChange.changes(by: event) where change.id == id {
                session = try change.applied(to: session)
            }
        }
        return session
    }
}

/// Finds sessions by their ids, in no order.
public struct NamedSessionsQuery: HistoryQuery {
    public typealias Answer = [StoredSession]

    public let ids: Set<Int>

    public init(ids: Set<Int>) { self.ids = ids }

    public func answer(_ stored: [StoredSession], after staged: [Event]) throws(ValidationError) -> [StoredSession] {
        try SessionChange.applied(by: staged, to: stored, only: ids)
    }
}

/// Where a session is among all, by its beginning.
public struct SessionPosition: Sendable, Equatable, Comparable {
    public let start: Instant
    public let id: Int

    public init(start: Instant, id: Int) {
        self.start = start
        self.id = id
    }

    public static func < (first: SessionPosition, second: SessionPosition) -> Bool {
        (first.start, first.id) < (second.start, second.id)
    }
}

extension StoredSession {
    public var position: SessionPosition { SessionPosition(start: start.instant, id: id) }
}

/// Lists sessions, the last one first.
public struct SessionsQuery: HistoryQuery {
    public struct Answer: Sendable {
        public var sessions: [StoredSession]
        /// The sessions that staged events change, as the table has them.
        public var touched: [StoredSession]

        public init(sessions: [StoredSession], touched: [StoredSession]) {
            self.sessions = sessions
            self.touched = touched
        }
    }

    /// `nil` for no bound.
    public var from: CalendarDay?
    public var to: CalendarDay?
    /// `nil` for all.
    public var categoryIds: [Int]?
    public var taskId: Int?
    public var outcome: SessionOutcome?
    /// The sessions of events up to this one were before a reset.
    public var after: Int
    /// The list begins before this one.
    public var before: SessionPosition?
    public var limit: Int
    /// The sessions that staged events change.
    public private(set) var touched: Set<Int> = []

    public init(after: Int, limit: Int) {
        self.after = after
        self.limit = limit
    }

    public func contains(_ session: StoredSession) -> Bool {
        session.added > after && from.map { $0 <= session.day } ?? true && to.map { session.day <= $0 } ?? true
            && categoryIds?.contains(session.categoryId) ?? true && taskId.map { $0 == session.taskId } ?? true
            && outcome.map { $0 == session.outcome } ?? true && before.map { session.position < $0 } ?? true
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> SessionsQuery {
        var query = self
        query.touched = try SessionChange.ids(changedBy: staged)
        return query
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        let touched = try SessionChange.applied(by: staged, to: stored.touched)
        let all = (stored.sessions + touched.filter(contains)).sorted { $0.position > $1.position }
        return Answer(sessions: Array(all.prefix(limit)), touched: [])
    }
}

/// Finds the sessions with minutes that share time with some stretches.
public struct SessionsDuringQuery: HistoryQuery {
    public typealias Answer = SessionsQuery.Answer

    public let times: [Range<Instant>]
    /// The sessions of events up to this one were before a reset.
    public let after: Int
    /// The sessions that staged events change.
    public private(set) var touched: Set<Int> = []

    public init(_ times: [Range<Instant>], after: Int) { (self.times, self.after) = (times, after) }

    public func contains(_ session: StoredSession) -> Bool {
        session.hasMinutes && session.added > after
            && times.contains { session.start.instant < $0.upperBound && $0.lowerBound < session.end.instant }
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> SessionsDuringQuery {
        var query = self
        query.touched = try SessionChange.ids(changedBy: staged)
        return query
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        let touched = try SessionChange.applied(by: staged, to: stored.touched)
        return Answer(sessions: stored.sessions + touched.filter(contains), touched: [])
    }
}

extension EventKind where Effect == SessionEffect, Published == Session {
    /// The events of this feature as changes of sessions.
    static let sessionChanges = SessionSourceEvents(
        types: [sessionAdded.type, sessionEdited.type, sessionRemoved.type]
    ) { event throws(ValidationError) in
        for kind in [sessionAdded, sessionEdited, sessionRemoved] {
            if let effect = try kind.effect(of: event) { return effect.change(at: event.seq) }
        }
        return []
    }
}
