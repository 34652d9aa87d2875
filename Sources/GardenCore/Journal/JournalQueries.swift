import GardenAPI
import TimeKit

extension Feature {
    /// The journal as methods return it, and going back and forth in it.
    static let journal = Feature(
        "journal", undo: .impossible(because: "to take back an undo, use redo"),
        methods: [
            .query(JournalList.self, answeredBy: JournalList.answer), .list(JournalExplain.self),
            .command(JournalUndo.self), .command(JournalRedo.self), .query(JournalUndoable.self),
        ],
        events: {
            EventKind.changeUndone
            EventKind.changeRedone
        })
}

extension JournalList {
    private static let defaultLimit = 100

    /// Returns the events, assembled as they are read.
    @Sendable func answer(in context: QueryContext) throws(GardenError) -> [UInt8] {
        let types = EventCatalog.types(named: types)
        let limit = limit ?? Self.defaultLimit
        let since = try start(in: context)
        return try readingJournal {
            let events: [Event]
            if let since {
                events = try context.history.events(after: since, limit: limit, types: types)
            } else {
                events = try context.history.newestEvents(before: nil, limit: limit, types: types)
            }
            let publisher = EventPublisher(context.state, zone: context.environment.zone)
            var writer = JSONWriter()
            writer.beginArray()
            for event in events { writer.encoded(try publisher.message(event)) }
            writer.endArray()
            return writer.bytes
        }
    }

    /// The event after which the list begins; `nil` for a list of the newest.
    private func start(in context: QueryContext) throws(GardenError) -> Int? {
        guard let from else { return since }
        guard since == nil else { throw .invalidParam("from", "must be omitted if since is given") }
        let beginning = try DateReader(context.environment, at: context.moment.wall, today: context.state.day.day)
            .pastBeginning(from, "from", context.environment.calendar)
        return try readingJournal { try context.lastEvent(before: beginning) }
    }
}

extension QueryContext {
    /// The last event before an instant, by bisection. If the clock was set back meanwhile, it is one of several that match.
    fileprivate func lastEvent(before instant: Instant) throws -> Int {
        var (earlier, later) = (0, state.seq + 1)
        while later - earlier > 1 {
            let middle = earlier + (later - earlier) / 2
            guard let event = try history.event(middle) else { break }
            if event.at.instant < instant { earlier = middle } else { later = middle }
        }
        return earlier
    }
}
