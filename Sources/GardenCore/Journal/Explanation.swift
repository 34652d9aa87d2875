import GardenAPI

/// The chain of changes that led to a present value (`journal.explain`). Each event kind declares how it explains a
/// value.
extension JournalExplain: ListQuery {
    private static let defaultLimit = 50
    /// Events are read in batches, because many do not change the value in question…
    private static let eventsAtOnce = 25
    /// …and at most this many in all.
    private static let mostEvents = 1000

    public func slices(in context: QueryContext) -> () throws(GardenError) -> [ExplainedChange]? {
        let types = EventCatalog.kinds.filter { $0.explained.contains(what) }.map(\.type)
        var left = limit ?? Self.defaultLimit
        var (readCount, before, isAtEnd) = (0, Int?.none, false)
        return { () throws(GardenError) in
            guard left > 0, readCount < Self.mostEvents, !isAtEnd else { return nil }
            return try readingJournal {
                let events = try context.history.newestEvents(before: before, limit: Self.eventsAtOnce, types: types)
                var steps: [ExplainedChange] = []
                for event in events.reversed() where steps.count < left {
                    if let step = try step(event, context) { steps.append(step) }
                }
                (before, isAtEnd) = (events.first?.seq, events.count < Self.eventsAtOnce)
                readCount += events.count
                left -= steps.count
                return steps
            }
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
