import GardenCore

extension Store {
    /// Writes changes without a snapshot.
    public func commit(_ changes: [Change]) throws(StoreError) { try commit(changes, nil) }
}
