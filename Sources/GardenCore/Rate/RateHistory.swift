import GardenAPI
import TimeKit
import WorkKit

/// Reads from the journal what moved the meter since a day.
struct RateHistory {
    private let history: any History
    /// The events of the change that is being decided.
    private let own: [Event]
    /// The event that reset everything last; 0 before the first.
    private let lastReset: Int

    private static let dayTypes = [EventKind.dayRolledOver.type, EventKind.dayCorrected.type]
    private static let types =
        dayTypes + [
            EventKind.rateAdded.type, EventKind.rateSet.type, EventKind.rateForced.type,
            EventKind.rateTableChanged.type,
        ] + EventKind.replacingTypes
    /// The methods that move the meter: what other changes were undone is not looked up.
    private static let methods: Set = [
        RateAdd.method, RateSet.method, RateForce.method, ShopBuy.method, ShopRefund.method,
    ]
    /// How many days are read at once.
    private static let mostDays = 128

    /// - Parameter seq: only the events of the change before this one.
    init(of t: borrowing Transition, before seq: Int = .max) {
        history = t.history
        own = t.events.filter { $0.seq < seq }
        lastReset = t.state.lastResetSeq
    }

    /// What a query sees.
    init(_ context: QueryContext) {
        history = context.history
        own = []
        lastReset = context.state.lastResetSeq
    }

    /// What moved the meter since the beginning of a day, or of an earlier one that was changed since.
    func timeline(from day: CalendarDay) throws -> RateTimeline {
        var day = day
        while true {
            let begin = try begin(of: day)
            let read = try history.events(after: begin.seq, limit: .max, types: Self.types)
            let events = read + own.filter { $0.seq > begin.seq && Self.types.contains($0.type) }
            Work.note(events.count, .events)
            let reverted = try reverted(by: events)
            // What was entered for an earlier day, or undone of it, changes the beginning of this one.
            let earlier = try (events + reverted.events).compactMap { try late($0)?.day }.min() ?? day
            // A day that a correction made current again begins with a crossing into a later one.
            if earlier < min(begin.day, day), !begin.isFirst {
                day = earlier
                continue
            }
            let inEffect = events.filter { event in !reverted.undone.contains { $0.contains(event.seq) } }
            return RateTimeline(
                begin.position, from: begin.day, isFirst: begin.isFirst, try inEffect.compactMap(fact),
                late: try inEffect.compactMap(late))
        }
    }

    private func fact(_ event: Event) throws -> RateTimeline.Fact? {
        func fact(_ kind: RateTimeline.Fact.Kind) -> RateTimeline.Fact {
            RateTimeline.Fact(kind: kind, at: event.at.instant, seq: event.seq)
        }
        if let effect = try EventKind.dayRolledOver.effect(of: event) { return fact(.crossing(effect.after.day)) }
        if let effect = try EventKind.dayCorrected.effect(of: event) { return fact(.correction(effect.after.day)) }
        if let effect = try EventKind.rateTableChanged.effect(of: event) { return fact(.table(effect.after)) }
        for kind in [EventKind.rateSet, .rateForced] {
            if let effect = try kind.effect(of: event) { return fact(.set(effect.after.state)) }
        }
        guard let effect = try EventKind.rateAdded.effect(of: event), effect.day == nil else { return nil }
        return fact(.added(effect.asked ?? effect.amount, stopsAtFloor: effect.stopsAtFloor == true))
    }

    private func late(_ event: Event) throws -> RateTimeline.Late? {
        guard let effect = try EventKind.rateAdded.effect(of: event), let day = effect.day else { return nil }
        return RateTimeline.Late(
            amount: effect.asked ?? effect.amount, day: day, at: event.at.instant, seq: event.seq)
    }

    /// The changes that were undone, as ranges of their events, and the events of all that were undone or made again.
    private func reverted(by events: [Event]) throws -> (undone: [Range<Int>], events: [Event]) {
        var isUndone: [Int: Bool] = [:]
        for event in events {
            if let effect = try EventKind.changeUndone.effect(of: event), Self.methods.contains(effect.method) {
                isUndone[effect.change] = true
            }
            if let effect = try EventKind.changeRedone.effect(of: event), Self.methods.contains(effect.method) {
                isUndone[effect.change] = false
            }
        }
        var (undone, all): ([Range<Int>], [Event]) = ([], [])
        for (seq, isUndone) in isUndone.sorted(by: { $0.key < $1.key }) {
            guard let change = try history.change(ofEvent: seq) else { continue }
            all += change.events
            if isUndone { undone.append(change.seq..<change.seq + change.events.count) }
        }
        return (undone, all)
    }

    // MARK: Where it begins

    private struct Begin {
        var seq: Int
        var day: CalendarDay
        var position: RateTimeline.Position
        /// Whether nothing is before it: the garden began, or everything was reset.
        var isFirst = false
    }

    /// The last crossing into a day, or into the last one before it.
    private func begin(of day: CalendarDay) throws -> Begin {
        var (before, isFound) = (Int?.none, false)
        while true {
            let page = try history.newestEvents(before: before, limit: Self.mostDays, types: Self.dayTypes)
            for event in page.reversed() {
                guard event.seq > lastReset else { return try firstBegin() }
                if let effect = try EventKind.dayCorrected.effect(of: event) {
                    isFound = isFound || effect.after.day <= day
                } else if let effect = try EventKind.dayRolledOver.effect(of: event), isFound || effect.after.day <= day
                {
                    return Begin(seq: event.seq, day: effect.after.day, position: try position(after: event))
                }
            }
            guard page.count == Self.mostDays, let first = page.first else { return try firstBegin() }
            before = first.seq
        }
    }

    /// After a crossing, which changes nothing if nothing is left to decay (RULES M11).
    private func position(after crossing: Event) throws -> RateTimeline.Position {
        let events = try history.change(ofEvent: crossing.seq)?.events ?? []
        let decayed = try events.compactMap { try EventKind.rateDecayed.effect(of: $0) }.last
        return RateTimeline.Position(rate: decayed?.after.state ?? .none, table: try table(before: crossing.seq))
    }

    private func firstBegin() throws -> Begin {
        let last = try history.newestEvents(before: lastReset, limit: 1, types: Self.dayTypes).last
        var day = try last.flatMap { event in
            try EventKind.dayRolledOver.effect(of: event) ?? EventKind.dayCorrected.effect(of: event)
        }?.after.day
        if day == nil {
            let first = try history.change(ofEvent: 1)?.events.first
            day = try first.flatMap { try EventKind.daemonStarted.effect(of: $0)?.day?.day }
        }
        let position = RateTimeline.Position(rate: .none, table: try table(before: lastReset))
        return Begin(
            seq: lastReset, day: day ?? CalendarDay(daysSinceEpoch: 0), position: position, isFirst: true)
    }

    private func table(before seq: Int) throws -> RateTable { try Self.table(before: seq, history) }

    /// The table in force before an event.
    static func table(before seq: Int, _ history: any History) throws -> RateTable {
        guard seq > 0 else { return .standard }
        let changed = try history.newestEvents(before: seq, limit: 1, types: [EventKind.rateTableChanged.type]).last
        return try changed.flatMap { try EventKind.rateTableChanged.effect(of: $0)?.after } ?? .standard
    }
}

extension RateState {
    /// Nothing was spent.
    static let none = RateState(meter: 0, floor: 0, tier: 0, daysLeft: 0, applied: true)
}
