import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The examples of RULES on the meter, the tier and its days: meter, tier and days left after each step.
@Suite("The rate")
struct RateRuleTests {
    enum Step {
        case spend(Int, String)
        case force(tier: Int, days: Int?, String)
        case set(Int, String)
        /// A day passes, and with it a crossing: the examples start at 09:00.
        case cross(String)
        case advance(seconds: Int, String)
    }

    struct Chain: CustomTestStringConvertible {
        var testDescription: String
        var start = "2026-01-01T09:00:00Z"
        var steps: [Step]
    }

    static let chains: [Chain] = [
        Chain(
            testDescription: "M9: 2999 is tier 0, and 3000 tier 1",
            steps: [.spend(2999, "2999/T0/0"), .spend(1, "3000/T1/2")]),
        Chain(testDescription: "M10: the tier rises at once", steps: [.spend(3000, "3000/T1/2")]),
        Chain(
            testDescription: "M10: 14999/T4/2 +1 → 15000/T5/2",
            steps: [.spend(14_999, "14999/T4/2"), .spend(1, "15000/T5/2")]),
        Chain(
            testDescription: "M11, M13: 3500 decays to nothing in two crossings, and stays there",
            steps: [.spend(3500, "3500/T1/2"), .cross("3000/T1/1"), .cross("0/T0/0"), .cross("0/T0/0")]),
        Chain(
            testDescription: "M11: 15000 decays to nothing in ten crossings",
            steps: [
                .spend(15_000, "15000/T5/2"), .cross("15000/T5/1"), .cross("12000/T4/2"), .cross("12000/T4/1"),
                .cross("9000/T3/2"), .cross("9000/T3/1"), .cross("6000/T2/2"), .cross("6000/T2/1"),
                .cross("3000/T1/2"), .cross("3000/T1/1"), .cross("0/T0/0"),
            ]),
        Chain(
            testDescription: "M10, M11: an unchanged tier keeps its days left, a new one lasts two",
            steps: [
                .spend(3500, "3500/T1/2"), .cross("3000/T1/1"), .spend(2500, "5500/T1/1"), .spend(500, "6000/T2/2"),
                .cross("6000/T2/1"), .cross("3000/T1/2"),
            ]),
        Chain(
            testDescription: "M11: 5999/T1/1 falls to nothing",
            steps: [.spend(3500, "3500/T1/2"), .cross("3000/T1/1"), .spend(2999, "5999/T1/1"), .cross("0/T0/0")]),
        Chain(
            testDescription: "M11: what is above the base of the top tier is gone at the crossing",
            steps: [.spend(21_000, "21000/T5/2"), .cross("15000/T5/1")]),
        Chain(
            testDescription: "M10: 3000/T1/1 +9000 → 12000/T4/2",
            steps: [.force(tier: 1, days: 1, "3000/T1/1"), .spend(9000, "12000/T4/2")]),
        Chain(
            testDescription: "M11: spent at 03:59:30, a day is gone at 04:00", start: "2026-01-02T03:59:30Z",
            steps: [
                .spend(3000, "3000/T1/2"), .advance(seconds: 29, "3000/T1/2"), .advance(seconds: 1, "3000/T1/1"),
            ]),
        Chain(
            testDescription: "M12: money taken back lowers the tier",
            steps: [.spend(6500, "6500/T2/2"), .spend(-1000, "5500/T1/2")]),
        Chain(
            testDescription: "M12: taking back never makes the meter negative",
            steps: [.spend(3500, "3500/T1/2"), .spend(-9999, "0/T0/0")]),
        Chain(
            testDescription: "M12: the meter is set, and tier and days are forced with the meter at the tier's base",
            steps: [
                .spend(3500, "3500/T1/2"), .cross("3000/T1/1"), .set(100, "100/T0/0"),
                .force(tier: 5, days: 1, "15000/T5/1"), .force(tier: 2, days: nil, "6000/T2/2"),
                .force(tier: 0, days: nil, "0/T0/0"),
            ]),
    ]

