import GardenAPI
import TextKit
import TimeKit

/// The points after a change and before it.
struct PointsEffect: WireObject {
    static let name = "PointsEffect"

    var after: PointsSummary
    var before: PointsSummary
    /// Why the points were adjusted, or how they were earned or spent.
    var reason: String?
    /// The category in which they were earned or spent.
    var categoryId: Int?
    var category: CategoryLabel?
    /// For the points of a focus session that was added or corrected: the logical day on which they were earned. The statistics
    /// take them from the session.
    var day: CalendarDay?
    /// The logical day on which other points count, if it had ended (RULES P22).
    var endedDay: CalendarDay?

    static let fields = Fields(
        PointsEffect.init,
        .required("after", \.after, "the points after it"),
        .required("before", \.before, "the points before it"),
        .optional("reason", \.reason, "why, or what they were earned or spent with"),
        .optional("categoryId", \.categoryId, "the id of the category they were earned or spent in"),
        .optional("category", \.category, "that category"),
        .optional("day", \.day, "the day of the focus session that they are of, if it was corrected"),
        .optional("endedDay", \.endedDay, "the day on which others count, if it had ended"))

    var amount: Int { after.balance &- before.balance }

    /// ` on 2026-03-10`, if it does not count in the sums of the current day.
    fileprivate var dayText: String {
        guard let day = day ?? endedDay, after.earnedToday == before.earnedToday, after.spentToday == before.spentToday
        else { return "" }
        return " on \(day)"
    }

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
        let earned = "\(signed(effect.amount)) earned with \(effect.reason ?? "")\(effect.dayText)"
        return ExplainedStep("M3", "\(earned) → \(effect.after.balance)")
    }.replacing(.points) { $0.replacements($1) }
    /// A standing task took them (RULES T25).
    static let pointsSpent = EventKind(
        "points.spent", "Spent [{amount}|0][ with {reason}], balance {balance}", apply: assign
    ) { effect, context in
        effect.published(context)
    }.explaining(.balance) { effect, _ in
        let spent = "\(signed(effect.amount)) with \(effect.reason ?? "")\(effect.dayText)"
        return ExplainedStep("T25", "\(spent) → \(effect.after.balance)")
    }.replacing(.points) { $0.replacements($1) }
    static let pointsAdjusted = EventKind(
        "points.adjusted", "Adjusted the balance[ by {amount:signed}][, {reason}], balance {balance}", apply: assign
    ) { effect, context in
        effect.published(context)
    }.explaining(.balance) { effect, _ in
        let adjusted = "\(signed(effect.amount)) adjusted: \(effect.reason ?? "")\(effect.dayText)"
        return ExplainedStep("M1", "\(adjusted) → \(effect.after.balance)")
    }.described { "adjusted the balance by \(signed($0.amount)): \($0.reason ?? "")" }.undoableAlone()
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

/// What was earned on a day, as older releases noted it when they undid a correction of a session.
private struct DayEarnings: WireObject {
    static let name = "DayEarnings"

    var day: CalendarDay
    var earned: Int

    static let fields = Fields(
        DayEarnings.init,
        .required("day", \.day, "the day"),
        .required("earned", \.earned, "the points earned on it"))
}

extension StatePart {
    /// The points earned on the day with that number since 1970-01-01, while it is the current one: in journals of older releases.
    static let earnings = StatePart(
        "earnings", Members(sums: ["earned"], identifying: ["day"], ofToday: [Members.all]),
        read: { state, id -> DayEarnings? in
            let day = state.day.day
            return day.daysSinceEpoch == id ? DayEarnings(day: day, earned: state.points.earnedToday) : nil
        },
        write: { state, id, earnings in
            guard let earnings, state.day.day.daysSinceEpoch == id else { return }
            state.points.earnedToday = earnings.earned
        })
}

extension Transition {
    @discardableResult
    mutating func changePoints(
        _ kind: EventKind<PointsEffect, PointsChanged>, to next: PointsSummary, reason: String? = nil,
        categoryId: Int? = nil, ofFocusOn day: CalendarDay? = nil, because cause: EventReference? = nil
    ) -> EventReference {
        let effect = PointsEffect(
            after: next, before: state.points, reason: reason, categoryId: categoryId,
            category: categoryId.map(state.label), day: day, endedDay: day == nil ? endedDay : nil)
        return emit(kind, effect, because: cause)
    }

