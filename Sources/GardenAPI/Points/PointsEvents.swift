/// What `points.…` events hold: the points, by how much the balance changed, and why.
public struct PointsChanged: WireObject, Equatable {
    public static let name = "PointsChanged"

    public var points = PointsSummary()
    public var amount: Int?
    public var reason: String?
    /// The category they were earned in.
    public var category: String?
    public var categoryId: Int?
    public var categoryUid: String?

    public init() {}

    public static let fields: [Field<PointsChanged>] =
        .inlined(\PointsChanged.points) + [
            .optional("amount", \.amount, "the change of the balance"),
            .optional("reason", \.reason, "the reason, or what earned the points"),
            .optional("category", \.category, "the category they were earned in"),
            .optional("categoryId", \.categoryId, "the category's id"),
            .optional("categoryUid", \.categoryUid, "the category's uid"),
        ]
}
