import GardenAPI
import TimeKit

extension Transition {
    /// A session of the past in a category, with all of its time as focus, which earns nothing yet.
    func newSession(_ time: Range<Instant>, in categoryId: Int) -> StoredSession {
        var session = StoredSession(
            id: state.lastSessionId + 1, added: state.seq + 1, start: timestamp(time.lowerBound),
            end: timestamp(time.upperBound), day: day,
            seconds: Instant.milliseconds(from: time.lowerBound, to: time.upperBound) / 1000, outcome: .completed,
            source: .manual, categoryId: categoryId, category: state.label(ofCategory: categoryId))
        setDay(of: &session)
        return session
    }

    /// Adds a session, with all that follows from it.
    mutating func add(_ session: StoredSession) throws(GardenError) -> Session {
        var stored = session
        stored.added = record(session).seq
        return try view(of: stored)
    }

    /// Adds a session, with all that follows from it.
    @discardableResult
    mutating func record(_ session: StoredSession) -> EventReference {
        let added = emit(.sessionAdded, SessionEffect(after: session, before: nil))
        let text = LogText.focus(minutes: session.seconds / 60, session.category.name)
        writeLine(.focus, text, categoryId: session.categoryId, because: added)
        if session.exp > 0 {
            growGarden(
                categoryId: session.categoryId, by: .focus, amount: session.exp, on: session.dayOfPay, because: added)
        }
        earn(session.points, forLateFocusIn: session.categoryId, because: added)
        guard session.hasMinutes else { return added }
        let focus = CountedFocus(
            taskId: session.taskId, seconds: session.seconds, sessions: session.sessions, cause: added)
        react(to: .focusCount, focus)
        return added
    }

    /// The day that a session counts for, and the day on which it pays (RULES P13).
    ///
    /// A correction within a day keeps the day that the session has: a clock that was wrong, or another time zone, may have given it.
    func setDay(of session: inout StoredSession, from before: StoredSession? = nil) {
        let now = days(of: session)
        session.day = now.day
        var dayOfPay = now.last
        if let before {
            let old = days(of: before)
            if old.day == now.day { session.day = before.day }
            // The timer, and older releases, take an end at the beginning of a day for one of that day.
            let isAtBeginning = old.last != day(of: before.end.instant, by: before.end)
            let movesAway = isAtBeginning && before.end != session.end
            if old.last == now.last, before.dayOfPay >= session.day, !movesAway { dayOfPay = before.dayOfPay }
        }
        session.paidOn = dayOfPay == session.day ? nil : dayOfPay
    }

    /// The days of its start and end, and that in which most of its focus lies, by the clocks that showed its beginning and its end.
    /// An end at the beginning of a day is of the day before.
    private func days(of session: StoredSession) -> (first: CalendarDay, day: CalendarDay, last: CalendarDay) {
        let (start, end) = (session.start.instant, session.end.instant)
        let (first, last) = (
            day(of: start, by: session.start),
            day(of: max(start, end.advanced(byMilliseconds: -1)), by: session.end)
        )
        return (first, session.span.day(from: first, to: last, calendar(of: session.start)), last)
    }

