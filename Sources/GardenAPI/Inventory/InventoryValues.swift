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
        .required("id", \.id, "the counter's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("name", \.name, "its name, unique regardless of upper and lower case"),
        .nullable("icon", \.icon, "its icon, or null"),
        .required("count", \.count, "the count"),
    ]
}
