import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Cases between the rules of tasks, most of them found by the simulation.
@Suite("Tasks: edges")
struct TaskEdgeTests {
    /// A garden in Berlin on Mon 2026-03-30 at 08:00.
    private func garden() throws -> CoreGarden {
        try CoreGarden(at: "2026-03-30T06:00:00Z", zone: "Europe/Berlin")
    }

    private func reminders(_ garden: CoreGarden) throws -> [String] {
        try garden.published(.taskReminded).map { event in
            "\(event.at.description.prefix(16)) \(event.data.missed ?? -1) since "
                + "\(event.data.since?.description.prefix(16) ?? "never")"
        }
    }

    @Test("T1: a task may end at a time of the day on which it starts")
    func aTaskMayEndOnTheDayOnWhichItStarts() throws {
        let garden = try garden()
        let task = try garden.perform(TaskAdd(title: "Move", start: "2026-04-02", end: "2026-04-02 18:00"))
        #expect(task.start == .day("2026-04-02"))
        let refusal = try garden.refusal(of: TaskAdd(title: "Move", start: "2026-04-02", end: "2026-04-02 3:00"))
        #expect(refusal.code == .invalidParams)
    }

    @Test("T6, T11: what a task missed fires once, a snoozed reminder included")
    func aSnoozedReminderIsMissedWithTheOthers() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "Water", remind: "9:00", repeat: "daily"))
        garden.at("09:00:00")
        try garden.perform(TaskSnooze(id: 1, until: "2026-04-01 12:00"))
        // From Mon 09:00 to Sat 10:00; the snoozed reminder is on Wednesday.
        garden.down(seconds: 5 * 86_400 + 3600)
        #expect(try reminders(garden) == ["2026-04-04T09:00 6 since 2026-03-31T09:00"])
        let task = try garden.ask(TaskGet(id: 1))
        #expect(task.remind?.description == "2026-04-05T09:00:00.000+02:00")
        #expect(task.snoozedUntil == nil)
    }

    @Test("T6, T11: a snoozed reminder can be the last one missed, and the same as another")
    func theSnoozedReminderCanBeTheLastOneMissed() throws {
        for (until, expected) in [
            ("2026-04-04 09:30", "2026-04-04T09:30 6 since 2026-03-31T09:00"),
            ("2026-04-01 09:00", "2026-04-04T09:00 5 since 2026-03-31T09:00"),
        ] {
            let garden = try garden()
            try garden.perform(TaskAdd(title: "Water", remind: "9:00", repeat: "daily"))
            garden.at("09:00:00")
            try garden.perform(TaskSnooze(id: 1, until: until))
            garden.down(seconds: 5 * 86_400 + 3600)
            #expect(try reminders(garden) == [expected])
            #expect(try garden.ask(TaskGet(id: 1)).remind?.description == "2026-04-05T09:00:00.000+02:00")
        }
    }

    @Test("T6: two occurrences of a day with the same reminder are missed once")
    func occurrencesOfADayAreMissedOnce() throws {
        let garden = try garden()
        try garden.perform(
            TaskAdd(
                title: "Pills", due: "2026-03-30 20:00", remind: "2026-03-30 9:00",
                repeat: "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0"))
        garden.at("09:00:00")
        #expect(try reminders(garden) == ["2026-03-30T09:00 0 since never"])
        garden.down(seconds: 3 * 86_400 + 3600)
        // With the six due times between.
        #expect(try reminders(garden) == ["2026-04-02T09:00 9 since 2026-03-30T20:00"])
    }

    @Test("T7: a task that repeats no more is not refused because its reminder has fired")
    func aRepeatCanBeClearedAfterTheReminder() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "Water", remind: "9:00", repeat: "daily"))
        garden.at("12:00:00")
        let task = try garden.perform(TaskEdit(id: 1, repeat: .clear))
        #expect(task.remind == nil && task.repeat == nil && task.occurrence == nil)
        let refusal = try garden.refusal(of: TaskEdit(id: 1, remind: .set("2026-03-30 9:00")))
        #expect(refusal.details["reason"] == "reminder_in_past")
    }

    @Test("T14: the dates of a task that repeats no more do not move with the zone")
    func aTaskThatRepeatsNoMoreKeepsItsInstants() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "Rent", due: "2026-04-01 9:00", repeat: "monthly"))
        let due = try garden.perform(TaskEdit(id: 1, repeat: .clear)).due
        try garden.travel(to: "Asia/Tokyo")
        guard case .instant(let before)? = due, case .instant(let after)? = try garden.ask(TaskGet(id: 1)).due else {
            Issue.record("the due date is not an instant")
            return
        }
        #expect(before.instant == after.instant)
        #expect(after.description == "2026-04-01T16:00:00.000+09:00")
    }

    @Test("P12: an occurrence that has paid does not pay again as a single task")
    func anOccurrenceDoesNotPayAgainAsASingleTask() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "Water", points: 10, due: "9:00", repeat: "daily"))
        garden.at("10:00:00")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 10)
        try garden.perform(TaskReopen(id: 1))
        try garden.perform(TaskEdit(id: 1, repeat: .clear))
        let done = try garden.perform(TaskComplete(id: 1))
        #expect([done.paid, done.exp, done.balance] == [0, 0, 10])
    }

    @Test("task.next: overdue tasks, then those due today, by priority and position")
    func theNextTaskIsTheFirstByPriorityAndPosition() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "someday", priority: 1))
        try garden.perform(TaskAdd(title: "tonight", due: "20:00"))
        try garden.perform(TaskAdd(title: "late", due: "2026-03-29 9:00"))
        try garden.perform(TaskAdd(title: "very late", due: "2026-03-01 9:00"))
        try garden.perform(TaskAdd(title: "template", priority: 1, standing: true))
        var order: [String] = []
        for _ in 0..<5 {
            guard let task = try garden.ask(TaskNext()).task else { break }
            order.append(task.title)
            try garden.perform(TaskComplete(id: task.id))
        }
        #expect(order == ["late", "very late", "tonight", "someday"])
    }
}
