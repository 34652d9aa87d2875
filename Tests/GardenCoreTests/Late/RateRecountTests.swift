import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The meter is counted again from the day of a late change (RULES P31). In these gardens it is Saturday, 2026-01-03, 10:00 in UTC,
/// and they began on Thursday at 09:00.
@Suite("The recount of the rate")
struct RateRecountTests {
    enum Step {
        case spend(Int, at: String? = nil)
        case set(Int)
        case force(Int)
        /// Time passes.
        case until(String)
        case undo
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        /// From Thursday on; Saturday comes by itself.
        var steps: [Step]
        var late: (amount: Int, at: String)
        /// As meter/tier/days left.
        var today: String
        /// At the ends of Thursday and Friday, as meter/tier.
        var ends: [String]
        var isRecounted = true
        var testDescription: String { name }
    }

    private static let (friday, saturday) = ("2026-01-02T10:00:00Z", "2026-01-03T09:00:00Z")

    static let rows = [
        Row(
            name: "of yesterday", steps: [], late: (3500, "yesterday"), today: "3000/T1/1", ends: ["0/T0", "3500/T1"]),
        Row(
            name: "that has decayed since", steps: [], late: (3500, "thu 15:00"), today: "0/T0/0",
            ends: ["3500/T1", "3000/T1"], isRecounted: false),
        Row(
            name: "before what was spent today", steps: [.until(saturday), .spend(3500)], late: (3500, "yesterday"),
            today: "6500/T2/2", ends: ["0/T0", "3500/T1"]),
        Row(
            name: "before a meter that was set", steps: [.until(saturday), .set(100)], late: (3500, "yesterday"),
            today: "100/T0/0", ends: ["0/T0", "3500/T1"], isRecounted: true),
        Row(
            name: "before a tier that was set", steps: [.until(friday), .force(2)], late: (3500, "thu 15:00"),
            today: "6000/T2/1", ends: ["3500/T1", "6000/T2"], isRecounted: false),
        Row(
            name: "after a meter that was set", steps: [.until(friday), .set(2900)], late: (200, "fri 15:00"),
            today: "3000/T1/1", ends: ["0/T0", "3100/T1"]),
        Row(
            name: "before the garden began", steps: [], late: (15_000, "2025-12-31 12:00"), today: "12000/T4/1",
            ends: ["15000/T5", "12000/T4"]),
        Row(
            name: "long before the garden began", steps: [], late: (15_000, "2015-12-31 12:00"), today: "0/T0/0",
            ends: ["0/T0", "0/T0"], isRecounted: false),
        Row(
            name: "that takes something back", steps: [.until(friday), .spend(3500)], late: (-1000, "fri 15:00"),
            today: "0/T0/0", ends: ["0/T0", "2500/T0"]),
        Row(
            name: "after something that was undone", steps: [.until(friday), .spend(3500), .undo],
            late: (100, "fri 15:00"), today: "0/T0/0", ends: ["0/T0", "100/T0"], isRecounted: false),
        Row(
            name: "earlier today", steps: [.until(saturday), .spend(3500)], late: (100, "8:00"), today: "3600/T1/2",
            ends: ["0/T0", "0/T0"]),
        Row(
            name: "of the day of an earlier late one", steps: [.until(saturday), .spend(2000, at: "yesterday")],
            late: (1500, "fri 8:00"), today: "3000/T1/1", ends: ["0/T0", "3500/T1"]),
        Row(
            name: "after an earlier late one of a day before",
            steps: [.until(saturday), .spend(3500, at: "thu 15:00")], late: (3500, "yesterday"), today: "6000/T2/1",
            ends: ["3500/T1", "6500/T2"]),
    ]

    private func garden(_ steps: [Step]) throws -> CoreGarden {
        let garden = try CoreGarden()
        for step in steps {
            switch step {
            case .spend(let amount, let at): try garden.perform(RateAdd(amount: amount, at: at))
            case .set(let amount): try garden.perform(RateSet(amount: amount))
            case .force(let tier): try garden.perform(RateForce(tier: tier))
            case .until(let instant): garden.at(instant)
            case .undo: _ = try garden.undo()
            }
        }
        garden.at("2026-01-03T10:00:00Z")
        return garden
    }

    private func ends(_ garden: CoreGarden) throws -> [String] {
        try garden.ask(StatsTrend(from: "2026-01-01", to: "2026-01-02")).days.map {
            "\($0.meter ?? -1)/T\($0.tier ?? -1)"
        }
    }

