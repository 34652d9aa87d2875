/// The data of the `category.…` events: the category, and the experience of its garden.
public struct CategoryChanged: WireObject, Equatable {
    public static let name = "CategoryChanged"

    /// The category after the change.
    public var category: Category
    /// The experience of its garden, including experience from a removed category (RULES T2).
    public var exp: Int
    /// The experience that came from a removed category of the same name; `nil` if there is none.
    public var amount: Int?

    /// Creates the value from its members.
    public init(category: Category, exp: Int, amount: Int? = nil) {
        self.category = category
        self.exp = exp
        self.amount = amount
    }

    public static let fields = Fields(
        CategoryChanged.init,
        .inlined(\.category),
        .required("exp", \.exp, "the experience of its garden"),
        .optional("amount", \.amount, "the experience it got back from the garden of a removed category"))
}

/// The data of `category.merged`: the category that continues another one, and the other one (RULES T26).
public struct CategoryMerged: WireObject, Equatable {
    public static let name = "CategoryMerged"

    /// The category that continues, after the change.
    public var category: Category
    /// The experience of its garden.
    public var exp: Int
    /// The experience that came from the garden of the other one.
    public var amount: Int
    /// The name of the other one, which is free now.
    public var from: String
    /// The id of the other one.
    public var fromId: Int
    /// The uid of the other one.
    public var fromUid: String

    /// Creates the value from its members.
    public init(category: Category, exp: Int, amount: Int, from: String, fromId: Int, fromUid: String) {
        self.category = category
        self.exp = exp
        self.amount = amount
        self.from = from
        self.fromId = fromId
        self.fromUid = fromUid
    }

    public static let fields = Fields(
        CategoryMerged.init,
        .inlined(\.category),
        .required("exp", \.exp, "the experience of its garden"),
        .required("amount", \.amount, "the experience it got from the other garden"),
        .required("from", \.from, "the name of the category that was merged into it"),
        .required("fromId", \.fromId, "its id; what has it counts for the category now"),
        .required("fromUid", \.fromUid, "its uid"))
}

/// The data of the `garden.…` events: the garden, and the growth.
public struct GardenChanged: WireObject, Equatable {
    public static let name = "GardenChanged"

    /// The garden after the change.
    public var garden: Garden
    /// The experience added; `nil` for `garden.leveledUp`.
    public var amount: Int?

    /// Creates the value from its members.
    public init(garden: Garden, amount: Int? = nil) {
        self.garden = garden
        self.amount = amount
    }

    public static let fields = Fields(
        GardenChanged.init,
        .inlined(\.garden),
        .optional("amount", \.amount, "the experience added"))
}
