/// What `inventory.…` events hold: the counter, and by how much its count changed.
public struct InventoryChanged: WireObject, Equatable {
    public static let name = "InventoryChanged"

    public var item = InventoryItem()
    public var amount: Int?

    public init() {}

    public static let fields: [Field<InventoryChanged>] =
        .inlined(\InventoryChanged.item) + [.optional("amount", \.amount, "what was added to the count")]
}
