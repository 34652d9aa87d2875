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
