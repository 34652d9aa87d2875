import GardenCore

/// The history with the events of staged changes at its end, for a query that stands behind them.
struct StagedHistory: History {
    let store: any Store
    let staged: [Event]

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let written = try store.events(after: since, limit: limit, types: types)
        return written + wanted(types).filter { $0.seq > since }.prefix(limit - written.count)
    }

    func newestEvents(limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        Array((try store.newestEvents(limit: limit, types: types) + wanted(types)).suffix(limit))
    }

    private func wanted(_ types: [String]?) -> [Event] {
        guard let types else { return staged }
        return staged.filter { types.contains($0.type) }
    }
}
