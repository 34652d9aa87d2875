import GardenAPI
import TextKit
import TimeKit

extension ImportedKind {
    /// Focus sessions of other programs (RULES I6).
    static let session = ImportedKind(
        name: "session", noun: "session", weight: 4, has: { $0.session != nil }, begin: { SessionImporter(options: $0) }
    )
}

/// Adds stretches of work as focus sessions. One with the times of a session that the garden has is known; others share no time with
/// any (RULES P23). What another garden recorded comes in as it was: its clock may have stepped, and an open focus has no limit.
private struct SessionImporter: EntryImporter {
    private static let longestMilliseconds = 86_400_000

    let options: ImportOptions
    /// What the time of the current part belongs to.
    private var occupied = OccupiedTime()
    private var resets: GardenResets?
    /// The tasks by what the entries know them by.
    private var tasks: [String: Int] = [:]

    init(options: ImportOptions) { self.options = options }

    mutating func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {
        occupied = OccupiedTime()
        // What is refused for its length needs no question, which could be about the whole history.
        let times = entries.compactMap { entry -> Range<Instant>? in
            guard let session = entry.session, session.start.instant < session.end.instant,
                session.end.instant <= t.moment.wall,
                Instant.milliseconds(from: session.start.instant, to: session.end.instant)
                    <= (session.outcome == nil ? Self.longestMilliseconds : Limits.secondsOfRecordedSession * 1000)
            else { return nil }
            return session.start.instant..<session.end.instant
        }
        let (history, query) = (t.history, SessionsDuringQuery(times, after: t.state.lastResetSeq))
        for session in try readingJournal({ try history.read(query) }).sessions { occupied.add(session) }
        for blocked in t.timeInProgress { occupied.add(blocked) }
        let origins = Set(entries.compactMap { $0.session?.task })
        tasks.merge(try t.tasks(knownBy: origins.subtracting(tasks.keys)), uniquingKeysWith: { $1 })
        resets = try t.gardenResets()
    }

