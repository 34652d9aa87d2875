public struct PointsGet: Request {
    public static let method = "points.get"
    public static let summary = "Tells the balance, the multiplier and today's sums."
    public typealias Response = PointsSummary
    public static let fields = Fields(PointsGet.init)
    public init() {}
}

public struct PointsAdjust: ChangeRequest {
    public static let method = "points.adjust"
    public static let summary = "Puts the balance right by an amount, for a reason that is kept."
    public typealias Response = PointsSummary

    public var amount: Int
    public var reason: String

    public init(amount: Int, reason: String) {
        self.amount = amount
        self.reason = reason
    }

    public static let fields = Fields(
        PointsAdjust.init,
        .required("amount", \.amount, "how many points more, or fewer where negative", .change),
        .required("reason", \.reason, "why, for the log", .line(Limits.remarkCharacters)))
}

public struct PointsSetMultiplier: ChangeRequest {
    public static let method = "points.setMultiplier"
    public static let summary = "Sets what doing a task pays: its points once, or twice."
    public typealias Response = PointsSummary

    public var multiplier: Int

    public init(multiplier: Int) { self.multiplier = multiplier }

    public static let fields = Fields(
        PointsSetMultiplier.init,
        .required("multiplier", \.multiplier, "1 or 2", .range(1...2)))
}
