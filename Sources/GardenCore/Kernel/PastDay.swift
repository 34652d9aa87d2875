import GardenAPI
import TimeKit

/// A logical day that has ended, about which a query asks (RULES S7).
struct PastDay {
    let day: CalendarDay
    let startsAt: Instant
    /// The boundary at which it ended.
    let endsAt: Instant
}

/// What a query about a past day reads of the state.
enum DatedPart {
    case points, rate, gardens
    /// The sums of the focus sessions.
    case focus
    /// The timer and what else goes on: a day that has ended has nothing of it.
    case activity
}

/// A query that can be asked about a past day: the answer is that to the state as the day ended.
protocol DatedQuery: Query, DatedRequest {
    /// What its answer reads of the state, besides the current day.
    static var datedParts: Set<DatedPart> { get }
}

/// How a feature gives parts of the state the values that they had when a day ended.
struct PastState: Sendable {
    let write: @Sendable (inout GardenState, Set<DatedPart>, PastDay, QueryContext) throws(GardenError) -> Void

    fileprivate static let all = Features.additions(PastState.self)
}

extension QueryContext {
    /// What a query about a day reads: this context for the current one.
    ///
    /// - Parameter text: looks back; `nil` for the current day.
    /// - Throws: `not_understood`; `in_the_future`; `before_reset` for a day that ended before the last reset of everything.
    func asOf(_ text: String?, _ parts: Set<DatedPart>) throws(GardenError) -> QueryContext {
        let today = state.day.day
        guard let day = try pastDay(text, "asOf"), day != today else { return self }
        guard day < today else {
            throw .refused(.inTheFuture, "\(day) lies ahead; today is \(today)", [("day", day.json)])
        }
        let next = environment.calendar.next(after: day).boundary
        // The current day can have begun by the calendar of another zone.
        let endsAt = min(next, state.day.startsAt)
        let past = PastDay(day: day, startsAt: environment.calendar.boundary(of: day) ?? endsAt, endsAt: endsAt)
        try checkReset(past)
        var state = state
        (state.day.day, state.day.startsAt, state.day.endsAt) = (day, past.startsAt, endsAt)
        for feature in PastState.all { try feature.write(&state, parts, past, self) }
        return QueryContext(of: past, state: state, self)
    }

    private func checkReset(_ past: PastDay) throws(GardenError) {
        guard state.lastResetSeq > 0 else { return }
        let (history, seq) = (history, state.lastResetSeq)
        guard let reset = try readingJournal({ try history.event(seq) }), past.endsAt <= reset.at.instant else {
            return
        }
        throw .refused(
            .beforeReset, "everything was reset at \(reset.at.wallText); nothing is known of \(past.day)",
            [("at", reset.at.json)])
    }
}
