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

    /// The types of the events with which a person moves the meter.
    static let movingTypes = [EventKind.rateAdded.type, EventKind.rateSet.type, EventKind.rateForced.type]

    private static let types =
        [EventKind.dayRolledOver.type, EventKind.dayCorrected.type, EventKind.rateTableChanged.type] + movingTypes
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
        let corrections = try corrections()
        var (limit, events, next) = (Self.mostEvents, [Event](), Start?.none)
        repeat {
            events = try history.events(after: start.seq, limit: limit, types: Self.types)
            Work.note(events.count, .events)
            guard events.count == limit else { break }
            for (index, event) in events.enumerated().reversed() {
                guard let effect = try EventKind.dayRolledOver.effect(of: event) else { continue }
                guard !corrections.contains(where: { $0.joins(effect, at: event.seq) }) else { continue }
                next = Start(seq: event.seq, day: effect.after.day)
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
        for event in try history.events(after: answer.through, limit: .max, types: RateIndex.types) + own {
            for entry in try RateIndex.entries(of: event, in: history) { index.apply(entry) }
        }
        return index
    }

    /// A correction of the day (RULES L10): the days from the one that it made current, up to the one that was, come twice.
    private struct Correction {
        let days: ClosedRange<CalendarDay>
        let seq: Int
        /// The last of these days for which money was entered afterwards before the correction: it counts where the day came first.
        let lastLate: CalendarDay?

        /// Whether the days before and after a crossing are read together, because what is entered for them is in each other's place.
        func joins(_ crossing: DayEffect, at seq: Int) -> Bool {
            guard days.lowerBound <= crossing.before.day, crossing.after.day <= days.upperBound else { return false }
            return seq < self.seq || lastLate.map { crossing.after.day <= $0 } ?? false
        }
    }

    private func corrections() throws -> [Correction] {
        try history.events(after: lastReset, limit: .max, types: [EventKind.dayCorrected.type]).compactMap { event in
            guard let effect = try EventKind.dayCorrected.effect(of: event), effect.after.day < effect.before.day else {
                return nil
            }
            let days = effect.after.day...effect.before.day
            let late = try index(RateIndexQuery(days: days, seqs: event.seq...event.seq)).late
            let lastLate = late.filter { $0.key < event.seq && days.contains($0.value) }.values.max()
            return Correction(days: days, seq: event.seq, lastLate: lastLate)
        }
    }

    private func fact(_ event: Event) throws -> RateTimeline.Fact? {
        func fact(_ kind: RateTimeline.Fact.Kind) -> RateTimeline.Fact {
            RateTimeline.Fact(kind: kind, at: event.at.instant, seq: event.seq)
        }
        if let effect = try EventKind.dayRolledOver.effect(of: event) { return fact(.crossing(effect.after.day)) }
        if let effect = try EventKind.dayCorrected.effect(of: event) { return fact(.correction(effect.after.day)) }
        if let effect = try EventKind.rateTableChanged.effect(of: event) { return fact(.table(effect.after)) }
        if let effect = try EventKind.rateSet.effect(of: event) { return fact(.meter(effect.after.state.meter)) }
        if let effect = try EventKind.rateForced.effect(of: event) { return fact(.tier(effect.after.state)) }
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

    /// The days that a change of the meter is of, given one of its events: the first one to count from, and the last one that it
    /// can be entered for; `nil` for another event.
    func days(of event: Event) throws -> (first: CalendarDay, last: CalendarDay)? {
        if let day = try EventKind.rateAdded.effect(of: event)?.day { return (day, day) }
        guard Self.movingTypes.contains(event.type), let last = try history.day(before: event.seq) else { return nil }
        // A day that a correction took back begins once more, after the event. What is before the event begins with the day that
        // the correction made current again.
        let first = try corrections().filter { $0.seq > event.seq }.reduce(last) { day, correction in
            correction.days.contains(day) ? correction.days.lowerBound : day
        }
        return (first, last)
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
        let corrections = try corrections()
        var day = day
        while true {
            let starts = try index(RateStartQuery(day: day)).starts.filter { $0.key <= day }
            guard let (first, seq) = starts.max(by: { $0.key < $1.key }), let crossing = try history.event(seq),
                let effect = try EventKind.dayRolledOver.effect(of: crossing)
            else { return try firstBegin() }
            if let correction = corrections.first(where: { $0.joins(effect, at: seq) }) {
                day = correction.days.lowerBound
            } else if let position = try position(after: crossing, from: effect.before.day) {
                return (Start(seq: seq, day: first), position)
            } else {
                day = effect.before.day
            }
        }
    }

    /// After a crossing, which changes nothing if nothing is left to decay (RULES M11); `nil` if that is not known, because an older
    /// release that counted the day again did not write the days left.
    private func position(
        after crossing: Event, from ended: CalendarDay
    ) throws -> RateTimeline.Position? {
        let table = try table(before: crossing.seq)
        let end = try index(RateIndexQuery(days: ended...ended, seqs: crossing.seq...crossing.seq)).ends[ended]
        if let end, end.seq > crossing.seq {
            guard let daysLeft = end.tier == 0 ? 0 : end.daysLeft else { return nil }
            let rate = RateState(meter: end.meter, floor: 0, tier: end.tier, daysLeft: daysLeft, applied: true)
            return RateTimeline.Position(rate: rate.decayed(table), table: table)
        }
        let events = try history.change(ofEvent: crossing.seq)?.events ?? []
        let decayed = try events.drop { $0.seq <= crossing.seq }.prefix { $0.type != crossing.type }
            .compactMap { try EventKind.rateDecayed.effect(of: $0) }.first
        return RateTimeline.Position(rate: decayed?.after.state ?? .none, table: table)
    }

    private func firstBegin() throws -> (start: Start, position: RateTimeline.Position) {
        let day = try history.day(before: lastReset)
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
