import GardenAPI

/// The points after a change.
struct PointsChange: WireObject {
    static let name = "PointsChange"

    var points = PointsSummary()
    /// By how much the balance changed; absent where it did not.
    var amount: Int?
    /// Why it was put right, or what it was earned with.
    var reason: String?
    var before: JSON?
    var cause: String?

    static let fields: [Field<PointsChange>] =
        .inlined(\PointsChange.points) + [
            .optional("amount", \.amount, "by how much the balance changed"),
            .optional("reason", \.reason, "why, or what it was earned with"),
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "the event that caused this one"),
        ]
}

extension EventKind where Payload == PointsChange {
    static let pointsEarned = EventKind("points.earned", apply: assign)
    static let pointsAdjusted = EventKind("points.adjusted", apply: assign)
    static let multiplierChanged = EventKind("points.multiplierChanged", apply: assign)

    @Sendable private static func assign(_ change: PointsChange, _ state: inout GardenState) {
        state.points = change.points
    }
}

extension Transition {
    mutating func changePoints(
        _ kind: EventKind<PointsChange>, to next: PointsSummary, reason: String? = nil, cause: String? = nil
    ) {
        var change = PointsChange()
        change.points = next
        let amount = next.balance - state.points.balance
        change.amount = amount == 0 ? nil : amount
        change.reason = reason
        change.before = state.points.fieldsDiffering(from: next)
        change.cause = cause
        emit(kind, change)
    }

    /// What a finished focus pays (`rewards.points_per_focus`). A purse that is full takes what still fits, for a focus
    /// that has ended cannot be refused.
    mutating func earnForFocus(in category: String) {
        let room = Int.max - state.points.balance
        let amount = min(settings.pointsPerFocus, room)
        guard amount > 0 else { return }
        var next = state.points
        next.balance += amount
        next.earnedToday = next.earnedToday.addingUpToLimit(amount)
        changePoints(.pointsEarned, to: next, reason: category, cause: "focus.completed")
        writeCountedLine(
            .earn, LogText.earned(amount, multiplier: 1, category, balance: next.balance), earned: amount,
            cause: "points.earned")
    }
}

extension Int {
    /// For sums that are only told: they stop at the largest number there is.
    func addingUpToLimit(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
