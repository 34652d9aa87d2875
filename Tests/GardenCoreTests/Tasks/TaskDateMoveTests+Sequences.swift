import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Edits of dates beside other changes: completions, late ones, other edits.
extension TaskDateMoveTests {
    @Test(
        "T20, P33: back to an earlier one, those after it that are done do not open again; it is no longer done itself")
    func backToAnEarlierOne() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", points: 5, due: "today", repeat: "daily"))
        for day in 1...7 {
            garden.at("2026-01-0\(day)T10:00:00Z")
            try garden.perform(TaskComplete(id: 1))
        }
        let moved = try garden.perform(TaskEdit(id: 1, due: .set("2026-01-01")))
        #expect(moved.occurrence == "2026-01-01")
        // In their order, so that the same changes write the same event.
        let ahead = try #require(garden.state.tasks[1]?.progress.doneAhead)
        #expect(ahead.map { $0.published(in: .utc) } == (2...7).map { .day(CalendarDay("2026-01-0\($0)")!) })
        let done = try garden.perform(TaskComplete(id: 1, at: "2026-01-01"))
        #expect([done.paid, done.exp] == [0, 0])
        #expect(done.next == "2026-01-08")
        #expect(done.skipped == nil)
    }

    @Test("T20, P33: with another time, what was done and paid stays so, also if that is undone")
    func anotherTimeKeepsWhatWasDone() throws {
        let garden = try garden()
        garden.at("2026-01-05T10:30:00Z")
        try garden.perform(TaskComplete(id: 1))
        garden.at("2026-01-06T10:00:00Z")
        try garden.perform(TaskEdit(id: 1, due: .set("11:00")))
        let late = TaskComplete(id: 1, at: "2026-01-05")
        #expect(try garden.refusal(of: late).details["reason"] == "already_done")
        _ = try garden.undo()
        #expect(try garden.refusal(of: late).details["reason"] == "already_done")
        _ = try garden.redo()
        #expect(try garden.refusal(of: late).details["reason"] == "already_done")
        try garden.perform(TaskReopen(id: 1))
        #expect(try garden.perform(TaskComplete(id: 1)).exp == 0)
    }

    @Test("T20, P33: a moved occurrence that is done is not done again on that day")
    func whatWasMovedAndDoneIsDone() throws {
        let garden = try garden()
        garden.at("2026-01-12T09:30:00Z")
        try garden.perform(TaskSkip(id: 1))
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-13 10:00")))
        garden.at("2026-01-13T12:00:00Z")
        try garden.perform(TaskComplete(id: 1))
        garden.at("2026-01-14T12:00:00Z")
        #expect(try garden.refusal(of: TaskComplete(id: 1, at: "yesterday")).details["reason"] == "already_done")
    }

    @Test("T20: an edit for all occurrences changes them, also if the open one has the value already")
    func allAreChangedThoughOneHasIt() throws {
        let garden = try garden()
        try garden.perform(TaskEdit(id: 1, due: .set("11:00"), occurrenceOnly: true))
        try garden.perform(TaskEdit(id: 1, due: .set("11:00")))
        try garden.perform(TaskEdit(id: 1, remind: .set("8:00"), occurrenceOnly: true))
        try garden.perform(TaskEdit(id: 1, remind: .set("8:00")))
        try garden.perform(TaskComplete(id: 1))
        #expect(
            try dates(garden)
                == Self.with(Self.following) {
                    ($0.occurrence, $0.due) = ("2026-01-12 11:00", "2026-01-12 11:00")
                    $0.remind = "2026-01-12 08:00"
                })
    }

    @Test("T20: a reminder that the series has again rings once")
    func aReminderIsSetBack() throws {
        for change in [FieldChange.set("8:00"), .clear] {
            let garden = try garden()
            try garden.perform(TaskEdit(id: 1, remind: change, occurrenceOnly: true))
            try garden.perform(TaskEdit(id: 1, remind: .set("9:00")))
            garden.at("2026-01-05T09:30:00Z")
            #expect(
                garden.events.filter { $0.type == "task.reminded" }.map { "\($0.at)" } == [
                    "2026-01-05T09:00:00.000+00:00"
                ])
        }
    }

    @Test("T20: a time for the reminder is on the day to which it moves, and on the day before if that is its day")
    func aTimeOfTheReminderIsOnItsDay() throws {
        let garden = try garden()
        let task = try garden.perform(TaskEdit(id: 1, due: .set("wed"), remind: .set("8:00")))
        #expect(
            [task.due, task.remind.map(TaskDate.instant)] == [
                "2026-01-07T10:00:00.000+00:00", "2026-01-07T08:00:00.000+00:00",
            ])
        try garden.perform(TaskAdd(title: "Rent", due: "2026-02-02 10:00", remind: "1d before 18:00", repeat: "weekly"))
        #expect(try garden.perform(TaskEdit(id: 2, remind: .set("19:00"))).remind == "2026-02-01T19:00:00.000+00:00")
    }

    @Test("T20: another repeat keeps the start, the end and the reminder of the series")
    func anotherRepeatKeepsTheSeries() throws {
        let garden = try garden()
        try garden.perform(TaskEdit(id: 1, remind: .clear, occurrenceOnly: true))
        try garden.perform(TaskEdit(id: 1, repeat: .set("every 2 weeks")))
        #expect(try dates(garden) == Self.before)
    }

    @Test("T4: the reminder of a new repeating task, as a time alone, is on the due day, or the day before a due time")
    func aNewReminderIsOnTheDueDay() throws {
        let garden = try CoreGarden(at: "2026-01-05T10:00:00Z")
        try garden.perform(TaskAdd(title: "Pills", due: "today", remind: "9:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "Bins", due: "2026-01-12 10:00", remind: "20:00", repeat: "weekly"))
        garden.at("2026-01-12T12:00:00Z")
        let rung = garden.events.filter { $0.type == "task.reminded" }.map { "\($0.at)".prefix(16) }
        #expect(
            rung.filter { $0.hasSuffix("09:00") }.map { $0.prefix(10) }
                == (6...12).map { "2026-01-\($0 < 10 ? "0" : "")\($0)" })
        #expect(rung.filter { $0.hasSuffix("20:00") } == ["2026-01-11T20:00"])
    }

    @Test("T20: where the rule says its times, another of them opens that occurrence")
    func aTimeOfTheRuleOpensThat() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Pill", due: "20:00", repeat: "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0"))
        try garden.perform(TaskComplete(id: 1))
        #expect(try garden.perform(TaskEdit(id: 1, due: .set("9:00"))).due == "2026-01-02T09:00:00.000+00:00")
        try garden.perform(TaskEdit(id: 1, due: .set("8:00")))
        let task = try garden.perform(TaskEdit(id: 1, due: .set("20:00")))
        #expect([task.due, task.occurrence] == ["2026-01-02T20:00:00.000+00:00", "2026-01-02T20:00:00.000+00:00"])
        #expect(try garden.task(1).remind == nil)
    }
}
