/// The data of the `inventory.…` events: the counter, and the change of its count.
public struct InventoryChanged: WireObject, Equatable {
    public static let name = "InventoryChanged"

    /// The counter after the change, or the removed counter.
    public var item: InventoryItem
    /// The amount added to the count, negative if subtracted; `nil` unless the event is `inventory.adjusted`.
    public var amount: Int?

    /// Creates the value from its members.
    public init(item: InventoryItem, amount: Int? = nil) {
        self.item = item
        self.amount = amount
    }

    public static let fields = Fields(
        InventoryChanged.init,
        .inlined(\.item),
        .optional("amount", \.amount, "what was added to the count"))
}
