/// A named counter for house rules of one's own (API §2, InventoryItem; RULES M14).
public struct InventoryItem: WireObject, Equatable {
    public static let name = "InventoryItem"

    public var id: Int
    public var uid: String
    public var name: String
    public var icon: String?
    public var count: Int

    public init(id: Int, uid: String, name: String, icon: String? = nil, count: Int) {
        self.id = id
        self.uid = uid
        self.name = name
        self.icon = icon
        self.count = count
    }

    public static let fields = Fields(
        InventoryItem.init,
        .required("id", \.id, "the counter's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("name", \.name, "its name, unique regardless of upper and lower case"),
        .nullable("icon", \.icon, "its icon, or null"),
        .required("count", \.count, "the count"))
}
