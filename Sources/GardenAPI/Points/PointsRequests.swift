public struct PointsGet: Request {
    public static let method = "points.get"
    public static let summary = "Returns the balance, the multiplier, and the points earned and spent today."
    public typealias Response = PointsSummary
    public static let fields = Fields(PointsGet.init)
    public init() {}
}

public struct PointsAdjust: ChangeRequest {
    public static let method = "points.adjust"
    public static let summary = "Adds or subtracts points, with a reason."
    public typealias Response = PointsSummary

    public var amount: Int
    public var reason: String

    public init(amount: Int, reason: String) {
        self.amount = amount
        self.reason = reason
    }

    public static let fields = Fields(
        PointsAdjust.init,
        .required("amount", \.amount, "the points to add; negative to subtract", .change),
        .required("reason", \.reason, "the reason, for the log", .line(Limits.remarkCharacters)))
}

public struct PointsSetMultiplier: ChangeRequest {
    public static let method = "points.setMultiplier"
    public static let summary = "Sets the multiplier of what a task pays."
    public typealias Response = PointsSummary

    public var multiplier: Int

    public init(multiplier: Int) { self.multiplier = multiplier }

    public static let fields = Fields(
        PointsSetMultiplier.init,
        .required("multiplier", \.multiplier, "1 or 2", .range(1...2)))
}
