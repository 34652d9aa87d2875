/// The balance, the multiplier and today's sums (API §2, Points; RULES M1, M3).
public struct PointsSummary: WireObject, Equatable {
    public static let name = "Points"

    /// The balance in points, from 0. That of a past day (RULES S7) can be negative: by what is known now, more was spent by then than
    /// earned.
    public var balance: Int
    /// The multiplier of what a task pays: 1 or 2.
    public var multiplier: Int
    /// The points earned this logical day.
    public var earnedToday: Int
    /// The points that the shop and standing tasks took this logical day, without refunded purchases.
    public var spentToday: Int

    /// Creates the value from its members.
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
