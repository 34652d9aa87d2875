/// What `shop.bought` and `shop.refunded` hold: the purchase, what it fed to the meter, and the points after it.
public struct PurchaseChanged: WireObject, Equatable {
    public static let name = "PurchaseChanged"

    public var purchase: Purchase
    /// The item's category at the time of the purchase.
    public var category: String
    public var categoryId: Int
    public var categoryUid: String
    public var fed: Int
    public var amount: Int
    public var points: PointsSummary

    public init(
        purchase: Purchase, category: String, categoryId: Int, categoryUid: String, fed: Int, amount: Int,
        points: PointsSummary
    ) {
        self.purchase = purchase
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.fed = fed
        self.amount = amount
        self.points = points
    }

    public static let fields = Fields(
        PurchaseChanged.init,
        .inlined(\.purchase),
        .required("category", \.category, "the item's category at the time of the purchase"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("categoryUid", \.categoryUid, "the category's uid"),
        .required("fed", \.fed, "what the purchase added to the meter"),
        .required("amount", \.amount, "the change of the balance"),
        .required("points", \.points, "the points after it"))
}

/// What `shop.itemsMoved` holds: the items of a removed category went to another one.
public struct ItemsMoved: WireObject, Equatable {
    public static let name = "ItemsMoved"

    public struct Item: WireObject, Equatable {
        public static let name = "MovedItem"

        public var id: Int
        public var uid: String

        public init(id: Int, uid: String) {
            self.id = id
            self.uid = uid
        }

        public static let fields = Fields(
            Item.init,
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "an id that is unique across devices"))
    }

    public var from: String
    public var fromId: Int
    public var fromUid: String
    public var to: String
    public var toId: Int
    public var toUid: String
    public var items: [Item]

    public init(from: String, fromId: Int, fromUid: String, to: String, toId: Int, toUid: String, items: [Item]) {
        self.from = from
        self.fromId = fromId
        self.fromUid = fromUid
        self.to = to
        self.toId = toId
        self.toUid = toUid
        self.items = items
    }

    public static let fields = Fields(
        ItemsMoved.init,
        .required("from", \.from, "the name of the category they were in"),
        .required("fromId", \.fromId, "its id"),
        .required("fromUid", \.fromUid, "its uid"),
        .required("to", \.to, "the name of the new category; they follow its own items"),
        .required("toId", \.toId, "its id"),
        .required("toUid", \.toUid, "its uid"),
        .required("items", \.items, "the items, in their order"))
}

/// What `shop.dayClosed` holds: purchases of the day that ended, which can no longer be refunded.
public struct PurchasesClosed: WireObject, Equatable {
    public static let name = "PurchasesClosed"

    public var purchases: Int

    public init(purchases: Int) { self.purchases = purchases }

    public static let fields = Fields(
        PurchasesClosed.init,
        .required("purchases", \.purchases, "the number of purchases"))
}