    /// Moves a session to the times of a request.
    func move(_ session: inout StoredSession, _ request: SessionEdit) throws(GardenError) {
        let before = session
        let (oldStart, oldEnd) = (before.start.instant, before.end.instant)
        // By the clocks on the wall that showed its beginning and its end.
        let (zoneOfStart, zoneOfEnd) = (zone(of: before.start), zone(of: before.end))
        var start = try request.start.map { text throws(GardenError) in
            // A session that moves stays near the time at which it was.
            let isMoved = request.end != nil
            let anchor = isMoved ? TimeAnchor.near(oldStart, now: moment.wall) : .before(oldEnd)
            return try pastTime(text, in: zoneOfStart, near: anchor, "start")
        }
        var end = try request.end.map { text throws(GardenError) in
            let anchor = TimeAnchor.after(start?.instant ?? oldStart)
            return try pastTime(text, in: zoneOfEnd, near: anchor, "end")
        }
        if end == nil, let named = request.start.flatMap(sessionDates(in: zoneOfStart).pastDayAlone) {
            let present = named.isOfCalendar ? zoneOfStart.localDate(at: oldStart) : before.day
            let days = named.day.daysSinceEpoch - present.daysSinceEpoch
            if days != 0 { move(&session, by: days) }
            (start, end) = days == 0 ? (nil, nil) : (session.start, session.end)
        }
        let words = [request.start, request.end].compactMap { $0?.withoutOffset }
        if words.contains(where: sessionDates.isTimeAlone) {
            try checkEndOfTimesAlone(start ?? before.start, end ?? before.end)
        }
        // The times that a list shows are without their seconds. Who gives them again changes nothing.
        if start.map({ $0.isMinute(of: before.start, saidAs: request.start) }) ?? true,
            end.map({ $0.isMinute(of: before.end, saidAs: request.end) }) ?? true
        {
            (start, end) = (nil, nil)
        }
        let countsPauses = request.countPauses == true && session.pauses != nil
        guard start != nil || end != nil || request.seconds != nil || countsPauses else { return }
        let focused = before.focusableSeconds
        if let start { session.start = start }
        if let end { session.end = end }
        session.clipPauses()
        if countsPauses { session.pauses = nil }
        if start != nil || end != nil { try checkTimes(session.start, session.end) }
        if start != nil || end != nil || countsPauses { setDay(of: &session, from: before) }
        let longest = session.focusableSeconds
        try checkLength(of: session, seconds: request.seconds)
        // Time that did not count, such as a short sleep, still does not.
        session.seconds = request.seconds ?? min(longest, max(0, session.seconds + longest - focused))
    }

    /// Moves a session by days, with its pauses and with the time of its beginning on the wall.
    private func move(_ session: inout StoredSession, by days: Int) {
        let (zone, old) = (zone(of: session.start), session.start.instant)
        let (date, seconds) = zone.wallTime(at: old)
        let day = date.advanced(by: days)
        let millisecond = old.milliseconds.flooredDivision(by: 1000).remainder
        let milliseconds =
            Instant.milliseconds(from: old, to: zone.instant(of: day, secondsOfDay: seconds)) + millisecond
        func moved(_ time: Timestamp) -> Timestamp {
            self.zone(of: time).timestamp(time.instant.advanced(byMilliseconds: milliseconds))
        }
        session.pauses = session.pauses?.map { TimeSpan(moved($0.start), moved($0.end)) }
        (session.start, session.end) = (moved(session.start), moved(session.end))
    }

    /// Checks that the time which a correction adds belongs to no other session; what overlapped before stays (RULES P23).
    func checkOverlap(of after: StoredSession, from before: StoredSession) throws(GardenError) {
        guard after.hasMinutes else { return }
        let old = before.hasMinutes ? before.parts : []
        for part in after.parts.flatMap({ FocusSpan.parts(of: $0, without: old) }) {
            _ = try freePart(of: part, besides: [after.id])
        }
    }

    /// How an effect of a session names a category: its own event says which device created it.
    func label(ofCategory id: Int, for session: StoredSession) -> CategoryLabel {
        var label = state.label(ofCategory: id)
        let uid = state.identity.uid(label.uid, at: state.seq + 1)
        if state.identity.uid(label.uid, at: session.added) != uid { label.uid = .full(uid) }
        return label
    }
}

// MARK: - What a session earns

extension Transition {
    /// What a session earns that is added (RULES P24).
    func setReward(of session: inout StoredSession) throws(GardenError) {
        guard try earns(session) else { return }
        session.exp = exp(for: session)
        session.points = pointsForFocus(exp: session.exp)
    }

    /// What a session earns after a correction: it has the difference more or less (RULES P30).
    ///
    /// - Parameter keeps: whether it has the points that it had.
    func changeReward(of session: inout StoredSession, from before: StoredSession, keeps: Bool) throws(GardenError) {
        let more = try (earns(session) ? exp(for: session) : 0) - (earns(before) ? exp(for: before) : 0)
        session.exp = session.hasMinutes ? max(0, before.exp + more) : 0
        let owed = before.points - before.kept
        let due = session.hasMinutes ? max(0, owed + (session.exp - before.exp) * settings.pointsPerFocus) : 0
        // What was left to it counts towards what it would have more.
        let kept = due > owed && before.kept > 0 ? max(0, before.kept - (due - owed)) : before.kept
        let most = before.points.addingUpToLimit(Int.max - state.points.balance)
        session.points = keeps ? before.points : min(most, max(0, due + kept))
        session.kept = session.points - due
    }

