/// Something that points can buy (API §2, ShopItem; RULES M4).
public struct ShopItem: WireObject, Equatable {
    public static let name = "ShopItem"

    public var id: Int
    public var uid: String
    public var name: String
    public var price: Int
    public var priceNow: Int
    public var category: String
    public var categoryId: Int
    public var categoryUid: String
    public var countsAsSpending: Bool
    public var affordable: Bool
    public var shortfall: Int
    public var position: Int

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

/// A purchase, and the balance after it or after its refund (API §2, Purchase; RULES M5, M7).
public struct Purchase: WireObject, Equatable {
    public static let name = "Purchase"

    public var purchaseId: Int
    public var uid: String
    /// The item's name at that time.
    public var item: String
    public var base: Int
    public var rate: Tenths
    public var price: Int
    public var balance: Int
    public var itemId: Int
    public var itemUid: String
    public var refunded: Bool

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
