/// The data of the `points.…` events: the points, the change of the balance, and the reason.
public struct PointsChanged: WireObject, Equatable {
    public static let name = "PointsChanged"

    /// The points after the change.
    public var points: PointsSummary
    /// The change of the balance, negative if it fell; `nil` if the event does not change it.
    public var amount: Int?
    /// The reason of the adjustment, or what earned the points; `nil` if there is none.
    public var reason: String?
    /// The name of the category in which they were earned; `nil` if they were not earned.
    public var category: String?
    /// The category's id; `nil` like ``category``.
    public var categoryId: Int?
    /// The category's uid; `nil` like ``category``.
    public var categoryUid: String?

    /// Creates the value from its members.
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