    @Test("P31: money of the past", arguments: rows)
    func theMeterIsCountedAgain(_ row: Row) throws {
        let garden = try garden(row.steps)
        let (before, endsBefore) = (garden.state.rate, try ends(garden))
        let money = try garden.ask(StatsTrend(from: "2025-12-30", to: "2026-01-03")).days.map(\.money).reduce(0, +)
        let rate = try garden.perform(RateAdd(amount: row.late.amount, at: row.late.at))
        #expect(rate.inRules == row.today)
        #expect(try ends(garden) == row.ends)
        #expect(try garden.published(EventKind.rateRecounted).count == (row.isRecounted ? 1 : 0))
        let moneyNow = try garden.ask(StatsTrend(from: "2025-12-30", to: "2026-01-03")).days.map(\.money).reduce(0, +)
        if !row.late.at.hasPrefix("2015") { #expect(moneyNow == money + row.late.amount) }
        let after = garden.state.rate
        _ = try garden.undo()
        #expect(garden.state.rate == before)
        #expect(try ends(garden) == endsBefore)
        _ = try garden.redo()
        #expect(garden.state.rate == after)
        #expect(try ends(garden) == row.ends)
    }

    @Test("P31, M12: money of yesterday raises the floor of today, below which the meter was set")
    func theFloorOfToday() throws {
        let garden = try garden([.until(Self.saturday), .set(100)])
        try garden.perform(RateAdd(amount: 3500, at: "yesterday"))
        #expect(garden.state.rate == RateState(meter: 100, floor: 3000, tier: 0, daysLeft: 0, applied: true))
        #expect(
            try garden.ask(JournalExplain(what: .rate)).first?.text == "counted again from 2026-01-02: floor 0 → 3000")
    }

    @Test("P31, L10: entries for a day that a correction made current again count from the crossing before it")
    func aCorrectedDay() throws {
        let garden = try garden([.until(Self.saturday), .spend(3500)])
        garden.stepClock(seconds: 86_400)
        #expect(garden.state.day.day == "2026-01-04")
        garden.stepClock(seconds: -86_400)
        try garden.perform(DayCorrect())
        garden.advance(seconds: 3600)
        #expect(try garden.rate == "3000/T1/1")
        #expect(try garden.perform(RateAdd(amount: 500, at: "20 minutes ago")).inRules == "3500/T1/1")
        #expect(try garden.perform(RateAdd(amount: 600, at: "10 minutes ago")).inRules == "4100/T1/1")
        _ = try garden.undo()
        #expect(try garden.rate == "3500/T1/1")
        garden.at("2026-01-04T10:00:00Z")
        #expect(try garden.perform(RateAdd(amount: 700, at: "sat 10:30")).inRules == "0/T0/0")
        let days = try garden.published(EventKind.rateDaysRecounted).flatMap(\.data.days)
        #expect(days == [RateAtEnd(day: "2026-01-03", meter: 4200, tier: 1, rate: 1.5, daysLeft: 1)])
    }

    @Test("P31: an end of a day that an older release counted again without its days left is counted once more")
    func anOlderJournal() throws {
        let garden = try garden([])
        try garden.perform(RateAdd(amount: 9500, at: "thu 15:00"))
        let (state, instant) = (garden.state, instant("2026-01-03T09:30:00Z"))
        func position(_ history: MemoryHistory) throws -> RateTimeline.Position {
            let context = QueryContext(
                state: Shared(state), moment: garden.moment, environment: garden.environment, history: history,
                isStale: false)
            return try RateHistory(context).position(at: instant, on: "2026-01-03")
        }
        var older = garden.history
        var count = 0
        for change in older.changes.indices {
            for index in older.changes[change].events.indices {
                let event = older.changes[change].events[index]
                guard let effect = try EventKind.rateDaysRecounted.effect(of: event) else { continue }
                let days = effect.days.map { RateAtEnd(day: $0.day, meter: $0.meter, tier: $0.tier, rate: $0.rate) }
                older.changes[change].events[index].effect = RateDaysRecounted(days: days).record
                count += 1
            }
        }
        #expect(count == 1)
        let expected = try position(garden.history)
        #expect(expected.rate.tier > 0)
        #expect(try position(older) == expected)
    }

