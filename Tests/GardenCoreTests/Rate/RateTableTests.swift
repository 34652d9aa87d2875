import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Another table of the rate (RULES M9).
@Suite("The table of the rate")
struct RateTableTests {
    private static func table(_ rows: (from: Int, rate: Double)...) throws -> RateTable {
        try RateTable(json: .array(rows.map { ["from": .integer($0.from), "rate": .number($0.rate)] }))
    }

    @Test("M9: another table applies to the tier immediately, and each change is an event and a line")
    func anotherTableAppliesAtOnce() throws {
        let (old, raised) = (try Self.table((0, 1), (100, 2)), try Self.table((0, 1), (50, 1.5), (120, 3)))
        let garden = try CoreGarden { $0.rateTable = old }
        try garden.perform(RateAdd(amount: 150))
        try garden.perform(PointsAdjust(amount: 1000, reason: "r"))
        try garden.perform(ShopAdd(name: "coffee", price: 10))

        // A step between: the meter of 150 rises to tier 2.
        garden.changeSettings { $0.rateTable = raised }
        #expect(
            garden.events.map(\.type)
                == ["settings.changed", "rate.tableChanged", "log.written", "rate.raised", "log.written"])
        #expect(
            try garden.published(EventKind.settingsChanged) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: SettingsChanged(changed: ["rate.tiers": raised.json]),
                    before: SettingsChanged(changed: ["rate.tiers": old.json]))
            ])
        #expect(
            try garden.published(EventKind.rateTableChanged) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: RateTableChanged(tiers: raised),
                    before: RateTableChanged(tiers: old), cause: "settings.changed")
            ])
        let decaysAt: Timestamp = "2026-01-03T04:00:00Z"
        let before = Rate(tier: 1, rate: 2.0, meter: 150, daysLeft: 2, applied: true, decaysAt: decaysAt)
        let after = Rate(tier: 2, rate: 3.0, meter: 150, daysLeft: 2, applied: true, decaysAt: decaysAt)
        #expect(
            try garden.published(EventKind.rateRaised) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: RateChanged(rate: after), before: RateChanged(rate: before),
                    cause: "rate.tableChanged")
            ])
        #expect(
            try garden.lines().suffix(2) == [
                "[09:00] rate table: ×1.0 from 0, ×1.5 from 50, ×3.0 from 120",
                "[09:00] rate ×2.0 → ×3.0 (2 days left)",
            ])
        #expect(try garden.ask(RateGet()) == after)
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [30])

        // The same tier by another price: nothing rises, and the price is another at once.
        let dearer = try Self.table((0, 1), (50, 1.5), (120, 4))
        garden.changeSettings { $0.rateTable = dearer }
        #expect(garden.events.map(\.type) == ["settings.changed", "rate.tableChanged", "log.written"])
        #expect(try garden.lines().last == "[09:00] rate table: ×1.0 from 0, ×1.5 from 50, ×4.0 from 120")
        #expect(
            try garden.ask(RateGet())
                == Rate(tier: 2, rate: 4.0, meter: 150, daysLeft: 2, applied: true, decaysAt: decaysAt))
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [40])

        // The built-in table, in which 150 is tier 0.
        garden.changeSettings { $0.rateTable = .standard }
        #expect(
            garden.events.map(\.type)
                == ["settings.changed", "rate.tableChanged", "log.written", "rate.lowered", "log.written"])
        #expect(try garden.lines().last == "[09:00] rate ×4.0 → ×1.0")
        #expect(
            try garden.ask(RateGet())
                == Rate(tier: 0, rate: 1.0, meter: 150, daysLeft: 0, applied: true, nextTierFrom: 3000))
        #expect(try garden.ask(ShopList()).map(\.priceNow) == [10])
    }

    @Test("M9: a reload of the same table is no change")
    func reloadingTheSameTableChangesNothing() throws {
        let (table, same) = (try Self.table((0, 1), (3000, 1.5)), try Self.table((0, 1), (3000, 1.5)))
        let garden = try CoreGarden { $0.rateTable = table }
        let before = garden.state
        garden.changeSettings { $0.rateTable = same }
        #expect(garden.events == [])
        #expect(garden.state == before)
    }

    @Test("M9: a table edited while the daemon is down is journaled, logged and explained, even if the tier stays")
    func aTableEditedWhileTheDaemonIsDownApplies() throws {
        let table = try Self.table((0, 1), (3000, 1.7))
        let garden = try CoreGarden()
        try garden.perform(RateAdd(amount: 3500))
        garden.down(seconds: 100) { $0.rateTable = table }
        #expect(garden.events.map(\.type) == ["rate.tableChanged", "log.written", "daemon.started"])
        #expect(
            try garden.ask(RateGet())
                == Rate(
                    tier: 1, rate: 1.7, meter: 3500, daysLeft: 2, applied: true, decaysAt: "2026-01-03T04:00:00Z"))
        #expect(try garden.lines().last == "[09:01] rate table: ×1.0 from 0, ×1.7 from 3000")
        #expect(try garden.chain(.rate).first == "M9: rate table: ×1.0 from 0, ×1.7 from 3000")
    }

    @Test("M9: the last row may begin at the largest number")
    func aTableMayEndAtTheLargestNumber() throws {
        let table = try Self.table((0, 1), (.max, 1000))
        let garden = try CoreGarden { $0.rateTable = table }
        #expect(
            try garden.perform(RateSet(amount: .max - 1))
                == Rate(tier: 0, rate: 1.0, meter: .max - 1, daysLeft: 0, applied: true, nextTierFrom: .max))
        #expect(
            try garden.perform(RateAdd(amount: 1))
                == Rate(
                    tier: 1, rate: 1000.0, meter: .max, daysLeft: 2, applied: true, decaysAt: "2026-01-03T04:00:00Z"))
        garden.advance(seconds: 86_400)
        #expect(try garden.rate == "\(Int.max)/T1/1")
        #expect(
            try garden.refusal(of: RateAdd(amount: -1))
                == .refused(.belowTierBase, ["floor": .integer(.max), "meter": .integer(.max)]))
        garden.advance(seconds: 86_400)
        #expect(try garden.rate == "0/T0/0")
    }
}
