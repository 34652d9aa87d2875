import GRDB
import GardenAPI
import GardenCore
import TestSupport
import Testing
import TimeKit
import WorkKit

@testable import GardenStore

/// The index from which the rate of past days is counted again (RULES P31): late money in a garden of many months equals money that was
/// recorded in time, on every day.
struct RateIndexTableTests {
    private static let days = 150
    /// 2026-01-02; the garden begins on the day before, at 09:00.
    private static let first = CalendarDay(daysSinceEpoch: 20_455)

    private struct Money {
        var day: Int
        var amount: Int
    }

    /// A garden with its journal.
    private struct Kept {
        var garden = SampleGarden()
        let store: JournalStore

        init() throws {
            store = try .inMemory()
            garden.remembersChanges = true
            try store.commit(garden.changes)
        }

        mutating func ask(_ method: String, _ params: JSON) throws {
            let count = garden.changes.count
            garden.ask(method, params, history: store)
            #expect(garden.changes.count == count + 1, "\(method) \(params.text) was refused")
            try store.commit(Array(garden.changes[count...]))
        }

        mutating func pass(minutes: Int) throws { try change { $0.pass(minutes: minutes) } }

        mutating func setClock(days: Int) throws { try change { $0.setClock(days: days) } }

        private mutating func change(_ body: (inout SampleGarden) -> Void) throws {
            let count = garden.changes.count
            body(&garden)
            try store.commit(Array(garden.changes[count...]))
        }

        /// The rate at the ends of all days, and now.
        func rates() throws -> [String] {
            var tally = StatisticsTally(day: nil)
            for event in garden.events { try tally.add(event, in: store) }
            let ends = tally.closings.sorted { $0.key < $1.key }
            return ends.map { "\($0.key) \($0.value.meter)/T\($0.value.tier)/\($0.value.daysLeft)" }
                + ["now \(garden.state.rate)"]
        }

        /// Whether a table has rows.
        func count(_ table: String) throws -> Int { try store.reading { try Row.count($0, of: table) } }
    }

    /// A garden in which money was recorded at once.
    private func garden(_ money: [Money]) throws -> Kept {
        var kept = try Kept()
        let byDay = Dictionary(grouping: money, by: \.day)
        try kept.pass(minutes: 60)
        for day in 0..<Self.days {
            try kept.pass(minutes: 1440)
            for money in byDay[day, default: []] { try kept.ask("rate.add", ["amount": .integer(money.amount)]) }
        }
        try kept.pass(minutes: 1440)
        return kept
    }

    @Test(arguments: 1...2)
    func lateMoneyEqualsMoneyInTime(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        // In every third week there is money each day, so that a tier can last for many days.
        let usual = (0..<Self.days).filter { $0 / 7 % 3 == 0 || Int.random(in: 0..<3, using: &random) == 0 }.map {
            Money(day: $0, amount: [100, 900, 2500, 3500].randomElement(using: &random) ?? 0)
        }
        let late = (0..<24).map { _ in
            Money(
                day: Int.random(in: 0..<Self.days, using: &random),
                amount: [200, 3000, 7000].randomElement(using: &random) ?? 0)
        }
        var kept = try garden(usual)
        var counted: [Money] = []
        for (number, money) in late.enumerated() {
            let before = try kept.rates()
            let at = "\(Self.first.advanced(by: money.day)) 20:00"
            try kept.ask("rate.add", ["amount": .integer(money.amount), "at": .string(at)])
            let after = try kept.rates()
            #expect(after != before)
            guard number % 3 == 0 else {
                counted.append(money)
                continue
            }
            try kept.ask("journal.undo", [:])
            #expect(try kept.rates() == before)
            guard number % 2 == 0 else { continue }
            try kept.ask("journal.redo", [:])
            #expect(try kept.rates() == after)
            counted.append(money)
        }
        #expect(try kept.rates() == garden(usual + counted).rates())
        #expect(try kept.store.readModelProblem() == nil)
        for table in ["rateStart", "lateMoney", "undoneMoney", "recountedEnd"] {
            #expect(try kept.count(table) > 0, "\(table)")
            try kept.store.writing { try $0.execute(sql: "UPDATE \(table) SET \(Self.columns[table] ?? "") + 1") }
            #expect(try kept.store.readModelProblem() == "the index of the rate differs from the journal", "\(table)")
            try kept.store.writing(ReadModels.rebuild)
            #expect(try kept.store.readModelProblem() == nil)
        }
    }

    private static let columns = [
        "rateStart": "seq = seq", "lateMoney": "day = day", "undoneMoney": "last = last",
        "recountedEnd": "meter = meter",
    ]

    /// A clock was wrong by almost a year once, which was corrected at once; since then, money was recorded on many days.
    @Test func afterACorrectionOnlySomeDaysAreRead() throws {
        var kept = try Kept()
        try kept.setClock(days: 330)
        try kept.setClock(days: -330)
        try kept.ask("day.correct", [:])
        for _ in 0..<300 {
            try kept.pass(minutes: 1440)
            try kept.ask("rate.add", ["amount": 100])
        }
        let meter = Work.Meter()
        try Work.measured(by: meter) { try kept.ask("rate.add", ["amount": 100, "at": "yesterday"]) }
        let read = meter.counts[.events]
        #expect(read > 0 && read < 300, "\(read) events")
        // What was entered before the correction for one of the days that came twice is in its first place.
        try kept.ask("journal.undo", [:])
        #expect(try kept.store.readModelProblem() == nil)
    }

    @Test func onlyLateChangesAndUndoCostRows() throws {
        var kept = try Kept()
        try kept.ask("rate.add", ["amount": 100])
        try kept.pass(minutes: 1440)
        try kept.ask("rate.add", ["amount": 100])
        #expect(try kept.count("rateStart") == 1)
        for table in ["lateMoney", "undoneMoney", "recountedEnd"] { #expect(try kept.count(table) == 0) }
        try kept.ask("rate.add", ["amount": 100, "at": "yesterday"])
        try kept.ask("journal.undo", [:])
        #expect(try kept.count("lateMoney") == 1)
        #expect(try kept.count("undoneMoney") == 1)
        #expect(try kept.count("recountedEnd") == 1)
        try kept.ask("journal.redo", [:])
        #expect(try kept.count("undoneMoney") == 0)
        #expect(try kept.store.readModelProblem() == nil)
    }
}
