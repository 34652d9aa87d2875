public struct InventoryList: Request {
    public static let method = "inventory.list"
    public static let summary = "Lists the counters of the inventory."
    public typealias Response = [InventoryItem]
    public static let fields = Fields(InventoryList.init)
    public init() {}
}

public struct InventoryAdd: ChangeRequest {
    public static let method = "inventory.add"
    public static let summary = "Adds a counter to the inventory."
    public typealias Response = InventoryItem

    public var name: String
    public var icon: String?
    public var count: Int?

    public init(name: String, icon: String? = nil, count: Int? = nil) {
        self.name = name
        self.icon = icon
        self.count = count
    }

    public static let fields = Fields(
        InventoryAdd.init,
        .required("name", \.name, "its name, unique whatever the case of its letters", .newName),
        .optional("icon", \.icon, "a picture for it, such as an emoji", .icon),
        .optional("count", \.count, "how many there are; 0 when left out", .fromZero))
}

public struct InventorySet: ChangeRequest, EntityReference {
    public static let method = "inventory.set"
    public static let summary = "Sets a counter's count, name or icon."
    public typealias Response = InventoryItem

    public var id: Int?
    public var name: String?
    public var count: Int?
    public var newName: String?
    public var icon: String?

    public init(id: Int? = nil, name: String? = nil, count: Int? = nil, newName: String? = nil, icon: String? = nil) {
        self.id = id
        self.name = name
        self.count = count
        self.newName = newName
        self.icon = icon
    }

    public static let fields = Fields(
        InventorySet.init,
        .id(of: "counter"), .orName,
        .optional("count", \.count, "how many there are", .fromZero),
        .optional("newName", \.newName, "its new name", .newName),
        .optional("icon", \.icon, "its new picture; empty for none", .icon))
}

public struct InventoryAdjust: ChangeRequest, EntityReference {
    public static let method = "inventory.adjust"
    public static let summary = "Adds to a counter, or takes from it."
    public typealias Response = InventoryItem

    public var id: Int?
    public var name: String?
    public var amount: Int

    public init(id: Int? = nil, name: String? = nil, amount: Int) {
        self.id = id
        self.name = name
        self.amount = amount
    }

    public static let fields = Fields(
        InventoryAdjust.init,
        .id(of: "counter"), .orName,
        .required("amount", \.amount, "how many more, or fewer where negative", .change))
}

public struct InventoryRemove: ChangeRequest, EntityReference {
    public static let method = "inventory.remove"
    public static let summary = "Removes a counter from the inventory."
    public typealias Response = InventoryItem

    public var id: Int?
    public var name: String?

    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        InventoryRemove.init,
        .id(of: "counter"), .orName)
}
