import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// When reminders fire, and what they record (RULES T4, T6, T7, T8, T11, L8).
@Suite("Reminders of tasks")
struct TaskReminderTests {
    // MARK: In time

    @Test("T4, T8: a reminder fires once, with a line; a single task has no other")
    func aReminderFiresOnce() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "Water plants", remind: "10:00"))
        #expect(task == .added(1, uid: "00000000-2", "Water plants") { $0.remind = "2026-01-01T10:00:00.000+00:00" })
        garden.at("09:59:59")
        #expect(garden.events == [])
        garden.at("12:00:00")
        let due: Timestamp = "2026-01-01T10:00:00.000+00:00"
        let reminded = task.with { ($0.remind, $0.updatedAt) = (nil, due) }
        #expect(garden.events.map(\.type) == ["task.reminded", "log.written"])
        #expect(
            try garden.published(EventKind.taskReminded).map { $0.data } == [
                TaskChanged(task: reminded, missed: 0, dueAt: due)
            ])
        #expect(try garden.task(1) == reminded)
        #expect(try garden.lines().suffix(1) == ["[10:00] reminder Water plants"])
    }

    @Test("T8: a reminder in time has missed 0 and no count in its line")
    func aReminderInTime() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Water plants", remind: "9:00:59 tomorrow"))
        garden.at("2026-01-02T09:00:00Z")
        let due: Timestamp = "2026-01-02T09:00:00.000+00:00"
        #expect(
            try garden.published(EventKind.taskReminded).map { [$0.data.missed] } == [[0]])
        #expect(try garden.tasks(.taskReminded).map(\.since) == [nil])
        #expect(try garden.tasks(.taskReminded).map(\.dueAt) == [due])
        #expect(try garden.lines().suffix(1) == ["[09:00] reminder Water plants"])
    }

    @Test("T4: a single reminder in the past is refused; a minute ahead is accepted")
    func aReminderInThePast() throws {
        let garden = try CoreGarden(at: "2026-01-01T09:00:30Z")
        #expect(
            try garden.refusal(of: TaskAdd(title: "a", remind: "2026-01-01 9:00"))
                == .refused(.reminderInPast, ["remind": "2026-01-01T09:00:00.000+00:00"]))
        try garden.perform(TaskAdd(title: "a", remind: "2026-01-01 9:01"))
        #expect(
            try garden.refusal(of: TaskEdit(id: 1, remind: .set("2026-01-01 9:00")))
                == .refused(.reminderInPast, ["remind": "2026-01-01T09:00:00.000+00:00"]))
        #expect(
            try garden.refusal(of: TaskAdd(title: "a", remind: "2026-01-01 9:00", repeat: "after 4d"))
                == .refused(.reminderInPast, ["remind": "2026-01-01T09:00:00.000+00:00"]))
        #expect(
            try garden.refusal(of: TaskAdd(title: "a", remind: "2025-12-01", repeat: "FREQ=DAILY;COUNT=5"))
                == .refused(.reminderInPast, ["remind": "2025-12-01T09:00:00.000+00:00"]))
    }

    @Test("T9: a date that is not understood is refused with its param, the word and three examples")
    func aDateThatIsNotUnderstood() throws {
        let garden = try CoreGarden()
        func refusal(_ param: String, _ word: String, of command: some Command) throws {
            let refusal = try garden.refusal(of: command)
            #expect(refusal.details["reason"] == "not_understood")
            #expect(refusal.details["param"] == .string(param))
            #expect(refusal.details["word"] == .string(word))
            #expect(refusal.details["examples"]?.arrayValue?.count == 3)
        }
        try refusal("due", "soonish", of: TaskAdd(title: "a", due: "soonish"))
        try refusal("remind", "yesterday", of: TaskAdd(title: "a", remind: "yesterday"))
        try refusal("start", "3/4", of: TaskAdd(title: "a", start: "3/4"))
        try refusal("end", "25:00", of: TaskAdd(title: "a", end: "25:00"))
        try garden.perform(TaskAdd(title: "a"))
        try refusal("until", "whenever", of: TaskSnooze(id: 1, until: "whenever"))
        try refusal("due", "soonish", of: TaskEdit(id: 1, due: .set("soonish")))
    }

    // MARK: The order

    @Test("L8: what is due at the same instant: the rollover, the timer, then reminders by id")
    func theOrderAtTheSameInstant() throws {
        let garden = try CoreGarden(at: "2026-01-01T03:00:00Z")
        try garden.perform(TaskAdd(title: "first", remind: "2026-01-01 4:00"))
        try garden.perform(TaskAdd(title: "second", remind: "2026-01-01 4:05"))
        try garden.perform(TaskAdd(title: "third", remind: "2026-01-01 4:00"))
        try garden.perform(TaskSnooze(id: 2, until: "2026-01-01 4:00"))
        try garden.perform(TimerStart(minutes: 60))
        garden.at("04:00:00")
        #expect(
            garden.events.summary == [
                "04:00:00 day.rolledOver", "04:00:00 focus.completed", "04:00:00 garden.grew", "04:00:00 timer.started",
                "04:00:00 task.reminded", "04:00:00 task.reminded", "04:00:00 task.reminded",
            ])
        #expect(try garden.tasks(.taskReminded).map(\.task.id) == [1, 2, 3])
        #expect(
            try garden.lines().suffix(3) == [
                "[04:00] reminder first", "[04:00] reminder second", "[04:00] reminder third",
            ])
    }

    // MARK: Missed

    @Test("T6: daily 09:00, down from Monday 10:00 to Saturday 10:00: one firing, missed 5 since Tuesday")
    func missedRemindersAreOne() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let task = try garden.perform(TaskAdd(title: "Water plants", remind: "9:00", repeat: "daily"))
        garden.at("10:00:00")
        #expect(garden.events.summary == ["09:00:00 task.reminded"])
        garden.down(seconds: 5 * 86_400)
        let saturday: Timestamp = "2026-01-10T09:00:00.000+00:00"
        let tuesday: Timestamp = "2026-01-06T09:00:00.000+00:00"
        let after = task.with { ($0.remind, $0.updatedAt) = ("2026-01-11T09:00:00.000+00:00", saturday) }
        let reminded = try garden.published(EventKind.taskReminded)
        #expect(reminded.map(\.at) == [saturday])
        #expect(
            reminded.map(\.data) == [TaskChanged(task: after, missed: 5, since: tuesday, dueAt: saturday)])
        #expect(try garden.task(1) == after)
        #expect(try garden.task(1).occurrence == "2026-01-05T09:00:00.000+00:00")
        #expect(try garden.lines(of: "2026-01-10").suffix(1) == ["[09:00] reminder Water plants (missed 5×)"])
        for day in ["2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09"] as [CalendarDay] {
            #expect(try garden.lines(of: day).contains { $0.contains("reminder") } == false)
        }
    }

    @Test(
        "T6: after a sleep, a power cut or a clock set ahead, the missed reminders are one",
        arguments: ["sleep", "reboot", "step", "downtime"])
    func absencesAreAlike(absence: String) throws {
        let garden = try CoreGarden(at: "2026-01-05T10:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "2026-01-06 9:00", repeat: "daily"))
        let seconds = 3 * 86_400
        switch absence {
        case "sleep": garden.suspend(seconds: seconds)
        case "reboot": garden.reboot(seconds: seconds)
        case "step": garden.stepClock(seconds: seconds)
        default: garden.down(seconds: seconds)
        }
        let reminded = try garden.tasks(.taskReminded)
        #expect(reminded.map(\.missed) == [3])
        #expect(reminded.map(\.since) == ["2026-01-06T09:00:00.000+00:00"])
        #expect(reminded.map(\.dueAt) == ["2026-01-08T09:00:00.000+00:00"])
        #expect(try garden.task(1).remind == "2026-01-09T09:00:00.000+00:00")
        #expect(try garden.task(1).occurrence == "2026-01-06T09:00:00.000+00:00")
    }

    @Test(
        "T6: a downtime, a sleep or a clock step shorter than the grace is ignored; after a longer one, it is missed",
        arguments: ["sleep", "step", "downtime"], [(59, 0), (60, 1), (600, 1)])
    func theGraceDecides(absence: String, row: (seconds: Int, missed: Int)) throws {
        let garden = try CoreGarden(at: "2026-01-05T09:00:00Z")
        // The reminder is due at the end of the downtime, or at the beginning of the others.
        garden.advance(seconds: absence == "downtime" ? 3600 - row.seconds : 3599)
        try garden.perform(TaskAdd(title: "a", remind: "10:00"))
        if absence != "downtime" { garden.advance(milliseconds: 999) }
        switch absence {
        case "sleep": garden.suspend(seconds: row.seconds)
        case "step": garden.stepClock(milliseconds: row.seconds * 1000 + 1)
        default: garden.down(seconds: row.seconds)
        }
        #expect(try garden.tasks(.taskReminded).map(\.missed) == [row.missed])
    }

    @Test("T6: while the daemon runs, each reminder is in time, even if it is written late")
    func aServedReminderIsNotMissed() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        garden.isServed = false
        garden.at("2026-01-06T10:00:00Z")
        garden.isServed = true
        garden.advance(seconds: 0)
        #expect(try garden.tasks(.taskReminded).map(\.missed) == [0, 0])
        #expect(garden.events.times(of: "task.reminded") == ["09:00:00", "09:00:00"])
    }

    @Test("T6: a single reminder that was missed fires once, with its day's log")
    func aSingleMissedReminder() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00"))
        garden.down(seconds: 2 * 86_400)
        #expect(try garden.tasks(.taskReminded).map(\.missed) == [1])
        #expect(try garden.lines(of: "2026-01-05").suffix(1) == ["[09:00] reminder a (missed 1×)"])
        garden.advance(seconds: 86_400)
        #expect(garden.events.times(of: "task.reminded") == [])
    }

    @Test("T6: a snoozed reminder and those after it that were missed are one firing")
    func aSnoozedReminderIsMissedWithTheOthers() throws {
        for (until, dueAt, missed) in [
            ("2026-01-05 10:30", "2026-01-07T09:00:00.000+00:00", 3),
            ("2026-01-06 12:00", "2026-01-07T09:00:00.000+00:00", 3),
            ("2026-01-07 9:30", "2026-01-07T09:30:00.000+00:00", 3),
        ] as [(String, Timestamp, Int)] {
            let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
            try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
            garden.at("10:00:00")
            try garden.perform(TaskSnooze(id: 1, until: until))
            garden.down(seconds: 2 * 86_400)
            let reminded = try garden.tasks(.taskReminded)
            #expect(reminded.map(\.missed) == [missed], "\(until)")
            #expect(reminded.map(\.dueAt) == [dueAt], "\(until)")
            let task = try garden.task(1)
            #expect(task.remind == "2026-01-08T09:00:00.000+00:00", "\(until)")
            #expect(task.snoozedUntil == nil, "\(until)")
        }
    }

    @Test("T6, L4: many missed reminders are counted without firing each")
    func aYearOfReminders() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "FREQ=MINUTELY;INTERVAL=5"))
        garden.down(seconds: 365 * 86_400)
        let reminded = try garden.tasks(.taskReminded)
        #expect(reminded.map(\.missed) == [365 * 288 - 11])
        #expect(reminded.map(\.dueAt) == ["2027-01-05T08:00:00.000+00:00"])
    }

    // MARK: Done and reopened

    @Test("T7: completing cancels the reminder; reopening arms it again while it lies ahead")
    func aCompletionCancelsTheReminder() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a", due: "2026-01-03", remind: "10:00"))
        #expect(try garden.perform(TaskComplete(id: 1)).task.remind == nil)
        #expect(garden.state.tasks.firings.isEmpty)
        #expect(try garden.perform(TaskReopen(id: 1)).remind == "2026-01-01T10:00:00.000+00:00")
        try garden.perform(TaskComplete(id: 1))
        garden.at("11:00:00")
        #expect(garden.events == [])
        let reopened = try garden.perform(TaskReopen(id: 1))
        #expect(reopened.remind == nil)
        #expect(reopened.due == "2026-01-03")
    }

    @Test("T7: a removed task does not remind")
    func aRemovedTaskDoesNotRemind() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "a", remind: "10:00"))
        #expect(try garden.perform(TaskRemove(id: 1)) == task)
        #expect(try garden.tasks(.taskRemoved) == [TaskChanged(task: task)])
        garden.at("11:00:00")
        #expect(garden.events == [])
    }

    // MARK: Snooze

    @Test("T11: a fired reminder fires again at the given time; occurrence and anchor stay")
    func aFiredReminderIsSnoozed() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        garden.at("09:00:30")
        let fired = try garden.task(1)
        let snoozed = try garden.perform(TaskSnooze(id: 1, minutes: 10))
        #expect(
            snoozed
                == fired.with {
                    $0.snoozedUntil = "2026-01-05T09:11:00.000+00:00"
                    $0.updatedAt = "2026-01-05T09:00:30.000+00:00"
                })
        #expect(garden.events.map(\.type) == ["task.snoozed"])
        garden.at("09:11:00")
        #expect(garden.events.times(of: "task.reminded") == ["09:11:00"])
        #expect(
            try garden.task(1)
                == fired.with { $0.updatedAt = "2026-01-05T09:11:00.000+00:00" })
        #expect(fired.remind == "2026-01-06T09:00:00.000+00:00")
    }

    @Test("T11: the armed reminder fires at the given time instead; the following ones stay")
    func anArmedReminderIsSnoozed() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "daily", remind: "9:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "single", remind: "9:00"))
        let daily = try garden.perform(TaskSnooze(id: 1, until: "9:30"))
        #expect(daily.snoozedUntil == "2026-01-05T09:30:00.000+00:00")
        #expect(daily.remind == "2026-01-06T09:00:00.000+00:00")
        #expect(daily.occurrence == "2026-01-05T09:00:00.000+00:00")
        let single = try garden.perform(TaskSnooze(id: 2, until: "9:30"))
        #expect([single.snoozedUntil, single.remind] == ["2026-01-05T09:30:00.000+00:00", nil])
        garden.at("09:30:00")
        #expect(try garden.tasks(.taskReminded).map(\.task.id) == [1, 2])
        garden.at("2026-01-06T10:00:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["09:00:00"])
    }

    @Test("T11: after a completion, the reminder of the next occurrence is the one that is snoozed")
    func theNextReminderIsSnoozedAfterACompletion() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        garden.at("09:30:00")
        try garden.perform(TaskComplete(id: 1))
        let snoozed = try garden.perform(TaskSnooze(id: 1, until: "2026-01-06 10:00"))
        #expect(snoozed.remind == "2026-01-07T09:00:00.000+00:00")
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).task.snoozedUntil == nil)
    }

    @Test(
        "T11: snoozed again, a reminder only gets another time, even after it fired early; later ones stay",
        arguments: [nil, true] as [Bool?])
    func aSecondSnoozeReplacesTheFirst(standing: Bool?) throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        let task = try garden.perform(
            TaskAdd(title: "Stretch", standing: standing, remind: "2026-11-25 9:00", repeat: "weekly"))
        let snoozed = task.with {
            ($0.remind, $0.snoozedUntil) = ("2026-11-25T09:00:00.000+00:00", "2026-11-22T10:05:00.000+00:00")
        }
        for _ in 1...3 { #expect(try garden.perform(TaskSnooze(id: 1, minutes: 5)) == snoozed) }
        garden.at("10:05:00")
        #expect(garden.events.times(of: "task.reminded") == ["10:05:00"])
        #expect(
            try garden.perform(TaskSnooze(id: 1, minutes: 5))
                == snoozed.with {
                    $0.snoozedUntil = "2026-11-22T10:10:00.000+00:00"
                    $0.updatedAt = "2026-11-22T10:05:00.000+00:00"
                })
        garden.at("2026-12-02T10:00:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["10:10:00", "09:00:00", "09:00:00"])
    }

    @Test("T11: a snooze past the time of a reminder replaces it; one to a time before it is another reminder")
    func aLaterReminderStaysArmed() throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        for title in ["a", "b"] { try garden.perform(TaskAdd(title: title, remind: "2026-11-22 18:00")) }
        #expect(
            try garden.perform(TaskSnooze(id: 1, until: "17:59")).remind == "2026-11-22T18:00:00.000+00:00")
        #expect(try garden.perform(TaskSnooze(id: 2, until: "18:00")).remind == nil)
        garden.at("2026-11-22T17:59:00Z")
        #expect(try garden.tasks(.taskReminded).map(\.task.id) == [1])
        garden.at("2026-11-22T18:00:00Z")
        #expect(try garden.tasks(.taskReminded).map(\.task.id) == [1, 2])
    }

    @Test("T11: a time that has passed is refused; until and minutes exclude each other")
    func refusedSnoozes() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a", remind: "10:00"))
        #expect(
            try garden.refusal(of: TaskSnooze(id: 1, until: "2026-01-01 9:00"))
                == .refused(.reminderInPast, ["until": "2026-01-01T09:00:00.000+00:00"]))
        #expect(try garden.refusal(of: TaskSnooze(id: 1)) == .invalid("until"))
        #expect(try garden.refusal(of: TaskSnooze(id: 1, until: "11:00", minutes: 5)) == .invalid("until"))
        #expect(try garden.refusal(of: TaskSnooze(id: 1, minutes: 0)) == .invalid("minutes"))
        #expect(try garden.refusal(of: TaskSnooze(id: 1, minutes: 10_081)) == .invalid("minutes"))
        #expect(try garden.refusal(of: TaskSnooze(id: 2, minutes: 5)) == Refusal(.notFound, ["kind": "task", "id": 2]))
    }

    @Test("T11: snoozing a task without a reminder gives it one")
    func aTaskWithoutReminderIsSnoozed() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a"))
        #expect(try garden.perform(TaskSnooze(id: 1, minutes: 10_080)).snoozedUntil == "2026-01-08T09:00:00.000+00:00")
        try garden.perform(TaskSnooze(id: 1, minutes: 1))
        garden.at("09:01:00")
        #expect(garden.events.times(of: "task.reminded") == ["09:01:00"])
    }
}
