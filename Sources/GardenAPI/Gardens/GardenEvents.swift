/// What `category.…` events hold: the category, and the experience of its garden.
public struct CategoryChanged: WireObject, Equatable {
    public static let name = "CategoryChanged"

    public var category: Category
    /// That of the garden of a removed category included, where this one took it up.
    public var exp: Int
    /// The experience it took up.
    public var amount: Int?

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

/// What `garden.…` events hold: the garden, and by how much it grew.
public struct GardenChanged: WireObject, Equatable {
    public static let name = "GardenChanged"

    public var garden: Garden
    public var amount: Int?

    public init(garden: Garden, amount: Int? = nil) {
        self.garden = garden
        self.amount = amount
    }

    public static let fields = Fields(
        GardenChanged.init,
        .inlined(\.garden),
        .optional("amount", \.amount, "the experience added"))
}
