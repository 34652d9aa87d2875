/// An item of the shop (API §2, ShopItem; RULES M4).
public struct ShopItem: WireObject, Equatable {
    public static let name = "ShopItem"

    /// The item's id, from 1, never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The name; several items can have the same.
    public var name: String
    /// The base price in points, before the rate; from 0.
    public var price: Int
    /// The current price in points, with the rate if it applies (RULES M5); `Int.max` if it exceeds 64 bits.
    public var priceNow: Int
    /// The name of its category.
    public var category: String
    /// The id of its category.
    public var categoryId: Int
    /// The uid of its category.
    public var categoryUid: String
    /// Whether buying it raises the meter (RULES M8).
    public var countsAsSpending: Bool
    /// Whether the balance is enough for the current price.
    public var affordable: Bool
    /// The points missing for the current price; 0 if the balance is enough.
    public var shortfall: Int
    /// The position in its category, from 0 without gaps (RULES M15).
    public var position: Int

    /// Creates the value from its members.
    public init(
        id: Int, uid: String, name: String, price: Int, priceNow: Int, category: String, categoryId: Int,
        categoryUid: String, countsAsSpending: Bool, affordable: Bool, shortfall: Int, position: Int
    ) {
        self.id = id
        self.uid = uid
        self.name = name
        self.price = price
        self.priceNow = priceNow
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.countsAsSpending = countsAsSpending
        self.affordable = affordable
        self.shortfall = shortfall
        self.position = position
    }

    public static let fields = Fields(
        ShopItem.init,
        .required("id", \.id, "the item's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("name", \.name, "its name; items can share a name"),
        .required("price", \.price, "its price in points, before the rate"),
        .required("priceNow", \.priceNow, "its current price, with the rate if it applies"),
        .required("category", \.category, "the name of its category"),
        .required("categoryId", \.categoryId, "the id of its category"),
        .required("categoryUid", \.categoryUid, "the uid of its category"),
        .required("countsAsSpending", \.countsAsSpending, "whether buying it raises the meter"),
        .required("affordable", \.affordable, "whether the balance is enough"),
        .required("shortfall", \.shortfall, "the points missing; 0 if the balance is enough"),
        .required("position", \.position, "its position in its category, from 0"))
}

/// A purchase, with the balance after it or after its refund (API §2, Purchase; RULES M5).
public struct Purchase: WireObject, Equatable {
    public static let name = "Purchase"

    /// The purchase's id, from 1, never reused.
    public var purchaseId: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The item's name at the time of the purchase.
    public var item: String
    /// The price in points before the rate.
    public var base: Int
    /// The multiplier of this purchase; 1.0 if the rate did not apply.
    public var rate: Tenths
    /// The points charged: base times rate, rounded down.
    public var price: Int
    /// The balance after the purchase, or after its refund.
    public var balance: Int
    /// The item's id; the item may be removed.
    public var itemId: Int
    /// The item's uid.
    public var itemUid: String
    /// Whether the purchase was refunded.
    public var refunded: Bool

    /// Creates the value from its members.
    public init(
        purchaseId: Int, uid: String, item: String, base: Int, rate: Tenths, price: Int, balance: Int, itemId: Int,
        itemUid: String, refunded: Bool
    ) {
        self.purchaseId = purchaseId
        self.uid = uid
        self.item = item
        self.base = base
        self.rate = rate
        self.price = price
        self.balance = balance
        self.itemId = itemId
        self.itemUid = itemUid
        self.refunded = refunded
    }

    public static let fields = Fields(
        Purchase.init,
        .required("purchaseId", \.purchaseId, "the purchase's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("item", \.item, "the item's name at that time"),
        .required("base", \.base, "its price before the rate"),
        .required("rate", \.rate, "the multiplier"),
        .required("price", \.price, "the points charged: base times rate, rounded down"),
        .required("balance", \.balance, "the balance afterwards"),
        .required("itemId", \.itemId, "the item's id"),
        .required("itemUid", \.itemUid, "the item's uid"),
        .required("refunded", \.refunded, "whether it was refunded"))
}
