/// A counter for rules of the user's own (API §2, InventoryItem; RULES M14).
public struct InventoryItem: WireObject, Equatable {
    public static let name = "InventoryItem"

    /// The counter's id, from 1, never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The name, unique regardless of case.
    public var name: String
    /// The icon; `nil` if there is none.
    public var icon: String?
    /// The count, from 0.
    public var count: Int

    /// Creates the value from its members.
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
