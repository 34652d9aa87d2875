import GardenAPI
import Testing

/// Every worked example of the rules M1–M15 through `gardend simulate`.
struct RateExampleTests {
    private typealias Step = RuleExample.Step

    private static func spend(_ amount: Int) -> Step { .ask("rate.add", ["amount": .integer(amount)]) }

    /// The next 04:00 passes: the examples start at 09:00.
    private static let crossing = Step.advance(86_400)

    private static func buy(_ item: String, at price: Int, leaving balance: Int) -> Step {
        .told("shop.buy", ["name": .string(item)], ["price": .integer(price), "balance": .integer(balance)])
    }

    private static func add(_ name: String, _ price: Int, counts: Bool = false) -> Step {
        .ask("shop.add", ["name": .string(name), "price": .integer(price), "countsAsSpending": .bool(counts)])
    }

    private static func earn(_ amount: Int) -> Step {
        .ask("points.adjust", ["amount": .integer(amount), "reason": "pocket money"])
    }

    static let chains: [RuleExample] = [
        RuleExample(
            testDescription: "M9: 0/T0/0 +2999 → 2999/T0/0, +1 → 3000/T1/2",
            steps: [.rate(0, 0, 0), spend(2999), .rate(2999, 0, 0), spend(1), .rate(3000, 1, 2)]),
        RuleExample(testDescription: "M10: 0/T0/0 +3000 → 3000/T1/2", steps: [spend(3000), .rate(3000, 1, 2)]),
        RuleExample(
            testDescription: "M10: 14999/T4/2 +1 → 15000/T5/2",
            steps: [spend(14_999), .rate(14_999, 4, 2), spend(1), .rate(15_000, 5, 2)]),
        RuleExample(
            testDescription: "M11: 0 +3500, X → 3000/T1/1, X → 0/T0/0",
            steps: [spend(3500), crossing, .rate(3000, 1, 1), crossing, .rate(0, 0, 0), crossing, .rate(0, 0, 0)]),
        RuleExample(
            testDescription: "M11: 0 +15000 then 10 X",
            steps: [
                spend(15_000), .rate(15_000, 5, 2), crossing, .rate(15_000, 5, 1), crossing, .rate(12_000, 4, 2),
                crossing, .rate(12_000, 4, 1), crossing, .rate(9000, 3, 2), crossing, .rate(9000, 3, 1), crossing,
                .rate(6000, 2, 2), crossing, .rate(6000, 2, 1), crossing, .rate(3000, 1, 2), crossing,
                .rate(3000, 1, 1), crossing, .rate(0, 0, 0),
            ]),
        RuleExample(
            testDescription: "M10, M11: 0 +3500, X, +2500 → 5500/T1/1, +500 → 6000/T2/2, X → 6000/T2/1, X → 3000/T1/2",
            steps: [
                spend(3500), crossing, spend(2500), .rate(5500, 1, 1), spend(500), .rate(6000, 2, 2), crossing,
                .rate(6000, 2, 1), crossing, .rate(3000, 1, 2),
            ]),
        RuleExample(
            testDescription: "M11: 0 +3500, X, +2999 → 5999/T1/1, X → 0/T0/0",
            steps: [spend(3500), crossing, spend(2999), .rate(5999, 1, 1), crossing, .rate(0, 0, 0)]),
        RuleExample(
            testDescription: "M11: 0 +21000 → 21000/T5/2, X → 15000/T5/1",
            steps: [spend(21_000), .rate(21_000, 5, 2), crossing, .rate(15_000, 5, 1)]),
        RuleExample(
            testDescription: "M10: 3000/T1/1 +9000 → 12000/T4/2",
            steps: [
                .ask("rate.force", ["tier": 1, "days": 1]), .rate(3000, 1, 1), spend(9000), .rate(12_000, 4, 2),
            ]),
        RuleExample(
            testDescription: "M11: 0 +3000 at 03:59:30, 04:00 passes → 3000/T1/1",
            arguments: ["--start", "2026-01-02T03:59:30Z"],
            steps: [
                spend(3000), .rate(3000, 1, 2), .advance(29), .rate(3000, 1, 2), .advance(1), .rate(3000, 1, 1),
            ]),
        RuleExample(
            testDescription: "M12: from 0/T0/0, +6500, −1000 → 5500/T1/2",
            steps: [spend(6500), .rate(6500, 2, 2), spend(-1000), .rate(5500, 1, 2)]),
        RuleExample(
            testDescription: "M12: from 0/T0/0, +3500, −9999 → 0/T0/0",
            steps: [spend(3500), spend(-9999), .rate(0, 0, 0)]),
        RuleExample(
            testDescription: "M12: from 0/T0/0, +3500, X, −1 → refused, and done by force",
            steps: [
                spend(3500), crossing,
                .refusedWith(
                    "rate.add", ["amount": -1],
                    ["code": "refused", "reason": "below_tier_base", "floor": 3000, "meter": 3000]),
                .rate(3000, 1, 1), .ask("rate.add", ["amount": -1, "force": true]), .rate(2999, 0, 0),
            ]),
    ]

