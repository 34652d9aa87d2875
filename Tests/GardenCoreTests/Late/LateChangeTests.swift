import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What is entered afterwards counts on its own day (RULES P22). In these gardens it is Saturday, 2026-01-03, 10:00 in UTC, and they
/// began on Thursday at 09:00.
@Suite("Late changes")
struct LateChangeTests {
    struct Words: CustomTestStringConvertible {
        var at: String
        /// "2026-01-02 12:00", or the refusal.
        var expected: String
        var day: CalendarDay?
        var testDescription: String { at }

        init(_ at: String, _ expected: String, _ day: CalendarDay? = nil) {
            (self.at, self.expected, self.day) = (at, expected, day)
        }
    }

    static let words = [
        Words("yesterday", "2026-01-02 12:00", "2026-01-02"), Words("thu 15:00", "2026-01-01 15:00", "2026-01-01"),
        Words("9:00", "2026-01-03 09:00", "2026-01-03"), Words("today", "2026-01-03 10:00", "2026-01-03"),
        Words("03:00", "2026-01-03 03:00", "2026-01-02"), Words("2025-12-24", "2025-12-24 12:00", "2025-12-24"),
        Words("2026-01-02T23:30:00.000Z", "2026-01-02 23:30", "2026-01-02"),
        Words("2026-01-03T10:00:00.001Z", "in_the_future"),
        Words("2026-01-01T08:30:00Z", "2026-01-01 08:30", "2026-01-01"),
        Words("whenever", "not_understood"),
    ]

    @Test("P22, T9: when it happened", arguments: words)
    func when(_ words: Words) throws {
        let garden = try Self.garden()
        guard let day = words.day else {
            let refusal = try garden.refusal(of: LogNote(text: "a", at: words.at))
            #expect(refusal.details["reason"]?.stringValue == words.expected)
            return
        }
        let line = try garden.perform(LogNote(text: "a", at: words.at))
        #expect(line.at.wallText == words.expected)
        #expect(try garden.ask(LogList(day: "\(day)")).lines.last == line)
        #expect((line.enteredAt != nil) == (words.at != "today"))
    }

