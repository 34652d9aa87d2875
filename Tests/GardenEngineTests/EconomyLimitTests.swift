import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Testing

/// Balances, prices, meters and counters at the edges of 64 bits (RULES M1, M5, M8, M12, M14): what is past them is
/// refused by name and number and leaves everything as it was; what just fits is done.
@Suite("The limits of the economy")
struct EconomyLimitTests {
    private static let most = JSON.integer(.max)
    private static let least = JSON.integer(.min)

    struct Request: Sendable {
        var method: String
        var params: JSON

        init(_ method: String, _ params: JSON) {
            self.method = method
            self.params = params
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: [Request] = []
        var request: Request
        /// All of the refusal's data.
        var data: JSON
    }

    private static func adjust(_ amount: JSON) -> Request {
        Request("points.adjust", ["amount": amount, "reason": "edge"])
    }

    private static func spend(_ amount: JSON) -> Request { Request("rate.add", ["amount": amount]) }

    private static func item(_ price: JSON, counts: Bool = false) -> Request {
        Request("shop.add", ["name": "Tea", "price": price, "countsAsSpending": .bool(counts)])
    }

    private static let buy = Request("shop.buy", ["name": "Tea"])

    private static func counter(_ count: JSON) -> Request {
        Request("inventory.add", ["name": "Cards", "count": count])
    }

    private static func adjustCounter(_ amount: JSON) -> Request {
        Request("inventory.adjust", ["name": "Cards", "amount": amount])
    }

    private static func outOfRange(_ rest: KeyValuePairs<String, JSON>) -> JSON {
        .object(JSONObject([("code", "refused"), ("reason", "out_of_range")] + rest.map { ($0.key, $0.value) }))
    }

    static let refusals: [Refusal] = [
        Refusal(
            testDescription: "M1: one more than the largest balance", before: [adjust(most)], request: adjust(1),
            data: outOfRange(["balance": most])),
        Refusal(
            testDescription: "M1: twice the largest balance", before: [adjust(most)], request: adjust(most),
            data: outOfRange(["balance": most])),
        Refusal(
            testDescription: "M1: one and the largest", before: [adjust(1)], request: adjust(most),
            data: outOfRange(["balance": 1])),
        Refusal(
            testDescription: "M1: one less than nothing", request: adjust(-1), data: outOfRange(["balance": 0])),
        Refusal(testDescription: "M1: the least number", request: adjust(least), data: outOfRange(["balance": 0])),
        Refusal(
            testDescription: "M1: the least number off the largest balance", before: [adjust(most)],
            request: adjust(least), data: outOfRange(["balance": most])),
        Refusal(
            testDescription: "M8: one more than the largest meter", before: [spend(most)], request: spend(1),
            data: outOfRange(["meter": most])),
        Refusal(
            testDescription: "M8: twice the largest meter", before: [spend(most)], request: spend(most),
            data: outOfRange(["meter": most])),
        Refusal(
            testDescription: "M8: forced, it is past all the same", before: [spend(most)],
            request: Request("rate.add", ["amount": 1, "force": true]), data: outOfRange(["meter": most])),
        Refusal(
            testDescription: "M5: the largest price at ×5.0",
            before: [adjust(most), spend(15_000), item(most)], request: buy,
            data: outOfRange(["price": most, "rate": .number(5)])),
        Refusal(
            testDescription: "M5: the first price past the largest at ×5.0",
            before: [adjust(most), spend(15_000), item(1_844_674_407_370_955_162)], request: buy,
            data: outOfRange(["price": 1_844_674_407_370_955_162, "rate": .number(5)])),
        Refusal(
            testDescription: "M5: the first price past the largest at ×1.5",
            before: [adjust(most), spend(3000), item(6_148_914_691_236_517_206)], request: buy,
            data: outOfRange(["price": 6_148_914_691_236_517_206, "rate": .number(1.5)])),
        Refusal(
            testDescription: "M7: the largest price with one point too few",
            before: [adjust(.integer(.max - 1)), item(most)], request: buy,
            data: [
                "code": "insufficient_points", "price": most, "balance": .integer(.max - 1), "shortfall": 1,
            ]),
        Refusal(
            testDescription: "M7: the largest price with nothing", before: [item(most)], request: buy,
            data: ["code": "insufficient_points", "price": most, "balance": 0, "shortfall": most]),
        Refusal(
            testDescription: "M8: a purchase that feeds a full meter",
            before: [adjust(100), spend(most), item(1, counts: true)], request: buy,
            data: outOfRange(["meter": most])),
        Refusal(
            testDescription: "M8: a purchase that feeds an almost full meter too much",
            before: [adjust(100), spend(.integer(.max - 1)), item(2, counts: true)], request: buy,
            data: outOfRange(["meter": .integer(.max - 1)])),
        Refusal(
            testDescription: "M12: a refund past the largest balance",
            before: [adjust(10), item(10), buy, adjust(.integer(.max - 9))],
            request: Request("shop.refund", ["purchaseId": 1]), data: outOfRange(["balance": .integer(.max - 9)])),
        Refusal(
            testDescription: "M12: a refund that does not exist", request: Request("shop.refund", ["purchaseId": most]),
            data: ["code": "not_found", "kind": "purchase", "id": most]),
        Refusal(
            testDescription: "M14: one more than the largest count", before: [counter(most)], request: adjustCounter(1),
            data: outOfRange(["count": most])),
        Refusal(
            testDescription: "M14: twice the largest count", before: [counter(most)], request: adjustCounter(most),
            data: outOfRange(["count": most])),
        Refusal(
            testDescription: "M14: one less than none", before: [counter(0)], request: adjustCounter(-1),
            data: outOfRange(["count": 0])),
        Refusal(
            testDescription: "M14: the least number off the largest count", before: [counter(most)],
            request: adjustCounter(least), data: outOfRange(["count": most])),
        Refusal(
            testDescription: "A1: a line that does not exist", request: Request("log.edit", ["id": most, "text": "x"]),
            data: ["code": "not_found", "kind": "line", "id": most]),
        Refusal(
            testDescription: "M12: a tier that does not exist", request: Request("rate.force", ["tier": most]),
            data: ["code": "invalid_params", "param": "tier"]),
    ]

