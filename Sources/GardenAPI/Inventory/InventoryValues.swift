/// A named counter for house rules of one's own (API §2, InventoryItem; RULES M14).
public struct InventoryItem: WireObject, Equatable {
    public static let name = "InventoryItem"

    public var id = 0
    public var uid = ""
    public var name = ""
    public var icon: String?
    public var count = 0

    public init() {}

    public static let fields: [Field<InventoryItem>] = [
        .required("id", \.id, "the counter's id, never used again"),
        .required("uid", \.uid, "the same among the gardens of all devices"),
        .required("name", \.name, "its name, unique whatever the case of its letters"),
        .nullable("icon", \.icon, "a picture for it; null where it has none"),
        .required("count", \.count, "how many there are"),
    ]
}
