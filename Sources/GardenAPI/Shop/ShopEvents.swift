/// What `shop.bought` and `shop.refunded` hold: the purchase, what it fed to the meter, and the points after it.
public struct PurchaseChanged: WireObject, Equatable {
    public static let name = "PurchaseChanged"

    public var purchase = Purchase()
    /// The item's category at the time of the purchase.
    public var category = ""
    public var categoryId = 0
    public var categoryUid = ""
    public var fed = 0
    public var amount = 0
    public var points = PointsSummary()

    public init() {}

    public static let fields: [Field<PurchaseChanged>] =
        .inlined(\PurchaseChanged.purchase) + [
            .required("category", \.category, "the item's category at the time of the purchase"),
            .required("categoryId", \.categoryId, "the category's id"),
            .required("categoryUid", \.categoryUid, "the category's uid"),
            .required("fed", \.fed, "what the purchase added to the meter"),
            .required("amount", \.amount, "the change of the balance"),
            .required("points", \.points, "the points after it"),
        ]
}

/// What `shop.itemsMoved` holds: the items of a removed category went to another one.
public struct ItemsMoved: WireObject, Equatable {
    public static let name = "ItemsMoved"

    public struct Item: WireObject, Equatable {
        public static let name = "MovedItem"

        public var id = 0
        public var uid = ""

        public init() {}

        public static let fields: [Field<Item>] = [
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "an id that is unique across devices"),
        ]
    }

    public var from = ""
    public var fromId = 0
    public var fromUid = ""
    public var to = ""
    public var toId = 0
    public var toUid = ""
    public var items: [Item] = []

    public init() {}

    public static let fields: [Field<ItemsMoved>] = [
        .required("from", \.from, "the name of the category they were in"),
        .required("fromId", \.fromId, "its id"),
        .required("fromUid", \.fromUid, "its uid"),
        .required("to", \.to, "the name of the new category; they follow its own items"),
        .required("toId", \.toId, "its id"),
        .required("toUid", \.toUid, "its uid"),
        .required("items", \.items, "the items, in their order"),
    ]
}

/// What `shop.dayClosed` holds: purchases of the day that ended, which can no longer be refunded.
public struct PurchasesClosed: WireObject, Equatable {
    public static let name = "PurchasesClosed"

    public var purchases = 0

    public init() {}

    public static let fields: [Field<PurchasesClosed>] = [
        .required("purchases", \.purchases, "the number of purchases")
    ]
}
