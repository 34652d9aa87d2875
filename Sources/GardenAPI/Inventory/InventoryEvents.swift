/// What `inventory.…` events hold: the counter, and by how much its count changed.
public struct InventoryChanged: WireObject, Equatable {
    public static let name = "InventoryChanged"

    public var item: InventoryItem
    public var amount: Int?

    public init(item: InventoryItem, amount: Int? = nil) {
        self.item = item
        self.amount = amount
    }

    public static let fields = Fields(
        InventoryChanged.init,
        .inlined(\.item),
        .optional("amount", \.amount, "what was added to the count"))
}
