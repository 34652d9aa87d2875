/// What `points.…` events hold: the points, by how much the balance changed, and why.
public struct PointsChanged: WireObject, Equatable {
    public static let name = "PointsChanged"

    public var points = PointsSummary()
    public var amount: Int?
    public var reason: String?

    public init() {}

    public static let fields: [Field<PointsChanged>] =
        .inlined(\PointsChanged.points) + [
            .optional("amount", \.amount, "by how much the balance changed"),
            .optional("reason", \.reason, "why, or what it was earned with"),
        ]
}
