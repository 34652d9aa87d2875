/// What `rate.…` events hold: the rate, by how much the meter changed, and a note.
public struct RateChanged: WireObject, Equatable {
    public static let name = "RateChanged"

    public var rate = Rate()
    public var amount: Int?
    public var note: String?

    public init() {}

    public static let fields: [Field<RateChanged>] =
        .inlined(\RateChanged.rate) + [
            .optional("amount", \.amount, "the change of the meter"),
            .optional("note", \.note, "the note"),
        ]
}

/// What `rate.tableChanged` holds.
public struct RateTableChanged: WireObject, Equatable {
    public static let name = "RateTableChanged"

    public var tiers = RateTable.standard

    public init() {}

    public static let fields: [Field<RateTableChanged>] = [
        .required("tiers", \.tiers, "the table: one row per tier, with its lowest meter and its rate")
    ]
}
