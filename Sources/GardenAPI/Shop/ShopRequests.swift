public struct ShopList: Request {
    public static let method = "shop.list"
    public static let summary = "Lists the items of the shop by category, with their current prices."
    public typealias Response = [ShopItem]
    public static let fields = Fields(ShopList.init)
    public init() {}
}

public struct ShopAdd: ChangeRequest {
    public static let method = "shop.add"
    public static let summary = "Adds an item to the shop; a category that does not exist is created."
    public typealias Response = ShopItem

    public var name: String
    public var price: Int
    public var category: String?
    public var countsAsSpending: Bool?

    public init(name: String, price: Int, category: String? = nil, countsAsSpending: Bool? = nil) {
        self.name = name
        self.price = price
        self.category = category
        self.countsAsSpending = countsAsSpending
    }

    public static let fields = Fields(
        ShopAdd.init,
        .required("name", \.name, "its name", .newName),
        .required("price", \.price, "its price in points, before the rate", .fromZero),
        .optional("category", \.category, "its category (default: Default)", .newName),
        .optional(
            "countsAsSpending", \.countsAsSpending,
            "whether buying it raises the meter (default: shop.items_count_as_spending)"))
}

public struct ShopEdit: ChangeRequest, EntityReference {
    public static let method = "shop.edit"
    public static let summary = "Changes an item's name, price, category, or whether it counts as spending."
    public typealias Response = ShopItem

    public var id: Int?
    public var name: String?
    public var newName: String?
    public var price: Int?
    public var category: String?
    public var countsAsSpending: Bool?

    public init(
        id: Int? = nil, name: String? = nil, newName: String? = nil, price: Int? = nil, category: String? = nil,
        countsAsSpending: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.newName = newName
        self.price = price
        self.category = category
        self.countsAsSpending = countsAsSpending
    }

    public static let fields = Fields(
        ShopEdit.init,
        .id(of: "item"), .orName,
        .optional("newName", \.newName, "its new name", .newName),
        .optional("price", \.price, "its new price in points, before the rate", .fromZero),
        .optional("category", \.category, "its new category; the item goes to the end", .newName),
        .optional("countsAsSpending", \.countsAsSpending, "whether buying it raises the meter"))
}

public struct ShopMove: ChangeRequest, EntityReference {
    public static let method = "shop.move"
    public static let summary = "Moves an item within its category or to another one."
    public typealias Response = ShopItem

    public var id: Int?
    public var name: String?
    public var position: Int
    public var category: String?

    public init(id: Int? = nil, name: String? = nil, position: Int, category: String? = nil) {
        self.id = id
        self.name = name
        self.position = position
        self.category = category
    }

    public static let fields = Fields(
        ShopMove.init,
        .id(of: "item"), .orName,
        .required("position", \.position, "its new position, from 0", .fromZero),
        .optional("category", \.category, "the new category (default: unchanged)", .name))
}

public struct ShopRemove: ChangeRequest, EntityReference {
    public static let method = "shop.remove"
    public static let summary = "Removes an item from the shop."
    public typealias Response = ShopItem

    public var id: Int?
    public var name: String?

    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        ShopRemove.init,
        .id(of: "item"), .orName)
}

public struct ShopBuy: ChangeRequest, EntityReference {
    public static let method = "shop.buy"
    public static let summary = "Buys an item for its price at the current rate."
    public typealias Response = Purchase

    public var id: Int?
    public var name: String?
    public var applyRate: Bool?

    public init(id: Int? = nil, name: String? = nil, applyRate: Bool? = nil) {
        self.id = id
        self.name = name
        self.applyRate = applyRate
    }

    public static let fields = Fields(
        ShopBuy.init,
        .id(of: "item"), .orName,
        .optional(
            "applyRate", \.applyRate,
            "whether the rate applies to this purchase (default: as set with shop.setApplyRate)"))
}

public struct ShopRefund: ChangeRequest {
    public static let method = "shop.refund"
    public static let summary = "Refunds a purchase of today: returns the points and lowers the meter again."
    public typealias Response = Purchase

    public var purchaseId: Int

    public init(purchaseId: Int) { self.purchaseId = purchaseId }

    public static let fields = Fields(
        ShopRefund.init,
        .required("purchaseId", \.purchaseId, "the purchase's id", .id))
}

public struct ShopSetApplyRate: ChangeRequest {
    public static let method = "shop.setApplyRate"
    public static let summary = "Turns the rate on or off for the prices of the shop."
    public typealias Response = Rate

    public var enabled: Bool

    public init(enabled: Bool) { self.enabled = enabled }

    public static let fields = Fields(
        ShopSetApplyRate.init,
        .required("enabled", \.enabled, "whether prices are multiplied by the rate"))
}
