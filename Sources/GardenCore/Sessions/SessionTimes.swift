import GardenAPI
import TextKit
import TimeKit

/// The phase in progress as far as it blocks sessions (RULES P23). The timer adds it.
struct SessionInProgress: Sendable {
    /// The stretches of focus up to a moment.
    let parts: @Sendable (GardenState, Moment) -> [Range<Instant>]

    fileprivate static let all = Features.additions(SessionInProgress.self)
}

/// A stretch of time that already belongs to a session.
struct BlockedTime {
    let part: Range<Instant>
    /// `nil` for the session in progress.
    let session: StoredSession?
}

extension Transition {
    private static let longestSeconds = 86_400
    /// How many days before and after the time of a session others are looked for: one that was paused for longer does not block.
    private static let daysAround = 31

    var sessionDates: DateReader { sessionDates(in: environment.zone) }

    func sessionDates(in zone: ZoneRules) -> DateReader {
        var environment = environment
        environment.zone = zone
        return DateReader(environment, at: moment.wall, today: state.day.day)
    }

    /// A time beside that of a session: of a zone, or with its offset after it, as lists show it, `02:30 +01:00`.
    func pastTime(
        _ text: String, in zone: ZoneRules, near anchor: TimeAnchor, _ name: String
    ) throws(GardenError) -> Timestamp {
        guard Timestamp(text) == nil, let (words, offset) = text.wordsAndOffset else {
            return zone.timestamp(try sessionDates(in: zone).pastInstant(text, near: anchor, name))
        }
        let fixed = ZoneRules.fixed(offsetSeconds: offset)
        let dates = sessionDates(in: fixed)
        let instant = try dates.pastInstant(words, near: anchor, name)
        let isShown = [zone, environment.zone].contains { $0.offsetSeconds(at: instant) == offset }
        guard isShown, dates.pastDayAlone(words) == nil else {
            let present = timestamp(instant).offsetText
            throw .invalidParam(
                name,
                "has an offset with which no clock here showed that time, \(JSON.string(text).text); it was \(present)")
        }
        return isElsewhere(fixed.timestamp(instant), zone) ? fixed.timestamp(instant) : zone.timestamp(instant)
    }

    /// A time of a session, with the offset if it is of another time zone.
    func text(_ time: Timestamp) -> String {
        isElsewhere(time, environment.zone) ? "\(time.wallText) \(time.offsetText)" : time.wallText
    }

    private static let longestOfTimesAloneMilliseconds = 12 * 3_600_000

    /// Checks the times of a session if one of them names no day: far from the other one, the two are more likely in the wrong
    /// order (RULES P22).
    func checkEndOfTimesAlone(_ from: Timestamp, _ to: Timestamp) throws(GardenError) {
        let milliseconds = Instant.milliseconds(from: from.instant, to: to.instant)
        guard milliseconds > Self.longestOfTimesAloneMilliseconds else { return }
        throw .refused(
            .outOfRange,
            "from \(text(from)) to \(text(to)) are more than 12 hours; is the end before the beginning? If not, give the "
                + "dates of both, or the beginning and a length",
            [("start", from.json), ("end", to.json)])
    }

    /// Checks the times of a session (RULES P22, P23).
    /// - Parameter sinceReset: whether it must not be from before the last reset of everything.
    func checkTimes(_ from: Timestamp, _ to: Timestamp, sinceReset: Bool = true) throws(GardenError) {
        try checkYear(from.instant)
        guard from.instant < to.instant else {
            throw .refused(
                .outOfRange, "the session would end at \(text(to)), not after its beginning at \(text(from))",
                [("start", from.json), ("end", to.json)])
        }
        guard to.instant <= moment.wall else {
            throw .refused(.inTheFuture, "the session would end at \(text(to)), ahead of now", [("at", to.json)])
        }
        if sinceReset { try checkReset(from.instant) }
    }

    /// Checks how long a session is, without its pauses, and that so much focus fits (RULES P23).
    func checkLength(of session: StoredSession, seconds: Int?) throws(GardenError) {
        let (from, to) = (text(session.start), text(session.end))
        let length = session.focusableSeconds
        guard length <= Self.longestSeconds else {
            throw .refused(
                .tooLong, "from \(from) to \(to) is more than 24 hours; give the session's own times",
                [("seconds", .integer(length))])
        }
        if let seconds, seconds > length {
            let whole = Instant.milliseconds(from: session.start.instant, to: session.end.instant) / 1000
            let pauses = whole > length ? " beside \(TextKit.length(whole - length)) of pauses" : ""
            throw .refused(
                .outOfRange,
                "\(TextKit.length(seconds)) of focus do not fit between \(from) and \(to)\(pauses): there are "
                    + "\(TextKit.length(length)); to make it longer, give another start or end",
                [("seconds", .integer(length))] + (whole > length ? [("pauses", .integer(whole - length))] : []))
        }
    }

    /// The time of a session without what belongs to others: all of it, or the longest part with `trim`.
    ///
    /// - Parameters:
    ///   - ids: sessions that do not count.
    ///   - trim: `nil` if the request has no such member.
    /// - Throws: `overlaps` if less than a minute is left, or something is covered without `trim`.
    func freePart(
        of time: Range<Instant>, besides ids: Set<Int> = [], trim: Bool? = nil
    ) throws(GardenError) -> Range<Instant> {
        try freePart(of: time, without: blocked(time, besides: ids), trim: trim)
    }

