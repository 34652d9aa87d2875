import GardenAPI
import TimeKit

/// The chain of changes that led to a present value (`journal.explain`). Each event kind declares how it explains a
/// value.
extension JournalExplain: ListQuery {
    private static let defaultLimit = 50
    /// Events are looked at in slices, because many do not change the value in question…
    private static let eventsOfSlice = 25
    /// …and at most this many in all.
    private static let mostEvents = 1000
    /// A reading is of at most so many.
    private static let mostAtOnce = 200

    public func slices(in context: QueryContext) throws(GardenError) -> () throws(GardenError) -> [ExplainedChange]? {
        if let id, id > context.state.lastSessionId { throw .notFound(kind: "session", id: id) }
        let types = EventCatalog.kinds.filter { $0.explained.contains(what) }.map(\.type)
        var (left, lookedAt) = (limit ?? Self.defaultLimit, 0)
        var (events, causes) = (NewestEvents(of: types, context.history), Causes(context.history))
        let zone = context.environment.zone
        var path: [Int: Int] = [:]
        if let id {
            for source in Features.additions(ExplainedPath.self) {
                path.merge(try source.categories(what, id, context)) { $1 }
            }
        }
        return { () throws(GardenError) in
            guard left > 0, lookedAt < Self.mostEvents, !events.isAtEnd else { return nil }
            return try readingJournal {
                let slice = try events.next(Self.eventsOfSlice)
                var steps: [ExplainedChange] = []
                for event in slice where steps.count < left {
                    if let step = try step(event, path, zone, &causes) { steps.append(step) }
                }
                lookedAt += slice.count
                left -= steps.count
                return steps
            }
        }
    }

    /// `nil` if the event did not change the value.
    ///
    /// - Parameter path: the categories that the thing has left, with the events by which it did.
    private func step(
        _ event: Event, _ path: [Int: Int], _ zone: ZoneRules, _ causes: inout Causes
    ) throws -> ExplainedChange? {
        let explained = try EventCatalog.decode(event) { (kind, record) throws(ValidationError) in
            try kind.explain(what, record, event.origin)
        }
        guard let explained else { return nil }
        if let id, !explained.ids.contains(id) {
            guard explained.categoryIds.contains(where: { path[$0] == 0 || path[$0] == event.seq }) else { return nil }
        }
        return ExplainedChange(
            // After a flight, the times of one list are by one clock.
            seq: event.seq, at: zone.timestamp(event.recordedAt ?? event.at.instant), type: event.type,
            cause: try causes.method(ofEvent: event.seq) ?? event.type, rule: explained.rule, text: explained.text)
    }

    /// Events of some types, the newest first.
    ///
    /// A change is read as a whole, and may have thousands of them, so each reading is of twice as many as the one before,
    /// up to a bound.
    private struct NewestEvents {
        private let types: [String]
        private let history: any History
        private var (before, atOnce) = (Int?.none, JournalExplain.eventsOfSlice)
        private var hasMore = true
        private var read: ArraySlice<Event> = []

        init(of types: [String], _ history: any History) { (self.types, self.history) = (types, history) }

        var isAtEnd: Bool { read.isEmpty && !hasMore }

        mutating func next(_ count: Int) throws -> ArraySlice<Event> {
            if read.isEmpty {
                let events = try history.newestEvents(before: before, limit: atOnce, types: types)
                (before, hasMore, atOnce) = (
                    events.first?.seq, events.count == atOnce, min(2 * atOnce, JournalExplain.mostAtOnce)
                )
                read = ArraySlice(events.reversed())
            }
            defer { read = read.dropFirst(count) }
            return read.prefix(count)
        }
    }

    /// The methods that led to events. The change that was asked for last is kept: the next event is often one of it.
    private struct Causes {
        private let history: any History
        private var known: (events: Range<Int>, method: String)?

        init(_ history: any History) { self.history = history }

        mutating func method(ofEvent seq: Int) throws -> String? {
            if let known, known.events.contains(seq) { return known.method }
            guard let change = try history.change(ofEvent: seq) else { return nil }
            known = (change.seq..<change.seq + change.events.count, change.method)
            return change.method
        }
    }
}
