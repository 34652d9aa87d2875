import GardenAPI

extension Feature {
    /// The journal as methods return it, and going back and forth in it.
    static let journal = Feature(
        "journal", undo: .impossible(because: "redo takes back an undo"),
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
}
