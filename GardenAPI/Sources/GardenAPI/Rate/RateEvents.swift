/// The data of the `rate.…` events: the rate, the change of the meter, and a note.
public struct RateChanged: WireObject, Equatable {
    public static let name = "RateChanged"

    /// The rate after the change.
    public var rate: Rate
    /// The change of the meter, negative if it fell; `nil` if the event does not change it.
    public var amount: Int?
    /// The note of ``RateAdd``; `nil` if there is none.
    public var note: String?

    /// Creates the value from its members.
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

/// The data of `rate.tableChanged`.
public struct RateTableChanged: WireObject, Equatable {
    public static let name = "RateTableChanged"

    /// The new table.
    public var tiers: RateTable

    /// Creates the value from its members.
    public init(tiers: RateTable) { self.tiers = tiers }

    public static let fields = Fields(
        RateTableChanged.init,
        .required("tiers", \.tiers, "the table: one row per tier, with its lowest meter and its rate"))
}