    /// The daemon is off over several crossings: killed, or the power cut, or the machine asleep.
    static let absences: [RuleExample] = ["down", "reboot", "sleep"].flatMap { word -> [RuleExample] in
        [
            RuleExample(
                testDescription: "M11: 0 +6500, \(word) over 4 X → 0/T0/0",
                steps: [spend(6500), .go([word: 345_600]), .rate(0, 0, 0), .day("2026-01-05")]),
            RuleExample(
                testDescription: "M11: 0 +9000, X, \(word) over 3 X → 3000/T1/2",
                steps: [
                    spend(9000), crossing, .rate(9000, 3, 1), .go([word: 259_200]), .rate(3000, 1, 2),
                    .day("2026-01-05"),
                ]),
        ]
    }

    /// Meter, tier, rate in tenths, and the meter of the next tier.
    private static let table: [(meter: Int, tier: Int, rate: Double, next: Int?)] = [
        (0, 0, 1, 3000), (2999, 0, 1, 3000), (3000, 1, 1.5, 6000), (5999, 1, 1.5, 6000), (6000, 2, 2, 9000),
        (8999, 2, 2, 9000), (9000, 3, 3, 12_000), (11_999, 3, 3, 12_000), (12_000, 4, 4, 15_000),
        (14_999, 4, 4, 15_000), (15_000, 5, 5, nil), (.max, 5, 5, nil),
    ]

