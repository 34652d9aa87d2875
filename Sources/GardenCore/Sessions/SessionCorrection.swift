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
    ///   - resets: of the gardens, if the caller has read them.
    ///   - restsLess: how many completed sessions less count for the long rest.
    @discardableResult
    mutating func correct(
        _ kind: EventKind<SessionEffect, Session>, _ before: StoredSession, to after: StoredSession?, _ text: String,
        reason: String, keepsPoints: Bool = false, takesWhatIsThere: Bool = false,
        resets: GardenResets? = nil, restsLess: Int = 0
    ) throws(GardenError) -> EventReference {
        let resets = if let resets { resets } else { try gardenResets() }
        var effect = state.effect(from: before, to: after)
        if let after, let garden = state.garden(of: after), state.garden(of: before) == garden,
            resets.counts(before, in: state.gardens(of: before)), resets.counts(after, in: state.gardens(of: after))
        {
            effect.moveExperience(of: [after])
        }
        if restsLess != 0 { effect.restsLess = restsLess }
        let corrected = emit(kind, effect)
        let categoryId = state.categories.continuing((after ?? before).categoryId)
        writeCorrection(
            text, categoryId: categoryId, from: [before], to: [after].compactMap(\.self), because: corrected)
        writeLines(text, of: [before, after].compactMap(\.self), because: corrected)
        moveExperience(from: before, to: after, resets, because: corrected)
        movePoints(
            from: before, to: after, reason: reason, keeps: keepsPoints, takesWhatIsThere: takesWhatIsThere,
            because: corrected)
        count(from: before, to: after, because: corrected)
        return corrected
    }

    /// Writes the line of a correction. The next hourly subtotal has what was earned today by it, whatever the balance does (RULES A4).
    mutating func writeCorrection(
        _ text: String, categoryId: Int, from before: [StoredSession], to after: [StoredSession],
        because cause: EventReference
    ) {
        func earnedToday(_ sessions: [StoredSession]) -> Int {
            sessions.reduce(0) { $0.addingUpToLimit($1.dayOfPay == state.day.day ? $1.points : 0) }
        }
        let earned = earnedToday(after) - earnedToday(before)
        if earned == 0 {
            writeLine(.adjust, text, categoryId: categoryId, because: cause)
        } else {
            writeCountedLine(.adjust, text, earned: earned, categoryId: categoryId, because: cause)
        }
    }

    /// The logs of the days on which sessions ended say it, too, as they have the lines of their end.
    mutating func writeLines(_ text: String, of sessions: [StoredSession], because cause: EventReference) {
        var days: Set<CalendarDay> = []
        for session in sessions where session.dayOfPay < state.day.day && days.insert(session.dayOfPay).inserted {
            writeLine(.adjust, text, of: session.end, on: session.dayOfPay, because: cause)
        }
    }

    /// Removes sessions, which the caller has read: they are many after a night.
    ///
    /// - Returns: the sessions as they were.
    mutating func remove(
        _ sessions: [StoredSession], keepsPoints: Bool = false, takesWhatIsThere: Bool = false
    ) throws(GardenError) -> [Session] {
        let (resets, removed) = (try gardenResets(), try view(of: sessions))
        for session in sessions {
            try correct(
                .sessionRemoved, session, to: nil, "removed session \(session.id): \(state.present(session).text)",
                reason: "removed session \(session.id)", keepsPoints: keepsPoints, takesWhatIsThere: takesWhatIsThere,
                resets: resets)
        }
        return removed
    }

    /// The balance follows the points of a session, and so does what was earned on its days of pay.
    private mutating func movePoints(
        from before: StoredSession, to after: StoredSession?, reason: String, keeps: Bool, takesWhatIsThere: Bool,
        because cause: EventReference
    ) {
        if let after, after.dayOfPay != before.dayOfPay {
            return movePoints(from: before, to: after, reason, because: cause)
        }
        let earned = (after?.points ?? 0) - before.points
        let amount = keeps ? 0 : takesWhatIsThere ? max(earned, -state.points.balance) : earned
        let session = after ?? before
        adjust(amount, earned: earned, reason, of: session, in: session.categoryId, because: cause)
    }

    /// What was earned on one day was earned on another.
    mutating func movePoints(
        from before: StoredSession, to after: StoredSession, _ reason: String, because cause: EventReference
    ) {
        var changes = [(-before.points, before), (after.points, after)]
        // Whichever comes first, the balance stays within its range.
        if state.points.balance < before.points { changes.reverse() }
        for (amount, session) in changes {
            adjust(amount, earned: amount, reason, of: session, in: after.categoryId, because: cause)
        }
    }

    /// Changes the balance and what was earned on the day on which a session pays; the log of that day says it.
    private mutating func adjust(
        _ amount: Int, earned: Int, _ reason: String, of session: StoredSession, in category: Int,
        because cause: EventReference
    ) {
        let categoryId = state.categories.continuing(category)
        adjust(amount, earned: earned, reason, categoryId: categoryId, ofFocusOn: session.dayOfPay, because: cause)
        guard amount != 0 else { return }
        let text = LogText.adjusted(amount, reason, balance: state.points.balance)
        if session.dayOfPay < state.day.day {
            writeLine(.adjust, text, of: session.end, on: session.dayOfPay, because: cause)
        } else {
            writeLine(.adjust, text, because: cause)
        }
    }

    /// The garden follows the category and the experience of a session.
    private mutating func moveExperience(
        from before: StoredSession, to after: StoredSession?, _ resets: GardenResets, because cause: EventReference
    ) {
        func exp(_ session: StoredSession?, _ garden: Int?) -> Int {
            guard let session, garden != nil, resets.counts(session, in: state.gardens(of: session)) else { return 0 }
            return session.exp
        }
        let (old, new) = (state.garden(of: before), after.flatMap { state.garden(of: $0) })
        let (oldExp, newExp) = (exp(before, old), exp(after, new))
        if old == new {
            guard let old else { return }
            if newExp > oldExp {
                growGarden(
                    categoryId: old, by: .focus, amount: newExp - oldExp, on: (after ?? before).dayOfPay, because: cause
                )
            }
            shrinkGarden(categoryId: old, by: oldExp - newExp, on: before.dayOfPay, because: cause)
        } else {
            if let old { shrinkGarden(categoryId: old, by: oldExp, on: before.dayOfPay, because: cause) }
            if let new, newExp > 0 {
                growGarden(
                    categoryId: new, by: .focus, amount: newExp, on: (after ?? before).dayOfPay, because: cause)
            }
        }
    }

    /// The tasks count the focus on them.
    private mutating func count(from before: StoredSession, to after: StoredSession?, because cause: EventReference) {
        func counted(_ session: StoredSession?) -> (seconds: Int, sessions: Int) {
            guard let session, session.hasMinutes else { return (0, 0) }
            return (session.seconds, session.sessions)
        }
        let (old, new) = (counted(before), counted(after))
        if before.taskId == after?.taskId {
            let (seconds, sessions) = (new.seconds - old.seconds, new.sessions - old.sessions)
            guard seconds != 0 || sessions != 0 else { return }
            let focus = CountedFocus(
                taskId: before.taskId, seconds: seconds, sessions: sessions, cause: cause)
            return react(to: .focusCount, focus)
        }
        for (session, sign) in [(before, -1), (after, 1)] {
            guard let session, session.taskId != nil else { continue }
            let (seconds, sessions) = counted(session)
            let focus = CountedFocus(
                taskId: session.taskId, seconds: sign * seconds, sessions: sign * sessions, cause: cause)
            react(to: .focusCount, focus)
        }
    }

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
    /// Sessions as methods return them.
    ///
    /// - Parameters:
    ///   - zone: the present one.
    ///   - closedTask: finds the title of a task that was closed, which only the history has.
    func view(
        of sessions: [StoredSession], in zone: ZoneRules, closedTask: (ClosedTaskQuery) throws -> ClosedTask?
    ) throws(GardenError) -> [Session] {
        var titles: [Int: String] = [:]
        for id in Set(sessions.compactMap(\.taskId)) where tasks[id] == nil {
            let query = ClosedTaskQuery(id: id, after: lastResetSeq)
            titles[id] = try readingJournal { try closedTask(query)?.task(identity).0.details.title }
        }
        return sessions.map { session in
            var present = present(session)
            if let title = session.taskId.flatMap({ titles[$0] }) { present.taskTitle = title }
            var view = Session(present, identity)
            if isElsewhere(present.start, zone) || isElsewhere(present.end, zone) { view.elsewhere = true }
            return view
        }
    }

    /// The session with the present names of its category, or of the one that continues it (RULES T26), and of its task (RULES P21).
    func present(_ session: StoredSession) -> StoredSession {
        var present = session
        if let other = continuation(ofCategory: session.categoryId) {
            present.categoryId = other.id
            present.category = CategoryLabel(name: other.name, uid: .full(other.uid))
        } else if let entry = categories.entries[session.categoryId] {
            present.category.name = entry.name
        }
        if let task = session.taskId.flatMap({ tasks[$0] }) { present.taskTitle = task.details.title }
        return present
    }

    /// The effect of a correction. The session keeps its category, and the event names the one that continues it.
    func effect(from before: StoredSession?, to after: StoredSession?) -> SessionEffect {
        let shown = (before ?? after).flatMap { continuation(ofCategory: $0.categoryId) }.map { other in
            SessionEffect.Shown(
                id: other.id, category: CategoryLabel(name: other.name, uid: identity.reference(to: other.uid)))
        }
        return SessionEffect(after: after, before: before, shown: shown)
    }
}
