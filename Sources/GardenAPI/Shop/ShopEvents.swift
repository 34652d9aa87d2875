/// What `shop.bought` and `shop.refunded` hold: the purchase, what it fed to the meter, and the points after it.
public struct PurchaseChanged: WireObject, Equatable {
    public static let name = "PurchaseChanged"

    public var purchase = Purchase()
    public var fed = 0
    public var amount = 0
    public var points = PointsSummary()

    public init() {}

    public static let fields: [Field<PurchaseChanged>] =
        .inlined(\PurchaseChanged.purchase) + [
            .required("fed", \.fed, "what it feeds to the meter"),
            .required("amount", \.amount, "by how much the balance changed"),
            .required("points", \.points, "the points after it"),
        ]
}

/// What `shop.itemsMoved` holds: the items of a removed category went to another one.
public struct ItemsMoved: WireObject, Equatable {
    public static let name = "ItemsMoved"

    public var from = ""
    public var to = ""
    public var items: [Int] = []

    public init() {}

    public static let fields: [Field<ItemsMoved>] = [
        .required("from", \.from, "the name of the category they were in"),
        .required("to", \.to, "the name of the category they are in now, after its own"),
        .required("items", \.items, "their ids, in their order"),
    ]
}

/// What `shop.dayClosed` holds: purchases of the day that ended, which can no longer be refunded.
public struct PurchasesClosed: WireObject, Equatable {
    public static let name = "PurchasesClosed"

    public var purchases = 0

    public init() {}

    public static let fields: [Field<PurchasesClosed>] = [
        .required("purchases", \.purchases, "how many there were")
    ]
}
