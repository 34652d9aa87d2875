/// Returns the balance, the multiplier, and today's sums.
public struct PointsGet: Request {
    public static let method = "points.get"
    public static let summary = "Returns the balance, the multiplier, and the points earned and spent today."
    public typealias Response = PointsSummary
    public static let fields = Fields(PointsGet.init)

    /// Creates the request.
    public init() {}
}

/// Adds or subtracts points with a reason, and returns the new points (RULES M1).
///
/// Errors:
/// - `refused`, reason `out_of_range`, when the balance would be negative or exceed 64 bits; `balance` is the current
///   one.
public struct PointsAdjust: ChangeRequest {
    public static let method = "points.adjust"
    public static let summary = "Adds or subtracts points, with a reason."
    public typealias Response = PointsSummary
    public static let errors: [RequestError] = [.refused(.outOfRange)]

    /// The points to add, not 0; negative to subtract.
    public var amount: Int
    /// The reason for the log, 1 … 200 characters.
    public var reason: String

    /// Creates the request.
    public init(amount: Int, reason: String) {
        self.amount = amount
        self.reason = reason
    }

    public static let fields = Fields(
        PointsAdjust.init,
        .required("amount", \.amount, "the points to add; negative to subtract", .change),
        .required("reason", \.reason, "the reason, for the log", .line(Limits.remarkCharacters)))
}

/// Sets the multiplier of what a task pays, and returns the points (RULES M3).
public struct PointsSetMultiplier: ChangeRequest {
    public static let method = "points.setMultiplier"
    public static let summary = "Sets the multiplier of what a task pays."
    public typealias Response = PointsSummary

    /// 1 or 2.
    public var multiplier: Int

    /// Creates the request.
    public init(multiplier: Int) { self.multiplier = multiplier }

    public static let fields = Fields(
        PointsSetMultiplier.init,
        .required("multiplier", \.multiplier, "1 or 2", .range(1...2)))
}
