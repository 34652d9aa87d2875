import GardenAPI
import TextKit
import TimeKit

/// The rate after a change and before it, with the values that subscribers get.
struct RateEffect: WireObject {
    static let name = "RateEffect"

    /// The rate at one time, by the table and the calendar of that time.
    struct Facts: WireObject, Equatable {
        static let name = "RateFacts"

        var state: RateState
        var rate: Tenths
        var nextTierFrom: Int?
        var decaysAt: Instant?

        static let fields = Fields(
            Facts.init,
            .required("state", \.state, "the meter, and what depends on it"),
            .required("rate", \.rate, "the factor of all prices"),
            .nullable("nextTierFrom", \.nextTierFrom, "the meter at which the next tier begins"),
            .nullable("decaysAt", \.decaysAt, "when the tier falls if nothing is spent"))

        func view(_ zone: ZoneRules) -> Rate {
            Rate(
                tier: state.tier, rate: rate, meter: state.meter, daysLeft: state.daysLeft, applied: state.applied,
                nextTierFrom: nextTierFrom, decaysAt: decaysAt.map(zone.timestamp))
        }
    }

    var after: Facts
    var before: Facts
    var note: String?
    /// What was to be added, if the meter moved by another amount.
    var asked: Int?
    /// True if it stops at the floor, as a refund does (RULES M12).
    var stopsAtFloor: Bool?
    /// The logical day on which the money was spent, if it was entered afterwards: the meter was counted again.
    var day: CalendarDay?

    static let fields = Fields(
        RateEffect.init,
        .required("after", \.after, "the rate after it"),
        .required("before", \.before, "the rate before it"),
        .optional("note", \.note, "why the meter was changed"),
        .optional("asked", \.asked, "what was to be added, if the meter moved by another amount"),
        .optional("stopsAtFloor", \.stopsAtFloor, "true if it stops at the floor"),
        .optional("day", \.day, "the day of money that was entered afterwards"))

    /// By how much the meter changed.
    var amount: Int { after.state.meter &- before.state.meter }

    /// - Parameter includesAmount: whether the event is the one that changed the meter.
    func published(_ context: PublishingContext, includesAmount: Bool = true) -> Publication<RateChanged> {
        func data(_ facts: Facts) -> RateChanged {
            RateChanged(
                rate: facts.view(context.zone), amount: amount == 0 || !includesAmount ? nil : amount, note: note)
        }
        return Publication(data(after), before: data(before))
    }

    /// What is entered afterwards replaces nothing: undo has the meter counted again (RULES U4).
    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        day != nil ? [] : [Replacement(.rate, from: before.state, to: after.state, at: context.origin.seq)]
    }

    // MARK: Explanations

    fileprivate var meterChange: String {
        amount == 0 ? "stayed \(after.state.meter)" : "\(before.state.meter) → \(after.state.meter)"
    }

    fileprivate func tierChange(_ cause: EventReference?) -> ExplainedStep {
        let rule =
            switch cause?.type {
            case EventKind.rateDecayed.type: "M11"
            case EventKind.rateTableChanged.type: "M9"
            default: "M10"
            }
        let (old, new) = (before.state, after.state)
        let days = daysLeft(new.daysLeft)
        return ExplainedStep(rule, "tier \(old.tier) → \(new.tier), \(times(after.rate)), \(days)")
    }
}

