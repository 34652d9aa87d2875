import GardenAPI

/// The rate after a change: as its methods tell it, and as the daemon goes on from it.
struct RateChange: WireObject {
    static let name = "RateChange"

    var rate = Rate()
    var state = RateState()
    /// By how much the meter moved.
    var amount: Int?
    var note: String?
    var before: JSON?
    var cause: String?

    static let fields: [Field<RateChange>] =
        .inlined(\RateChange.rate) + [
            .required("state", \.state, "what the daemon goes on from"),
            .optional("amount", \.amount, "by how much the meter moved"),
            .optional("note", \.note, "what it was for"),
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "what caused it"),
        ]
}

extension EventKind where Payload == RateChange {
    static let rateAdded = EventKind("rate.added", apply: assign)
    static let rateSet = EventKind("rate.set", apply: assign)
    static let rateForced = EventKind("rate.forced", apply: assign)
    static let rateRaised = EventKind("rate.raised", apply: assign)
    static let rateLowered = EventKind("rate.lowered", apply: assign)
    static let rateSwitched = EventKind("shop.rateSwitched", apply: assign)

    @Sendable private static func assign(_ change: RateChange, _ state: inout GardenState) {
        state.rate = change.state
    }
}

extension Transition {
    var rateView: Rate { state.rateView(conditions) }

    /// Moves the meter, and tells of the tier it came to (RULES M10).
    mutating func changeMeter(
        _ kind: EventKind<RateChange>, to next: RateState, note: String? = nil, remark: String? = nil,
        cause: String? = nil
    ) {
        let before = (state: state.rate, view: rateView)
        guard next != before.state else { return }
        let moved = next.meter - before.state.meter
        var change = rateChange(to: next, cause: cause)
        change.amount = moved
        change.note = note
        emit(kind, change)
        writeLine(.meter, LogText.meter(next.meter, moved: moved, remark: note ?? remark), cause: kind.type)
        changeTier(to: next, from: before.view, cause: kind.type)
    }

    /// The table may be another one: the tier of the meter as it stands is evaluated anew (RULES M9).
    ///
    /// - Parameter old: the table until now.
    mutating func evaluateTier(after old: RateTable) {
        guard old != state.rateTable else { return }
        let before = state.view(of: state.rate, by: old, on: state.day.day, conditions)
        writeLine(.rate, LogText.table(state.rateTable), cause: "settings.changed")
        let next = state.rate.with(meter: state.rate.meter, state.rateTable)
        changeTier(to: next, from: before, cause: "settings.changed")
    }

    /// Tells of another tier, and writes so into the log.
    private mutating func changeTier(to next: RateState, from before: Rate, cause: String) {
        guard let type = tellOfTier(next, from: before, cause: cause) else { return }
        let now = rateView
        writeLine(.rate, LogText.rate(from: before, to: now), cause: type)
    }

    /// - Returns: the type of the event that tells of another tier than `before`'s; `nil` if it is the same.
    mutating func tellOfTier(_ next: RateState, from before: Rate, cause: String) -> String? {
        guard next.tier != before.tier else { return nil }
        var change = rateChange(to: next, cause: cause)
        change.before = before.fieldsDiffering(from: change.rate)
        let kind: EventKind<RateChange> = next.tier > before.tier ? .rateRaised : .rateLowered
        emit(kind, change)
        return kind.type
    }

    /// The payload of an event that leads to `next`.
    func rateChange(to next: RateState, cause: String? = nil) -> RateChange {
        var change = RateChange()
        change.rate = state.view(of: next, by: state.rateTable, on: state.day.day, conditions)
        change.state = next
        change.before = rateView.fieldsDiffering(from: change.rate)
        change.cause = cause
        return change
    }
}
