import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Tasks that are to be done so many times a week (RULES T19).
@Suite("Targets of tasks")
struct TargetTests {
    /// *Gym*, three times a week, at noon of Wednesday, 2026-01-07.
    private func garden(_ rule: String = "3 times a week", remind: String? = nil) throws -> CoreGarden {
        let garden = try CoreGarden()
        garden.at("2026-01-04T12:00:00Z")
        try garden.perform(TaskAdd(title: "Gym", points: 10, remind: remind, repeat: rule))
        garden.at("2026-01-07T12:00:00Z")
        return garden
    }

    private func target(_ garden: CoreGarden) throws -> TargetCount? { try garden.task(1).target }

    /// Done at a time of the past, or now.
    @discardableResult
    private func done(_ garden: CoreGarden, at: String? = nil, early: Bool? = nil) throws -> TaskDone {
        try garden.perform(TaskComplete(id: 1, at: at, early: early))
    }

    /// The day from which on a completion counts again.
    private func refusedUntil(_ garden: CoreGarden, at: String? = nil, early: Bool? = nil) throws -> JSON? {
        let refusal = try garden.refusal(of: TaskComplete(id: 1, at: at, early: early))
        #expect(refusal.details["reason"] == "already_done" && refusal.details["id"] == 1)
        return refusal.details["next"]
    }

    @Test("T19: three times, one a day, then not before the next week; nothing is caught up")
    func threeTimesAWeek() throws {
        let garden = try garden()
        #expect(try target(garden) == TargetCount(count: 3, done: 0, per: .week))
        for (day, count) in [("07", 1), ("08", 2), ("09", 3)] {
            garden.at("2026-01-\(day)T12:00:00Z")
            let answer = try done(garden)
            #expect(answer.paid == 10 && answer.exp == 1 && answer.balance == 10 * count)
            #expect(answer.task.target == TargetCount(count: 3, done: count, per: .week))
            #expect(answer.next == (count == 3 ? .day("2026-01-12") : nil) && answer.task.completedAt == nil)
            if count < 3 { #expect(try refusedUntil(garden) == .string("2026-01-\(day == "07" ? "08" : "09")")) }
        }
        #expect(try refusedUntil(garden) == "2026-01-12")
        #expect(try refusedUntil(garden, early: true) == "2026-01-12")
        garden.at("2026-01-11T23:00:00Z")
        #expect(try refusedUntil(garden) == "2026-01-12")
        garden.at("2026-01-12T03:59:00Z")
        #expect(try refusedUntil(garden) == "2026-01-12")
        garden.at("2026-01-12T04:00:00Z")
        #expect(try target(garden) == TargetCount(count: 3, done: 0, per: .week))
        #expect(try done(garden).task.target?.done == 1)
        garden.at("2026-01-26T12:00:00Z")
        #expect(try target(garden)?.done == 0)
        #expect(garden.state.tasks[1]?.progress.doneCount == 4)
    }

    @Test("T19: early counts twice on a day")
    func earlyCountsTwice() throws {
        let garden = try garden()
        try done(garden)
        #expect(try refusedUntil(garden) == "2026-01-08")
        let second = try done(garden, early: true)
        #expect(second.paid == 10 && second.task.target?.done == 2)
    }

    @Test("T19: what is reopened and done again does not pay again; what is undone does")
    func reopenedItDoesNotPayAgain() throws {
        let garden = try garden()
        try done(garden)
        #expect(try garden.perform(TaskReopen(id: 1)).target?.done == 0)
        #expect(try garden.refusal(of: TaskReopen(id: 1)).details["reason"] == "not_done")
        let again = try done(garden)
        #expect(again.paid == 0 && again.exp == 0 && again.task.target?.done == 1)
        _ = try garden.undo()
        _ = try garden.undo()
        _ = try garden.undo()
        #expect(garden.state.points.balance == 0)
        #expect(try target(garden)?.done == 0)
        #expect(try done(garden).paid == 10)
        garden.at("2026-01-08T12:00:00Z")
        #expect(try done(garden).paid == 10)
    }

    @Test("T19, P22: done afterwards, it counts in the week of its day")
    func lateItCountsInItsWeek() throws {
        let garden = try garden()
        #expect(try done(garden, at: "monday 12:00").task.target?.done == 1)
        #expect(try refusedUntil(garden, at: "monday 18:00") == "2026-01-06")
        #expect(try done(garden).task.target?.done == 2)
        #expect(try garden.task(1).doneCount == 2)
        // A week later, that week still has room for one.
        garden.at("2026-01-14T12:00:00Z")
        try done(garden)
        let before = try target(garden)
        #expect(try refusedUntil(garden, at: "2026-01-07 20:00") == "2026-01-08")
        let late = try done(garden, at: "2026-01-09 20:00")
        #expect(late.paid == 10 && late.next == nil && late.task.target == before)
        #expect(try refusedUntil(garden, at: "2026-01-10 20:00") == "2026-01-12")
        #expect(try target(garden) == TargetCount(count: 3, done: 1, per: .week))
        #expect(garden.state.points.balance == 40)
        #expect(
            try garden.ask(TaskCompletions()).completions.map(\.day.description) == [
                "2026-01-14", "2026-01-09", "2026-01-07", "2026-01-05",
            ])
    }