    @Test("P31: the event says what today's rate was and is, and from which day on")
    func theEventSaysWhatChanged() throws {
        let garden = try garden([])
        try garden.perform(RateAdd(amount: 3500, note: "shoes", at: "yesterday"))
        let recounted = try garden.published(EventKind.rateRecounted)
        #expect(recounted.map(\.data.before.inRules) == ["0/T0/0"])
        #expect(recounted.map(\.data.after.inRules) == ["3000/T1/1"])
        #expect(recounted.map(\.data.fromDay) == ["2026-01-02"])
        let days = try garden.published(EventKind.rateDaysRecounted).flatMap(\.data.days)
        #expect(days == [RateAtEnd(day: "2026-01-02", meter: 3500, tier: 1, rate: 1.5, daysLeft: 2)])
        #expect(
            try garden.lines(of: "2026-01-02").last == "[12:00] meter 3500 (+3500) shoes (entered 2026-01-03 10:00)")
        #expect(
            try garden.chain(.rate).prefix(2) == [
                "P31: counted again from 2026-01-02: meter 0 → 3000, tier 0 → 1, 1 day left",
                "M8: meter 0 → 3500 on 2026-01-02, shoes",
            ])
        #expect(try garden.lines().count == 1)
    }

    @Test("M12: what is taken back afterwards is of its day, unless by force")
    func theFloorIsThatOfItsDay() throws {
        let garden = try garden([.until(Self.friday), .spend(3500)])
        let refusal = Refusal.refused(.belowTierBase, ["floor": 3000, "meter": 3000])
        #expect(try garden.refusal(of: RateAdd(amount: -500)) == refusal)
        #expect(try garden.perform(RateAdd(amount: -400, at: "fri 15:00")).inRules == "3000/T1/1")
        #expect(try garden.perform(RateAdd(amount: -200, at: "fri 15:00")).inRules == "0/T0/0")
    }

    @Test(
        "U4, P31: however far one goes back and forth, the rate is that of the changes that are made",
        arguments: 1...20)
    func backAndForth(_ seed: Int) throws {
        let garden = try garden([.until(Self.saturday)])
        var generator = SeededGenerator(seed: UInt64(seed))
        func facts() throws -> [String] { ["\(garden.state.rate)"] + (try ends(garden)) }
        var made = [try facts()]
        for _ in 1...5 {
            let amount = Int.random(in: 1...4000, using: &generator)
            let day = ["thu 15:00", "yesterday", nil, nil].randomElement(using: &generator) ?? nil
            if day == nil, amount % 5 == 0 {
                try garden.perform(RateSet(amount: amount))
            } else {
                try garden.perform(RateAdd(amount: amount, at: day))
            }
            made.append(try facts())
        }
        var place = made.count - 1
        for _ in 1...20 {
            let next = (0..<made.count).filter { $0 != place }.randomElement(using: &generator) ?? 0
            if next < place {
                try garden.perform(JournalUndo(count: place - next))
            } else {
                try garden.perform(JournalRedo(count: next - place))
            }
            #expect(try facts() == made[next], "from \(place) to \(next)")
            place = next
        }
    }

    @Test("P32: a late purchase has the price of its time, needs the points of now, and is no purchase of today")
    func aLatePurchase() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 5000, reason: "begin"))
        try garden.perform(ShopAdd(name: "Tea", price: 333))
        try garden.perform(ShopAdd(name: "Shoes", price: 3500, countsAsSpending: true))
        garden.at("2026-01-03T10:00:00Z")
        let points = garden.state.points
        let shoes = try garden.perform(ShopBuy(name: "Shoes", at: "fri 8:00"))
        #expect([shoes.price, shoes.balance] == [3500, 1500])
        #expect(try garden.rate == "3000/T1/1")
        // The shoes of 8:00 raise the rate at 12:00; before, it was ×1.0.
        #expect(try garden.perform(ShopBuy(name: "Tea", at: "fri 12:00")).price == 499)
        #expect(try garden.perform(ShopBuy(name: "Tea", at: "fri 7:00")).price == 333)
        #expect(try garden.perform(ShopBuy(name: "Tea", at: "fri 12:00", price: 100)).price == 150)
        #expect(try garden.perform(ShopBuy(name: "Tea", applyRate: false, at: "fri 12:00", price: 100)).price == 100)
        var expected = points
        expected.balance = 5000 - 3500 - 499 - 333 - 250
        #expect(garden.state.points == expected)
        let friday = try garden.ask(StatsDay(day: "2026-01-02")).totals
        #expect([friday.spent, try garden.ask(StatsDay()).totals.spent] == [5000 - expected.balance, 0])
        #expect(try garden.trend("2026-01-01", "2026-01-03") == [5000, expected.balance, expected.balance])
        #expect(
            try garden.refusal(of: ShopBuy(name: "Tea", at: "fri 12:00"))
                == Refusal(
                    .insufficientPoints,
                    [
                        "price": 499, "balance": .integer(expected.balance),
                        "shortfall": .integer(499 - expected.balance),
                    ]))
        #expect(try garden.refusal(of: ShopRefund()) == .refused(.notToday))
        #expect(try garden.refusal(of: ShopRefund(purchaseId: 1)) == .refused(.notToday, ["purchaseId": 1]))
        garden.at("2026-01-05T10:00:00Z")
        _ = try garden.undo(5)
        #expect(garden.state.points.balance == 5000)
        #expect(try garden.rate == "0/T0/0")
        #expect(try garden.trend("2026-01-01", "2026-01-05") == [5000, 5000, 5000, 5000, 5000])
    }

    /// A refund, a purchase and a late one of the same day.
    @Test("M12, P31: a refund stops at the floor as it is counted now")
    func aRefundStopsAtTheFloor() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 50_000, reason: "begin"))
        try garden.perform(ShopAdd(name: "Shoes", price: 3500, countsAsSpending: true))
        garden.at("2026-01-03T09:00:00Z")
        try garden.perform(ShopBuy(name: "Shoes"))
        try garden.perform(ShopRefund())
        #expect(try garden.rate == "0/T0/0")
        garden.at("2026-01-03T10:00:00Z")
        #expect(try garden.perform(RateAdd(amount: 3500, at: "yesterday")).inRules == "3000/T1/2")
    }

    // MARK: The life in true order

    private struct Deed {
        var at: Timestamp
        var entered: Timestamp
        var command: (String?) -> any Command
    }

    /// A person's spending over two weeks, each with the time at which it is entered.
    private func life(_ seed: UInt64, isInOrder: Bool) throws -> CoreGarden {
        var generator = SeededGenerator(seed: seed)
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 10_000_000, reason: "begin"))
        try garden.perform(ShopAdd(name: "Tea", price: 120))
        try garden.perform(ShopAdd(name: "Shoes", price: 1500, countsAsSpending: true))
        var (now, end) = (garden.moment.wall, garden.moment.wall)
        var deeds: [Deed] = []
        for _ in 0..<60 {
            now = now.advanced(byMilliseconds: 1000 * Int.random(in: 600...36_000, using: &generator))
            let delay = generator.chance(40) ? Int.random(in: 120...400_000, using: &generator) : 0
            // What is taken back depends on what was there when it was entered, so this life has none of that.
            let amount = generator.pick([100, 200, 900, 1500, 3000, 3500])
            let kind = generator.below(4)
            let at = Timestamp(instant: now, offsetSeconds: 0)
            let entered = Timestamp(instant: now.advanced(byMilliseconds: 1000 * delay), offsetSeconds: 0)
            end = max(end, entered.instant)
            deeds.append(
                Deed(at: at, entered: isInOrder ? at : entered) { at in
                    switch kind {
                    case 0: ShopBuy(name: "Tea", at: at)
                    case 1: ShopBuy(name: "Shoes", at: at)
                    default: RateAdd(amount: amount, force: true, at: at)
                    }
                })
        }
        for deed in deeds.sorted(by: { $0.entered.instant < $1.entered.instant }) {
            if deed.entered.instant > garden.moment.wall { garden.at("\(deed.entered)") }
            try garden.run(deed.command(deed.entered == deed.at ? nil : "\(deed.at)"))
        }
        // Both end at the same time.
        garden.at("\(Timestamp(instant: end.advanced(byMilliseconds: 60_000), offsetSeconds: 0))")
        return garden
    }

    @Test(
        "P31: what is entered late leads to the rate of the life in true order",
        arguments: 1...sizeOfRun("LIFE_SEEDS", usually: 20))
    func lateIsAsInOrder(_ seed: Int) throws {
        let (late, inOrder) = (
            try life(UInt64(seed), isInOrder: false), try life(UInt64(seed), isInOrder: true)
        )
        #expect(late.state.rate == inOrder.state.rate, "seed \(seed)")
        func days(_ garden: CoreGarden) throws -> [[Int?]] {
            try garden.ask(StatsTrend(from: "2026-01-01", to: "2026-02-09")).days.map { [$0.meter, $0.tier, $0.money] }
        }
        #expect(try days(late) == days(inOrder), "seed \(seed)")
    }
}