    /// Numbers of more than 64 bits, and of a fraction: no integers of ours.
    static let foreignNumbers: [Refusal] = [0x1p63, -0x1p64, 1e300, 0.5].flatMap { number -> [Refusal] in
        [
            Request("points.adjust", ["amount": .number(number), "reason": "edge"]),
            Request("rate.add", ["amount": .number(number)]), Request("rate.set", ["amount": .number(number)]),
            Request("shop.add", ["name": "Tea", "price": .number(number)]),
            Request("inventory.add", ["name": "Cards", "count": .number(number)]),
        ].map { request in
            guard case .object(let params) = request.params else { preconditionFailure("params are an object") }
            let param = params.members.first { $0.value == .number(number) }?.name ?? "?"
            return Refusal(
                testDescription: "\(request.method) \(param) \(number)", request: request,
                data: ["code": "invalid_params", "param": .string(param)])
        }
    }

    @Test("what is past 64 bits is refused by name, and leaves nothing behind", arguments: refusals + foreignNumbers)
    func whatIsPastTheLimitIsRefused(refusal: Refusal) throws {
        let garden = try Garden()
        for request in refusal.before { try garden.ask(request.method, request.params) }
        let before = try garden.state
        let answer = try garden.answer(refusal.request.method, refusal.request.params)
        let error = try #require(answer["error"], "\(answer.text)")
        #expect(error["data"] == refusal.data)
        // The numbers of the refusal stand in its message, but for a rate, which has a form of its own.
        for number in refusal.data.numbers {
            #expect(error["message"]?.stringValue?.contains("\(number)") == true, "\(error.text)")
        }
        #expect(try garden.state == before)
        #expect(garden.events == [])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("M1: the largest balance is reached and left")
    func theLargestBalanceIsReachedAndLeft() throws {
        let garden = try Garden()
        #expect(try garden.ask("points.adjust", ["amount": Self.most, "reason": "all"])["balance"] == Self.most)
        #expect(try garden.ask("points.adjust", ["amount": .integer(-.max), "reason": "none"])["balance"] == 0)
        #expect(
            try garden.ask("log.list")["lines"]?.arrayValue?.map { $0["text"] } == [
                "[09:00] +9223372036854775807 pt adjusted: all → 9223372036854775807",
                "[09:00] −9223372036854775807 pt adjusted: none → 0",
            ])
    }