    @Test("T19: another target takes effect with the next week if something counts in this one")
    func anotherTargetBeginsWithTheNextWeek() throws {
        let garden = try garden()
        #expect(
            try garden.perform(TaskEdit(id: 1, repeat: .set("5 times a week"))).target
                == TargetCount(count: 5, done: 0, per: .week))
        try done(garden)
        let edited = try garden.perform(TaskEdit(id: 1, repeat: .set("twice a month")))
        #expect(edited.repeat == "2 times a month" && edited.target == TargetCount(count: 5, done: 1, per: .week))
        garden.at("2026-01-12T12:00:00Z")
        #expect(try target(garden) == TargetCount(count: 2, done: 0, per: .month))
        try done(garden)
        garden.at("2026-01-13T12:00:00Z")
        #expect(try done(garden).next == .day("2026-02-01"))
        #expect(try refusedUntil(garden) == "2026-02-01")
    }

    @Test("T19: no change of the repeat makes a completion pay twice")
    func aChangeOfTheRepeatPaysNothing() throws {
        let garden = try garden()
        try done(garden)
        for rule in ["4 times a week", "3 times a week"] {
            try garden.perform(TaskReopen(id: 1))
            try garden.perform(TaskEdit(id: 1, repeat: .set(rule)))
            #expect(try done(garden).paid == 0)
        }
        // Without a target and back, the week is the same.
        try garden.perform(TaskEdit(id: 1, repeat: .clear))
        let again = try garden.perform(TaskEdit(id: 1, repeat: .set("1 time a week")))
        #expect(again.target == TargetCount(count: 1, done: 1, per: .week))
        #expect(try refusedUntil(garden, early: true) == "2026-01-12")
        #expect(garden.state.points.balance == 10)
        // A day that counted under another target has its completion.
        try garden.perform(TaskEdit(id: 1, repeat: .set("4 times a month")))
        garden.at("2026-01-13T12:00:00Z")
        try done(garden)
        #expect(try refusedUntil(garden, at: "2026-01-07 15:00") == "2026-01-08")
    }

    @Test("T10, T19: what was done under another repeat is not reopened as one of the target")
    func whatWasDoneUnderAnotherRepeat() throws {
        let garden = try garden()
        garden.advance(seconds: 60)
        try done(garden)
        try garden.perform(TaskEdit(id: 1, due: .set("today"), repeat: .set("daily")))
        let target = try garden.perform(TaskEdit(id: 1, repeat: .set("3 times a week")))
        #expect(target.target?.done == 1)
        #expect(try garden.perform(TaskReopen(id: 1)).target?.done == 0)
        #expect(try done(garden).paid == 0)
    }

    @Test("T11, T19: one of an earlier week leaves what was snoozed")
    func aLateOneLeavesTheSnoozedReminder() throws {
        let garden = try garden(remind: "12:05")
        garden.at("2026-01-07T12:10:00Z")
        try garden.perform(TaskSnooze(id: 1, minutes: 60))
        let before = try garden.task(1)
        let late = try done(garden, at: "2026-01-02 12:00").task
        #expect(late.snoozedUntil == before.snoozedUntil && late.remind == before.remind)
    }

    @Test("T19, T21: met, it is hidden until the next week, and is not proposed on a day that counts")
    func aMetTargetIsHidden() throws {
        let garden = try garden("twice a week")
        func hidden() throws -> [Bool] {
            try [true, false].map { !(try garden.ask(TaskList(hidden: $0)).tasks.isEmpty) }
        }
        #expect(try garden.ask(TaskNext()).task?.id == 1)
        try done(garden)
        #expect(try hidden() == [false, true] && garden.ask(TaskNext()).task == nil)
        garden.at("2026-01-08T12:00:00Z")
        #expect(try garden.ask(TaskNext()).task?.id == 1)
        try done(garden)
        #expect(try hidden() == [true, false])
        #expect(try garden.ask(TaskNext()).task == nil && garden.ask(TaskList()).hidden == 1)
        garden.at("2026-01-12T12:00:00Z")
        #expect(try hidden() == [false, true])
    }

    @Test("T19: the reminder rings on each day that does not count yet")
    func theReminderRingsOnEachOpenDay() throws {
        let garden = try garden("twice a week", remind: "18:00")
        func next() throws -> Timestamp? { try garden.task(1).remind }
        #expect(try next() == "2026-01-07T18:00:00.000+00:00")
        try done(garden)
        #expect(try next() == "2026-01-08T18:00:00.000+00:00")
        _ = try garden.undo()
        #expect(try next() == "2026-01-07T18:00:00.000+00:00")
        try done(garden)
        garden.at("2026-01-08T19:00:00Z")
        #expect(try garden.lines().last == "[18:00] reminder Gym")
        #expect(try next() == "2026-01-09T18:00:00.000+00:00")
        try done(garden)
        #expect(try next() == "2026-01-12T18:00:00.000+00:00")
        try garden.perform(TaskReopen(id: 1))
        #expect(try next() == "2026-01-09T18:00:00.000+00:00")
    }

    struct Refused: Sendable {
        let request: TaskEdit
        let message: String
    }

    @Test(
        "T19: dates that a target does not have are refused",
        arguments: [
            Refused(
                request: TaskEdit(id: 1, due: .set("friday")),
                message:
                    "due is not allowed for a task that is done 3 times a week, on whatever days; it can have a reminder"
            ),
            Refused(
                request: TaskEdit(id: 1, repeat: .set("weekly")),
                message: "repeat needs a first date: give due or remind"),
            Refused(
                request: TaskEdit(id: 1, standing: true),
                message: "repeat cannot be 3 times a week for a standing task, which is never done"),
            Refused(
                request: TaskEdit(id: 1, repeat: .set("9 times a week")),
                message:
                    "repeat: 9 times a week: use a number from 1 to 7"
            ),
            Refused(
                request: TaskEdit(id: 1, repeat: .set("3 times a day")),
                message:
                    "repeat: \"3 times a day\" says how many times, not when: write the days or one time, or keep it in the title. For example: daily · every 2 weeks · every mon and thu"
            ),
        ])
    func otherDatesAreRefused(_ row: Refused) throws {
        let garden = try garden()
        let refusal = try garden.refusal(of: row.request)
        #expect(refusal.code == .invalidParams && refusal.message == row.message)
    }

    @Test("T19: it has no occurrence to skip or to name")
    func itHasNoOccurrences() throws {
        let garden = try garden()
        let skip = try garden.refusal(of: TaskSkip(id: 1))
        #expect(skip.details["reason"] == "not_repeating")
        #expect(
            skip.message
                == #"task 1, "Gym", is to be done 3 times a week, on whatever days, so there is nothing to skip"#)
        let named = try garden.refusal(of: TaskComplete(id: 1, occurrence: .day("2026-01-07")))
        #expect(named.details["reason"] == "already_done")
        #expect(try garden.perform(TaskCompleteAll(category: "Default")) == [])
    }

    @Test("T19: other repeats become a target, and a target another repeat")
    func repeatsChange() throws {
        let garden = try CoreGarden()
        garden.at("2026-01-07T12:00:00Z")
        try garden.perform(
            TaskAdd(title: "Gym", points: 10, due: "2026-01-07 20:00", remind: "1h before", repeat: "daily"))
        try done(garden)
        let target = try garden.perform(TaskEdit(id: 1, repeat: .set("3 times a week")))
        #expect(target.due == nil && target.remind == nil && target.occurrence == nil)
        #expect(target.target == TargetCount(count: 3, done: 1, per: .week))
        // Today's completion was paid already.
        #expect(try refusedUntil(garden) == "2026-01-08")
        garden.at("2026-01-08T12:00:00Z")
        try done(garden)
        let single = try garden.perform(TaskEdit(id: 1, repeat: .clear))
        #expect(single.repeat == nil && single.target == nil)
        let closed = try done(garden)
        #expect(closed.paid == 0 && closed.task.completedAt != nil)
        _ = try garden.undo()
        _ = try garden.undo()
        #expect(try self.target(garden) == TargetCount(count: 3, done: 2, per: .week))
        let weekly = try garden.perform(TaskEdit(id: 1, due: .set("friday"), repeat: .set("weekly")))
        #expect(weekly.occurrence == .day("2026-01-09") && weekly.target == nil)
        #expect(garden.state.tasks[1]?.progress.target == nil)
    }

    @Test(
        "T15, T19: sentences",
        arguments: [
            ("Gym 3 times a week", "Gym", "3 times a week", nil, nil),
            ("Call mum twice a month #Family", "Call mum", "2 times a month", nil, nil),
            ("run thrice a week", "run", "3 times a week", nil, nil),
            ("Stretch 5x/week", "Stretch", "5 times a week", nil, nil),
            ("read once a week", "read", "1 time a week", nil, nil),
            ("Run three times per week 18:00", "Run", "3 times a week", nil, "2026-01-07T18:00:00.000+00:00"),
            ("Run three times a week monday", "Run", "3 times a week", "2026-01-12", nil),
            ("健身 每周三次", "健身", "3 times a week", nil, nil), ("健身 每周两次", "健身", "2 times a week", nil, nil),
            ("ジム 週3回", "ジム", "3 times a week", nil, nil), ("月に2回 掃除", "掃除", "2 times a month", nil, nil),
            ("一周三次 跑步", "跑步", "3 times a week", nil, nil),
            (
                "remind me to stretch 3 times a week at 18:00", "stretch", "3 times a week", nil,
                "2026-01-07T18:00:00.000+00:00"
            ),
        ] as [(String, String, String, String?, Timestamp?)])
    func sentences(_ text: String, _ title: String, _ rule: String, _ start: String?, _ remind: Timestamp?) throws {
        let garden = try CoreGarden()
        garden.at("2026-01-07T12:00:00Z")
        let added = try garden.perform(TaskQuickAdd(text: text))
        #expect(added.task.title == title && added.task.repeat == rule && added.problems == [], "\(added.understood)")
        #expect(added.task.due == nil && added.task.start?.json.stringValue == start && added.task.remind == remind)
    }

    @Test("T18, T19: a reminder before a due date, which a target does not have, is not set, and the answer says so")
    func aReminderBeforeNothingIsNamed() throws {
        let garden = try CoreGarden()
        garden.at("2026-01-07T12:00:00Z")
        let added = try garden.perform(TaskQuickAdd(text: "Gym 3 times a week remind me 1h before"))
        #expect(added.task.title == "Gym" && added.task.repeat == "3 times a week" && added.task.remind == nil)
        #expect(added.unsetReminder == "remind me 1h before")
    }

    @Test(
        "T15, T19: what is no target stays in the title, and the answer says why",
        arguments: ["Pills 3 times a day", "薬 1日3回", "吃药 一天三次", "Gym 9 times a week", "Gym 3 times a week until may"])
    func notUnderstood(_ text: String) throws {
        let garden = try CoreGarden()
        let added = try garden.perform(TaskQuickAdd(text: text))
        #expect(added.task.title == text && added.task.repeat == nil && added.problems.count == 1)
    }
}
