import GardenAPI

/// The chain of changes that led to a present value (`journal.explain`). Each event kind declares how it explains a
/// value.
extension JournalExplain: Query {
    private static let defaultLimit = 50
    /// Events are read in batches, because many do not change the value in question…
    private static let eventsAtOnce = 100
    /// …and at most this many in all: a few milliseconds' work.
    private static let mostEvents = 1000

    public func answer(in context: QueryContext) throws(GardenError) -> [ExplainedChange] {
        let types = EventCatalog.kinds.filter { $0.explained.contains(what) }.map(\.type)
        let limit = limit ?? Self.defaultLimit
        return try readingJournal {
            var steps: [ExplainedChange] = []
            var (readCount, before) = (0, Int?.none)
            while steps.count < limit, readCount < Self.mostEvents {
                let events = try context.history.newestEvents(before: before, limit: Self.eventsAtOnce, types: types)
                for event in events.reversed() where steps.count < limit {
                    if let step = try step(event, context) { steps.append(step) }
                }
                guard let first = events.first, events.count == Self.eventsAtOnce else { break }
                readCount += events.count
                before = first.seq
            }
            return steps
        }
    }

    /// `nil` if the event did not change the value.
    private func step(_ event: Event, _ context: QueryContext) throws -> ExplainedChange? {
        let explained = try EventCatalog.decode(event) { (kind, record) throws(ValidationError) in
            try kind.explain(what, record, event.origin)
        }
        guard let explained else { return nil }
        return ExplainedChange(
            seq: event.seq, at: event.at, type: event.type,
            cause: try context.history.change(ofEvent: event.seq)?.method ?? event.type, rule: explained.rule,
            text: explained.text)
    }
}