    /// - Parameter blocked: what shares time with it.
    func freePart(
        of time: Range<Instant>, without blocked: [BlockedTime], trim: Bool? = nil
    ) throws(GardenError) -> Range<Instant> {
        guard !blocked.isEmpty else { return time }
        // Between others, a few seconds are no time that a person enters.
        let longest = Self.longest(of: time, without: blocked.map(\.part)).flatMap { part in
            Instant.milliseconds(from: part.lowerBound, to: part.upperBound) < 60_000 ? nil : part
        }
        if trim == true, let longest { return longest }
        throw overlap(blocked, isComplete: longest == nil, free: trim == false ? longest : nil)
    }

    /// A time in whole minutes that begins in the minute in which a session ended, as lists show it: it begins with its end, and is
    /// as long as before, unless the next one, or the present, comes first (RULES P23).
    ///
    /// - Parameter isExact: whether the end stays.
    func afterLastSeconds(
        _ start: Instant, _ end: Instant, isExact: Bool
    ) throws(GardenError) -> (Instant, Instant) {
        func milliseconds(_ from: Instant, _ to: Instant) -> Int { Instant.milliseconds(from: from, to: to) }
        guard start < end else { return (start, end) }
        let ends = try blocked(start..<end, besides: []).map(\.part.upperBound)
        guard let begin = ends.filter({ (1..<60_000).contains(milliseconds(start, $0)) }).max(), begin < end else {
            return (start, end)
        }
        guard !isExact else { return (begin, end) }
        let shifted = min(end.advanced(byMilliseconds: milliseconds(start, begin)), moment.wall)
        let next = try blocked(begin..<max(end, shifted), besides: []).map(\.part.lowerBound).filter { $0 >= end }.min()
        return (begin, min(max(end, shifted), next ?? shifted))
    }

    /// The parts of a time that no session has, in order.
    func freeParts(of time: Range<Instant>) throws(GardenError) -> [Range<Instant>] {
        FocusSpan.parts(of: time, without: try blocked(time, besides: []).map(\.part))
    }

    /// The end of the last session with minutes that ended after an instant; `nil` if none did.
    func endOfSessions(since instant: Instant) throws(GardenError) -> Instant? {
        let time = instant..<max(moment.wall, instant.advanced(byMilliseconds: 1))
        let sessions = try sessions(around: time)
        return sessions.filter { $0.hasMinutes && $0.end.instant > instant && $0.start.instant < time.upperBound }
            .map(\.end.instant).max()
    }

    /// The sessions of the days around a time.
    private func sessions(around time: Range<Instant>) throws(GardenError) -> [StoredSession] {
        var query = SessionsQuery(after: state.lastResetSeq, limit: .max)
        query.from = day(of: time.lowerBound).advanced(by: -Self.daysAround)
        query.to = day(of: time.upperBound).advanced(by: Self.daysAround)
        return try readingJournal { try read(query) }.sessions
    }

    private func blocked(_ time: Range<Instant>, besides ids: Set<Int>) throws(GardenError) -> [BlockedTime] {
        let sessions = try sessions(around: time)
        var blocked: [BlockedTime] = []
        for session in sessions where session.hasMinutes && !ids.contains(session.id) {
            blocked += session.parts.filter { $0.overlaps(time) }.map { BlockedTime(part: $0, session: session) }
        }
        return blocked + timeInProgress.filter { $0.part.overlaps(time) }
    }

    /// The time of the session in progress.
    var timeInProgress: [BlockedTime] {
        SessionInProgress.all.flatMap { $0.parts(state, moment) }.map { BlockedTime(part: $0, session: nil) }
    }

    /// The longest stretch, the first of several.
    private static func longest(of time: Range<Instant>, without blocked: [Range<Instant>]) -> Range<Instant>? {
        let free = FocusSpan.parts(of: time, without: blocked)
        func length(_ part: Range<Instant>) -> Int { Instant.milliseconds(from: part.lowerBound, to: part.upperBound) }
        guard let most = free.map(length).max() else { return nil }
        return free.first { length($0) == most }
    }

    /// - Parameters:
    ///   - isComplete: whether they cover all of the time.
    ///   - free: the part that `trim` would take.
    private func overlap(_ blocked: [BlockedTime], isComplete: Bool, free: Range<Instant>?) -> GardenError {
        var sessions: [StoredSession] = []
        for session in blocked.compactMap(\.session) where !sessions.contains(where: { $0.id == session.id }) {
            sessions.append(session)
        }
        sessions.sort { $0.id < $1.id }
        let named = sessions.first.map { "session \($0.id), \(state.present($0).text)" }
        let others = sessions.count > 1 ? " and \(sessions.count - 1) more" : ""
        var data: [(String, JSON)] = [("sessions", .array(sessions.map { .integer($0.id) }))]
        if let free { data.append(("free", [timestamp(free.lowerBound).json, timestamp(free.upperBound).json])) }
        return .refused(
            .overlaps,
            "\(isComplete ? "all" : "some") of the time belongs to "
                + (named.map { $0 + others } ?? "the session in progress"), data)
    }
}

extension String {
    /// A time in words and its offset from UTC in seconds: `02:30 +01:00`; `nil` if it has no offset.
    fileprivate var wordsAndOffset: (words: String, offset: Int)? {
        guard let match = wholeMatch(of: /(.*\S)\s+([+-])(\d\d):(\d\d)/), let hours = Int(match.3),
            let minutes = Int(match.4), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return (String(match.1), match.2 == "-" ? -seconds : seconds)
    }

    /// The time without its offset from UTC.
    var withoutOffset: String { wordsAndOffset?.words ?? self }
}
