import GardenAPI
import TimeKit
import WorkKit

/// Reads from the journal what moved the meter on some days: as many as it takes, and not all since.
struct RateHistory {
    private let history: any History
    /// The events of the change that is being decided.
    private let own: [Event]
    /// The event that reset everything last; 0 before the first.
    private let lastReset: Int

    private static let types = [
        EventKind.dayRolledOver.type, EventKind.dayCorrected.type, EventKind.rateAdded.type, EventKind.rateSet.type,
        EventKind.rateForced.type, EventKind.rateTableChanged.type,
    ]
    /// How many events are read at first.
    private static let mostEvents = 64

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

    /// The meter and the table at an instant of a day.
    func position(at instant: Instant, on day: CalendarDay) throws -> RateTimeline.Position {
        let (start, position) = try begin(of: day)
        return try stretch(from: start).timeline(from: position).position(at: instant, on: day)
    }

    // MARK: Some days

    /// Successive days, with all that was entered for them.
    struct Stretch {
        fileprivate let day: CalendarDay
        fileprivate let isFirst: Bool
        fileprivate let facts: [RateTimeline.Fact]
        fileprivate let late: [RateTimeline.Late]
        /// The crossing that ends them, into the day after them; `nil` if they last until now.
        let next: Start?

        /// - Parameter position: at the beginning of the first day.
        func timeline(from position: RateTimeline.Position) -> RateTimeline {
            RateTimeline(position, from: day, isFirst: isFirst, facts, late: late)
        }
    }

    /// The days from a beginning on.
    func stretch(from start: Start) throws -> Stretch {
        let corrected = try correctedDays()
        var (limit, events, next) = (Self.mostEvents, [Event](), Start?.none)
        repeat {
            events = try history.events(after: start.seq, limit: limit, types: Self.types)
            Work.note(events.count, .events)
            guard events.count == limit else { break }
            for (index, event) in events.enumerated().reversed() {
                guard let effect = try EventKind.dayRolledOver.effect(of: event) else { continue }
                let (day, ended) = (effect.after.day, effect.before.day)
                // After a correction these days come once more, or have: all of them are read together.
                guard !corrected.contains(where: { $0.lowerBound <= ended && day <= $0.upperBound }) else { continue }
                next = Start(seq: event.seq, day: day)
                events.removeSubrange((index + 1)...)
                break
            }
            limit *= 4
        } while next == nil
        if next == nil { events += own }
        let days = (start.isFirst ? .distantPast : start.day)...(next?.day.advanced(by: -1) ?? .distantFuture)
        let seqs = start.seq...max(start.seq, events.last?.seq ?? 0)
        let index = try index(RateIndexQuery(days: days, seqs: seqs))
        return Stretch(
            day: start.day, isFirst: start.isFirst,
            facts: try events.filter { !index.isUndone($0.seq) }.compactMap(fact),
            late: try index.late.filter { days.contains($0.value) && !index.isUndone($0.key) }.keys.sorted()
                .compactMap(late), next: next)
    }

    /// What the table has, and what the events after it add.
    private func index<Asked: HistoryQuery>(_ query: Asked) throws -> RateIndex where Asked.Answer == RateIndexAnswer {
        let answer = try history.read(query)
        var index = answer.index
        let since = max(answer.through, lastReset)
        for event in try history.events(after: since, limit: .max, types: RateIndex.types) + own {
            for entry in try RateIndex.entries(of: event, in: history) { index.apply(entry) }
        }
        return index
    }

    /// The days of the garden that came more than once: each correction made the first one of a range current while the last one was.
    private func correctedDays() throws -> [ClosedRange<CalendarDay>] {
        try history.events(after: lastReset, limit: .max, types: [EventKind.dayCorrected.type]).compactMap { event in
            guard let effect = try EventKind.dayCorrected.effect(of: event), effect.after.day < effect.before.day else {
                return nil
            }
            return effect.after.day...effect.before.day
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

    private func late(_ seq: Int) throws -> RateTimeline.Late? {
        let event = try own.first { $0.seq == seq } ?? history.event(seq)
        guard let event, let effect = try EventKind.rateAdded.effect(of: event), let day = effect.day else {
            return nil
        }
        return RateTimeline.Late(
            amount: effect.asked ?? effect.amount, day: day, at: event.at.instant, seq: event.seq)
    }

    // MARK: Where they begin

    /// The crossing into a day.
    struct Start {
        var seq: Int
        var day: CalendarDay
        /// Whether nothing is before it: the garden began, or everything was reset.
        var isFirst = false
    }

    /// The last crossing into a day, or into the last one before it, and the rate after it.
    func begin(of day: CalendarDay) throws -> (start: Start, position: RateTimeline.Position) {
        var day = day
        let corrected = try correctedDays()
        while let earlier = corrected.first(where: { $0.contains(day) && $0.lowerBound < day }) {
            day = earlier.lowerBound
        }
        let starts = try index(RateStartQuery(day: day)).starts.filter { $0.key <= day }
        guard let (first, seq) = starts.max(by: { $0.key < $1.key }), let crossing = try history.event(seq),
            let effect = try EventKind.dayRolledOver.effect(of: crossing)
        else { return try firstBegin() }
        let position = try position(after: crossing, from: effect.before.day)
        return (Start(seq: seq, day: first), position)
    }

    /// After a crossing, which changes nothing if nothing is left to decay (RULES M11).
    private func position(after crossing: Event, from ended: CalendarDay) throws -> RateTimeline.Position {
        let table = try table(before: crossing.seq)
        let end = try index(RateIndexQuery(days: ended...ended, seqs: crossing.seq...crossing.seq)).ends[ended]
        if let end, end.seq > crossing.seq, let daysLeft = end.daysLeft {
            let rate = RateState(meter: end.meter, floor: 0, tier: end.tier, daysLeft: daysLeft, applied: true)
            return RateTimeline.Position(rate: rate.decayed(table), table: table)
        }
        let events = try history.change(ofEvent: crossing.seq)?.events ?? []
        let decayed = try events.drop { $0.seq <= crossing.seq }.prefix { $0.type != crossing.type }
            .compactMap { try EventKind.rateDecayed.effect(of: $0) }.first
        return RateTimeline.Position(rate: decayed?.after.state ?? .none, table: table)
    }

    private func firstBegin() throws -> (start: Start, position: RateTimeline.Position) {
        let last = try history.newestEvents(
            before: lastReset, limit: 1, types: [EventKind.dayRolledOver.type, EventKind.dayCorrected.type]
        ).last
        var day = try last.flatMap { event in
            try EventKind.dayRolledOver.effect(of: event) ?? EventKind.dayCorrected.effect(of: event)
        }?.after.day
        if day == nil {
            let first = try history.change(ofEvent: 1)?.events.first
            day = try first.flatMap { try EventKind.daemonStarted.effect(of: $0)?.day?.day }
        }
        let position = RateTimeline.Position(rate: .none, table: try table(before: lastReset))
        return (Start(seq: lastReset, day: day ?? CalendarDay(daysSinceEpoch: 0), isFirst: true), position)
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

extension CalendarDay {
    /// Beyond all days of a calendar.
    fileprivate static let distantPast = CalendarDay(daysSinceEpoch: -1_000_000_000)
    fileprivate static let distantFuture = CalendarDay(daysSinceEpoch: 1_000_000_000)
}
