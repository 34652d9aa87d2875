/// What `rate.…` events hold: the rate, by how much the meter changed, and a note.
public struct RateChanged: WireObject, Equatable {
    public static let name = "RateChanged"

    public var rate: Rate
    public var amount: Int?
    public var note: String?

    public init(rate: Rate, amount: Int? = nil, note: String? = nil) {
        self.rate = rate
        self.amount = amount
        self.note = note
    }

    public static let fields = Fields(
        RateChanged.init,
        .inlined(\.rate),
        .optional("amount", \.amount, "the change of the meter"),
        .optional("note", \.note, "the note"))
}

/// What `rate.tableChanged` holds.
public struct RateTableChanged: WireObject, Equatable {
    public static let name = "RateTableChanged"

    public var tiers: RateTable

    public init(tiers: RateTable) { self.tiers = tiers }

    public static let fields = Fields(
        RateTableChanged.init,
        .required("tiers", \.tiers, "the table: one row per tier, with its lowest meter and its rate"))
}