    static let others: [RuleExample] = [
        RuleExample(
            testDescription: "M9: the bounds of the table",
            steps: table.flatMap { row -> [Step] in
                [
                    .ask("rate.set", ["amount": .integer(row.meter)]),
                    .told(
                        "rate.get",
                        [
                            "meter": .integer(row.meter), "tier": .integer(row.tier), "rate": .number(row.rate),
                            "daysLeft": row.tier == 0 ? 0 : 2, "nextTierFrom": row.next.map { .integer($0) } ?? .null,
                            "decaysAt": row.tier == 0 ? .null : "2026-01-03T04:00:00.000+00:00",
                        ]),
                ]
            }),
        RuleExample(
            testDescription: "M11: the base of each tier is what a crossing leaves",
            steps: table.filter { $0.tier > 0 }.flatMap { row -> [Step] in
                [.ask("rate.set", ["amount": .integer(row.meter)]), crossing, .rate(row.tier * 3000, row.tier, 1)]
                    + [.ask("rate.set", ["amount": 0])]
            }),
        RuleExample(
            testDescription: "M5: prices at T1 of 500, 333, 1, 3, 101, 999 → 750, 499, 1, 4, 151, 1498",
            steps: [500, 333, 1, 3, 101, 999].map { add("item \($0)", $0) } + [
                earn(10_000), spend(3000),
                .prices([(500, 750), (333, 499), (1, 1), (3, 4), (101, 151), (999, 1498)]),
                buy("item 500", at: 750, leaving: 9250), buy("item 333", at: 499, leaving: 8751),
                buy("item 1", at: 1, leaving: 8750),
                buy("item 3", at: 4, leaving: 8746), buy("item 101", at: 151, leaving: 8595),
                buy("item 999", at: 1498, leaving: 7097), .rate(3000, 1, 2),
            ]),
        RuleExample(
            testDescription: "M5: 1234 at T5 → 6170",
            steps: [
                add("sofa", 1234), earn(6170), spend(15_000), .prices([(1234, 6170)]),
                buy("sofa", at: 6170, leaving: 0),
            ]),
        RuleExample(
            testDescription: "M5, M8: the rate is the one before this purchase feeds the meter",
            steps: [
                add("coat", 3000, counts: true), earn(10_000), buy("coat", at: 3000, leaving: 7000), .rate(3000, 1, 2),
                buy("coat", at: 4500, leaving: 2500), .rate(6000, 2, 2),
            ]),
        RuleExample(
            testDescription: "M5: the rate is the one after the crossings that are pending",
            steps: [
                add("tea", 100), earn(1000), spend(3000), .go(["down": 172_800]), buy("tea", at: 100, leaving: 900),
            ]),
        RuleExample(
            testDescription: "M6: the switch, and one purchase otherwise",
            steps: [
                add("tea", 100), earn(1000), spend(3000), .ask("shop.setApplyRate", ["enabled": false]),
                .prices([(100, 100)]), buy("tea", at: 100, leaving: 900),
                .told("shop.buy", ["name": "tea", "applyRate": true], ["price": 150, "balance": 750]),
                .go(["down": 60]), .prices([(100, 100)]), .ask("shop.setApplyRate", ["enabled": true]),
                .prices([(100, 150)]), .told("shop.buy", ["name": "tea", "applyRate": false], ["price": 100]),
            ]),
        RuleExample(
            testDescription: "M7: one short is refused with price, balance and shortfall; just enough is enough",
            steps: [
                add("tea", 333), earn(498), spend(3000),
                .refusedWith(
                    "shop.buy", ["name": "tea"],
                    ["code": "insufficient_points", "price": 499, "balance": 498, "shortfall": 1]),
                .told("points.get", ["balance": 498, "spentToday": 0]), earn(1), buy("tea", at: 499, leaving: 0),
            ]),
        RuleExample(
            testDescription: "M8: an item that is not marked feeds nothing; new items are not, unless settings say so",
            steps: [
                earn(9000), .told("shop.add", ["name": "tea", "price": 3000], ["countsAsSpending": false]),
                buy("tea", at: 3000, leaving: 6000), .rate(0, 0, 0),
            ]),
        RuleExample(
            testDescription: "M8: shop.items_count_as_spending", settings: "[shop]\nitems_count_as_spending = true\n",
            steps: [
                earn(9000), .told("shop.add", ["name": "tea", "price": 3000], ["countsAsSpending": true]),
                buy("tea", at: 3000, leaving: 6000), .rate(3000, 1, 2),
            ]),
        RuleExample(
            testDescription: "M12: a refund gives back what was charged and takes back what it fed",
            steps: [
                add("coat", 3000, counts: true), earn(10_000), buy("coat", at: 3000, leaving: 7000),
                buy("coat", at: 4500, leaving: 2500), .rate(6000, 2, 2),
                .told("shop.refund", ["purchaseId": 2], ["price": 4500, "balance": 7000, "refunded": true]),
                .rate(3000, 1, 2), .refused("shop.refund", ["purchaseId": 2], "already_refunded"),
                .told("shop.refund", ["purchaseId": 1], ["price": 3000, "balance": 10_000]), .rate(0, 0, 0),
                .refused("shop.refund", ["purchaseId": 3], "not_found"),
            ]),
        RuleExample(
            testDescription: "M12: a refund takes the meter no lower than the floor; one of yesterday is refused",
            steps: [
                add("coat", 1000, counts: true), earn(10_000), buy("coat", at: 1000, leaving: 9000), spend(2500),
                crossing, .rate(3000, 1, 1), .refused("shop.refund", ["purchaseId": 1], "not_today"),
                buy("coat", at: 1500, leaving: 7500), .rate(4000, 1, 1), spend(-500), .rate(3500, 1, 1),
                .ask("shop.refund", ["purchaseId": 2]), .rate(3000, 1, 1),
            ]),
        RuleExample(
            testDescription: "M12: rate.set overwrites and rate.force sets tier, days left and the tier's base",
            steps: [
                spend(3500), crossing, .ask("rate.set", ["amount": 100]), .rate(100, 0, 0),
                .ask("rate.force", ["tier": 5, "days": 1]), .rate(15_000, 5, 1), .ask("rate.force", ["tier": 2]),
                .rate(6000, 2, 2), .ask("rate.force", ["tier": 0]), .rate(0, 0, 0),
                .refused("rate.force", ["tier": 6, "days": 1], "invalid_params"),
                .refused("rate.force", ["tier": 1, "days": 3], "invalid_params"),
                .refused("rate.force", ["tier": 1, "days": 0], "invalid_params"),
                .refused("rate.force", ["tier": 0, "days": 1], "invalid_params"),
                .refused("rate.set", ["amount": -1], "invalid_params"),
            ]),
        RuleExample(
            testDescription: "M13: at T0 days left is 0, from birth on and after decay",
            steps: [.rate(0, 0, 0), spend(3000), crossing, crossing, .rate(0, 0, 0)]),
        RuleExample(
            testDescription: "M14: inventory touches nothing else",
            steps: [
                .toldAll(
                    "inventory.add", ["name": "Tickets", "count": 2],
                    ["id": 1, "uid": "00000000-2", "name": "Tickets", "icon": nil, "count": 2]),
                .told("inventory.adjust", ["name": "tickets", "amount": -2], ["count": 0]),
                .refused("inventory.adjust", ["id": 1, "amount": -1], "out_of_range"),
                .toldAll("points.get", ["balance": 0, "multiplier": 1, "earnedToday": 0, "spentToday": 0]),
                .rate(0, 0, 0),
                .lines(["[09:00] inventory Tickets 2, new", "[09:00] inventory Tickets 0 (−2)"]),
            ]),
        RuleExample(
            testDescription: "M15: move re-packs 0…n−1 in a category",
            steps: [
                add("a", 1), add("b", 2), add("c", 3),
                .told("shop.move", ["name": "c", "position": 0], ["position": 0]),
                .prices([(3, 3), (1, 1), (2, 2)]), .ask("shop.remove", ["name": "a"]), .prices([(3, 3), (2, 2)]),
                .told("shop.edit", ["name": "b", "price": 4], ["position": 1]),
            ]),
    ]

