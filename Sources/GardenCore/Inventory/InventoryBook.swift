import GardenAPI
import HashTreeCollections

/// The counters of the inventory (RULES M14).
public struct InventoryBook: Sendable, Equatable {
    private(set) var items: TreeDictionary<Int, InventoryItem>
    private(set) var lastId: Int

    subscript(id: Int) -> InventoryItem? { items[id] }

    var inOrder: [InventoryItem] { items.values.sorted { $0.id < $1.id } }

    /// Compared ignoring case.
    func item(named name: String) -> InventoryItem? {
        let folded = name.folded
        return items.values.first { $0.name.folded == folded }
    }

    mutating func put(_ item: InventoryItem) {
        items[item.id] = item
        lastId = max(lastId, item.id)
    }

    mutating func remove(_ id: Int) { items[id] = nil }
}

extension InventoryBook: WireObject {
    public static let name = "InventoryBook"

    /// An empty inventory.
    public init() { self.init(items: [:], lastId: 0) }

    public static let fields = Fields(
        { items, lastId in
            InventoryBook(items: TreeDictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { $1 }), lastId: lastId)
        },
        .required("items", \.inOrder, "the counters"),
        .required("lastId", \.lastId, "the id last given"))
}
