/// Lists the items of the shop with their current prices, by category and position.
public struct ShopList: Request {
    public static let method = "shop.list"
    public static let summary = "Lists the items of the shop by category, with their current prices."
    public typealias Response = [ShopItem]
    public static let fields = Fields(ShopList.init)

    /// Creates the request.
    public init() {}
}

/// Adds an item at the end of its category, and returns it (RULES M4).
///
/// A category that does not exist is created. Several items can have the same name.
public struct ShopAdd: ChangeRequest {
    public static let method = "shop.add"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Adds an item to the shop; a category that does not exist is created."
    public typealias Response = ShopItem
    public static let errors: [RequestError] = [.refused(.tooMany)]

    /// Its name, 1 … 100 characters, not only digits (RULES G1).
    public var name: String
    /// Its price in points before the rate, from 0.
    public var price: Int
    /// The name of its category, 1 … 100 characters; `nil` for Default.
    public var category: String?
    /// Whether buying it raises the meter; `nil` for the setting `shop.items_count_as_spending`.
    public var countsAsSpending: Bool?

    /// Creates the request.
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

/// Changes the name, the price or the category of an item, or whether it counts as spending; returns it.
///
/// Errors:
/// - `not_found` when no item has the id or name, or no category has the name.
/// - `refused`, reason `ambiguous`, when several items have the name, or their names begin with it and none is it; `candidates` lists
///   them.
public struct ShopEdit: ChangeRequest, EntityReference {
    public static let method = "shop.edit"
    public static let looksThrough: [LookedThrough] = [.items]
    public static let summary = "Changes an item's name, price, category, or whether it counts as spending."
    public typealias Response = ShopItem
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The item's id; `nil` if the request uses the name.
    public var id: Int?
    /// The item's current name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?
    /// The new name, 1 … 100 characters, not only digits; `nil` to keep the name.
    public var newName: String?
    /// The new price in points before the rate, from 0; `nil` to keep the price.
    public var price: Int?
    /// The name of the new category, where the item goes to the end; `nil` to keep the category.
    public var category: String?
    /// Whether buying it raises the meter; `nil` to keep this.
    public var countsAsSpending: Bool?

    /// Creates the request.
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

/// Moves an item within its category or to another one, and returns it (RULES M15).
///
/// Errors:
/// - `not_found` when no item has the id or name, or no category has the name.
/// - `refused`, reason `ambiguous`, when several items have the name, or their names begin with it and none is it; `candidates` lists
///   them.
/// - `invalid_params` when ``position`` is greater than the number of other items in the category.
public struct ShopMove: ChangeRequest, EntityReference {
    public static let method = "shop.move"
    public static let looksThrough: [LookedThrough] = [.items]
    public static let summary = "Moves an item within its category or to another one."
    public typealias Response = ShopItem
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The item's id; `nil` if the request uses the name.
    public var id: Int?
    /// The item's name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?
    /// The new position, from 0 to the number of other items in the category.
    public var position: Int
    /// The name of the new category; `nil` to keep the category.
    public var category: String?