    @Test(
        "M5: the largest price that can be counted is charged",
        arguments: [
            (15_000, 1_844_674_407_370_955_161, 9_223_372_036_854_775_805),
            (3000, 6_148_914_691_236_517_205, 9_223_372_036_854_775_807), (0, .max, .max),
        ])
    func theLargestPriceIsCharged(meter: Int, base: Int, price: Int) throws {
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": Self.most, "reason": "all"])
        try garden.ask("rate.set", ["amount": .integer(meter)])
        try garden.ask("shop.add", ["name": "Tea", "price": .integer(base)])
        #expect(
            try garden.ask("shop.list").arrayValue?.first?.only("priceNow", "affordable", "shortfall")
                == ["priceNow": .integer(price), "affordable": true, "shortfall": 0])
        #expect(
            try garden.ask("shop.buy", ["name": "Tea"]).only("price", "balance")
                == ["price": .integer(price), "balance": .integer(.max - price)])
        #expect(
            try garden.ask("shop.refund", ["purchaseId": 1]).only("price", "balance")
                == ["price": .integer(price), "balance": Self.most])
    }

    @Test("M7: an item past what can be counted is not affordable, and lacks more than nothing")
    func anItemPastTheLimitLacksSomething() throws {
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": Self.most, "reason": "all"])
        try garden.ask("rate.set", ["amount": 15_000])
        try garden.ask("shop.add", ["name": "Tea", "price": Self.most])
        let item = try #require(try garden.ask("shop.list").arrayValue?.first)
        #expect(item.only("priceNow", "affordable") == ["priceNow": Self.most, "affordable": false])
        #expect(item["shortfall"] == 1)
    }

    @Test("M11, M12: the largest meter decays, and the least amount takes it to nothing")
    func theLargestMeterDecays() throws {
        let garden = try Garden()
        #expect(
            try garden.ask("rate.add", ["amount": Self.most]).only("meter", "tier", "daysLeft")
                == ["meter": Self.most, "tier": 5, "daysLeft": 2])
        try garden.tell(["advance": 86_400])
        #expect(
            try garden.ask("rate.get").only("meter", "tier", "daysLeft") == ["meter": 15_000, "tier": 5, "daysLeft": 1])
        #expect(try garden.refusal("rate.add", ["amount": Self.least]) == "refused below_tier_base")
        #expect(
            try garden.ask("rate.add", ["amount": Self.least, "force": true]).only("meter", "tier", "daysLeft")
                == ["meter": 0, "tier": 0, "daysLeft": 0])
    }

    @Test("M9: a table whose last row is the largest number")
    func aTableMayEndAtTheLargestNumber() throws {
        var settings = Settings.standard
        settings.rateTable = try RateTable(json: [["from": 0, "rate": 1], ["from": Self.most, "rate": 1000]])
        let garden = try Garden(settings: settings)
        #expect(
            try garden.ask("rate.set", ["amount": .integer(.max - 1)]).only("tier", "nextTierFrom")
                == ["tier": 0, "nextTierFrom": Self.most])
        #expect(
            try garden.ask("rate.add", ["amount": 1]).only("tier", "rate", "nextTierFrom")
                == ["tier": 1, "rate": .number(1000), "nextTierFrom": nil])
        try garden.tell(["advance": 86_400])
        #expect(
            try garden.ask("rate.get").only("meter", "tier", "daysLeft") == [
                "meter": Self.most, "tier": 1, "daysLeft": 1,
            ])
        #expect(try garden.refusal("rate.add", ["amount": -1]) == "refused below_tier_base")
        try garden.tell(["advance": 86_400])
        #expect(try garden.ask("rate.get").only("meter", "tier", "daysLeft") == ["meter": 0, "tier": 0, "daysLeft": 0])
    }

    @Test("M1: a focus that ended fills the purse and no more; today's sums stop at the largest number")
    func aFocusFillsThePurse() throws {
        var settings = Settings.standard
        settings.pointsPerFocus = 500
        settings.startRest = .never
        let garden = try Garden(settings: settings)
        try garden.ask("points.adjust", ["amount": .integer(.max - 100), "reason": "much"])
        try garden.ask("timer.start", ["minutes": 1])
        try garden.tell(["advance": 60])
        #expect(
            try garden.ask("points.get").only("balance", "earnedToday") == ["balance": Self.most, "earnedToday": 100])
        try garden.ask("timer.start", ["minutes": 1])
        let events = try garden.tell(["advance": 60])
        #expect(events.map { $0["type"] } == ["focus.completed", "log.written", "garden.grew"])
        try garden.ask("shop.add", ["name": "Tea", "price": Self.most])
        try garden.ask("shop.buy", ["name": "Tea"])
        try garden.ask("points.adjust", ["amount": Self.most, "reason": "again"])
        try garden.ask("shop.buy", ["name": "Tea"])
        #expect(try garden.ask("points.get").only("balance", "spentToday") == ["balance": 0, "spentToday": Self.most])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }
}

extension JSON {
    /// The integers among the members.
    fileprivate var numbers: [Int] {
        guard case .object(let object) = self else { return [] }
        return object.members.compactMap { member in
            guard case .integer(let number) = member.value else { return nil }
            return number
        }
    }
}
