import GardenAPI
import TimeKit

/// Experience that counts on a day from now on; negative for a day on which it no longer does.
struct DayExperience: WireObject, Equatable {
    static let name = "DayExperience"

    var day: CalendarDay
    var exp: Int

    static let fields = Fields(
        DayExperience.init,
        .required("day", \.day, "the logical day"),
        .required("exp", \.exp, "the experience"))
}

/// A focus session after it was added, edited or removed, and before.
struct SessionEffect: WireObject {
    static let name = "SessionEffect"

    /// `nil` if the event removes it.
    var after: StoredSession?
    /// `nil` if the event adds it.
    var before: StoredSession?
    /// The experience that counts on other days than before, without that which the garden gained or lost with it; `nil` for none.
    private(set) var movedExp: [DayExperience]?
    /// The category that continues that of the session, if it was merged (RULES T26).
    var shown: Shown?
    /// Where it was split, if the rest is another session now.
    var splitAt: Timestamp?
    /// How many completed sessions less count for the long rest (RULES P26); `nil` in older journals, in which it is one.
    var restsLess: Int?

    /// The category under which a session is shown.
    struct Shown: WireObject {
        static let name = "ShownCategory"

        var id: Int
        var category: CategoryLabel

        static let fields = Fields(
            Shown.init,
            .required("id", \.id, "the category's id"),
            .required("category", \.category, "the category"))
    }

    static let fields = Fields(
        SessionEffect.init,
        .nullable("after", \.after, "the session after it"),
        .nullable("before", \.before, "the session before it"),
        .optional("movedExp", \.movedExp, "the experience that counts on other days than before"),
        .optional("shown", \.shown, "the category that continues that of the session, if it was merged"),
        .optional("splitAt", \.splitAt, "where it was split, if the rest is another session now"),
        .optional("restsLess", \.restsLess, "how many completed sessions less count for the long rest"))

    init(
        after: StoredSession?, before: StoredSession?, movedExp: [DayExperience]? = nil, shown: Shown? = nil,
        splitAt: Timestamp? = nil, restsLess: Int? = nil
    ) {
        (self.after, self.before, self.movedExp, self.shown) = (after, before, movedExp, shown)
        (self.splitAt, self.restsLess) = (splitAt, restsLess)
    }

    /// Notes the days on which the experience of the session before the event counts now.
    ///
    /// - Parameter parts: the sessions that have it.
    mutating func moveExperience(of parts: [StoredSession]) {
        guard let before else { return }
        var left = before.exp
        var moved: [DayExperience] = []
        for part in parts {
            let exp = min(part.exp, left)
            left -= exp
            guard exp > 0, part.dayOfPay != before.dayOfPay else { continue }
            moved += [DayExperience(day: before.dayOfPay, exp: -exp), DayExperience(day: part.dayOfPay, exp: exp)]
        }
        movedExp = moved.isEmpty ? nil : moved
    }

    /// The session after the event, otherwise as it was.
    var session: StoredSession? { after ?? before }

    /// A session that the event adds does not know the number of the event.
    func added(at seq: Int) -> StoredSession? {
        var session = after
        if before == nil { session?.added = seq }
        return session
    }

    func change(at seq: Int) -> [SessionChange] {
        switch (before, added(at: seq)) {
        case (nil, let after?): return [.put(after)]
        case (let before?, nil): return [.remove(before.id)]
        case (let before?, let after?):
            guard case .object(let old) = before.json, case .object(let new) = after.json else { return [] }
            var members = old.difference(to: new).after
            // Corrections in older journals do not know what the session had paid, and left it nothing.
            if after.outcome == .discarded, before.earnedExp == nil, before.paidPoints == nil {
                for name in ["earnedExp", "paidPoints"] { members.append(name, .null) }
            }
            return [.patch(after.id, members)]
        case (nil, nil): return []
        }
    }

    fileprivate func published(_ context: PublishingContext) -> Publication<Session> {
        let old = before.map { published($0, context) }
        if let after = added(at: context.origin.seq) { return Publication(published(after, context), before: old) }
        guard let old else { preconditionFailure("an event about no session") }
        return Publication(old)
    }

    private func published(_ session: StoredSession, _ context: PublishingContext) -> Session {
        var published = Session(session, context.identity)
        // A correction may have moved it to another category.
        if let shown, session.categoryId == (before ?? after)?.categoryId {
            published.categoryId = shown.id
            published.category = shown.category.name
            published.categoryUid = context.uid(shown.category.uid)
        }
        return published
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let (seq, after) = (context.origin.seq, added(at: context.origin.seq))
        guard let id = session?.id else { return [] }
        var all = [Replacement(.session, id, from: before, to: after, at: seq)]
        // One that is added is not the one that the timer completed last.
        if let before {
            let new = LastFocus(after ?? before.gone)
            all.append(Replacement(.lastFocus, from: LastFocus(before), to: new, at: seq))
        }
        for (day, seconds, sessions) in sums {
            all.append(
                Replacement(
                    .focusDay, day.daysSinceEpoch, from: FocusSums.Day(day: day, seconds: 0, sessions: 0),
                    to: FocusSums.Day(day: day, seconds: seconds, sessions: sessions), at: seq))
        }
        return all
    }