extension EventKind where Effect == RateEffect, Published == RateChanged {
    static let rateAdded = EventKind(
        "rate.added", "Spent [{amount}|0][, {note}], meter {meter}", apply: assign
    ) { $0.published($1) }
    .explaining(.rate) { effect, _ in
        let note = effect.note.map { ", \($0)" } ?? ""
        let day = effect.day.map { " on \($0)" } ?? ""
        return ExplainedStep(effect.amount < 0 ? "M12" : "M8", "meter \(effect.meterChange)\(day)\(note)")
    }
    .described { "spent \(signed($0.amount))" }.undoableAlone()
    .replacing(.rate) { $0.replacements($1) }
    static let rateSet = EventKind(
        "rate.set", "Set the meter to {meter}[ ({amount:signed})][, {note}]", apply: assign
    ) { $0.published($1) }
    .explaining(.rate) { effect, _ in ExplainedStep("M12", "meter set: \(effect.meterChange)") }
    .described { "set the meter to \($0.after.state.meter)" }.undoableAlone()
    .replacing(.rate) { $0.replacements($1) }
    static let rateForced = EventKind(
        "rate.forced", "Set the tier to {tier}, meter {meter}[ ({amount:signed})][, {note}]", apply: assign
    ) { $0.published($1) }
    .explaining(.rate) { effect, _ in
        let days = daysLeft(effect.after.state.daysLeft)
        return ExplainedStep(
            "M12", "tier set to \(effect.after.state.tier), meter \(effect.meterChange), \(days)")
    }
    .described { "set the tier to \($0.after.state.tier)" }.undoableAlone()
    .replacing(.rate) { $0.replacements($1) }
    /// A crossing lowered the meter or the days left (RULES M11).
    static let rateDecayed = EventKind(
        "rate.decayed", "The meter decayed to {meter}[ ({amount:signed})]", apply: assign
    ) { $0.published($1) }
    .explaining(.rate) { effect, origin in
        let (old, new) = (effect.before.state.daysLeft, effect.after.state.daysLeft)
        let days = old == new ? "stayed \(new)" : "\(old) → \(new)"
        let day = origin.at.description.prefix(10)
        return ExplainedStep("M11", "new day \(day): meter \(effect.meterChange), days left \(days)")
    }
    .replacing(.rate) { $0.replacements($1) }
    /// Reports a new tier, which the event that caused this one already applied.
    static let rateRaised = EventKind(
        "rate.raised",
        "The rate rose[ from {before.rate:times}] to {rate:times}, tier {tier}[, {daysLeft:some day/days} left]",
        apply: keepState
    ) { $0.published($1, includesAmount: false) }
    .explaining(.rate) { effect, origin in effect.tierChange(origin.cause) }
    static let rateLowered = EventKind(
        "rate.lowered",
        "The rate fell[ from {before.rate:times}] to {rate:times}, tier {tier}[, {daysLeft:some day/days} left]",
        apply: keepState
    ) { $0.published($1, includesAmount: false) }
    .explaining(.rate) { effect, origin in effect.tierChange(origin.cause) }
    static let rateSwitched = EventKind(
        "shop.rateSwitched", "The rate is {applied:if applied/not applied} to prices", apply: assign
    ) { $0.published($1) }
    .explaining(.rate) { effect, _ in
        let follows = effect.after.state.applied
        return ExplainedStep(
            "M6", follows ? "the rate applies to prices again" : "the rate no longer applies to prices")
    }
    .described { "switched the rate \($0.after.state.applied ? "on" : "off")" }
    .replacing(.rate) { $0.replacements($1) }

    @Sendable private static func assign(_ effect: RateEffect, _: EventOrigin, _ state: inout GardenState) {
        if effect.day == nil { state.rate = effect.after.state }
    }

    @Sendable private static func keepState(_: RateEffect, _: EventOrigin, _: inout GardenState) {}
}

/// The rate table changed (RULES M9).
struct RateTableEffect: WireObject {
    static let name = "RateTableEffect"

    var after: RateTable
    var before: RateTable
    /// By the new table.
    var rate: RateState
    var rateBefore: RateState

    static let fields = Fields(
        RateTableEffect.init,
        .required("after", \.after, "the table in force now"),
        .required("before", \.before, "the table until then"),
        .required("rate", \.rate, "the meter, and what depends on it, by the new table"),
        .required("rateBefore", \.rateBefore, "the same by the old table"))
}

extension EventKind where Effect == RateTableEffect, Published == RateTableChanged {
    static let rateTableChanged = EventKind("rate.tableChanged", "Changed the tiers of the rate") { effect, _, state in
        state.rateTable = effect.after
        state.rate = effect.rate
    } publish: { effect, _ in
        Publication(RateTableChanged(tiers: effect.after), before: RateTableChanged(tiers: effect.before))
    }.explaining(.rate) { effect, _ in
        ExplainedStep("M9", LogText.table(effect.after))
    }.replacing(.rate) { effect, context in
        [Replacement(.rate, from: effect.rateBefore, to: effect.rate, at: context.origin.seq)]
    }
}

extension StatePart {
    /// The meter, and what depends on it.
    static let rate = StatePart(
        "rate",
        Members(
            ofToday: ["meter", "floor", "tier", "daysLeft"], endedBy: ["rate.tableChanged"]),
        read: { state, _ in state.rate },
        write: { state, _, rate in if let rate { state.rate = rate } })
}
