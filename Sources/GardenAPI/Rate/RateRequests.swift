public struct RateGet: Request {
    public static let method = "rate.get"
    public static let summary = "Returns the shop rate, the meter it depends on, and when it drops."
    public typealias Response = Rate
    public static let fields = Fields(RateGet.init)
    public init() {}
}

public struct RateAdd: ChangeRequest {
    public static let method = "rate.add"
    public static let summary = "Records money spent, or takes back money recorded today."
    public typealias Response = Rate

    public var amount: Int
    public var force: Bool?
    public var note: String?

    public init(amount: Int, force: Bool? = nil, note: String? = nil) {
        self.amount = amount
        self.force = force
        self.note = note
    }

    public static let fields = Fields(
        RateAdd.init,
        .required("amount", \.amount, "the amount spent; negative to take back", .change),
        .optional("force", \.force, "whether to take back money of earlier days, too"),
        .optional("note", \.note, "a note for the log", .line(Limits.remarkCharacters)))
}

public struct RateSet: ChangeRequest {
    public static let method = "rate.set"
    public static let summary = "Sets the meter to an amount."
    public typealias Response = Rate

    public var amount: Int

    public init(amount: Int) { self.amount = amount }

    public static let fields = Fields(
        RateSet.init,
        .required("amount", \.amount, "the new meter", .fromZero))
}

public struct RateForce: ChangeRequest {
    public static let method = "rate.force"
    public static let summary = "Sets the tier and its days left, and the meter to the base of the tier."
    public typealias Response = Rate

    public var tier: Int
    public var days: Int?

    public init(tier: Int, days: Int? = nil) {
        self.tier = tier
        self.days = days
    }

    public static let fields = Fields(
        RateForce.init,
        .required("tier", \.tier, "the tier, from 0", .fromZero),
        .optional("days", \.days, "the days left, 1 or 2 (default: 2); not for tier 0", .range(0...2)))
}
