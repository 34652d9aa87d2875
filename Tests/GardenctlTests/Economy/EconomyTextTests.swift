import GardenAPI
import Testing

@testable import gardenctl

@Suite struct PointsTextTests {
    @Test func theBalancePrecedesTodaysSums() {
        let summary = PointsSummary(balance: 1, multiplier: 2, earnedToday: 500, spentToday: 750)

        #expect(pointsText(summary, .plain) == "1 point · tasks pay ×2\ntoday: 500 earned, 750 spent")
    }
}

@Suite struct ShopTextTests {
    static let items: [ShopItem] = {
        var lamp = ShopItem.sample(12, "読書ランプ", 3000, now: 4500, balance: 750)
        lamp.category = "Things"
        lamp.countsAsSpending = true
        return [
            .sample(3, "Coffee", 500, now: 750, balance: 750), .sample(4, "Tea", 1000, now: 1500, balance: 750), lamp,
        ]
    }()

    @Test func itemsAreGroupedByCategoryWithTheShortfall() {
        #expect(
            shopText(Self.items, .plain) == """
                id  item        price   now
                Treats
                 3  Coffee        500   750  affordable
                 4  Tea          1000  1500  750 short
                Things
                12  読書ランプ   3000  4500  3750 short · counts as spending
                """)
    }

    @Test func unaffordableItemsAreDimmed() {
        #expect(
            shopText(Array(Self.items.prefix(2)), Style(isColored: true)) == """
                \u{1B}[2mid  item    price   now\u{1B}[0m
                \u{1B}[1mTreats\u{1B}[0m
                 3  Coffee    500   750  affordable
                \u{1B}[2m 4  Tea      1000  1500  750 short\u{1B}[0m
                """)
    }

    @Test func anEmptyShopHasAHintToAddAnItem() {
        #expect(shopText([], .plain) == "The shop is empty. Add an item: gardenctl shop add NAME PRICE")
    }

    @Test func aChangedItemIsPrintedWithTheAction() {
        #expect(
            shopItemText("Moved", Self.items[2], position: true, .plain)
                == "Moved 読書ランプ (id 12, 3000 points, Things, position 0, counts as spending)")
        #expect(shopItemText("Added", Self.items[0], .plain) == "Added Coffee (id 3, 500 points, Treats)")
    }

    @Test func aPurchaseShowsThePaidPriceAndTheRefundCommand() {
        #expect(
            purchaseText(.coffee, .plain) == """
                Bought Coffee for 750 points (500 ×1.5); 1 point left.
                To return it before the day ends: gardenctl refund 7
                """)
        #expect(
            refundText(.coffee, .plain) == "Returned Coffee for 750 points (500 ×1.5); 1 point left.")
    }
}

@Suite struct RateTextTests {
    static let settings = SettingsReport(
        values: [
            "rate.tiers": [["from": 0, "rate": 1.0], ["from": 3000, "rate": 1.5], ["from": 16_000, "rate": 10.0]]
        ], changed: [])

    @Test(arguments: [
        (
            Rate.sample(),
            "Tier 1 · ×1.5 · 2 days left\nmeter 3200 · 2800 to tier 2 · drops to tier 0 at 2026-11-23 04:00"
        ),
        (
            .sample { rate in
                rate.tier = 5
                rate.daysLeft = 1
                rate.nextTierFrom = nil
            },
            "Tier 5 · ×1.5 · 1 day left\nmeter 3200 · the top tier · drops to tier 4 at 2026-11-23 04:00"
        ),
        (
            .sample { rate in
                rate = .lowest
                rate.nextTierFrom = 3000
            }, "Tier 0 · ×1.0\nmeter 0 · 3000 to tier 1"
        ),
        (
            .sample { $0.applied = false },
            """
            Tier 1 · ×1.5 · 2 days left · NOT APPLIED
            meter 3200 · 2800 to tier 2 · drops to tier 0 at 2026-11-23 04:00
            The shop charges base prices. To apply the rate: gardenctl rate on
            """
        ),
    ])
    func theRateShowsTheDistanceToTheNextTierAndTheDecay(rate: Rate, text: String) {
        #expect(rateText(rate, .plain) == text)
    }

    @Test func theCurrentTierIsMarkedInTheTable() {
        #expect(
            rateText(.sample(), Self.settings.rateTable, .plain) == """
                Tier 1 · ×1.5 · 2 days left
                meter 3200 · 2800 to tier 2 · drops to tier 0 at 2026-11-23 04:00

                tier   from   rate
                   0      0   ×1.0
                 ▶ 1   3000   ×1.5
                   2  16000  ×10.0
                """)
    }

    @Test func theRateIsPrintedWithoutATable() {
        let settings = SettingsReport(values: [:], changed: [])
        #expect(rateText(.sample(), settings.rateTable, .plain) == rateText(.sample(), .plain))
    }
}

@Suite struct InventoryTextTests {
    static func counter(_ id: Int, _ name: String, _ icon: String?, _ count: Int) -> InventoryItem {
        InventoryItem(id: id, uid: "a1b2c3d4-\(id)", name: name, icon: icon, count: count)
    }

    /// ☕ is wide by itself, ❤ by what follows it.
    @Test func iconsKeepTheColumnsAligned() {
        let items = [
            Self.counter(1, "Tickets", "🎟", 3), Self.counter(2, "Film nights", "☕", 12),
            Self.counter(13, "Favours", "\u{2764}\u{FE0F}", 0), Self.counter(14, "Plain", nil, 1),
        ]

        #expect(
            inventoryText(items, .plain) == """
                 1  🎟 Tickets       3
                 2  ☕ Film nights  12
                13  \u{2764}\u{FE0F} Favours       0
                14     Plain         1
                """)
    }

    @Test func aCounterWithoutAnIconIsPrinted() {
        #expect(inventoryText([Self.counter(1, "Tickets", nil, 3)], .plain) == "1  Tickets  3")
        #expect(counterText("Added", Self.counter(1, "Tickets", nil, 3), .plain) == "Added Tickets (id 1): 3")
        #expect(counterText("Adjusted", Self.counter(1, "Tickets", "🎟", 2), .plain) == "Adjusted 🎟 Tickets (id 1): 2")
    }

    @Test func anEmptyInventoryHasAHintToAddACounter() {
        #expect(inventoryText([], .plain) == "No counters yet. Add one: gardenctl inventory add NAME")
    }
}