    /// By how much an answer makes a session longer that still counts, in milliseconds, with its start.
    fileprivate var leftOut: (start: Timestamp, milliseconds: Int)? {
        guard let before, let after, after.outcome == .completed else { return nil }
        return (before.start, (after.seconds - before.seconds) * 1000)
    }

    /// By how much it changes the sums of days.
    fileprivate var sums: [(day: CalendarDay, seconds: Int, sessions: Int)] {
        let none = (seconds: 0, sessions: 0)
        let (old, new) = (before?.sums ?? none, after?.sums ?? none)
        switch (before?.day, after?.day) {
        case (let before?, let after?) where before != after:
            return [(before, -old.seconds, -old.sessions), (after, new.seconds, new.sessions)]
        case (_, let day?), (let day?, nil): return [(day, new.seconds &- old.seconds, new.sessions &- old.sessions)]
        case (nil, nil): return []
        }
    }
}

extension SessionEffect {
    private static let kinds: [EventKind<SessionEffect, Session>] = [
        .sessionAdded, .sessionEdited, .sessionRemoved, .focusCorrected,
    ]
    /// The types of the events that have one.
    static let types = kinds.map(\.type)

    /// The effect of an event, with the number of the event in a session that it adds; `nil` for an event of another type.
    init?(of event: Event) throws(ValidationError) {
        for kind in Self.kinds {
            guard var effect = try kind.effect(of: event) else { continue }
            effect.after = effect.added(at: event.seq)
            self = effect
            return
        }
        return nil
    }
}

extension SessionEffect {
    fileprivate var rule: String { before == nil ? "P22" : "P30" }

    /// " at 09:40"
    fileprivate var split: String { splitAt.map { " at \($0.wallText.suffix(5))" } ?? "" }

    /// What it did, after the session.
    fileprivate var text: String {
        switch (named(before), named(after)) {
        case (nil, let after): "added: \(after?.text ?? "")"
        case (let before?, _?) where splitAt != nil: "split\(split): \(before.text)"
        case (let before?, let after?): "corrected: \(before.changes(to: after))"
        case (let before?, nil): "removed: \(before.text)"
        }
    }

    /// What it is about, in words: "25 min of Thesis, 2026-11-27 09:00–09:25".
    fileprivate var subject: String? { named(session)?.text }

    /// What it changes, in words; `nil` for one that adds a session or removes it.
    fileprivate var changes: String? {
        named(before).flatMap { before in named(after).map { before.changes(to: $0) } }
    }

    /// A session under the category that continued its own when it was changed (RULES T26).
    fileprivate func named(_ session: StoredSession?) -> StoredSession? {
        guard let shown, var session, session.categoryId == (before ?? after)?.categoryId else { return session }
        session.category = shown.category
        return session
    }
}

extension StoredSession {
    /// Whether its time, or whether that counts, was corrected.
    fileprivate func hasOtherTime(than before: StoredSession) -> Bool {
        start != before.start || end != before.end || seconds != before.seconds || outcome != before.outcome
    }

    /// What it adds to the sums of its day.
    fileprivate var sums: (seconds: Int, sessions: Int) { hasMinutes ? (seconds, sessions) : (0, 0) }
}

extension EventKind where Effect == SessionEffect, Published == Session {
    static let sessionAdded = EventKind(
        "session.added", "Added a focus session in {category}, {minutes:minutes}, {start:clock}–{end:clock}",
        apply: apply
    ) { $0.published($1) }
    .described { "added \($0.subject ?? "a session")" }.undoableAlone()
    .explainingCorrections()
    .replacing(.session, .lastFocus, .focusDay) { $0.replacements($1) }
    static let sessionEdited = EventKind(
        "session.edited", "Corrected the focus session {id} in {category}, {minutes:minutes}", apply: apply
    ) { $0.published($1) }
    .described { effect in
        if effect.splitAt != nil, let before = effect.named(effect.before) {
            return "split session \(before.id)\(effect.split): \(before.text)"
        }
        return "corrected session \(effect.session?.id ?? 0)\(effect.changes.map { ": \($0)" } ?? "")"
    }
    .explainingCorrections()
    .replacing(.session, .lastFocus, .focusDay) { $0.replacements($1) }
    static let sessionRemoved = EventKind(
        "session.removed", "Removed the focus session {id} in {category}, {minutes:minutes}", apply: apply
    ) { $0.published($1) }
    .described { "removed \($0.subject ?? "a session")" }
    .explainingCorrections()
    .replacing(.session, .lastFocus, .focusDay) { $0.replacements($1) }
    /// An answer to a question discards or shortens it (RULES P14).
    static let focusCorrected = EventKind(
        "focus.corrected", "Corrected the focus in {category}: {outcome}, {minutes:minutes}", version: 2,
        upgrades: [SessionEffect.upgradeFocusCorrection]
    ) { effect, _, state in
        apply(effect, isAnswer: true, &state)
        // A lock in progress counts from how much of it had passed: less, if a part no longer counts.
        if let (start, milliseconds) = effect.leftOut {
            state.presence.leaveOut(milliseconds, ofFocusFrom: start)
        }
        if let after = effect.after { state.questions.correct(after) }
        guard effect.after?.outcome == .discarded, state.lastFocus?.id == effect.after?.id else { return }
        state.longRestCycle.discard(effect.restsLess ?? 1)
    } publish: {
        $0.published($1)
    }
    .described { effect in
        effect.after?.outcome == .discarded
            ? "discarded \(effect.named(effect.before)?.text ?? "a session")"
            : "corrected session \(effect.session?.id ?? 0)\(effect.changes.map { ": \($0)" } ?? "")"
    }
    .explainingCorrections()
    .replacing(.session, .lastFocus, .focusDay, .longRestCycle, .absence) { effect, context in
        var all = effect.replacements(context)
        if let (start, milliseconds) = effect.leftOut {
            all += PresenceState.replacements(leavingOut: milliseconds, ofFocusFrom: start, at: context.origin.seq)
        }
        if let less = effect.restsLess {
            let (before, after): (JSON, JSON) = (["completed": .integer(less)], ["completed": 0])
            all.append(Replacement(.longRestCycle, from: before, to: after, at: context.origin.seq))
        }
        return all
    }