    static let week = RuleExample(
        testDescription: "M11: a week in Tokyo",
        arguments: ["--timezone", "Asia/Tokyo", "--start", "2026-05-04T09:00:00+09:00"],
        steps: [
            // 2026-05-04 is a Monday.
            tokyo(4, "10:00"), spend(3200), .rate(3200, 1, 2), tokyo(4, "21:00"), spend(2900), .rate(6100, 2, 2),
            tokyo(5, "03:59"), .rate(6100, 2, 2), tokyo(5, "04:00"), .rate(6000, 2, 1), tokyo(5, "12:00"), spend(2999),
            .rate(8999, 2, 1), tokyo(6, "04:00"), .rate(3000, 1, 2), tokyo(6, "13:00"), spend(3000), .rate(6000, 2, 2),
            tokyo(7, "04:00"), .rate(6000, 2, 1), tokyo(8, "04:00"), .rate(3000, 1, 2), tokyo(9, "04:00"),
            .rate(3000, 1, 1), tokyo(10, "03:59"), .rate(3000, 1, 1), tokyo(10, "04:00"), .rate(0, 0, 0),
        ])

    private static func tokyo(_ day: Int, _ time: String) -> Step {
        .at("2026-05-\(day < 10 ? "0" : "")\(day)T\(time):00+09:00")
    }

    @Test(arguments: chains + absences + others + [week])
    func theExampleHolds(example: RuleExample) throws { try example.check() }
}