    /// What a finished focus pays (`rewards.points_per_focus`), for each experience. A nearly full balance takes only what still
    /// fits, because a focus that has ended cannot be refused.
    func pointsForFocus(exp: Int) -> Int { min(settings.pointsPerFocus * exp, Int.max - state.points.balance) }

    /// Credits a finished focus.
    mutating func earn(_ amount: Int, forFocusIn categoryId: Int, because cause: EventReference) {
        guard amount > 0 else { return }
        let category = state.label(ofCategory: categoryId).name
        earn(amount, multiplier: 1, category, categoryId: categoryId, because: cause)
    }

    /// Credits the points of a focus session that is entered afterwards, or ended by a person, on the day of its end. The figures of a
    /// day take them from the session, with which undo takes them back.
    mutating func earn(_ amount: Int, forLateFocusIn categoryId: Int, because cause: EventReference) {
        guard amount > 0 else { return }
        let name = state.label(ofCategory: categoryId).name
        var next = state.points
        next.balance += amount
        if day == state.day.day { next.earnedToday = next.earnedToday.addingUpToLimit(amount) }
        let earned = changePoints(
            .pointsEarned, to: next, reason: name, categoryId: categoryId, ofFocusOn: day, because: cause)
        let text = LogText.earned(amount, multiplier: 1, name, balance: next.balance)
        writeCountedLine(
            .earn, text, earned: day == state.day.day ? amount : 0, categoryId: categoryId, because: earned)
    }

    /// Changes the balance by what a correction of a focus session adds or takes; the caller has checked that there are enough.
    ///
    /// - Parameters:
    ///   - earned: by how much that changes what was earned on the day.
    ///   - reason: what was corrected.
    ///   - categoryId: of the session.
    ///   - day: the day on which the session paid.
    mutating func adjust(
        _ amount: Int, earned: Int, _ reason: String, categoryId: Int, ofFocusOn day: CalendarDay,
        because cause: EventReference
    ) {
        var next = state.points
        next.balance += amount
        if day == state.day.day { next.earnedToday = max(0, next.earnedToday.addingUpToLimit(earned)) }
        guard next != state.points else { return }
        changePoints(.pointsAdjusted, to: next, reason: reason, categoryId: categoryId, ofFocusOn: day, because: cause)
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
        if endedDay == nil { next.earnedToday = next.earnedToday.addingUpToLimit(amount) }
        let reason = multiplier == 1 ? name : "\(name) ×\(multiplier)"
        let earned = changePoints(.pointsEarned, to: next, reason: reason, categoryId: categoryId, because: cause)
        let text = LogText.earned(amount, multiplier: multiplier, name, balance: next.balance)
        writeCountedLine(.earn, text, earned: amount, categoryId: categoryId, because: earned)
    }
}

extension Transition {
    /// Takes points that are not spent in the shop, and writes their line.
    ///
    /// - Parameters:
    ///   - amount: above 0; the caller has checked that the balance has as many.
    ///   - name: what they are spent with.
    mutating func spend(_ amount: Int, _ name: String, categoryId: Int, because cause: EventReference) {
        var next = state.points
        next.balance -= amount
        if endedDay == nil { next.spentToday = next.spentToday.addingUpToLimit(amount) }
        let spent = changePoints(.pointsSpent, to: next, reason: name, categoryId: categoryId, because: cause)
        let text = LogText.spent(amount, name, balance: next.balance)
        writeCountedLine(.task, text, categoryId: categoryId, because: spent)
    }
}

extension LogText {
    static func spent(_ amount: Int, _ name: String, balance: Int) -> String {
        "\(signed(0 - amount)) pt \(name) → \(balance)"
    }

    static func earned(_ amount: Int, multiplier: Int, _ name: String, balance: Int) -> String {
        "\(signed(amount)) pt ×\(multiplier) \(name) → \(balance)"
    }

    static func adjusted(_ amount: Int, _ reason: String, balance: Int) -> String {
        "\(signed(amount)) pt adjusted: \(reason) → \(balance)"
    }
}