    /// A session has the corrections of it, a day those of all sessions.
    private func explainingCorrections() -> Self {
        explaining(.session) { effect, _ in effect.session.map { ExplainedStep(effect.rule, effect.text, of: [$0.id]) }
        }
        .explaining(.day) { effect, _ in
            effect.session.map { ExplainedStep(effect.rule, "session \($0.id) of \($0.day) \(effect.text)") }
        }
    }

    @Sendable private static func apply(_ effect: SessionEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        apply(effect, isAnswer: false, &state)
    }

    /// - Parameter isAnswer: whether it answers one question, and leaves the others about the session as they are.
    private static func apply(_ effect: SessionEffect, isAnswer: Bool, _ state: inout GardenState) {
        for (day, seconds, sessions) in effect.sums {
            state.focusSums.add(seconds: seconds, sessions: sessions, on: day)
        }
        state.lastSessionId = max(state.lastSessionId, effect.session?.id ?? 0)
        if let before = effect.before {
            let hasOtherTime = effect.after.map { $0.hasOtherTime(than: before) } ?? true
            state.questions.leave(before, hasOtherTime: hasOtherTime && !isAnswer)
        }
        guard let session = effect.session, let last = state.lastFocus, last.id == session.id else { return }
        state.lastFocus = effect.after ?? last.gone
    }
}

extension StoredSession {
    /// "25 min of Thesis, 2026-11-27 09:00–09:25"
    var text: String { "\(seconds / 60) min of \(category.name), \(timeText)" }

    /// "2026-11-27 09:00–09:25"; of more than twelve hours, with the day of the end.
    var timeText: String {
        let isLong = Instant.milliseconds(from: start.instant, to: end.instant) > 12 * 3_600_000
        return "\(start.wallText)–\(isLong ? end.wallText : String(end.wallText.suffix(5)))"
    }

    /// The same, as the last session that was completed, after it was removed.
    fileprivate var gone: StoredSession {
        var gone = self
        gone.outcome = .discarded
        return gone
    }
}

/// The last session that was completed, as undo sees it.
private struct LastFocus: WireObject, Equatable {
    static let name = "LastFocus"

    var id: Int
    var session: StoredSession

    static let fields = Fields(
        LastFocus.init,
        .required("id", \.id, "its id"),
        .required("session", \.session, "the session"))

    private init(id: Int, session: StoredSession) { (self.id, self.session) = (id, session) }

    init(_ session: StoredSession) { self.init(id: session.id, session: session) }
}

extension StatePart {
    /// A focus session that has ended.
    static let session = StatePart(
        inHistory: "session",
        Members(carried: [
            "day", "start", "seconds", "outcome", "categoryId", "paidOn", "hour", "hours", "paidPoints",
            "earnedExp",
        ]),
        find: { t, id throws(GardenError) in try t.storedSession(id) },
        problem: { _, _ in nil })

    /// The last session that was completed: it stays if another one was completed since.
    fileprivate static let lastFocus = StatePart(
        "lastFocus", Members(identifying: ["id"]),
        read: { state, _ in state.lastFocus.map(LastFocus.init) },
        write: { state, _, last in if let last { state.lastFocus = last.session } })

    /// The sums of a day, by its number since 1970-01-01.
    static let focusDay = StatePart(
        "focusDay", Members(sums: ["seconds", "sessions"], identifying: ["day"]),
        read: { state, id in state.focusSums[CalendarDay(daysSinceEpoch: id)] },
        write: { state, _, sums in if let sums { state.focusSums.put(sums) } })

    static let sessionParts: [StatePart] = [.session, .lastFocus, .focusDay]
}
