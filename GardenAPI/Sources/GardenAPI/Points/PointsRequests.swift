/// Returns the balance, the multiplier, and today's sums.
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct PointsGet: DatedRequest {
    public static let method = "points.get"
    public static let looksThrough: [LookedThrough] = [.days]
    public static let summary = "Returns the balance, the multiplier, and the points earned and spent today."
    public typealias Response = PointsSummary
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        PointsGet.init,
        .asOf)
}

/// Adds or subtracts points with a reason, now or afterwards, and returns the new points (RULES M1, P22).
///
/// Errors:
/// - `refused`, reason `out_of_range`, when the balance would be negative or exceed 64 bits; `balance` is the current
///   one. It protects the present: a late change, too, needs the points of now (RULES P32).
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct PointsAdjust: ChangeRequest {
    public static let method = "points.adjust"
    public static let summary = "Adds or subtracts points, with a reason."
    public typealias Response = PointsSummary
    public static let errors: [RequestError] = [.refused(.outOfRange)] + RequestError.ofPastTime

    /// The points to add, not 0; negative to subtract.
    public var amount: Int
    /// The reason for the log, 1 … 200 characters.
    public var reason: String
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(amount: Int, reason: String, at: String? = nil) {
        self.amount = amount
        self.reason = reason
        self.at = at
    }

    public static let fields = Fields(
        PointsAdjust.init,
        .required("amount", \.amount, "the points to add; negative to subtract", .change),
        .required("reason", \.reason, "the reason, for the log", .line(Limits.remarkCharacters)),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase))
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
