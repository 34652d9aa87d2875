import GardenAPI
import HashTreeCollections

/// The counters of the inventory (RULES M14).
public struct InventoryBook: Sendable, Equatable {
    private(set) var items: TreeDictionary<Int, InventoryItem> = [:]
    private(set) var lastId = 0

    public init() {}

    subscript(id: Int) -> InventoryItem? { items[id] }

    var inOrder: [InventoryItem] { items.values.sorted { $0.id < $1.id } }

    /// Compared caselessly.
    func item(named name: String) -> InventoryItem? {
        let folded = Names.folded(name)
        return items.values.first { Names.folded($0.name) == folded }
    }

    mutating func put(_ item: InventoryItem) {
        items[item.id] = item
        lastId = max(lastId, item.id)
    }

    mutating func remove(_ id: Int) { items[id] = nil }
}

extension InventoryBook: WireObject {
    public static let name = "InventoryBook"

    private var rows: [InventoryItem] {
        get { inOrder }
        set { items = TreeDictionary(newValue.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }
    }

    public static let fields: [Field<InventoryBook>] = [
        .required("items", \.rows, "the counters"),
        .required("lastId", \.lastId, "the id last given"),
    ]
}