    @Test(arguments: chains)
    func theExampleChainMatches(chain: Chain) throws {
        let garden = try CoreGarden(at: chain.start)
        #expect(try garden.rate == "0/T0/0")
        for step in chain.steps {
            let expected: String
            switch step {
            case .spend(let amount, let rate):
                #expect(try garden.perform(RateAdd(amount: amount)).inRules == rate)
                expected = rate
            case .force(let tier, let days, let rate):
                #expect(try garden.perform(RateForce(tier: tier, days: days)).inRules == rate)
                expected = rate
            case .set(let amount, let rate):
                #expect(try garden.perform(RateSet(amount: amount)).inRules == rate)
                expected = rate
            case .cross(let rate):
                garden.advance(seconds: 86_400)
                expected = rate
            case .advance(let seconds, let rate):
                garden.advance(seconds: seconds)
                expected = rate
            }
            #expect(try garden.rate == expected, "\(step)")
        }
    }

    @Test("M12: the answer says how much was taken back if the meter fell to 0")
    func whatWasTakenBackIsSaid() throws {
        let garden = try CoreGarden()
        func meta(_ amount: Int) throws -> String? {
            _ = try garden.perform(RateAdd(amount: amount))
            return garden.state.answerMeta(after: garden.events).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try meta(300) == nil)
        #expect(try meta(-100) == nil)
        #expect(try meta(-500) == #"{"takenBack":200}"#)
        #expect(try meta(-500) == #"{"unchanged":true}"#)
    }

