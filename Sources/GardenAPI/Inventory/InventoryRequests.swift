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
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("icon", \.icon, "its icon, such as an emoji", .icon),
        .optional("count", \.count, "the initial count (default: 0)", .fromZero))
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
        .optional("count", \.count, "the new count", .fromZero),
        .optional("newName", \.newName, "its new name", .newName),
        .optional("icon", \.icon, "its new icon; empty for none", .icon))
}

public struct InventoryAdjust: ChangeRequest, EntityReference {
    public static let method = "inventory.adjust"
    public static let summary = "Adds to or subtracts from a counter."
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
        .required("amount", \.amount, "the amount to add; negative to subtract", .change))
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
