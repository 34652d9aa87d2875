/// Something that points can buy (API §2, ShopItem; RULES M4).
public struct ShopItem: WireObject, Equatable {
    public static let name = "ShopItem"

    public var id = 0
    public var uid = ""
    public var name = ""
    public var price = 0
    public var priceNow = 0
    public var category = ""
    public var categoryId = 0
    public var categoryUid = ""
    public var countsAsSpending = false
    public var affordable = false
    public var shortfall = 0
    public var position = 0

    public init() {}

    public static let fields: [Field<ShopItem>] = [
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
        .required("position", \.position, "its position in its category, from 0"),
    ]
}

/// A purchase, and the balance after it or after its refund (API §2, Purchase; RULES M5, M7).
public struct Purchase: WireObject, Equatable {
    public static let name = "Purchase"

    public var purchaseId = 0
    public var uid = ""
    /// The item's name at that time.
    public var item = ""
    public var base = 0
    public var rate = Tenths(tenths: 10)
    public var price = 0
    public var balance = 0
    public var itemId = 0
    public var itemUid = ""
    public var refunded = false

    public init() {}

    public static let fields: [Field<Purchase>] = [
        .required("purchaseId", \.purchaseId, "the purchase's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("item", \.item, "the item's name at that time"),
        .required("base", \.base, "its price before the rate"),
        .required("rate", \.rate, "the multiplier"),
        .required("price", \.price, "the points charged: base times rate, rounded down"),
        .required("balance", \.balance, "the balance afterwards"),
        .required("itemId", \.itemId, "the item's id"),
        .required("itemUid", \.itemUid, "the item's uid"),
        .required("refunded", \.refunded, "whether it was refunded"),
    ]
}
