public struct RateGet: Request {
    public static let method = "rate.get"
    public static let summary = "Tells the shop rate, the meter it depends on, and when it decays."
    public typealias Response = Rate
    public static let fields = Fields(RateGet.init)
    public init() {}
}

public struct RateAdd: ChangeRequest {
    public static let method = "rate.add"
    public static let summary = "Counts money spent, or takes back what was counted today."
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
        .required("amount", \.amount, "how much was spent, or is taken back where negative", .change),
        .optional("force", \.force, "whether it may take back what earlier days left on the meter"),
        .optional("note", \.note, "what it was for, for the log", .line(Limits.remarkCharacters)))
}

public struct RateSet: ChangeRequest {
    public static let method = "rate.set"
    public static let summary = "Puts the meter to an amount, whatever it was."
    public typealias Response = Rate

    public var amount: Int

    public init(amount: Int) { self.amount = amount }

    public static let fields = Fields(
        RateSet.init,
        .required("amount", \.amount, "what the meter is to show", .fromZero))
}

public struct RateForce: ChangeRequest {
    public static let method = "rate.force"
    public static let summary = "Puts the rate to a tier and its days left, and the meter to the tier's base."
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
        .optional("days", \.days, "its days left, 1 or 2; none at tier 0; 2 when left out", .range(0...2)))
}