    @Test("M12: an amount below the floor is refused with floor and meter, and applied by force")
    func theFloorIsEnforcedUnlessForced() throws {
        let garden = try CoreGarden()
        try garden.perform(RateAdd(amount: 3500))
        garden.advance(seconds: 86_400)
        #expect(
            try garden.refusal(of: RateAdd(amount: -1)) == .refused(.belowTierBase, ["floor": 3000, "meter": 3000]))
        #expect(try garden.perform(RateAdd(amount: -1, force: true)).inRules == "2999/T0/0")
    }

    @Test("M12: a tier that does not exist, days out of range, and a negative meter are refused")
    func invalidForcedValuesAreRefused() throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: RateForce(tier: 6, days: 1)) == .invalid("tier"))
        #expect(try garden.refusal(of: RateForce(tier: .max)) == .invalid("tier"))
        #expect(try garden.refusal(of: RateForce(tier: 1, days: 3)) == .invalid("days"))
        #expect(try garden.refusal(of: RateForce(tier: 1, days: 0)) == .invalid("days"))
        #expect(try garden.refusal(of: RateForce(tier: 0, days: 1)) == .invalid("days"))
        #expect(try garden.refusal(of: RateSet(amount: -1)) == .invalid("amount"))
    }

    @Test("M8, M10: spending publishes one change of the meter, one of the tier, and a line for each")
    func spendingPublishesMeterAndTierChanges() throws {
        let garden = try CoreGarden()
        try garden.perform(RateAdd(amount: 3500, note: "shoes"))
        #expect(garden.events.map(\.type) == ["rate.added", "log.written", "rate.raised", "log.written"])
        let before = Rate(tier: 0, rate: 1.0, meter: 0, daysLeft: 0, applied: true, nextTierFrom: 3000)
        let after = Rate(
            tier: 1, rate: 1.5, meter: 3500, daysLeft: 2, applied: true, nextTierFrom: 6000,
            decaysAt: "2026-01-03T04:00:00Z")
        #expect(
            try garden.published(EventKind.rateAdded) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: RateChanged(rate: after, amount: 3500, note: "shoes"),
                    before: RateChanged(rate: before, amount: 3500, note: "shoes"))
            ])
        #expect(
            try garden.published(EventKind.rateRaised) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: RateChanged(rate: after), before: RateChanged(rate: before),
                    cause: "rate.added")
            ])
        #expect(
            try garden.lines() == ["[09:00] meter 3500 (+3500) shoes", "[09:00] rate ×1.0 → ×1.5 (2 days left)"])
    }

    enum Absence: CaseIterable { case down, reboot, sleep }

    @Test("M11: the rate also decays on days without the daemon", arguments: Absence.allCases)
    func theRateDecaysOverEveryKindOfAbsence(absence: Absence) throws {
        for (spent, served, days, rate) in [(6500, 0, 4, "0/T0/0"), (9000, 1, 3, "3000/T1/2")] {
            let garden = try CoreGarden()
            try garden.perform(RateAdd(amount: spent))
            for _ in 0..<served { garden.advance(seconds: 86_400) }
            garden.pass(days: days, by: absence)
            #expect(try garden.rate == rate)
            #expect(garden.today == "2026-01-05")
        }
    }

    /// The bounds of each tier: meter, tier, rate, and the meter of the next tier.
    private static let table: [(meter: Int, tier: Int, rate: Tenths, next: Int?)] = [
        (0, 0, 1.0, 3000), (2999, 0, 1.0, 3000), (3000, 1, 1.5, 6000), (5999, 1, 1.5, 6000), (6000, 2, 2.0, 9000),
        (8999, 2, 2.0, 9000), (9000, 3, 3.0, 12_000), (11_999, 3, 3.0, 12_000), (12_000, 4, 4.0, 15_000),
        (14_999, 4, 4.0, 15_000), (15_000, 5, 5.0, nil), (.max, 5, 5.0, nil),
    ]

    @Test("M9: the bounds of the table")
    func theTierBoundsMatchTheTable() throws {
        let garden = try CoreGarden()
        for row in Self.table {
            let rate = Rate(
                tier: row.tier, rate: row.rate, meter: row.meter, daysLeft: row.tier == 0 ? 0 : 2, applied: true,
                nextTierFrom: row.next, decaysAt: row.tier == 0 ? nil : "2026-01-03T04:00:00Z")
            #expect(try garden.perform(RateSet(amount: row.meter)) == rate)
            #expect(try garden.ask(RateGet()) == rate)
        }
    }

    @Test("M11: a crossing resets the meter to the base of its tier")
    func aCrossingResetsTheMeterToTheTierBase() throws {
        let garden = try CoreGarden()
        for row in Self.table where row.tier > 0 {
            try garden.perform(RateSet(amount: row.meter))
            garden.advance(seconds: 86_400)
            #expect(try garden.rate == "\(row.tier * 3000)/T\(row.tier)/1")
            try garden.perform(RateSet(amount: 0))
        }
    }

    @Test("M11: a week in Tokyo")
    func theRateDecaysOverAWeekInTokyo() throws {
        // 2026-05-04 is a Monday.
        let garden = try CoreGarden(at: "2026-05-04T09:00:00+09:00", zone: "Asia/Tokyo")
        for (day, time, spent, rate) in [
            (4, "10:00", 3200, "3200/T1/2"), (4, "21:00", 2900, "6100/T2/2"), (5, "03:59", nil, "6100/T2/2"),
            (5, "04:00", nil, "6000/T2/1"), (5, "12:00", 2999, "8999/T2/1"), (6, "04:00", nil, "3000/T1/2"),
            (6, "13:00", 3000, "6000/T2/2"), (7, "04:00", nil, "6000/T2/1"), (8, "04:00", nil, "3000/T1/2"),
            (9, "04:00", nil, "3000/T1/1"), (10, "03:59", nil, "3000/T1/1"), (10, "04:00", nil, "0/T0/0"),
        ] as [(Int, String, Int?, String)] {
            garden.at("2026-05-\(day < 10 ? "0" : "")\(day)T\(time):00+09:00")
            if let spent { try garden.perform(RateAdd(amount: spent)) }
            #expect(try garden.rate == rate)
        }
    }
}

extension CoreGarden {
    /// Days pass in one absence.
    func pass(days: Int, by absence: RateRuleTests.Absence) {
        switch absence {
        case .down: down(seconds: days * 86_400)
        case .reboot: reboot(seconds: days * 86_400)
        case .sleep: suspend(seconds: days * 86_400)
        }
    }
}
