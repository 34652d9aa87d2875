import GardenAPI
import TextKit
import TimeKit

/// The points after a change and before it.
struct PointsEffect: WireObject {
    static let name = "PointsEffect"

    var after: PointsSummary
    var before: PointsSummary
    /// Why the points were adjusted, or how they were earned.
    var reason: String?
    /// The category in which they were earned.
    var categoryId: Int?
    var category: CategoryLabel?

    static let fields = Fields(
        PointsEffect.init,
        .required("after", \.after, "the points after it"),
        .required("before", \.before, "the points before it"),
        .optional("reason", \.reason, "why, or what they were earned with"),
        .optional("categoryId", \.categoryId, "the id of the category they were earned in"),
        .optional("category", \.category, "that category"))

    var amount: Int { after.balance &- before.balance }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        [Replacement(.points, from: before, to: after, at: context.origin.seq)]
    }

    func published(_ context: PublishingContext) -> Publication<PointsChanged> {
        func data(_ points: PointsSummary) -> PointsChanged {
            PointsChanged(
                points: points, amount: amount == 0 ? nil : amount, reason: reason, category: category?.name,
                categoryId: categoryId, categoryUid: category.map { context.uid($0.uid) })
        }
        return Publication(data(after), before: data(before))
    }
}

extension EventKind where Effect == PointsEffect, Published == PointsChanged {
    static let pointsEarned = EventKind(
        "points.earned", "Earned [{amount}|0][ with {reason}], balance {balance}", apply: assign
    ) { effect, context in
        effect.published(context)
    }.explaining(.balance) { effect, _ in
        let earned = "\(signed(effect.amount)) earned with \(effect.reason ?? "")"
        return ExplainedStep("M3", "\(earned) → \(effect.after.balance)")
    }.replacing(.points) { $0.replacements($1) }
    static let pointsAdjusted = EventKind(
        "points.adjusted", "Adjusted the balance[ by {amount:signed}][, {reason}], balance {balance}", apply: assign
    ) { effect, context in
        effect.published(context)
    }.explaining(.balance) { effect, _ in
        let adjusted = "\(signed(effect.amount)) adjusted: \(effect.reason ?? "")"
        return ExplainedStep("M1", "\(adjusted) → \(effect.after.balance)")
    }.described { "adjusted the balance by \(signed($0.amount)): \($0.reason ?? "")" }
        .replacing(.points) { $0.replacements($1) }
    static let multiplierChanged = EventKind(
        "points.multiplierChanged", "Tasks pay ×{multiplier}", apply: assign
    ) { effect, context in
        effect.published(context)
    }.described { "set the multiplier to \($0.after.multiplier)" }
        .replacing(.points) { $0.replacements($1) }
    /// Today's sums begin at 0 (RULES L5).
    static let pointsDayClosed = EventKind(
        "points.dayClosed", "Closed the points of the day, balance {balance}", apply: assign
    ) { effect, context in
        effect.published(context)
    }

    @Sendable private static func assign(_ effect: PointsEffect, _: EventOrigin, _ state: inout GardenState) {
        state.points = effect.after
    }
}

extension StatePart {
    /// The balance and today's sums.
    static let points = StatePart(
        "points",
        Members(
            sums: ["balance", "earnedToday", "spentToday"], fromZero: ["balance"],
            ofToday: ["earnedToday", "spentToday"]),
        read: { state, _ in state.points },
        write: { state, _, points in if let points { state.points = points } })
}

extension Transition {
    @discardableResult
    mutating func changePoints(
        _ kind: EventKind<PointsEffect, PointsChanged>, to next: PointsSummary, reason: String? = nil,
        categoryId: Int? = nil, because cause: EventReference? = nil
    ) -> EventReference {
        let effect = PointsEffect(
            after: next, before: state.points, reason: reason, categoryId: categoryId,
            category: categoryId.map(state.label))
        return emit(kind, effect, because: cause)
    }

    /// Credits a finished focus (`rewards.points_per_focus`). A nearly full balance takes only what still fits, because
    /// a focus that has ended cannot be refused.
    mutating func earnForFocus(in categoryId: Int, because cause: EventReference) {
        let amount = min(settings.pointsPerFocus, Int.max - state.points.balance)
        guard amount > 0 else { return }
        let category = state.label(ofCategory: categoryId).name
        earn(amount, multiplier: 1, category, categoryId: categoryId, because: cause)
    }

    /// Takes back what a focus session earned, never below 0 (RULES P14).
    ///
    /// - Parameter seq: the event that ended the session.
    mutating func takeBackPoints(ofFocus seq: Int, because cause: EventReference) throws(GardenError) {
        let history = history
        let following = try readingJournal {
            try history.events(after: seq, limit: 1, types: [EventKind.pointsEarned.type])
        }
        guard let earned = following.first, earned.cause?.seq == seq else { return }
        let paid = try readingJournal { try EventKind.pointsEarned.effect(in: earned) }
        var next = state.points
        let amount = min(paid?.amount ?? 0, next.balance)
        guard amount > 0 else { return }
        next.balance -= amount
        // By the days of the journal: a clock that was set back does not end the day.
        let crossings = try readingJournal {
            try history.events(after: earned.seq, limit: 1, types: [EventKind.dayRolledOver.type])
        }
        if crossings.isEmpty { next.earnedToday = max(0, next.earnedToday - amount) }
        let adjusted = changePoints(
            .pointsAdjusted, to: next, reason: "discarded focus", categoryId: paid?.categoryId, because: cause)
        writeLine(
            .adjust, LogText.adjusted(-amount, "discarded focus", balance: next.balance), because: adjusted)
    }

    /// Credits points and writes their line.
    ///
    /// - Parameters:
    ///   - amount: above 0, multiplied already; the caller has checked that the balance has room for it.
    ///   - name: what they are earned with.
    mutating func earn(
        _ amount: Int, multiplier: Int, _ name: String, categoryId: Int, because cause: EventReference
    ) {
        var next = state.points
        next.balance += amount
        next.earnedToday = next.earnedToday.addingUpToLimit(amount)
        let reason = multiplier == 1 ? name : "\(name) ×\(multiplier)"
        let earned = changePoints(.pointsEarned, to: next, reason: reason, categoryId: categoryId, because: cause)
        let text = LogText.earned(amount, multiplier: multiplier, name, balance: next.balance)
        writeCountedLine(.earn, text, earned: amount, categoryId: categoryId, because: earned)
    }
}

extension LogText {
    static func earned(_ amount: Int, multiplier: Int, _ name: String, balance: Int) -> String {
        "\(signed(amount)) pt ×\(multiplier) \(name) → \(balance)"
    }

    static func adjusted(_ amount: Int, _ reason: String, balance: Int) -> String {
        "\(signed(amount)) pt adjusted: \(reason) → \(balance)"
    }
}