    mutating func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let imported = entry.session else { return nil }
        _ = try entry.requiredOrigin()
        if imported.outcome != nil { return try addRecorded(imported, in: &t) }
        let (start, end) = (t.timestamp(imported.start.instant), t.timestamp(imported.end.instant))
        try t.checkTimes(start, end, sinceReset: false)
        let time = start.instant..<end.instant
        if imported.seconds == 0 { throw .invalidParam("session.seconds", "must be at least 1, not 0") }
        try t.checkLength(of: t.newSession(time, in: CategoryBook.defaultId), seconds: imported.seconds)
        let blocked = occupied.overlapping(time)
        if blocked.contains(where: {
            $0.session.map { $0.start.instant == start.instant && $0.end.instant == end.instant } ?? false
        }) {
            return nil
        }
        _ = try t.freePart(of: time, without: blocked, trim: false)
        let categoryId = try t.category(named: imported.category ?? CategoryBook.defaultName)
        let session = t.recordingHistory(at: end.instant) { t in
            var session = t.newSession(time, in: categoryId)
            if let seconds = imported.seconds { session.seconds = seconds }
            t.setHours(of: &session)
            session.note = imported.note
            if options.bringsExperience { setReward(of: &session, imported.exp, in: t) }
            session.added = t.record(session).seq
            return session
        }
        occupied.add(session)
        return session.id
    }

    /// Adds a session that a garden has recorded, with the clocks of its beginning and its end.
    private mutating func addRecorded(_ imported: SessionEntry, in t: inout Transition) throws(GardenError) -> Int? {
        for time in [imported.start, imported.end] {
            try t.checkYear(time.instant)
            guard time.instant <= t.moment.wall else {
                throw .refused(
                    .inTheFuture, "its time, \(time.wallText), lies ahead of now", [("at", time.json)])
            }
        }
        let earlier = min(imported.start.instant, imported.end.instant)
        let later = max(imported.start.instant, imported.end.instant)
        let length = Instant.milliseconds(from: earlier, to: later) / 1000
        guard length <= Limits.secondsOfRecordedSession else {
            throw .refused(
                .tooLong, "from \(imported.start.wallText) to \(imported.end.wallText) is more than 62 days",
                [("seconds", .integer(length))])
        }
        // A clock that was set back makes the span shorter than the focus.
        let seconds = imported.seconds ?? 0
        guard seconds <= max(length, Self.longestMilliseconds / 1000) else {
            throw .refused(
                .outOfRange, "\(TextKit.length(seconds)) of focus do not fit between its times",
                [("seconds", .integer(seconds))])
        }
        let span = FocusSpan(
            start: imported.start.instant, end: imported.end.instant, pauses: imported.pauses ?? [])
        let hasMinutes = imported.outcome == .completed || imported.outcome == .partial
        // Those of an empty garden were beside each other in another one.
        let parts = hasMinutes && !options.isForEmptyGarden ? span.parts : []
        let blocked = parts.flatMap { occupied.overlapping($0) }
        let isKnown = blocked.contains { other in
            other.session.map { $0.start == imported.start && $0.end == imported.end } ?? false
        }
        guard !isKnown else { return nil }
        for part in parts { _ = try t.freePart(of: part, without: blocked, trim: false) }
        // Last, so that what is refused leaves no category.
        let categoryId = try t.category(named: imported.category ?? CategoryBook.defaultName)
        let session = try recorded(imported, seconds: seconds, from: earlier, in: categoryId, &t)
        var made = session
        made.added = t.recordingHistory(at: imported.end.instant) { t in t.record(session).seq }
        occupied.add(made)
        return made.id
    }

    private mutating func recorded(
        _ imported: SessionEntry, seconds: Int, from earlier: Instant, in categoryId: Int, _ t: inout Transition
    ) throws(GardenError) -> StoredSession {
        var session = t.newSession(earlier..<earlier, in: categoryId)
        (session.start, session.end, session.pauses) = (imported.start, imported.end, imported.pauses)
        session.outcome = imported.outcome ?? .completed
        session.source = imported.source ?? .manual
        t.setDay(of: &session)
        session.day = imported.day.map { min($0, t.state.day.day) } ?? session.day
        session.seconds = seconds
        session.unattended = imported.unattended == true ? true : nil
        if let task = imported.task {
            if tasks[task] == nil { tasks.merge(try t.tasks(knownBy: [task]), uniquingKeysWith: { $1 }) }
            session.taskId = tasks[task]
        }
        session.taskTitle = imported.taskTitle
        session.note = imported.note
        t.setHours(of: &session)
        if session.hasMinutes, options.bringsExperience { setReward(of: &session, imported.exp, in: t) }
        return session
    }

    /// - Parameter exp: what the file says; `nil` for what its length brings.
    private func setReward(of session: inout StoredSession, _ exp: Int?, in t: borrowing Transition) {
        let isFromBeforeReset = resets?.isFromBefore(session, in: t.state.gardens(of: session)) ?? false
        guard t.state.garden(of: session) == nil || !isFromBeforeReset else { return }
        session.exp = exp ?? t.exp(for: session)
        if options.paysPoints { session.points = t.pointsForFocus(exp: session.exp) }
    }
}

/// The time of many sessions, by the days of UTC that they touch.
private struct OccupiedTime {
    private var days: [Int: [BlockedTime]] = [:]

    mutating func add(_ session: StoredSession) {
        for part in session.parts { add(BlockedTime(part: part, session: session)) }
    }

    mutating func add(_ blocked: BlockedTime) {
        for day in Self.days(of: blocked.part) { days[day, default: []].append(blocked) }
    }

    /// What shares time with a stretch, each once.
    func overlapping(_ time: Range<Instant>) -> [BlockedTime] {
        let found = Self.days(of: time).flatMap { days[$0] ?? [] }.filter { $0.part.overlaps(time) }
        var parts: Set<Range<Instant>> = []
        return found.filter { parts.insert($0.part).inserted }
    }

    private static func days(of time: Range<Instant>) -> ClosedRange<Int> {
        func day(_ instant: Instant) -> Int { instant.milliseconds.flooredDivision(by: 86_400_000).quotient }
        return day(time.lowerBound)...day(time.upperBound)
    }
}
