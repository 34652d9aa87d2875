import GardenAPI

extension InventoryItem: Entity {}

/// The counters of the inventory (RULES M14).
public struct InventoryBook: Sendable, Equatable {
    private(set) var items: EntityTable<InventoryItem>
    private(set) var lastId: Int

    mutating func put(_ item: InventoryItem) {
        items.put(item)
        lastId = max(lastId, item.id)
    }

    /// Removes all counters, and gives none of their ids again.
    mutating func clear() { items = EntityTable() }

    mutating func remove(_ id: Int) { items.remove(id) }
}

extension InventoryBook: WireObject {
    public static let name = "InventoryBook"

    /// An empty inventory.
    public init() { self.init(items: EntityTable(), lastId: 0) }

    public static let fields = Fields(
        { InventoryBook(items: EntityTable($0), lastId: $1) },
        .required("items", \.items.inOrder, "the counters"),
        .required("lastId", \.lastId, "the id last given"))
}
