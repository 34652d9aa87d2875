/// What `points.…` events hold: the points, by how much the balance changed, and why.
public struct PointsChanged: WireObject, Equatable {
    public static let name = "PointsChanged"

    public var points: PointsSummary
    public var amount: Int?
    public var reason: String?
    /// The category they were earned in.
    public var category: String?
    public var categoryId: Int?
    public var categoryUid: String?

    public init(
        points: PointsSummary, amount: Int? = nil, reason: String? = nil, category: String? = nil,
        categoryId: Int? = nil, categoryUid: String? = nil
    ) {
        self.points = points
        self.amount = amount
        self.reason = reason
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
    }

    public static let fields = Fields(
        PointsChanged.init,
        .inlined(\.points),
        .optional("amount", \.amount, "the change of the balance"),
        .optional("reason", \.reason, "the reason, or what earned the points"),
        .optional("category", \.category, "the category they were earned in"),
        .optional("categoryId", \.categoryId, "the category's id"),
        .optional("categoryUid", \.categoryUid, "the category's uid"))
}
