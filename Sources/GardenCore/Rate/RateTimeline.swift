import GardenAPI
import TimeKit

/// What moved the meter, in the order in which it happened: from which the meter is counted again (RULES P31).
struct RateTimeline {
    /// One of the facts that the meter follows from.
    struct Fact {
        enum Kind {
            /// The day began.
            case crossing(CalendarDay)
            /// This day is the current one again (RULES L10).
            case correction(CalendarDay)
            /// Money was spent, or taken back; a refund stops at the floor.
            case added(Int, stopsAtFloor: Bool)
            case table(RateTable)
            /// The meter was set; the days left of a tier that stays go on.
            case meter(Int)
            /// The tier was set with its days left: what was before does not matter.
            case tier(RateState)
        }

        var kind: Kind
        var at: Instant
        /// Its event; 0 for a day before the garden began.
        var seq: Int

        fileprivate var dayBegun: CalendarDay? {
            switch kind {
            case .crossing(let day), .correction(let day): day
            case .added, .table, .meter, .tier: nil
            }
        }
    }

    /// Money that was entered afterwards.
    struct Late {
        var amount: Int
        var day: CalendarDay
        var at: Instant
        var seq: Int
    }

    /// The meter, and the table that gives it its tier.
    struct Position: Equatable {
        var rate: RateState
        var table: RateTable

        fileprivate mutating func follow(_ kind: Fact.Kind) {
            switch kind {
            case .crossing: rate = rate.decayed(table)
            case .correction: break
            case .added(let amount, let stopsAtFloor):
                let least = stopsAtFloor ? min(rate.floor, rate.meter) : 0
                rate = rate.with(meter: max(rate.meter.addingUpToLimit(amount), least), table)
            case .table(let next):
                table = next
                rate = rate.with(meter: rate.meter, next)
            case .meter(let meter): rate = rate.with(meter: meter, table)
            case .tier(var next):
                next.floor = rate.floor
                rate = next
            }
        }
    }

    private let start: Position
    /// The first day, which can be before the garden began.
    private let firstDay: CalendarDay
    private var facts: [Fact]

    /// - Parameters:
    ///   - start: at the beginning of a day.
    ///   - begin: that day.
    ///   - isFirst: whether the garden began with it, or was reset.
    ///   - facts: since then, in the order in which they happened.
    ///   - late: what was entered afterwards, in the order in which it was entered.
    init(_ start: Position, from begin: CalendarDay, isFirst: Bool, _ facts: [Fact], late: [Late]) {
        let early = isFirst ? Set(late.map(\.day).filter { $0 < begin }).sorted() : []
        self.start = start
        firstDay = early.first ?? begin
        // No crossing was performed before the garden began. After two for each tier, nothing is left to decay.
        let most = RateState.daysOfTier * (start.table.top + 1)
        let before = zip(early, early.dropFirst() + [begin]).flatMap { day, next -> [Fact] in
            let between = min(next.daysSinceEpoch - day.daysSinceEpoch, most)
            return (1...between).map { number in
                let crossed = number == between ? next : day.advanced(by: number)
                return Fact(kind: .crossing(crossed), at: Instant(milliseconds: .min), seq: 0)
            }
        }
        self.facts = before + facts
        for late in late { insert(late) }
    }

    private mutating func insert(_ late: Late) {
        let place = place(at: late.at, on: late.day, before: late.seq)
        facts.insert(Fact(kind: .added(late.amount, stopsAtFloor: false), at: late.at, seq: late.seq), at: place)
    }

    /// The index of the first fact that happened after an instant of a day.
    ///
    /// - Parameter seq: days that began with this event or later are not looked at.
    private func place(at instant: Instant, on day: CalendarDay, before seq: Int) -> Int {
        // A day that a correction made current again comes twice; the last time counts.
        var place = 0
        for (index, fact) in facts.enumerated() {
            guard let begun = fact.dayBegun, fact.seq < seq else { continue }
            if begun <= day { place = index + 1 }
        }
        for (index, fact) in facts.enumerated().dropFirst(place) {
            if fact.dayBegun != nil { break }
            if fact.at <= instant { place = index + 1 }
        }
        return place
    }

    /// The meter at an instant of a day.
    func position(at instant: Instant, on day: CalendarDay) -> Position {
        var position = start
        for fact in facts[..<place(at: instant, on: day, before: .max)] { position.follow(fact.kind) }
        return position
    }

    /// The meter now, and at the ends of the days of the garden.
    var outcome: (now: Position, ends: [CalendarDay: Position]) {
        var (position, day, ends) = (start, firstDay, [CalendarDay: Position]())
        for fact in facts {
            if case .crossing = fact.kind, fact.seq > 0 { ends[day] = position }
            position.follow(fact.kind)
            day = fact.dayBegun ?? day
        }
        return (position, ends)
    }
}
