import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The examples of RULES on prices, purchases and refunds.
@Suite("The shop")
struct ShopRuleTests {
    /// A garden with points, money spent, and items that cost what they are named.
    private func garden(
        points: Int = 0, spent: Int = 0, prices: [Int] = [], counts: Bool = false,
        _ configure: (inout Settings) -> Void = { _ in }
    ) throws -> CoreGarden {
        let garden = try CoreGarden(configure)
        if points > 0 { try garden.perform(PointsAdjust(amount: points, reason: "pocket money")) }
        if spent > 0 { try garden.perform(RateAdd(amount: spent)) }
        for price in prices {
            try garden.perform(ShopAdd(name: "item \(price)", price: price, countsAsSpending: counts))
        }
        return garden
    }

    @Test("M5: the price is the base times the rate, rounded down")
    func thePriceIsRoundedDown() throws {
        let prices = [500, 333, 1, 3, 101, 999]
        let garden = try garden(points: 10_000, spent: 3000, prices: prices)
        #expect(try garden.ask(ShopList()).map(\.price) == prices)
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [750, 499, 1, 4, 151, 1498])
        for (price, charged, balance) in [
            (500, 750, 9250), (333, 499, 8751), (1, 1, 8750), (3, 4, 8746), (101, 151, 8595), (999, 1498, 7097),
        ] {
            let purchase = try garden.perform(ShopBuy(name: "item \(price)"))
            #expect([purchase.base, purchase.price, purchase.balance] == [price, charged, balance])
        }
        #expect(try garden.rate == "3000/T1/2")
    }

    @Test("M5: 1234 at T5 costs 6170, which may be the whole balance")
    func thePriceAtTheTopTierMaySpendTheWholeBalance() throws {
        let garden = try garden(points: 6170, spent: 15_000, prices: [1234])
        #expect(
            try garden.ask(ShopList()) == [
                ShopItem(
                    id: 1, uid: "00000000-8", name: "item 1234", price: 1234, priceNow: 6170, category: "Default",
                    categoryId: 1, categoryUid: "00000000-0", countsAsSpending: false, affordable: true, shortfall: 0,
                    position: 0)
            ])
        #expect(
            try garden.perform(ShopBuy(name: "item 1234"))
                == Purchase(
                    purchaseId: 1, uid: "00000000-9", item: "item 1234", base: 1234, rate: 5.0, price: 6170, balance: 0,
                    itemId: 1, itemUid: "00000000-8", refunded: false))
    }

    @Test("M5, M8: the price uses the rate before the purchase raises the meter by the base price")
    func aPurchaseIsChargedBeforeItFeedsTheMeter() throws {
        let garden = try garden(points: 10_000, prices: [3000], counts: true)
        let first = try garden.perform(ShopBuy(id: 1))
        #expect([first.price, first.balance] == [3000, 7000])
        #expect(try garden.rate == "3000/T1/2")
        #expect(
            garden.events.map(\.type)
                == ["shop.bought", "log.written", "rate.added", "log.written", "rate.raised", "log.written"])
        let second = try garden.perform(ShopBuy(id: 1))
        #expect([second.price, second.balance] == [4500, 2500])
        #expect(try garden.rate == "6000/T2/2")
    }

    @Test("M5: the price uses the rate after pending crossings")
    func pendingCrossingsPrecedeAPurchase() throws {
        let garden = try garden(points: 1000, spent: 3000, prices: [100])
        garden.isServed = false
        garden.advance(seconds: 172_800)
        garden.isServed = true
        let purchase = try garden.perform(ShopBuy(id: 1))
        #expect([purchase.price, purchase.balance] == [100, 900])
        #expect(garden.events.times(of: "day.rolledOver") == ["04:00:00", "04:00:00"])
    }

    @Test("M6: the switch persists over a restart, and a single purchase can override it")
    func theRateCanBeSwitchedOff() throws {
        let garden = try garden(points: 1000, spent: 3000, prices: [100])
        #expect(try garden.perform(ShopSetApplyRate(enabled: false)).applied == false)
        #expect(garden.events.map(\.type) == ["shop.rateSwitched"])
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [100])
        #expect(try garden.perform(ShopBuy(id: 1)).balance == 900)
        #expect(try garden.perform(ShopBuy(id: 1, applyRate: true)).balance == 750)
        garden.down(seconds: 60)
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [100])
        #expect(try garden.perform(ShopSetApplyRate(enabled: true)).applied)
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [150])
        #expect(try garden.perform(ShopBuy(id: 1, applyRate: false)).balance == 650)
    }

    @Test("M7: one point too few is refused with price, balance and shortfall; the exact price is accepted")
    func aPriceOverTheBalanceIsRefused() throws {
        let garden = try garden(points: 498, spent: 3000, prices: [333])
        #expect(
            try garden.refusal(of: ShopBuy(id: 1))
                == Refusal(.insufficientPoints, ["price": 499, "balance": 498, "shortfall": 1]))
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 498, multiplier: 1, earnedToday: 0, spentToday: 0))
        try garden.perform(PointsAdjust(amount: 1, reason: "found"))
        try garden.perform(ShopBuy(id: 1))
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 0, multiplier: 1, earnedToday: 0, spentToday: 499))
    }

    @Test("M8: an item raises the meter if it counts as spending; the setting is the default of new items")
    func itemsThatCountAsSpendingFeedTheMeter() throws {
        for (counts, rate) in [(false, "0/T0/0"), (true, "3000/T1/2")] {
            let garden = try garden(points: 9000) { $0.itemsCountAsSpending = counts }
            #expect(try garden.perform(ShopAdd(name: "tea", price: 3000)).countsAsSpending == counts)
            #expect(try garden.perform(ShopBuy(name: "tea")).balance == 6000)
            #expect(try garden.rate == rate)
        }
    }

    @Test("M12: a refund returns the price and reduces the meter by the fed amount, once")
    func aRefundReturnsThePriceAndReducesTheMeter() throws {
        let garden = try garden(points: 10_000, prices: [3000], counts: true)
        try garden.perform(ShopBuy(id: 1))
        var purchase = try garden.perform(ShopBuy(id: 1))
        #expect(try garden.rate == "6000/T2/2")
        (purchase.balance, purchase.refunded) = (7000, true)
        #expect(try garden.perform(ShopRefund(purchaseId: 2)) == purchase)
        #expect(try garden.rate == "3000/T1/2")
        #expect(
            try garden.refusal(of: ShopRefund(purchaseId: 2)) == .refused(.alreadyRefunded, ["purchaseId": 2]))
        #expect(try garden.perform(ShopRefund(purchaseId: 1)).balance == 10_000)
        #expect(try garden.rate == "0/T0/0")
        #expect(
            try garden.refusal(of: ShopRefund(purchaseId: 3)) == Refusal(.notFound, ["kind": "purchase", "id": 3]))
    }

    @Test("M12: a refund without a number is of the newest purchase of the day that is not refunded")
    func aRefundIsOfTheNewestPurchase() throws {
        let garden = try garden(points: 10_000, prices: [1000])
        #expect(try garden.refusal(of: ShopRefund()) == .refused(.notToday))
        for _ in 1...3 { try garden.perform(ShopBuy(id: 1)) }
        try garden.perform(ShopRefund(purchaseId: 3))
        #expect(try garden.perform(ShopRefund()).purchaseId == 2)
        #expect(try garden.perform(ShopRefund()).purchaseId == 1)
        #expect(try garden.refusal(of: ShopRefund()) == .refused(.notToday))
        #expect(try garden.perform(ShopBuy(id: 1)).balance == 9000)
        garden.advance(seconds: 86_400)
        #expect(try garden.refusal(of: ShopRefund()) == .refused(.notToday))
        #expect(try garden.ask(PointsGet()).balance == 9000)
    }

    @Test("M12: a refund reduces the meter only to the floor; one of yesterday's purchases is refused")
    func aRefundStopsAtTheFloor() throws {
        let garden = try garden(points: 10_000, prices: [1000], counts: true)
        try garden.perform(ShopBuy(id: 1))
        try garden.perform(RateAdd(amount: 2500))
        garden.advance(seconds: 86_400)
        #expect(try garden.rate == "3000/T1/1")
        #expect(try garden.refusal(of: ShopRefund(purchaseId: 1)) == .refused(.notToday, ["purchaseId": 1]))
        #expect(try garden.perform(ShopBuy(id: 1)).balance == 7500)
        #expect(try garden.rate == "4000/T1/1")
        try garden.perform(RateAdd(amount: -500))
        #expect(try garden.rate == "3500/T1/1")
        try garden.perform(ShopRefund(purchaseId: 2))
        #expect(try garden.rate == "3000/T1/1")
    }

    @Test("M15: positions are 0…n−1 in a category after every move, removal and edit")
    func positionsHaveNoGaps() throws {
        let garden = try garden(prices: [1, 2, 3])
        func order() throws -> [String] { try garden.ask(ShopList()).map { "\($0.name) at \($0.position)" } }
        #expect(try garden.perform(ShopMove(name: "item 3", position: 0)).position == 0)
        #expect(try order() == ["item 3 at 0", "item 1 at 1", "item 2 at 2"])
        try garden.perform(ShopRemove(name: "item 1"))
        #expect(try order() == ["item 3 at 0", "item 2 at 1"])
        #expect(try garden.perform(ShopEdit(name: "item 2", price: 4)).position == 1)
        #expect(try order() == ["item 3 at 0", "item 2 at 1"])
    }
}
