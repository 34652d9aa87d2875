import GardenAPI
import TimeKit

extension Feature {
    /// The focus sessions that have ended: each is a thing that can be added, corrected and removed (RULES P21 … P30).
    static let sessions = Feature(
        "sessions", undo: .possible, parts: StatePart.sessionParts,
        methods: [
            .query(SessionList.self), .query(SessionGet.self), .command(SessionAdd.self), .command(SessionEdit.self),
            .command(SessionSplit.self), .command(SessionRemove.self),
        ],
        events: {
            EventKind.sessionAdded
            EventKind.sessionEdited
            EventKind.sessionRemoved
            EventKind.focusCorrected
        },
        additions: [
            ImportedKind.session, EventKind.sessionChanges, TaskFocusSource.sessions, AnswerNote.sessionGardens,
            ExplainedPath.sessions,
        ] + AnswerNote.sessionPoints,
        reset: { $0.focusSums = $1.focusSums })
}

extension ExplainedPath {
    /// A session comes with its category to the one into which that is merged (RULES T26).
    fileprivate static let sessions = ExplainedPath { what, id, context throws(GardenError) in
        guard what == .session else { return [:] }
        guard let session = try readingJournal({ try context.history.read(SessionQuery(id: id)) }) else { return [:] }
        let path = context.state.categories.merged.path(from: session.categoryId)
        return Dictionary(path.map { ($0.id, $0.since) }, uniquingKeysWith: { $1 })
    }
}

extension QueryContext {
    /// Sessions as methods return them, with the present names (RULES P21).
    func view(of sessions: [StoredSession]) throws(GardenError) -> [Session] {
        try state.view(of: sessions, in: environment.zone) { try history.read($0) }
    }
}

extension Transition {
    /// Sessions as methods return them, with the present names (RULES P21).
    func view(of sessions: [StoredSession]) throws(GardenError) -> [Session] {
        let (history, events) = (history, events)
        return try state.view(of: sessions, in: environment.zone) { try history.read($0, after: events) }
    }

    /// A session as methods return it.
    func view(of session: StoredSession) throws(GardenError) -> Session { try view(of: [session])[0] }
}
