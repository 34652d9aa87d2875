import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A second press completes nothing, and what is due soon can be done early (RULES T7).
@Suite("Completing a repeating task twice")
struct RepeatedCompletionTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        /// The dates of the task, which is added on Thursday, 2026-01-01, at 9:00.
        var due: String
        var rule: String
        /// When it is completed before, each time early, by the calendar in UTC.
        var before: [String] = []
        /// When it is completed without a name.
        var at: String
        /// The occurrence that is completed; `nil` if it is refused.
        var occurrence: TaskDate?
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "daily, the next one at once", due: "today", rule: "daily", before: ["01-01T10:00"], at: "01-01T10:00"
        ),
        Row(name: "daily, in the night", due: "today", rule: "daily", before: ["01-01T10:00"], at: "01-02T03:59"),
        Row(
            name: "daily, on the next day", due: "today", rule: "daily", before: ["01-01T10:00"], at: "01-02T04:00",
            occurrence: "2026-01-02"),
        Row(
            name: "daily at a time, on the next day, before it comes", due: "18:00", rule: "daily",
            before: ["01-01T19:00"], at: "01-02T07:00", occurrence: "2026-01-02T18:00:00.000+00:00"),
        Row(
            name: "daily at a time, twice before it comes", due: "18:00", rule: "daily", before: ["01-01T10:00"],
            at: "01-01T10:01"),
        Row(
            name: "a day late, and that of the day", due: "today", rule: "daily", before: ["01-02T09:00"],
            at: "01-02T20:00"),
        Row(
            name: "a day late, and that of the day after, on its day", due: "today", rule: "daily",
            before: ["01-02T09:00"], at: "01-03T20:00", occurrence: "2026-01-02"),
        Row(
            name: "a day late, that of the day, and again", due: "today", rule: "daily",
            before: ["01-02T09:00", "01-02T09:01"], at: "01-02T20:00"),
        Row(
            name: "weekly, a day early", due: "2026-01-05", rule: "weekly", at: "01-04T20:00", occurrence: "2026-01-05"),
        Row(
            name: "weekly, again on the day after, still early", due: "2026-01-05", rule: "weekly",
            before: ["01-03T20:00"], at: "01-04T20:00"),
        Row(
            name: "weekly, early, and again on its day", due: "2026-01-05", rule: "weekly", before: ["01-04T20:00"],
            at: "01-05T20:00", occurrence: "2026-01-12"),
        Row(
            name: "weekly, twice on its day", due: "2026-01-05", rule: "weekly", before: ["01-05T10:00"],
            at: "01-05T20:00"),
        Row(
            name: "monthly, on another day of the month", due: "today", rule: "monthly", before: ["01-01T10:00"],
            at: "01-20T10:00", occurrence: "2026-02-01"),
        Row(
            name: "some days after it, twice", due: "today", rule: "after 4d", before: ["01-01T10:00"],
            at: "01-01T10:01"),
        Row(
            name: "some days after it, on the day after", due: "today", rule: "after 4d", before: ["01-01T10:00"],
            at: "01-02T10:00", occurrence: "2026-01-05"),
        Row(name: "after 3 hours, at once", due: "10:00", rule: "after 3h", before: ["01-01T10:00"], at: "01-01T11:59"),
        Row(
            name: "after 3 hours, within the hour before", due: "10:00", rule: "after 3h", before: ["01-01T10:00"],
            at: "01-01T12:00", occurrence: "2026-01-01T13:00:00.000+00:00"),
        Row(
            name: "every 8 hours, more than an hour before", due: "10:00", rule: "FREQ=HOURLY;INTERVAL=8",
            before: ["01-01T10:05"], at: "01-01T16:59"),
        Row(
            name: "every 8 hours, within the hour before", due: "10:00", rule: "FREQ=HOURLY;INTERVAL=8",
            before: ["01-01T10:05"], at: "01-01T17:00", occurrence: "2026-01-01T18:00:00.000+00:00"),
        Row(
            name: "every 8 hours, the one before done within that hour", due: "10:00", rule: "FREQ=HOURLY;INTERVAL=8",
            before: ["01-01T17:30"], at: "01-01T17:31"),
        Row(
            name: "every hour, twice", due: "10:00", rule: "FREQ=HOURLY", before: ["01-01T09:30"], at: "01-01T09:31"),
        Row(
            name: "every hour, in the hour before", due: "10:00", rule: "FREQ=HOURLY", before: ["01-01T09:30"],
            at: "01-01T10:00", occurrence: "2026-01-01T11:00:00.000+00:00"),
        Row(
            name: "a day apart, by the clock, is not less than a day", due: "18:00", rule: "daily",
            before: ["01-02T17:30"], at: "01-02T17:31"),
        Row(
            name: "nothing done before", due: "2026-01-20", rule: "weekly", at: "01-01T10:00", occurrence: "2026-01-20"),
    ]

    private func garden(_ row: Row) throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", points: 5, due: row.due, repeat: row.rule))
        for at in row.before {
            garden.at("2026-\(at):00Z")
            try garden.perform(TaskComplete(id: 1, early: true))
        }
        garden.at("2026-\(row.at):00Z")
        return garden
    }

    @Test("T7: what a completion without a name completes", arguments: rows)
    func whatIsCompleted(_ row: Row) throws {
        let garden = try garden(row)
        let before = garden.revertible
        guard let occurrence = row.occurrence else {
            let open = try #require(try garden.task(1).occurrence)
            let refusal = try garden.refusal(of: TaskComplete(id: 1))
            #expect(refusal == .refused(.alreadyDone, ["id": 1, "occurrence": open.json]))
            #expect(garden.revertible == before)
            return
        }
        try garden.perform(TaskComplete(id: 1))
        #expect(try garden.tasks(.taskCompleted).map(\.completed) == [occurrence])
    }

    @Test(
        "T7: what is refused is completed early, or by its name", arguments: rows.filter { $0.occurrence == nil },
        [true, false])
    func earlyAndByName(_ row: Row, isEarly: Bool) throws {
        let garden = try garden(row)
        let open = try #require(try garden.task(1).occurrence)
        try garden.perform(isEarly ? TaskComplete(id: 1, early: true) : TaskComplete(id: 1, occurrence: open))
        #expect(try garden.tasks(.taskCompleted).map(\.completed) == [open])
    }

    @Test("T7: a hundred presses of one day pay once")
    func aHundredPressesPayOnce() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", points: 10, due: "today", repeat: "daily"))
        let done = (0..<100).count { _ in (try? garden.perform(TaskComplete(title: "Gym"))) != nil }
        #expect(done == 1)
        #expect(try garden.ask(PointsGet()).balance == 10)
        #expect(try garden.exp == 1)
    }

    @Test("T7, T10: a task that was reopened, undone, or begins again can be completed on the same day")
    func whatIsOpenAgainIsCompleted() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", due: "today", repeat: "daily"))
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TaskReopen(id: 1))
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-02")
        _ = try garden.undo()
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-02")
        // That it begins again is no second day.
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-03"), series: true))
        #expect(try garden.refusal(of: TaskComplete(id: 1)).details["reason"] == "already_done")
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).next == "2026-01-04")
        let refusal = try garden.refusal(of: TaskComplete(id: 1))
        #expect(
            refusal.message
                == "the occurrence 2026-01-03 of task 1, \"Gym\", is done, and the next occurrence, 2026-01-04, "
                + "has not come yet")
    }

    @Test("T7: the message says what is done, and what has not come")
    func theMessageSaysWhatIsDone() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", due: "today", repeat: "daily"))
        try garden.perform(TaskComplete(id: 1))
        #expect(
            try garden.refusal(of: TaskComplete(id: 1)).message
                == "task 1, \"Gym\", was done today, and the next occurrence, 2026-01-02, has not come yet")
    }
}
