import GardenAPI

/// An item after it was added, edited, moved or removed, with the order of the categories it is and was in.
struct ShopChange: WireObject {
    static let name = "ShopChange"

    var item = ShopItem()
    var categoryId = CategoryBook.defaultId
    /// The ids of the items of its category, in their new order; of a removed one, of those left.
    var order: [Int] = []
    /// Those of the category it left.
    var left: ShopOrder?
    var before: JSON?

    static let fields: [Field<ShopChange>] =
        .inlined(\ShopChange.item) + [
            .required("categoryId", \.categoryId, "the id of its category"),
            .required("order", \.order, "the ids of the items of that category, in their order"),
            .optional("left", \.left, "the order of the category it left"),
            .optional("before", \.before, "the fields that changed, as they were"),
        ]
}

/// The order of the items of one category.
struct ShopOrder: WireObject {
    static let name = "ShopOrder"

    var categoryId = CategoryBook.defaultId
    var order: [Int] = []

    static let fields: [Field<ShopOrder>] = [
        .required("categoryId", \.categoryId, "the category"),
        .required("order", \.order, "the ids of its items, in their order"),
    ]
}

extension EventKind where Payload == ShopChange {
    static let shopAdded = EventKind("shop.added", apply: put)
    static let shopEdited = EventKind("shop.edited", apply: put)
    static let shopMoved = EventKind("shop.moved", apply: put)
    static let shopRemoved = EventKind("shop.removed") { change, state in
        state.shop.remove(change.item.id)
        arrange(change, &state)
    }

    @Sendable private static func put(_ change: ShopChange, _ state: inout GardenState) {
        var entry = ShopBook.Entry()
        entry.id = change.item.id
        entry.name = change.item.name
        entry.price = change.item.price
        entry.categoryId = change.categoryId
        entry.countsAsSpending = change.item.countsAsSpending
        entry.position = change.item.position
        state.shop.put(entry)
        arrange(change, &state)
    }

    private static func arrange(_ change: ShopChange, _ state: inout GardenState) {
        state.shop.arrange(change.order, inCategory: change.categoryId)
        if let left = change.left { state.shop.arrange(left.order, inCategory: left.categoryId) }
    }
}

/// A purchase that was made or given back, and the points after it.
struct PurchaseChange: WireObject {
    static let name = "PurchaseChange"

    var record = PurchaseRecord()
    var points = PointsSummary()
    var before: JSON?

    static let fields: [Field<PurchaseChange>] =
        .inlined(\PurchaseChange.record) + [
            .required("points", \.points, "the points afterwards"),
            .optional("before", \.before, "the fields of the points that changed, as they were"),
        ]
}

extension EventKind where Payload == PurchaseChange {
    static let shopBought = EventKind("shop.bought", apply: put)
    static let shopRefunded = EventKind("shop.refunded", apply: put)

    @Sendable private static func put(_ change: PurchaseChange, _ state: inout GardenState) {
        state.shop.put(change.record)
        state.points = change.points
    }
}