    /// Creates the request.
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

/// Removes an item from the shop, and returns it as it was.
///
/// Errors:
/// - `not_found` when no item has the id or name.
/// - `refused`, reason `ambiguous`, when several items have the name, or their names begin with it and none is it; `candidates` lists
///   them.
public struct ShopRemove: ChangeRequest, EntityReference {
    public static let method = "shop.remove"
    public static let looksThrough: [LookedThrough] = [.items]
    public static let summary = "Removes an item from the shop."
    public typealias Response = ShopItem
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The item's id; `nil` if the request uses the name.
    public var id: Int?
    /// The item's name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        ShopRemove.init,
        .id(of: "item"), .orName)
}

/// Buys an item for its price at the rate, now or afterwards, and returns the purchase (RULES M4, M5, P22, P32).
///
/// The item stays in the shop. If it counts as spending, the purchase raises the meter by the base price (RULES M8).
/// A purchase of an earlier day costs what it cost at the rate of that time, as it is counted now. It can be undone, not refunded.
///
/// Errors:
/// - `not_found` when no item has the id or name.
/// - `refused`, reason `ambiguous`, when several items have the name, or their names begin with it and none is it; `candidates` lists
///   them.
/// - `insufficient_points` when the price exceeds the balance; see `price`, `balance` and `shortfall` (RULES M7). It protects the
///   present: a late purchase, too, needs the points of now (RULES P32).
/// - `refused`, reason `out_of_range`, when the price or the new meter would exceed 64 bits.
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct ShopBuy: ChangeRequest, EntityReference {
    public static let method = "shop.buy"
    public static let summary = "Buys an item for its price at the rate, now or afterwards."
    public typealias Response = Purchase
    public static let errors: [RequestError] =
        [
            .notFound, .insufficientPoints, .refused(.ambiguous), .refused(.outOfRange),
        ] + RequestError.ofPastTime
    /// The member of the answer's `meta` with the day on which it was bought, if that has ended (API §1): it cannot be returned.
    public static let endedDayName = "endedDay"

    /// The item's id; `nil` if the request uses the name.
    public var id: Int?
    /// The item's name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?
    /// Whether the rate applies to this purchase; `nil` as set with ``ShopSetApplyRate`` (RULES M6).
    public var applyRate: Bool?
    /// When it was bought, looking back (RULES P22, T9); `nil` for now.
    public var at: String?
    /// The price before the rate, from 0, if it was another one; `nil` for that of the item now.
    public var price: Int?

    /// Creates the request.
    public init(
        id: Int? = nil, name: String? = nil, applyRate: Bool? = nil, at: String? = nil, price: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.applyRate = applyRate
        self.at = at
        self.price = price
    }

    public static let fields = Fields(
        ShopBuy.init,
        .id(of: "item"), .orName,
        .optional(
            "applyRate", \.applyRate,
            "whether the rate applies to this purchase (default: as set with shop.setApplyRate)"),
        .optional("at", \.at, "when it was bought, looking back (default: now)", .phrase),
        .optional(
            "price", \.price, "the price before the rate, if it was another one (default: that of the item)", .fromZero)
    )
}

/// Refunds a purchase of today, and returns it with the new balance (RULES M12).
///
/// Returns the points charged, and lowers the meter by what the purchase added, but not below its floor.
///
/// Errors:
/// - `not_found` when no purchase has the id.
/// - `refused`, reason `not_today`, when the purchase is from an earlier day, or undone, or when none is left to refund.
/// - `refused`, reason `already_refunded`, when it is already refunded.
/// - `refused`, reason `out_of_range`, when the balance would exceed 64 bits; `balance` is the current one.
public struct ShopRefund: ChangeRequest {
    public static let method = "shop.refund"
    public static let summary = "Refunds a purchase of today: returns the points and lowers the meter again."
    public typealias Response = Purchase
    public static let errors: [RequestError] = [
        .notFound, .refused(.notToday), .refused(.alreadyRefunded), .refused(.outOfRange),
    ]

    /// The purchase's id; `nil` for the newest purchase of today that is not refunded.
    public var purchaseId: Int?

    /// Creates the request.
    public init(purchaseId: Int? = nil) { self.purchaseId = purchaseId }

    public static let fields = Fields(
        ShopRefund.init,
        .optional("purchaseId", \.purchaseId, "the purchase's id (default: today's newest)", .id))
}

/// Turns the rate on or off for the prices of the shop, and returns the rate (RULES M6).
public struct ShopSetApplyRate: ChangeRequest {
    public static let method = "shop.setApplyRate"
    public static let summary = "Turns the rate on or off for the prices of the shop."
    public typealias Response = Rate

    /// Whether prices are multiplied by the rate.
    public var enabled: Bool

    /// Creates the request.
    public init(enabled: Bool) { self.enabled = enabled }

    public static let fields = Fields(
        ShopSetApplyRate.init,
        .required("enabled", \.enabled, "whether prices are multiplied by the rate"))
}
