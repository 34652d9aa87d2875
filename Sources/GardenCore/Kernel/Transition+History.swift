import GardenAPI

extension Transition {
    /// Reads the history and the events of this change.
    func read<Asked: HistoryQuery>(_ query: Asked) throws -> Asked.Answer {
        do {
            return try query.answer(try history.read(try query.anticipating(events)), after: events)
        } catch let error as ValidationError {
            throw StoreError("an event cannot be read: \(error.message)", .damaged)
        }
    }
}
