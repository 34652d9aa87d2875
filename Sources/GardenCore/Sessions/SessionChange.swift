import GardenAPI

/// What an event does to a session of the history.
public struct SessionChange: Sendable {
    public let id: Int
    private let effect: Effect

    private init(id: Int, effect: Effect) { (self.id, self.effect) = (id, effect) }

    private enum Effect: Sendable {
        case put(StoredSession)
        /// Replaces some members.
        case patch(JSONObject)
        case remove
    }

    static func put(_ session: StoredSession) -> SessionChange { SessionChange(id: session.id, effect: .put(session)) }

    static func patch(_ id: Int, _ members: JSONObject) -> SessionChange {
        SessionChange(id: id, effect: .patch(members))
    }

    /// A session of an older journal: an event after it says what it paid.
    public static func paid(_ id: Int, _ points: Int) -> SessionChange {
        patch(id, JSONObject([("paidPoints", .integer(points))]))
    }

    static func remove(_ id: Int) -> SessionChange { SessionChange(id: id, effect: .remove) }

    /// The session as the event adds it, if it does not depend on what it was before.
    public var added: StoredSession? {
        if case .put(let session) = effect { session } else { nil }
    }

    /// The session after the event; `nil` if it is removed.
    ///
    /// - Throws: if the session before does not fit the event.
    public func applied(to session: StoredSession?) throws(ValidationError) -> StoredSession? {
        switch effect {
        case .put(let session): return session
        case .remove: return nil
        case .patch(let members):
            guard let session, case .object(let old) = session.json else {
                throw ValidationError(problem: "changes session \(id), which does not exist")
            }
            return try StoredSession(json: .object(old.merged(members)))
        }
    }

    /// The types of the events that may be about sessions.
    public static let types = sources.flatMap(\.types) + EventKind.replacingTypes

    /// - Throws: if the effect is not that of its type.
    public static func changes(by event: Event) throws(ValidationError) -> [SessionChange] {
        for source in sources where source.types.contains(event.type) { return try source.changes(event) }
        return try EventKind.replacements(in: .session, by: event).map(SessionChange.init(of:))
    }

    /// The sessions that events change, by their ids.
    static func ids(changedBy events: [Event]) throws(ValidationError) -> Set<Int> {
        var ids: Set<Int> = []
        for event in events { for change in try changes(by: event) { ids.insert(change.id) } }
        return ids
    }

    /// Sessions after events: those that are left, and those that the events add, in no order.
    ///
    /// - Parameter ids: those that are wanted; `nil` for all.
    static func applied(
        by events: [Event], to sessions: [StoredSession], only ids: Set<Int>? = nil
    ) throws(ValidationError) -> [StoredSession] {
        var found = Dictionary(sessions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for event in events {
            for change in try changes(by: event) where ids?.contains(change.id) != false {
                found[change.id] = try change.applied(to: found[change.id])
            }
        }
        return Array(found.values)
    }

    private static let sources = Features.additions(SessionSourceEvents.self)

    /// What undo or redo did.
    private init(of replacement: Replacement) throws(ValidationError) {
        switch (replacement.before, replacement.after) {
        case (_, nil): self = .remove(replacement.id)
        case (.object?, .object(let members)?): self = .patch(replacement.id, members)
        case (_, let whole?): self = .put(try StoredSession(json: whole))
        }
    }
}

/// The events of a feature that end, add or change sessions. A feature adds it to this one.
struct SessionSourceEvents: Sendable {
    let types: [String]
    let changes: @Sendable (Event) throws(ValidationError) -> [SessionChange]
}
