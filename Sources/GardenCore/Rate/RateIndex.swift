import GardenAPI
import TimeKit

/// Where the journal has what the meter is counted from, and what is known of the ends of days (RULES P31).
///
/// So a late change reads the days on which it changes the rate, and not all since.
public struct RateIndex: Sendable, Equatable {
    /// The rate at the end of a day that was counted again.
    public struct End: Sendable, Equatable {
        /// The event that counted it.
        public var seq: Int
        public var meter: Int
        public var tier: Int
        /// `nil` in a journal of an older release.
        public var daysLeft: Int?

        public init(seq: Int, meter: Int, tier: Int, daysLeft: Int?) {
            (self.seq, self.meter, self.tier, self.daysLeft) = (seq, meter, tier, daysLeft)
        }
    }

    /// What an event changes in it.
    public enum Entry: Sendable, Equatable {
        /// The crossing into a day.
        case began(CalendarDay, Int)
        /// Money that was entered afterwards, of a day.
        case late(Int, CalendarDay)
        /// A change that moved the meter is undone: its first event, and its last one.
        case undone(Int, Int)
        case redone(Int)
        case ended(CalendarDay, End)
        /// Everything was reset.
        case reset
    }

    /// The last crossing into each day.
    public var starts: [CalendarDay: Int] = [:]
    /// The days of money that was entered afterwards, by its events.
    public var late: [Int: CalendarDay] = [:]
    /// The changes of the meter that are undone at present: the last event of each by its first one.
    public var undone: [Int: Int] = [:]
    public var ends: [CalendarDay: End] = [:]

    public init() {}

    /// The types of the events with entries.
    public static let types =
        [
            EventKind.dayRolledOver.type, EventKind.rateAdded.type, EventKind.rateDaysRecounted.type,
            EventKind.gardenReset.type,
        ] + EventKind.replacingTypes
    /// The methods that move the meter: other changes that were undone are not looked up.
    private static let methods: Set = [
        RateAdd.method, RateSet.method, RateForce.method, ShopBuy.method, ShopRefund.method,
    ]

    /// What an event changes.
    public static func entries(of event: Event, in journal: some JournalLookup) throws(StoreError) -> [Entry] {
        let undone: Int
        do throws(ValidationError) {
            switch try entry(of: event) {
            case .entries(let entries): return entries
            case .undoes(let change): undone = change
            }
        } catch {
            throw .unreadable(event, error)
        }
        guard let change = try journal.change(ofEvent: undone) else { return [] }
        return [.undone(change.seq, change.seq + change.events.count - 1)]
    }

    private enum Read {
        case entries([Entry])
        /// Undoes a change that moved the meter.
        case undoes(Int)
    }

    private static func entry(of event: Event) throws(ValidationError) -> Read {
        if let effect = try EventKind.dayRolledOver.effect(of: event) {
            return .entries([.began(effect.after.day, event.seq)])
        }
        if let effect = try EventKind.rateAdded.effect(of: event) {
            return .entries(effect.day.map { [.late(event.seq, $0)] } ?? [])
        }
        if let effect = try EventKind.rateDaysRecounted.effect(of: event) {
            return .entries(
                effect.days.map {
                    .ended($0.day, End(seq: event.seq, meter: $0.meter, tier: $0.tier, daysLeft: $0.daysLeft))
                })
        }
        if let effect = try EventKind.gardenReset.effect(of: event) {
            return .entries(effect.garden == nil ? [.reset] : [])
        }
        if let effect = try EventKind.changeUndone.effect(of: event), methods.contains(effect.method) {
            return .undoes(effect.change)
        }
        if let effect = try EventKind.changeRedone.effect(of: event), methods.contains(effect.method) {
            return .entries([.redone(effect.change)])
        }
        return .entries([])
    }

    public mutating func apply(_ entry: Entry) {
        switch entry {
        case .began(let day, let seq): starts[day] = seq
        case .late(let seq, let day): late[seq] = day
        case .undone(let first, let last): undone[first] = last
        case .redone(let first): undone[first] = nil
        case .ended(let day, let end): ends[day] = end
        case .reset: self = RateIndex()
        }
    }

    /// Whether the change that an event is part of is undone.
    func isUndone(_ seq: Int) -> Bool { undone.contains { $0.key <= seq && seq <= $0.value } }
}

/// The part of the index that the table has (see ``RateIndex``). The events after it are left to the caller.
public struct RateIndexAnswer: Sendable {
    public var index: RateIndex
    /// The last event that the table knows.
    public var through: Int

    public init(_ index: RateIndex, through: Int) { (self.index, self.through) = (index, through) }
}

/// The last crossing into a day, or into one before it.
public struct RateStartQuery: HistoryQuery {
    public typealias Answer = RateIndexAnswer

    public let day: CalendarDay
}

/// The money that was entered afterwards and the ends that were counted again, of some days, and what is undone of that money and
/// of the changes among some events.
public struct RateIndexQuery: HistoryQuery {
    public typealias Answer = RateIndexAnswer

    public let days: ClosedRange<CalendarDay>
    public let seqs: ClosedRange<Int>
}
