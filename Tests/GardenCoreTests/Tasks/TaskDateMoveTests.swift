import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What an edit of a date of a repeating task moves (RULES T20). In these gardens it is Thursday, 2026-01-01, 9:00 in UTC.
@Suite("Moving dates of repeating tasks")
struct TaskDateMoveTests {
    /// The dates of a task, without the zone: `2026-01-05 10:00`.
    struct Dates: Equatable {
        var occurrence: String?
        var start: String?
        var end: String?
        var due: String?
        var remind: String?
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var edit: TaskEdit
        var moved: MovedDates?
        /// The dates after the edit, and those of the next occurrence.
        var dates: Dates
        var next: Dates
        var testDescription: String { name }
    }

    static let before = Dates(
        occurrence: "2026-01-05 10:00", start: "2026-01-04", end: "2026-01-05 12:00", due: "2026-01-05 10:00",
        remind: "2026-01-05 09:00")
    static let following = Dates(
        occurrence: "2026-01-12 10:00", start: "2026-01-11", end: "2026-01-12 12:00", due: "2026-01-12 10:00",
        remind: "2026-01-12 09:00")

    static func with(_ dates: Dates, _ change: (inout Dates) -> Void) -> Dates {
        var dates = dates
        change(&dates)
        return dates
    }

    static let rows = [
        Row(
            name: "a time alone: all, on their days", edit: TaskEdit(id: 1, due: .set("11:00")), moved: .series,
            dates: with(before) { ($0.occurrence, $0.due) = ("2026-01-05 11:00", "2026-01-05 11:00") },
            next: with(following) { ($0.occurrence, $0.due) = ("2026-01-12 11:00", "2026-01-12 11:00") }),
        Row(
            name: "a time alone of the reminder: all, on their days", edit: TaskEdit(id: 1, remind: .set("8:00")),
            moved: .series, dates: with(before) { $0.remind = "2026-01-05 08:00" },
            next: with(following) { $0.remind = "2026-01-12 08:00" }),
        Row(
            name: "a date that is not one of the rule: this one, with its others",
            edit: TaskEdit(id: 1, due: .set("2026-01-07 10:00")), moved: .occurrence,
            dates: Dates(
                occurrence: "2026-01-05 10:00", start: "2026-01-06", end: "2026-01-07 12:00", due: "2026-01-07 10:00",
                remind: "2026-01-07 09:00"), next: following),
        Row(
            name: "another time of its day: this one", edit: TaskEdit(id: 1, due: .set("mon 11:00")),
            moved: .occurrence, dates: with(before) { $0.due = "2026-01-05 11:00" }, next: following),
        Row(
            name: "a day alone: at its time", edit: TaskEdit(id: 1, due: .set("tuesday")), moved: .occurrence,
            dates: Dates(
                occurrence: "2026-01-05 10:00", start: "2026-01-05", end: "2026-01-06 12:00", due: "2026-01-06 10:00",
                remind: "2026-01-06 09:00"), next: following),
        Row(
            name: "a date of the rule: that one is open", edit: TaskEdit(id: 1, due: .set("2026-01-12 10:00")),
            moved: .skipped, dates: following,
            next: Dates(
                occurrence: "2026-01-19 10:00", start: "2026-01-18", end: "2026-01-19 12:00", due: "2026-01-19 10:00",
                remind: "2026-01-19 09:00")),
        Row(
            name: "a day of the rule alone", edit: TaskEdit(id: 1, due: .set("2026-01-12")), moved: .skipped,
            dates: following,
            next: Dates(
                occurrence: "2026-01-19 10:00", start: "2026-01-18", end: "2026-01-19 12:00", due: "2026-01-19 10:00",
                remind: "2026-01-19 09:00")),
        Row(
            name: "a date of the rule, of this one only",
            edit: TaskEdit(id: 1, due: .set("2026-01-12 10:00"), occurrenceOnly: true), moved: .occurrence,
            dates: with(following) { $0.occurrence = "2026-01-05 10:00" }, next: following),
        Row(
            name: "a time alone, of this one only", edit: TaskEdit(id: 1, due: .set("11:00"), occurrenceOnly: true),
            moved: .occurrence, dates: with(before) { $0.due = "2026-01-05 11:00" }, next: following),
        Row(
            name: "all of the series", edit: TaskEdit(id: 1, due: .set("2026-01-07 11:00"), series: true),
            moved: .series,
            dates: Dates(
                occurrence: "2026-01-07 11:00", start: "2026-01-06", end: "2026-01-07 12:00", due: "2026-01-07 11:00",
                remind: "2026-01-07 09:00"),
            next: Dates(
                occurrence: "2026-01-14 11:00", start: "2026-01-13", end: "2026-01-14 12:00", due: "2026-01-14 11:00",
                remind: "2026-01-14 09:00")),
        Row(
            name: "the reminder of this one only",
            edit: TaskEdit(id: 1, remind: .set("2026-01-03 20:00"), occurrenceOnly: true), moved: .occurrence,
            dates: with(before) { $0.remind = "2026-01-03 20:00" }, next: following),
        Row(
            name: "no reminder of this one", edit: TaskEdit(id: 1, remind: .clear, occurrenceOnly: true),
            moved: .occurrence, dates: with(before) { $0.remind = "2026-01-12 09:00" }, next: following),
        Row(
            name: "a reminder at a distance, of this one only",
            edit: TaskEdit(id: 1, remind: .set("30m before"), occurrenceOnly: true), moved: .occurrence,
            dates: with(before) { $0.remind = "2026-01-05 09:30" }, next: following),
        Row(
            name: "the reminder on another day: all, at its distance",
            edit: TaskEdit(id: 1, remind: .set("2026-01-03 20:00")), moved: .series,
            dates: with(before) { $0.remind = "2026-01-03 20:00" },
            next: with(following) { $0.remind = "2026-01-10 20:00" }),
        Row(
            name: "the due date and the reminder: this one",
            edit: TaskEdit(id: 1, due: .set("2026-01-06 10:00"), remind: .set("2026-01-03 20:00")),
            moved: .occurrence,
            dates: Dates(
                occurrence: "2026-01-05 10:00", start: "2026-01-05", end: "2026-01-06 12:00", due: "2026-01-06 10:00",
                remind: "2026-01-03 20:00"), next: following),
        Row(
            name: "the time, and the reminder: all",
            edit: TaskEdit(id: 1, due: .set("11:00"), remind: .set("2026-01-04 20:00")), moved: .series,
            dates: with(before) {
                ($0.occurrence, $0.due, $0.remind) = ("2026-01-05 11:00", "2026-01-05 11:00", "2026-01-04 20:00")
            },
            next: with(following) {
                ($0.occurrence, $0.due, $0.remind) = ("2026-01-12 11:00", "2026-01-12 11:00", "2026-01-11 20:00")
            }),
        Row(
            name: "without its end: all", edit: TaskEdit(id: 1, end: .clear), moved: .series,
            dates: with(before) { $0.end = nil }, next: with(following) { $0.end = nil }),
        Row(
            name: "the date that it has: nothing", edit: TaskEdit(id: 1, due: .set("2026-01-05 10:00")),
            dates: before, next: following),
    ]

