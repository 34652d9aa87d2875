import GardenAPI
import TextKit
import TimeKit

extension Transition {
    /// The meter and the table at the instant of this change, as counted now (RULES P31, P32).
    func rateThen() throws(GardenError) -> RateTimeline.Position {
        guard isLate else { return RateTimeline.Position(rate: state.rate, table: state.rateTable) }
        let (reader, day, instant) = (RateHistory(of: self), day, moment.wall)
        return try readingJournal { try reader.position(at: instant, on: day) }
    }

    /// Adds money that was spent, or takes it back, at the instant of this change (RULES M8, M12).
    ///
    /// - Parameters:
    ///   - amount: the caller has checked that the meter has room for it.
    ///   - cause: the purchase that it is of.
    mutating func addMoney(_ amount: Int, note: String? = nil, because cause: EventReference? = nil) throws(GardenError)
    {
        let then = try rateThen()
        var next = then.rate.with(meter: max(0, then.rate.meter.addingUpToLimit(amount)), then.table)
        guard isLate else {
            let asked = next.meter - then.rate.meter == amount ? nil : amount
            return changeMeter(.rateAdded, to: next, note: note, asked: asked, because: cause)
        }
        next.applied = state.rate.applied
        var effect = RateEffect(
            after: state.rateFacts(next, then.table, on: day, environment),
            before: state.rateFacts(then.rate, then.table, on: day, environment))
        (effect.note, effect.day) = (note, day)
        if effect.amount != amount { effect.asked = amount }
        guard next.meter != then.rate.meter else { return }
        let added = emit(.rateAdded, effect, because: cause)
        writeLine(.meter, LogText.meter(next.meter, moved: effect.amount, remark: note), because: added)
        try recountRate(from: day, through: day, since: added.seq, because: added)
    }

    /// Counts the meter again from a day on, after changes of some days were entered, undone or made again (RULES P31).
    ///
    /// - Parameters:
    ///   - day: the first of these days.
    ///   - last: the last of them: from then on, the first day that begins as it did before ends the count.
    ///   - since: the first event of this change that does: what was counted is without it.
    ///   - cause: the last one.
    fileprivate mutating func recountRate(
        from day: CalendarDay, through last: CalendarDay, since: Int, because cause: EventReference
    ) throws(GardenError) {
        let (before, after, today) = (RateHistory(of: self, before: since), RateHistory(of: self), state.day.day)
        let (old, new, days) = try readingJournal {
            var (start, position) = try before.begin(of: day)
            var (old, new, days) = (position, position, [RateAtEnd]())
            while true {
                let stretch = try after.stretch(from: start)
                let (was, now) = (
                    try before.stretch(from: start).timeline(from: old).outcome, stretch.timeline(from: new).outcome
                )
                days += now.ends.filter { $0.key < today }.map { RateAtEnd($0.key, $0.value) }.filter { end in
                    was.ends[end.day].map { RateAtEnd(end.day, $0) } != end
                }
                (old, new) = (was.now, now.now)
                guard let next = stretch.next, old != new || next.day <= last else { return (old, new, days) }
                start = next
            }
        }
        if !days.isEmpty {
            emit(.rateDaysRecounted, RateDaysRecounted(days: days.sorted { $0.day < $1.day }), because: cause)
        }
        guard new != old else { return }
        var next = new.rate
        next.applied = state.rate.applied
        guard next != state.rate else { return }
        let effect = RateRecountEffect(
            after: state.rateFacts(next, environment), before: state.rateFacts(state.rate, environment), fromDay: day)
        emit(.rateRecounted, effect, because: cause)
    }
}

extension RateAtEnd {
    fileprivate init(_ day: CalendarDay, _ position: RateTimeline.Position) {
        let rate = position.rate
        self.init(
            day: day, meter: rate.meter, tier: rate.tier, rate: position.table.rate(of: rate.tier),
            daysLeft: rate.daysLeft)
    }
}

extension CountedPart {
    /// After more changes that were undone or made again, the meter is counted.
    private static let mostReverted = 256

    /// The meter, if a change moved it on a day that has ended, before the table changed, or out of the order of the changes: then
    /// what it replaced is not what there would be without it.
    static let rate = CountedPart(name: StatePart.rate.name) { t, events, replacements throws(GardenError) in
        if events.contains(where: { (try? EventKind.rateAdded.effect(of: $0)?.day) != nil }) { return true }
        guard let moved = events.last(where: { RateHistory.movingTypes.contains($0.type) }), let first = events.first
        else { return false }
        // It was left to the count when it was undone or made again last: no value of before is known.
        if !replacements.contains(where: { $0.part == StatePart.rate.name }) { return true }
        let isLast = !t.state.undo.done.contains { $0.change > moved.seq }
        let (history, ending) = (t.history, StatePart.rate.members.endingTypes)
        return try readingJournal {
            let types = isLast ? ending : ending + RateHistory.movingTypes
            if let end = try history.newestEvents(before: nil, limit: 1, types: types).last, end.seq > moved.seq {
                return true
            }
            let reverted = try history.events(
                after: moved.seq, limit: mostReverted + 1, types: EventKind.replacingTypes)
            return try reverted.count > mostReverted
                || reverted.contains { try EventKind.revertedChange(by: $0).map { $0 < first.seq } ?? false }
        }
    } count: { t, pending, cause throws(GardenError) in
        let reader = RateHistory(of: t)
        let days = try readingJournal { try pending.events.compactMap(reader.days) }
        guard let first = days.map(\.first).min(), let last = days.map(\.last).max() else { return }
        try t.recountRate(from: first, through: last, since: pending.since, because: cause)
    }
}

/// The rate today, counted again (RULES P31).
struct RateRecountEffect: WireObject {
    static let name = "RateRecountEffect"

    var after: RateEffect.Facts
    var before: RateEffect.Facts
    var fromDay: CalendarDay

    static let fields = Fields(
        RateRecountEffect.init,
        .required("after", \.after, "the rate after it"),
        .required("before", \.before, "the rate before it"),
        .required("fromDay", \.fromDay, "the day from which it was counted"))

    fileprivate var step: ExplainedStep {
        let (old, new) = (before.state, after.state)
        if (old.meter, old.tier, old.daysLeft) == (new.meter, new.tier, new.daysLeft) {
            return ExplainedStep("P31", "counted again from \(fromDay): floor \(old.floor) → \(new.floor)")
        }
        let tier = old.tier == new.tier ? "" : ", tier \(old.tier) → \(new.tier)"
        return ExplainedStep(
            "P31", "counted again from \(fromDay): meter \(old.meter) → \(new.meter)\(tier), \(daysLeft(new.daysLeft))")
    }
}

extension EventKind where Effect == RateRecountEffect, Published == RateRecounted {
    static let rateRecounted = EventKind(
        "rate.recounted",
        "Counted the rate again from {fromDay}: meter {after.meter}, tier {after.tier}, {after.rate:times}"
    ) { effect, _, state in
        state.rate = effect.after.state
    } publish: { effect, context in
        Publication(
            RateRecounted(
                before: effect.before.view(context.zone), after: effect.after.view(context.zone),
                fromDay: effect.fromDay))
    }.explaining(.rate) { effect, _ in effect.step }
}

extension EventKind where Effect == RateDaysRecounted, Published == RateDaysRecounted {
    /// The rate at the ends of days that have ended; the state does not have it.
    static let rateDaysRecounted = EventKind(
        "rate.daysRecounted", "Counted the rate at the end of {days:count day/days} again"
    ) { _, _, _ in
    } publish: { effect, _ in
        Publication(effect)
    }
}
