/// The data of `shop.bought` and `shop.refunded`: the purchase, and its effect on the meter and the points.
public struct PurchaseChanged: WireObject, Equatable {
    public static let name = "PurchaseChanged"

    /// The purchase.
    public var purchase: Purchase
    /// The name of the item's category at the time of the purchase.
    public var category: String
    /// The category's id.
    public var categoryId: Int
    /// The category's uid.
    public var categoryUid: String
    /// The amount that the purchase added to the meter; 0 if the item does not count as spending.
    public var fed: Int
    /// The change of the balance: negative for a purchase, positive for a refund.
    public var amount: Int
    /// The points after it.
    public var points: PointsSummary

    /// Creates the value from its members.
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

/// The data of `shop.itemsMoved`: the items of a removed category moved to another one (RULES T2).
public struct ItemsMoved: WireObject, Equatable {
    public static let name = "ItemsMoved"

    /// A moved item.
    public struct Item: WireObject, Equatable {
        public static let name = "MovedItem"

        /// The item's id.
        public var id: Int
        /// The item's uid.
        public var uid: String

        /// Creates the value from its members.
        public init(id: Int, uid: String) {
            self.id = id
            self.uid = uid
        }

        public static let fields = Fields(
            Item.init,
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "an id that is unique across devices"))
    }

    /// The name of the category that they were in.
    public var from: String
    /// The id of that category.
    public var fromId: Int
    /// The uid of that category.
    public var fromUid: String
    /// The name of the new category. They follow the items already there.
    public var to: String
    /// The id of the new category.
    public var toId: Int
    /// The uid of the new category.
    public var toUid: String
    /// The items, in their order.
    public var items: [Item]

    /// Creates the value from its members.
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

/// The data of `shop.dayClosed`: the purchases of the day that ended can no longer be refunded (RULES L5).
public struct PurchasesClosed: WireObject, Equatable {
    public static let name = "PurchasesClosed"

    /// The number of purchases.
    public var purchases: Int

    /// Creates the value from its members.
    public init(purchases: Int) { self.purchases = purchases }

    public static let fields = Fields(
        PurchasesClosed.init,
        .required("purchases", \.purchases, "the number of purchases"))
}