    static func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 1000, reason: "begin"))
        try garden.perform(TaskAdd(title: "single", points: 50))
        try garden.perform(TaskAdd(title: "standing", points: 5, standing: true))
        try garden.perform(InventoryAdd(name: "Tickets", count: 3))
        garden.at("2026-01-03T10:00:00Z")
        return garden
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var command: any Command
        /// The lines that it adds to the log of Friday.
        var lines: [String]
        /// What it adds to the balance, to Friday's earned points and to its tasks.
        var balance = 0
        var earned = 0
        var tasks = 0
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "a note", command: LogNote(text: "called the bank", at: "yesterday 16:00"),
            lines: ["[16:00] called the bank (entered 2026-01-03 10:00)"]),
        Row(
            name: "an adjustment", command: PointsAdjust(amount: -200, reason: "lost", at: "yesterday"),
            lines: ["[12:00] −200 pt adjusted: lost → 800 (entered 2026-01-03 10:00)"], balance: -200),
        Row(
            name: "a single task", command: TaskComplete(title: "single", at: "yesterday 8:00"),
            lines: ["[08:00] +50 pt ×1 single → 1050 (entered 2026-01-03 10:00)"], balance: 50, earned: 50, tasks: 1),
        Row(
            name: "a standing task", command: TaskComplete(title: "standing", doubled: true, at: "yesterday 8:00"),
            lines: ["[08:00] +10 pt ×2 standing → 1010 (entered 2026-01-03 10:00)"], balance: 10, earned: 10, tasks: 1),
        Row(
            name: "a counter", command: InventoryAdjust(name: "Tickets", amount: -2, at: "yesterday"),
            lines: ["[12:00] inventory Tickets 1 (−2) (entered 2026-01-03 10:00)"]),
        Row(
            name: "a counter that stops at 0", command: InventoryAdjust(name: "Tickets", amount: -5, at: "yesterday"),
            lines: ["[12:00] inventory Tickets 0 (−3) (entered 2026-01-03 10:00)"]),
        Row(
            name: "a counter that is set", command: InventorySet(name: "Tickets", count: 9, at: "yesterday"),
            lines: ["[12:00] inventory Tickets 9 (+6) (entered 2026-01-03 10:00)"]),
    ]

    @Test("P22, A1, S1, S7: it counts on its own day, and the balance changes now", arguments: rows)
    func itCountsOnItsDay(_ row: Row) throws {
        let garden = try Self.garden()
        let (points, tasks) = (garden.state.points, garden.state.focusSums)
        let (friday, today) = (try garden.lines(of: "2026-01-02"), try garden.lines())
        try garden.run(row.command)
        #expect(try garden.lines(of: "2026-01-02") == friday + row.lines)
        #expect(try garden.lines() == today)
        var expected = points
        expected.balance += row.balance
        #expect(garden.state.points == expected)
        #expect(garden.state.focusSums == tasks)
        #expect(garden.state.log.unarchived.contains("2026-01-02"))
        let days = try garden.ask(StatsTrend(from: "2025-12-31", to: "2026-01-03")).days
        #expect(days.map(\.balance) == [nil, 1000, 1000 + row.balance, 1000 + row.balance])
        #expect(days.map(\.totals.earned) == [0, 0, row.earned, 0])
        #expect(days.map(\.totals.tasks) == [0, 0, row.tasks, 0])
        #expect(garden.events.allSatisfy { $0.recordedAt == garden.moment.wall && $0.at.wallText < "2026-01-03" })
    }

    @Test("U4, U5: it is undone and made again, also on another day", arguments: rows)
    func itIsUndone(_ row: Row) throws {
        let garden = try Self.garden()
        let (before, friday) = (garden.revertible, try garden.lines(of: "2026-01-02"))
        try garden.run(row.command)
        garden.at("2026-01-05T10:00:00Z")
        let after = garden.revertible
        _ = try garden.undo()
        #expect(garden.differences(from: before).filter { !Self.isOfDays($0) } == [])
        #expect(try garden.trend("2026-01-02", "2026-01-05") == [1000, 1000, 1000, 1000])
        // The line of a note goes with it; the others stay, and each undo adds one.
        let isNote = row.name == "a note"
        func isReversal(_ line: String) -> Bool { line.contains("undone: ") || line.contains("redone: ") }
        let undone = try garden.lines(of: "2026-01-02")
        #expect(undone.filter { !isReversal($0) } == friday + (isNote ? [] : row.lines))
        #expect(undone.filter(isReversal).count == (isNote ? 0 : 1))
        _ = try garden.redo()
        #expect(garden.differences(from: after).filter { !Self.isOfDays($0) } == [])
        let redone = try garden.lines(of: "2026-01-02")
        #expect(redone.filter { !isReversal($0) } == friday + row.lines)
        #expect(redone.filter(isReversal).count == (isNote ? 0 : 2))
        #expect(redone.filter(isReversal).allSatisfy { $0.hasSuffix(" (entered 2026-01-05 10:00)") })
        let balance = 1000 + row.balance
        #expect(try garden.trend("2026-01-02", "2026-01-05") == [balance, balance, balance, balance])
        #expect(try garden.ask(StatsDay(day: "2026-01-02")).totals.earned == row.earned)
    }

    /// What the days between change.
    private static func isOfDays(_ difference: String) -> Bool { difference.hasPrefix(".day.") }

    @Test("U4, S7: what is undone later is taken from the ends of its days")
    func whatIsUndoneLaterIsTakenFromTheEndsOfItsDays() throws {
        let garden = try Self.garden()
        try garden.perform(PointsAdjust(amount: 7, reason: "found"))
        garden.at("2026-01-05T10:00:00Z")
        #expect(try garden.trend("2026-01-02", "2026-01-05") == [1000, 1007, 1007, 1007])
        _ = try garden.undo()
        #expect(try garden.trend("2026-01-02", "2026-01-05") == [1000, 1000, 1000, 1000])
    }

    @Test("P22: what is entered for today counts today")
    func todayIsToday() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(title: "standing", at: "9:00"))
        #expect(garden.state.points.earnedToday == 5)
        #expect(try garden.ask(StatsDay()).totals.tasks == 1)
        #expect(try garden.lines().last == "[09:00] +5 pt ×1 standing → 1005 (entered 2026-01-03 10:00)")
    }

    @Test("P22, P33: a single task is closed with the time at which it was done, and no second time")
    func aTaskIsClosedWithItsTime() throws {
        let garden = try Self.garden()
        let done = try garden.perform(TaskComplete(title: "single", at: "yesterday 8:00")).task
        #expect(done.completedAt == "2026-01-02T08:00:00.000+00:00")
        #expect(try garden.ask(TaskList(status: .done)).tasks.map(\.completedAt) == [done.completedAt])
        #expect(try garden.refusal(of: TaskComplete(id: 1, at: "yesterday")) == .refused(.alreadyDone, ["id": 1]))
    }

    @Test("P32: points are those of now; a counter stops at 0, and the answer says so")
    func theBalanceIsThatOfNow() throws {
        let garden = try Self.garden()
        try garden.perform(PointsAdjust(amount: -900, reason: "spent"))
        #expect(
            try garden.refusal(of: PointsAdjust(amount: -101, reason: "lost", at: "yesterday"))
                == .refused(.outOfRange, ["balance": 100]))
        #expect(
            try garden.refusal(of: InventoryAdjust(name: "Tickets", amount: -4)) == .refused(.outOfRange, ["count": 3]))
        try garden.perform(InventoryAdjust(name: "Tickets", amount: -4, at: "yesterday"))
        let meta = garden.state.answerMeta(after: garden.events).map { String(decoding: $0, as: UTF8.self) }
        #expect(meta == #"{"at":"2026-01-02T12:00:00.000+00:00","counted":-3}"#)
    }

    @Test("P22, U6: what was before the last reset of everything cannot be entered")
    func nothingIsEnteredBeforeAReset() throws {
        let garden = try Self.garden()
        try garden.perform(GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore")))
        garden.at("2026-01-04T10:00:00Z")
        #expect(
            try garden.refusal(of: LogNote(text: "a", at: "2026-01-03 9:00"))
                == .refused(.beforeReset, ["at": "2026-01-03T10:00:00.000+00:00"]))
        #expect(try garden.perform(LogNote(text: "a", at: "2026-01-03 10:30")).at.wallText == "2026-01-03 10:30")
    }

    @Test("P22, H1: a hook gets the time at which it happened")
    func aHookGetsTheTimeAtWhichItHappened() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(title: "standing", at: "yesterday 8:00"))
        let event = try #require(garden.events.first)
        let input = try #require(try garden.context.hookInput(event))
        #expect(input.variables.first { $0.name == "GARDEN_AT" }?.value == "2026-01-02T08:00:00.000+00:00")
        #expect(input.variables.first { $0.name == "GARDEN_DAY" }?.value == "2026-01-02")
    }
}

extension CoreGarden {
    /// The balances at the ends of some days.
    func trend(_ from: CalendarDay, _ to: CalendarDay) throws -> [Int?] {
        try ask(StatsTrend(from: "\(from)", to: "\(to)")).days.map(\.balance)
    }

    func run(_ command: any Command) throws(GardenError) { try perform(erased: command) }

    private func perform<C: Command>(erased command: C) throws(GardenError) { _ = try perform(command) }
}
