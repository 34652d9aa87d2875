/// A level that a garden reached by a change: an entry of ``metaName`` in the answer's `meta`.
public struct ReachedLevel: WireObject, Equatable {
    public static let name = "ReachedLevel"
    /// The member of `meta` with the list.
    public static let metaName = "levels"

    /// The name of the category.
    public var category: String
    /// The level that its garden has now.
    public var level: Int

    /// Creates the value from its members.
    public init(category: String, level: Int) {
        self.category = category
        self.level = level
    }

    public static let fields = Fields(
        ReachedLevel.init,
        .required("category", \.category, "the name of the category"),
        .required("level", \.level, "the level that its garden has now"))
}
