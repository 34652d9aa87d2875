/// Lists the counters of the inventory, oldest first.
public struct InventoryList: Request {
    public static let method = "inventory.list"
    public static let summary = "Lists the counters of the inventory."
    public typealias Response = [InventoryItem]
    public static let fields = Fields(InventoryList.init)

    /// Creates the request.
    public init() {}
}

/// Adds a counter to the inventory, and returns it (RULES M14).
///
/// Errors:
/// - `already_exists` when a counter has the name.
public struct InventoryAdd: ChangeRequest {
    public static let method = "inventory.add"
    public static let summary = "Adds a counter to the inventory."
    public typealias Response = InventoryItem
    public static let errors: [RequestError] = [.alreadyExists, .refused(.tooMany)]

    /// Its name, 1 … 100 characters, unique regardless of case; not only digits (RULES G1).
    public var name: String
    /// Its icon, such as an emoji, at most 16 characters; `nil` or empty for none.
    public var icon: String?
    /// The initial count, from 0; `nil` for 0.
    public var count: Int?

    /// Creates the request.
    public init(name: String, icon: String? = nil, count: Int? = nil) {
        self.name = name
        self.icon = icon
        self.count = count
    }

    public static let fields = Fields(
        InventoryAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("icon", \.icon, "its icon, such as an emoji", .icon),
        .optional("count", \.count, "the initial count (default: 0)", .fromZero))
}

/// Sets the count, the name or the icon of a counter, and returns it. What is entered afterwards sets the count of now, whatever
/// was counted since (RULES P22).
///
/// Errors:
/// - `not_found` when no counter has the id or name.
/// - `refused`, reason `ambiguous`, when several names begin that way; `candidates` lists them.
/// - `already_exists` when another counter has the new name.
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct InventorySet: ChangeRequest, EntityReference {
    public static let method = "inventory.set"
    public static let summary = "Sets a counter's count, name or icon."
    public typealias Response = InventoryItem
    public static let errors: [RequestError] =
        [.notFound, .alreadyExists, .refused(.ambiguous)] + RequestError.ofPastTime

    /// The counter's id; `nil` if the request uses the name.
    public var id: Int?
    /// The counter's current name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?
    /// The new count, from 0; `nil` to keep the count.
    public var count: Int?
    /// The new name, 1 … 100 characters, not only digits; `nil` to keep the name.
    public var newName: String?
    /// The new icon, at most 16 characters; empty to remove it, `nil` to keep it.
    public var icon: String?
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(
        id: Int? = nil, name: String? = nil, count: Int? = nil, newName: String? = nil, icon: String? = nil,
        at: String? = nil
    ) {
        self.id = id
        self.name = name
        self.count = count
        self.newName = newName
        self.icon = icon
        self.at = at
    }

    public static let fields = Fields(
        InventorySet.init,
        .id(of: "counter"), .orName,
        .optional("count", \.count, "the new count", .fromZero),
        .optional("newName", \.newName, "its new name", .newName),
        .optional("icon", \.icon, "its new icon; empty for none", .icon),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase))
}

/// Adds to or subtracts from a counter, now or afterwards, and returns it (RULES M14, P22).
///
/// An amount that is entered afterwards takes the count to 0 at most, and is not refused: `meta` says what was counted
/// (``countedName``).
///
/// Errors:
/// - `not_found` when no counter has the id or name.
/// - `refused`, reason `ambiguous`, when several names begin that way; `candidates` lists them.
/// - `refused`, reason `out_of_range`, when the count would be negative or exceed 64 bits; `count` is the current
///   count. It protects the present.
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct InventoryAdjust: ChangeRequest, EntityReference {
    public static let method = "inventory.adjust"
    public static let summary = "Adds to or subtracts from a counter."
    public typealias Response = InventoryItem
    public static let errors: [RequestError] =
        [.notFound, .refused(.ambiguous), .refused(.outOfRange)] + RequestError.ofPastTime
    /// The member of the answer's `meta` with the amount that was counted, if that is less than what was asked for (API §1).
    public static let countedName = "counted"

    /// The counter's id; `nil` if the request uses the name.
    public var id: Int?
    /// The counter's name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?
    /// The amount to add, not 0; negative to subtract.
    public var amount: Int
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, amount: Int, at: String? = nil) {
        self.id = id
        self.name = name
        self.amount = amount
        self.at = at
    }

    public static let fields = Fields(
        InventoryAdjust.init,
        .id(of: "counter"), .orName,
        .required("amount", \.amount, "the amount to add; negative to subtract", .change),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase))
}

/// Removes a counter, and returns it as it was.
///
/// Errors:
/// - `not_found` when no counter has the id or name.
/// - `refused`, reason `ambiguous`, when several names begin that way; `candidates` lists them.
public struct InventoryRemove: ChangeRequest, EntityReference {
    public static let method = "inventory.remove"
    public static let summary = "Removes a counter from the inventory."
    public typealias Response = InventoryItem
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The counter's id; `nil` if the request uses the name.
    public var id: Int?
    /// The counter's name, or the unique beginning of it; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        InventoryRemove.init,
        .id(of: "counter"), .orName)
}
