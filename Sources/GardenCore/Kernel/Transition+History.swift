import GardenAPI

extension Transition {
    /// Reads the history and the events of this change.
    func read<Asked: HistoryQuery>(_ query: Asked) throws -> Asked.Answer { try history.read(query, after: events) }
}

extension History {
    /// Reads the history and the events after it.
    func read<Asked: HistoryQuery>(_ query: Asked, after events: [Event]) throws -> Asked.Answer {
        do {
            return try query.answer(try read(try query.anticipating(events)), after: events)
        } catch let error as ValidationError {
            throw StoreError("an event cannot be read: \(error.message)", .damaged)
        }
    }
}
