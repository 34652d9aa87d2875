import GardenAPI
import Testing

@testable import GardenCore

/// Balances, prices, meters and counters at the edges of 64 bits (RULES M1, M5, M8, M12, M14): what is past them is
/// refused with its name and number and changes nothing; the largest valid values are accepted.
@Suite("The limits of the economy")
struct EconomyLimitTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: [any Command] = []
        var command: any Command
        var refusal: Refusal

        init(_ testDescription: String, after before: [any Command] = [], _ command: any Command, _ refusal: Refusal) {
            (self.testDescription, self.before, self.command, self.refusal) = (
                testDescription, before, command, refusal
            )
        }
    }

    private static func adjust(_ amount: Int) -> PointsAdjust { PointsAdjust(amount: amount, reason: "edge") }

    private static func item(_ price: Int, counts: Bool = false) -> ShopAdd {
        ShopAdd(name: "Tea", price: price, countsAsSpending: counts)
    }

    private static func counter(_ count: Int) -> InventoryAdd { InventoryAdd(name: "Cards", count: count) }

    private static func adjustCounter(_ amount: Int) -> InventoryAdjust {
        InventoryAdjust(name: "Cards", amount: amount)
    }

    private static let buy = ShopBuy(name: "Tea")
    private static let most = JSON.integer(.max)

    private static func spend(_ amount: Int) -> RateAdd { RateAdd(amount: amount) }

    static let rows: [Row] = [
        Row("M1: one more than the largest balance", after: [adjust(.max)], adjust(1), .past(["balance": most])),
        Row("M1: twice the largest balance", after: [adjust(.max)], adjust(.max), .past(["balance": most])),
        Row("M1: one and the largest", after: [adjust(1)], adjust(.max), .past(["balance": 1])),
        Row("M1: one less than nothing", adjust(-1), .past(["balance": 0])),
        Row("M1: the least number", adjust(.min), .past(["balance": 0])),
        Row(
            "M1: the least number off the largest balance", after: [adjust(.max)], adjust(.min),
            .past(["balance": most])),
        Row("M8: one more than the largest meter", after: [spend(.max)], spend(1), .past(["meter": most])),
        Row("M8: twice the largest meter", after: [spend(.max)], spend(.max), .past(["meter": most])),
        Row(
            "M8: forced, it is past all the same", after: [spend(.max)], RateAdd(amount: 1, force: true),
            .past(["meter": most])),
        Row(
            "M5: the largest price at ×5.0", after: [adjust(.max), spend(15_000), item(.max)], buy,
            .past(["price": most, "rate": .number(5)])),
        Row(
            "M5: the first price past the largest at ×5.0",
            after: [adjust(.max), spend(15_000), item(1_844_674_407_370_955_162)], buy,
            .past(["price": 1_844_674_407_370_955_162, "rate": .number(5)])),
        Row(
            "M5: the first price past the largest at ×1.5",
            after: [adjust(.max), spend(3000), item(6_148_914_691_236_517_206)], buy,
            .past(["price": 6_148_914_691_236_517_206, "rate": .number(1.5)])),
        Row(
            "M7: the largest price with one point too few", after: [adjust(.max - 1), item(.max)], buy,
            Refusal(.insufficientPoints, ["price": most, "balance": .integer(.max - 1), "shortfall": 1])),
        Row(
            "M7: the largest price with nothing", after: [item(.max)], buy,
            Refusal(.insufficientPoints, ["price": most, "balance": 0, "shortfall": most])),
        Row(
            "M8: a purchase that raises a full meter", after: [adjust(100), spend(.max), item(1, counts: true)], buy,
            .past(["meter": most])),
        Row(
            "M8: a purchase that raises an almost full meter too much",
            after: [adjust(100), spend(.max - 1), item(2, counts: true)], buy, .past(["meter": .integer(.max - 1)])),
        Row(
            "M12: a refund past the largest balance", after: [adjust(10), item(10), buy, adjust(.max - 9)],
            ShopRefund(purchaseId: 1), .past(["balance": .integer(.max - 9)])),
        Row(
            "M12: a refund that does not exist", ShopRefund(purchaseId: .max),
            Refusal(.notFound, ["kind": "purchase", "id": most])),
        Row("M14: one more than the largest count", after: [counter(.max)], adjustCounter(1), .past(["count": most])),
        Row("M14: twice the largest count", after: [counter(.max)], adjustCounter(.max), .past(["count": most])),
        Row("M14: one less than none", after: [counter(0)], adjustCounter(-1), .past(["count": 0])),
        Row(
            "M14: the least number off the largest count", after: [counter(.max)], adjustCounter(.min),
            .past(["count": most])),
        Row(
            "A1: a line that does not exist", LogEdit(id: .max, text: "x"),
            Refusal(.notFound, ["kind": "line", "id": most])),
    ]

    @Test("a value past 64 bits is refused with its name, and nothing changes", arguments: rows)
    func anOverflowIsRefusedWithItsNumbers(row: Row) throws {
        let garden = try CoreGarden()
        for command in row.before { try garden.perform(command) }
        let refusal = try garden.refusal(of: row.command)
        #expect(refusal == row.refusal)
        // The message contains the numbers of the refusal, except for a rate, which has its own form.
        for number in row.refusal.details.integers {
            #expect(refusal.message.contains("\(number)"), "\(refusal)")
        }
    }

    @Test("M1: the balance reaches the largest number and can decrease again")
    func theLargestBalanceCanBeReachedAndSpent() throws {
        let garden = try CoreGarden()
        #expect(
            try garden.perform(PointsAdjust(amount: .max, reason: "all"))
                == PointsSummary(balance: .max, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(
            try garden.perform(PointsAdjust(amount: -.max, reason: "none"))
                == PointsSummary(balance: 0, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(
            try garden.lines() == [
                "[09:00] +9223372036854775807 pt adjusted: all → 9223372036854775807",
                "[09:00] −9223372036854775807 pt adjusted: none → 0",
            ])
    }

    @Test(
        "M5: the largest price within 64 bits is charged",
        arguments: [
            (15_000, 1_844_674_407_370_955_161, 9_223_372_036_854_775_805),
            (3000, 6_148_914_691_236_517_205, 9_223_372_036_854_775_807), (0, .max, .max),
        ])
    func theLargestPriceIsCharged(meter: Int, base: Int, price: Int) throws {
        let garden = try CoreGarden()
        try garden.perform(Self.adjust(.max))
        try garden.perform(RateSet(amount: meter))
        try garden.perform(Self.item(base))
        let item = try #require(try garden.ask(ShopList()).first)
        #expect([item.priceNow, item.shortfall] == [price, 0])
        #expect(item.affordable)
        let purchase = try garden.perform(Self.buy)
        #expect([purchase.price, purchase.balance] == [price, .max - price])
        let refund = try garden.perform(ShopRefund(purchaseId: 1))
        #expect([refund.price, refund.balance] == [price, .max])
    }

    @Test("M7: an item whose price exceeds 64 bits is unaffordable and has a shortfall")
    func anItemPriceThatOverflowsIsUnaffordable() throws {
        let garden = try CoreGarden()
        try garden.perform(Self.adjust(.max))
        try garden.perform(RateSet(amount: 15_000))
        try garden.perform(Self.item(.max))
        let item = try #require(try garden.ask(ShopList()).first)
        #expect([item.priceNow, item.shortfall] == [.max, 1])
        #expect(!item.affordable)
    }

    @Test("M11, M12: the largest meter decays, and the least amount reduces it to 0")
    func theLargestMeterDecays() throws {
        let garden = try CoreGarden()
        #expect(try garden.perform(RateAdd(amount: .max)).inRules == "\(Int.max)/T5/2")
        garden.advance(seconds: 86_400)
        #expect(try garden.rate == "15000/T5/1")
        #expect(
            try garden.refusal(of: RateAdd(amount: .min))
                == .refused(.belowTierBase, ["floor": 15_000, "meter": 15_000]))
        #expect(try garden.perform(RateAdd(amount: .min, force: true)).inRules == "0/T0/0")
    }

    @Test("M1: a completed focus credits up to the largest balance; today's sums stop at the largest number")
    func aFocusCreditsUpToTheLargestBalance() throws {
        let garden = try CoreGarden {
            ($0.pointsPerFocus, $0.minMinutes) = (500, 0)
            $0.startRest = .never
        }
        try garden.perform(PointsAdjust(amount: .max - 100, reason: "much"))
        try garden.perform(TimerStart(minutes: 1))
        garden.advance(seconds: 60)
        #expect(
            try garden.ask(PointsGet())
                == PointsSummary(balance: .max, multiplier: 1, earnedToday: 100, spentToday: 0))
        try garden.perform(TimerStart(minutes: 1))
        garden.advance(seconds: 60)
        #expect(garden.events.map(\.type) == ["focus.completed", "log.written", "garden.grew"])
        try garden.perform(Self.item(.max))
        try garden.perform(Self.buy)
        try garden.perform(Self.adjust(.max))
        try garden.perform(Self.buy)
        #expect(
            try garden.ask(PointsGet())
                == PointsSummary(balance: 0, multiplier: 1, earnedToday: 100, spentToday: .max))
    }
}

extension Refusal {
    fileprivate static func past(_ details: KeyValuePairs<String, JSON>) -> Refusal { .refused(.outOfRange, details) }
}

extension JSON {
    /// The integers among the members.
    fileprivate var integers: [Int] {
        guard case .object(let object) = self else { return [] }
        return object.members.compactMap { member in
            guard case .integer(let number) = member.value else { return nil }
            return number
        }
    }
}
