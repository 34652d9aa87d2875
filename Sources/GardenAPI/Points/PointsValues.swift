/// Points at hand and today's sums (API §2, Status).
public struct PointsSummary: WireObject, Equatable {
    public static let name = "Points"

    public var balance: Int
    public var multiplier: Int
    public var earnedToday: Int
    public var spentToday: Int

    public init(balance: Int, multiplier: Int, earnedToday: Int, spentToday: Int) {
        self.balance = balance
        self.multiplier = multiplier
        self.earnedToday = earnedToday
        self.spentToday = spentToday
    }

    public static let fields = Fields(
        PointsSummary.init,
        .required("balance", \.balance, "the balance"),
        .required("multiplier", \.multiplier, "the multiplier of what a task pays"),
        .required("earnedToday", \.earnedToday, "points earned this logical day"),
        .required("spentToday", \.spentToday, "points spent this logical day"))
}
