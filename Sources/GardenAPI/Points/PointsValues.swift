/// Points at hand and today's sums (API §2, Status).
public struct PointsSummary: WireObject, Equatable {
    public static let name = "Points"

    public var balance = 0
    public var multiplier = 1
    public var earnedToday = 0
    public var spentToday = 0

    public init() {}

    public static let fields: [Field<PointsSummary>] = [
        .required("balance", \.balance, "the balance"),
        .required("multiplier", \.multiplier, "the multiplier of what a task pays"),
        .required("earnedToday", \.earnedToday, "points earned this logical day"),
        .required("spentToday", \.spentToday, "points spent this logical day"),
    ]
}