    func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(
            TaskAdd(
                title: "Bins", points: 5, start: "2026-01-04", end: "2026-01-05 12:00", due: "2026-01-05 10:00",
                remind: "2026-01-05 9:00", repeat: "weekly"))
        return garden
    }

    func dates(_ garden: CoreGarden) throws -> Dates {
        let task = try garden.task(1)
        func text(_ date: TaskDate?) -> String? {
            switch date {
            case nil: nil
            case .day(let day)?: day.description
            case .instant(let instant)?: instant.wallText
            }
        }
        return Dates(
            occurrence: text(task.occurrence), start: text(task.start), end: text(task.end), due: text(task.due),
            remind: task.remind?.wallText)
    }

    @Test("T20: what an edit moves, and what undo restores", arguments: rows)
    func whatAnEditMoves(_ row: Row) throws {
        let garden = try garden()
        let before = garden.revertible
        try garden.perform(row.edit)
        #expect(try dates(garden) == row.dates)
        let notes = try garden.events.compactMap { try EventKind.taskEdited.effect(of: $0)?.note?.moved }
        #expect(notes.first == row.moved)
        if !garden.events.isEmpty {
            _ = try garden.undo()
            #expect(garden.differences(from: before) == [])
            _ = try garden.redo()
            #expect(try dates(garden) == row.dates)
        }
        let done = try garden.perform(TaskComplete(id: 1))
        #expect([done.paid, done.exp] == [5, 1])
        #expect(try dates(garden) == row.next)
    }

    @Test("T20: what was moved rings on its new date, once; the following ones on theirs")
    func whatWasMovedRings() throws {
        let garden = try garden()
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-13 10:00")))
        garden.at("2026-01-20T09:00:00Z")
        #expect(
            garden.events.filter { ["task.reminded", "task.due"].contains($0.type) }.map { "\($0.type) \($0.at)" } == [
                "task.reminded 2026-01-12T09:00:00.000+00:00", "task.due 2026-01-12T10:00:00.000+00:00",
                "task.reminded 2026-01-13T09:00:00.000+00:00", "task.due 2026-01-13T10:00:00.000+00:00",
                "task.reminded 2026-01-19T09:00:00.000+00:00", "task.due 2026-01-19T10:00:00.000+00:00",
            ])
    }

    @Test("T6, T20: reminders that fell due unseen are counted with that of the moved occurrence")
    func missedRemindersAreCounted() throws {
        for (due, missed, last) in [
            ("2026-01-13 10:00", 6, "2026-01-19T10:00:00.000+00:00"),
            ("2026-01-20 10:00", 6, "2026-01-20T10:00:00.000+00:00"),
            ("2026-01-12 10:00", 4, "2026-01-19T10:00:00.000+00:00"),
        ] {
            let garden = try garden()
            try garden.perform(TaskEdit(id: 1, due: .set(due), occurrenceOnly: true))
            garden.down(seconds: 20 * 86_400)
            let rung = try garden.events.compactMap {
                try EventKind.taskDue.effect(in: $0) ?? EventKind.taskReminded.effect(in: $0)
            }
            #expect(rung.map { $0.note?.missed } == [missed])
            #expect(rung.map { $0.note?.firedAt.map { "\($0.milliseconds)" } }.count == 1)
            #expect(
                garden.events.filter { ["task.reminded", "task.due"].contains($0.type) }.map { "\($0.at)" } == [last])
        }
    }

    @Test("T7, T20: what was moved comes on its new date: done before, and pressed again")
    func whatWasMovedComesOnItsDate() throws {
        let garden = try garden()
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-06 10:00")))
        garden.at("2026-01-05T20:00:00Z")
        #expect(try garden.ask(TaskList(day: "2026-01-06")).tasks.map(\.id) == [1])
        #expect(try garden.ask(TaskList(day: "2026-01-05")).tasks == [])
        #expect(try garden.perform(TaskCompleteAll(category: "Default")) == [])
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-12T10:00:00.000+00:00")
        #expect(
            try garden.refusal(of: TaskComplete(id: 1)).message
                == "the occurrence 2026-01-06 10:00 of task 1, \"Bins\", is done, and the next occurrence, 2026-01-12 "
                + "10:00, has not come yet")
        // Reopened, it has its dates again.
        #expect(try garden.perform(TaskReopen(id: 1)).due == "2026-01-06T10:00:00.000+00:00")
    }

    @Test("P33, T20: a late completion on the day to which it was moved is of that occurrence")
    func aLateCompletionIsOfTheMovedOne() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", due: "today", repeat: "daily"))
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-02"), occurrenceOnly: true))
        garden.at("2026-01-03T10:00:00Z")
        try garden.perform(TaskComplete(id: 1, at: "yesterday"))
        #expect(try garden.tasks(.taskCompleted).map(\.completed) == ["2026-01-01"])
    }

    @Test("T20: the time of a rule that says its times is that of this occurrence")
    func aRuleWithTimesKeepsThem() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Pill", due: "20:00", repeat: "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0"))
        let task = try garden.perform(TaskEdit(id: 1, due: .set("21:00")))
        #expect(task.due == "2026-01-01T21:00:00.000+00:00")
        #expect(task.occurrence == "2026-01-01T20:00:00.000+00:00")
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-02T08:00:00.000+00:00")
    }

    @Test("T20: days get a time, and keep what was done and paid")
    func daysGetATime() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", points: 5, due: "today", repeat: "FREQ=DAILY;COUNT=4"))
        try garden.perform(TaskComplete(id: 1))
        let task = try garden.perform(TaskEdit(id: 1, due: .set("18:00")))
        #expect(task.occurrence == "2026-01-02T18:00:00.000+00:00")
        #expect(try garden.refusal(of: TaskComplete(id: 1)).details["reason"] == "already_done")
        #expect(try garden.perform(TaskReopen(id: 1)).occurrence == "2026-01-01T18:00:00.000+00:00")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 0)
        #expect(
            try garden.ask(TaskOccurrenceList(id: 1, count: 9)) == [
                "2026-01-02T18:00:00.000+00:00", "2026-01-03T18:00:00.000+00:00", "2026-01-04T18:00:00.000+00:00",
            ])
    }

    @Test("T20: of a task that repeats after its completion, the open date moves, and the others along")
    func aDelayMovesItsOpenDate() throws {
        let garden = try CoreGarden()
        try garden.perform(
            TaskAdd(title: "Water", due: "2026-01-05 18:00", remind: "2026-01-05 9:00", repeat: "after 4d"))
        let day = try garden.perform(TaskEdit(id: 1, due: .set("2026-01-07")))
        #expect([day.due, day.occurrence] == ["2026-01-07T18:00:00.000+00:00", "2026-01-07T18:00:00.000+00:00"])
        #expect(day.remind == "2026-01-07T09:00:00.000+00:00")
        #expect(try garden.perform(TaskEdit(id: 1, due: .set("20:00"))).due == "2026-01-07T20:00:00.000+00:00")
    }

    @Test("T20: an occurrence ahead that is done is not opened")
    func whatIsDoneAheadIsNotOpened() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Gym", due: "today", repeat: "daily"))
        garden.at("2026-01-03T10:00:00Z")
        try garden.perform(TaskComplete(id: 1, at: "yesterday"))
        #expect(
            try garden.refusal(of: TaskEdit(id: 1, due: .set("2026-01-02")))
                == .refused(.alreadyDone, ["id": 1, "occurrence": "2026-01-02"]))
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-03")))
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-04")
        // Back to one that has paid: it can be done again, and pays nothing.
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-03")))
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).exp == 0)
    }

    @Test("T20: what cannot be said of one occurrence is refused")
    func whatIsNotOfOneOccurrenceIsRefused() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "Once", due: "today"))
        try garden.perform(TaskAdd(title: "Stretch", standing: true, remind: "18:00", repeat: "daily"))
        #expect(
            try garden.refusal(of: TaskEdit(id: 2, due: .set("tomorrow"), occurrenceOnly: true))
                == .refused(.notRepeating, ["id": 2]))
        #expect(
            try garden.refusal(of: TaskEdit(id: 2, due: .set("tomorrow"), series: true))
                == .refused(.notRepeating, ["id": 2]))
        #expect(
            try garden.refusal(of: TaskEdit(id: 3, remind: .set("19:00"), occurrenceOnly: true))
                == .invalid("occurrenceOnly"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, due: .clear, occurrenceOnly: true)) == .invalid("due"))
        try garden.perform(TaskAdd(title: "Monday", due: "mon", repeat: "every monday"))
        let refusal = try garden.refusal(of: TaskEdit(id: 4, due: .set("wed"), series: true))
        #expect(refusal == .invalid("due"))
        #expect(
            refusal.message == "due must be a date of FREQ=WEEKLY;BYDAY=MO, which 2026-01-07 is not; give repeat, too, "
                + "to change that")
        #expect(
            try garden.refusal(of: TaskEdit(id: 1, end: .set("2026-01-03"), occurrenceOnly: true)) == .invalid("end"))
    }

    @Test("T14, T20: a moved occurrence follows the wall clock")
    func aMovedOccurrenceFollowsTheZone() throws {
        let garden = try garden()
        try garden.perform(TaskEdit(id: 1, due: .set("2026-01-06 11:00")))
        try garden.travel(to: "Asia/Tokyo")
        let task = try garden.task(1)
        #expect(task.due == "2026-01-06T11:00:00.000+09:00")
        #expect(task.remind == "2026-01-06T09:00:00.000+09:00")
    }
}
