import GardenAPI
import TimeKit

extension Transition {
    /// Changes a session that exists, and all that follows from it, as if it had always been like that (RULES P30): the sums of its
    /// days, experience, points, and the focus of its task.
    ///
    /// - Parameters:
    ///   - kind: of the event.
    ///   - after: `nil` to remove it.
    ///   - text: what the log says.
    ///   - reason: why the balance changes.
    ///   - keepsPoints: whether the balance stays as it is.
    ///   - takesWhatIsThere: whether it takes as many points as there are; otherwise the caller has checked that there are enough.
    /// - Returns: the session after it; as it was, if it is removed.
    @discardableResult
    mutating func correct(
        _ kind: EventKind<SessionEffect, Session>, _ before: StoredSession, to after: StoredSession?, _ text: String,
        reason: String, keepsPoints: Bool = false, takesWhatIsThere: Bool = false,
        because cause: EventReference? = nil
    ) throws(GardenError) -> Session {
        let corrected = emit(kind, SessionEffect(after: after, before: before), because: cause)
        writeLine(.adjust, text, categoryId: (after ?? before).categoryId, because: corrected)
        try moveExperience(from: before, to: after, because: corrected)
        var amount = keepsPoints ? 0 : (after?.points ?? 0) - before.points
        if takesWhatIsThere { amount = max(amount, -state.points.balance) }
        adjust(
            amount, earnedToday: earned(after, on: state.day.day) - earned(before, on: state.day.day), reason,
            categoryId: (after ?? before).categoryId,
            ofFocusOn: (after ?? before).dayOfPay, because: corrected)
        count(from: before, to: after, because: corrected)
        return state.view(of: after ?? before)
    }

    /// The points that a session paid on a day.
    func earned(_ session: StoredSession?, on day: CalendarDay) -> Int {
        session.map { $0.dayOfPay == day ? $0.points : 0 } ?? 0
    }

    /// The garden follows the category and the experience of a session.
    private mutating func moveExperience(
        from before: StoredSession, to after: StoredSession?, because cause: EventReference
    ) throws(GardenError) {
        let (old, new) = (state.garden(of: before), after.flatMap { state.garden(of: $0) })
        // What came before a reset of the garden is gone already (RULES U6).
        let wasReset =
            try old.map { garden throws(GardenError) in try isBeforeReset(before, ofGarden: garden) } ?? false
        let had = wasReset ? 0 : before.exp
        let has = wasReset && old == new ? 0 : after?.exp ?? 0
        if old == new {
            guard let old else { return }
            if has > had { growGarden(categoryId: old, by: .focus, amount: has - had, because: cause) }
            shrinkGarden(categoryId: old, by: had - has, because: cause)
        } else {
            if let old { shrinkGarden(categoryId: old, by: had, because: cause) }
            if let new, has > 0 { growGarden(categoryId: new, by: .focus, amount: has, because: cause) }
        }
    }

    /// The tasks count the focus on them.
    private mutating func count(from before: StoredSession, to after: StoredSession?, because cause: EventReference) {
        func counted(_ session: StoredSession?) -> (milliseconds: Int, sessions: Int) {
            guard let session, session.hasMinutes else { return (0, 0) }
            return (session.seconds * 1000, 1)
        }
        let (old, new) = (counted(before), counted(after))
        if before.taskId == after?.taskId {
            let (milliseconds, sessions) = (new.milliseconds - old.milliseconds, new.sessions - old.sessions)
            guard milliseconds != 0 || sessions != 0 else { return }
            let focus = CountedFocus(
                taskId: before.taskId, milliseconds: milliseconds, sessions: sessions, cause: cause)
            return react(to: .focusCount, focus)
        }
        for (session, sign) in [(before, -1), (after, 1)] {
            guard let session, session.taskId != nil else { continue }
            let (milliseconds, sessions) = counted(session)
            let focus = CountedFocus(
                taskId: session.taskId, milliseconds: sign * milliseconds, sessions: sign * sessions, cause: cause)
            react(to: .focusCount, focus)
        }
    }

    /// Whether the last reset of a garden came after a session was entered.
    private func isBeforeReset(_ session: StoredSession, ofGarden categoryId: Int) throws(GardenError) -> Bool {
        try lastReset(ofGarden: categoryId).map { session.added < $0.seq } ?? false
    }

    /// The last reset of a garden; `nil` if it never was reset.
    func lastReset(ofGarden categoryId: Int) throws(GardenError) -> Event? {
        let history = history
        return try readingJournal {
            let resets = try history.newestEvents(
                before: nil, limit: Self.mostResets, types: [EventKind.gardenReset.type])
            return try resets.last { try EventKind.gardenReset.effect(of: $0)?.garden?.categoryId == categoryId }
        }
    }

    /// More than a person makes: each makes a backup that stays.
    private static let mostResets = 100

    /// A session of the history, after the events of this change; `nil` if it does not exist.
    func storedSession(_ id: Int) throws(GardenError) -> StoredSession? {
        try readingJournal { try read(SessionQuery(id: id)) }
    }

    /// The session with an id.
    ///
    /// - Throws: `not_found` if it was removed, was before a reset of everything, or never existed.
    func session(_ id: Int) throws(GardenError) -> StoredSession {
        guard let session = try storedSession(id), session.added > state.lastResetSeq else {
            throw .notFound(kind: "session", id: id)
        }
        return session
    }
}

extension GardenState {
    /// The category with the garden of a session: its own, or the one that continues a removed one of its name (RULES T2).
    func garden(of session: StoredSession) -> Int? {
        categories[session.categoryId]?.id ?? categories.category(named: session.category.name)?.id
    }

    /// The session as methods return it.
    func view(of session: StoredSession) -> Session { Session(session, identity) }
}