    /// Whether a session can earn something: not if it is from before a reset of its garden.
    func earns(_ session: StoredSession) throws(GardenError) -> Bool {
        guard state.garden(of: session) != nil else { return true }
        return try !gardenResets().isFromBefore(session, in: state.gardens(of: session))
    }

    /// What a session earns by its length, and by its share if it is a part of another one.
    func exp(for session: StoredSession) -> Int {
        guard session.hasMinutes else { return 0 }
        func earned(_ seconds: Int) -> Int { settings.exp(ofFocus: seconds, isTimed: session.isTimed) }
        return session.share?.exp(ofLength: session.seconds, earned) ?? earned(session.seconds)
    }

    /// Checks that the balance has the points that a correction takes.
    func checkBalance(_ points: Int, for what: String) throws(GardenError) {
        let balance = state.points.balance
        guard points > balance else { return }
        throw GardenError(
            .insufficientPoints,
            "\(what) takes back \(points) points, and the balance is \(balance): \(points - balance) are missing",
            [("points", .integer(points)), ("balance", .integer(balance)), ("shortfall", .integer(points - balance))])
    }
}

extension StoredSession {
    /// The seconds without the pauses.
    var focusableSeconds: Int {
        parts.reduce(0) { $0 + Instant.milliseconds(from: $1.lowerBound, to: $1.upperBound) } / 1000
    }

    /// Leaves out what of the pauses is no longer within.
    mutating func clipPauses() {
        let within = (pauses ?? []).compactMap { pause -> TimeSpan? in
            let from = pause.start.instant < start.instant ? start : pause.start
            let to = pause.end.instant > end.instant ? end : pause.end
            return from.instant < to.instant ? TimeSpan(from, to) : nil
        }
        pauses = within.isEmpty ? nil : within
    }

    /// Whether it has the time of another one, and counts as that does.
    func hasTime(of other: StoredSession) -> Bool {
        start == other.start && end == other.end && seconds == other.seconds && outcome == other.outcome
            && pauses == other.pauses
    }

    /// What a correction changes, in words.
    func changes(to after: StoredSession) -> String {
        var changes: [String] = []
        if category.name != after.category.name { changes.append("\(category.name) → \(after.category.name)") }
        if (start, end) != (after.start, after.end) {
            changes.append("\(timeText) → \(after.timeText)")
        }
        if seconds != after.seconds { changes.append("\(seconds / 60) → \(after.seconds / 60) min") }
        if taskId != after.taskId {
            changes.append("\(taskTitle ?? "no task") → \(after.taskTitle ?? "no task")")
        }
        if outcome != after.outcome { changes.append("\(outcome.rawValue) → \(after.outcome.rawValue)") }
        var shortened = self
        (shortened.start, shortened.end) = (after.start, after.end)
        shortened.clipPauses()
        if shortened.pauses != nil, after.pauses == nil { changes.append("without its pauses") }
        if note != after.note { changes.append("note \(after.note ?? "removed")") }
        return changes.joined(separator: ", ")
    }
}

extension Timestamp {
    /// Whether it is the whole minute in which a time is, and was given in words. They do not tell the two apart that a clock shows
    /// twice.
    ///
    /// - Parameter text: what was given. An instant is exact.
    func isMinute(of time: Timestamp, saidAs text: String?) -> Bool {
        let isWords = text.map { Timestamp($0) == nil && $0.withoutOffset == $0 } ?? true
        return isWords && instant.milliseconds % 60_000 == 0 && wallText == time.wallText
    }
}

extension Transition {
    /// The task that a request names; `nil` if it names none.
    func task(of request: SessionAdd) throws(GardenError) -> StoredTask? {
        if let id = request.taskId { return try task(TaskGet(id: id)).0 }
        return try request.task.map { title throws(GardenError) in try openTask(TaskGet(title: title)) }
    }
}
