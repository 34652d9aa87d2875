import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What an edit keeps and what it begins anew (RULES T1, T4, T7).
@Suite("Editing tasks")
struct TaskEditTests {
    @Test("T1: fields are set, kept, and cleared with null; an edit that changes nothing is no event")
    func fieldsAreSetKeptAndCleared() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(
            TaskAdd(
                title: "a", points: 5, priority: 3, note: "n", start: "2026-01-02", end: "2026-01-03",
                due: "2026-01-04", remind: "2026-01-03", estimate: 2))
        garden.advance(seconds: 60)
        let now: Timestamp = "2026-01-01T09:01:00.000+00:00"
        let edited = try garden.perform(TaskEdit(id: 1, newTitle: "b", points: 7, priority: .set(1)))
        let expected = task.with { ($0.title, $0.points, $0.priority, $0.updatedAt) = ("b", 7, 1, now) }
        #expect(edited == expected)
        #expect(
            try garden.published(EventKind.taskEdited) == [
                Published(at: now, data: TaskChanged(task: edited), before: TaskChanged(task: task))
            ])
        #expect(try garden.perform(TaskEdit(id: 1, newTitle: "b", note: .set("n"), due: .set("2026-01-04"))) == edited)
        #expect(garden.events == [])
        #expect(
            try garden.perform(
                TaskEdit(
                    id: 1, priority: .clear, note: .clear, start: .clear, end: .clear, due: .clear, remind: .clear,
                    estimate: .clear))
                == expected.with {
                    ($0.priority, $0.note, $0.estimate) = (nil, nil, nil)
                    ($0.start, $0.end, $0.due, $0.remind) = (nil, nil, nil, nil)
                })
        #expect(garden.state.tasks.firings.isEmpty)
    }

    @Test("a refused edit changes nothing, whatever came before the refused field")
    func aRefusedEditChangesNothing() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a"))
        #expect(
            try garden.refusal(of: TaskEdit(id: 1, newTitle: "b", category: "New", repeat: .set("daily")))
                == .invalid("repeat"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, newTitle: " ")) == .invalid("newTitle"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, priority: .set(10))) == .invalid("priority"))
        #expect(try garden.ask(CategoryList()).map(\.category.name) == ["Default"])
    }

    @Test(
        "T4: an end that is not before the due date of a single task moves along with it",
        arguments: [
            ("2026-01-02 15:00", "2026-01-02 15:45", "2026-01-05 10:00", "2026-01-05T10:45:00.000+00:00"),
            ("2026-01-02 15:00", "2026-01-02 15:45", "18:00", "2026-01-01T18:45:00.000+00:00"),
            ("2026-01-02 23:00", "2026-01-03 01:00", "2026-01-02 12:00", "2026-01-02T14:00:00.000+00:00"),
            ("2026-01-02 15:00", "2026-01-02 15:45", "2026-01-05", "2026-01-05T15:45:00.000+00:00"),
            ("2026-01-02", "2026-01-02 15:45", "2026-01-05", "2026-01-05T15:45:00.000+00:00"),
            ("2026-01-02", "2026-01-04", "2026-01-05", "2026-01-07"),
            ("2026-01-02 15:00", "2026-01-04", "2026-01-05 15:00", "2026-01-07"),
            ("2026-01-02 15:00", "2026-01-02 14:00", "2026-01-05 10:00", "2026-01-02T14:00:00.000+00:00"),
            ("2026-01-04", "2026-01-03", "2026-01-06", "2026-01-03"),
            ("2026-01-02 15:00", "2026-01-02 15:45", "2026-01-02 15:00", "2026-01-02T15:45:00.000+00:00"),
        ])
    func anEndMovesAlongWithTheDueDate(due: String, end: String, moved: String, expected: String) throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "a", end: end, due: due))
        let edited = try garden.perform(TaskEdit(id: 1, due: .set(moved)))
        #expect(edited.end == TaskDate(stringLiteral: expected), "\(due), \(end) → \(moved)")
        #expect(edited.with { ($0.due, $0.end, $0.updatedAt) = (task.due, task.end, task.updatedAt) } == task)
        let both = try garden.perform(TaskEdit(id: 1, end: .set("2026-02-01"), due: .set("2026-01-20 9:00")))
        #expect(both.end == "2026-02-01")
        #expect(try garden.perform(TaskEdit(id: 1, due: .clear)).end == nil)
        try garden.perform(TaskEdit(id: 1, end: .set("2026-01-10"), due: .set("2026-01-20")))
        #expect(try garden.perform(TaskEdit(id: 1, due: .clear)).end == "2026-01-10")
    }

    @Test("T7: an edit arms a reminder that lies ahead; one in the past that stays is no obstacle")
    func anEditArmsTheReminder() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a", remind: "10:00"))
        garden.at("11:00:00")
        #expect(try garden.perform(TaskEdit(id: 1, newTitle: "b", due: .set("tomorrow"))).remind == nil)
        let moved = try garden.perform(TaskEdit(id: 1, remind: .set("12:00")))
        #expect(moved.remind == "2026-01-01T12:00:00.000+00:00")
        try garden.perform(TaskEdit(id: 1, remind: .clear))
        garden.at("13:00:00")
        #expect(garden.events == [])
    }

    /// Due every Monday at 18:00, with the other dates around it; the first one is done.
    private func weekly() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(
            TaskAdd(
                title: "Report", points: 5, start: "2026-01-04", end: "2026-01-05 20:00", due: "2026-01-05 18:00",
                remind: "2026-01-05 9:00", repeat: "weekly"))
        try garden.perform(TaskComplete(id: 1))
        return garden
    }

    @Test("T4: an edit of a date next to the anchor keeps the occurrence, and shifts with the anchor")
    func otherDatesKeepTheOccurrence() throws {
        let garden = try weekly()
        let task = try garden.task(1)
        #expect(task.start == "2026-01-11")
        let expected = task.with {
            ($0.start, $0.end) = ("2026-01-10", nil)
            $0.remind = "2026-01-11T20:00:00.000+00:00"
        }
        #expect(
            try garden.perform(
                TaskEdit(id: 1, start: .set("2026-01-10"), end: .clear, remind: .set("2026-01-11 20:00"))) == expected)
        let done = try garden.perform(TaskComplete(id: 1, early: true))
        #expect(done.paid == 5)
        #expect(
            done.task
                == expected.with {
                    ($0.start, $0.due) = ("2026-01-17", "2026-01-19T18:00:00.000+00:00")
                    ($0.occurrence, $0.remind) = ($0.due, "2026-01-18T20:00:00.000+00:00")
                    $0.doneCount = 2
                })
    }

    @Test("T4, T20: an edit of the series or the repeat begins again with it; what was paid stays paid")
    func theAnchorBeginsAgain() throws {
        let garden = try weekly()
        let task = try garden.task(1)
        let moved = try garden.perform(TaskEdit(id: 1, due: .set("2026-01-13 18:00"), series: true))
        #expect(
            moved
                == task.with {
                    ($0.due, $0.occurrence) = ("2026-01-13T18:00:00.000+00:00", "2026-01-13T18:00:00.000+00:00")
                    ($0.start, $0.end) = ("2026-01-12", "2026-01-13T20:00:00.000+00:00")
                    $0.remind = "2026-01-13T09:00:00.000+00:00"
                })
        #expect(
            try garden.ask(TaskOccurrenceList(id: 1, count: 2))
                == ["2026-01-13T18:00:00.000+00:00", "2026-01-20T18:00:00.000+00:00"])
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == .refused(.notDone, ["id": 1]))
        // Monday's occurrence was paid.
        let back = TaskEdit(id: 1, due: .set("2026-01-05 18:00"), series: true)
        #expect(try garden.perform(back).occurrence == task.createdOccurrence)
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).paid == 0)
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).paid == 5)
        let daily = try garden.perform(TaskEdit(id: 1, repeat: .set("daily")))
        #expect(daily.repeat == "daily")
        #expect(daily.occurrence == "2026-01-19T18:00:00.000+00:00")
    }

    @Test("T20: an edit back to an occurrence opens it with its dates, and pays nothing twice; again, it does nothing")
    func theAnchorIsSetBack() throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        try garden.perform(
            TaskAdd(title: "Read", points: 5, due: "2026-12-01", remind: "2026-12-01 8:00", repeat: "daily"))
        let done = try garden.perform(TaskComplete(id: 1)).task
        #expect(done.remind == "2026-12-02T08:00:00.000+00:00")
        let edit = TaskEdit(id: 1, due: .set("2026-12-01"))
        let edited = done.with {
            ($0.due, $0.occurrence, $0.remind) = ("2026-12-01", "2026-12-01", "2026-12-01T08:00:00.000+00:00")
        }
        #expect(try garden.perform(edit) == edited)
        for _ in 1...2 {
            #expect(try garden.perform(edit) == edited)
            #expect(garden.events == [])
        }
        let again = try garden.perform(TaskComplete(id: 1, early: true))
        #expect([again.paid, again.exp] == [0, 0])
        #expect(again.task == done.with { $0.doneCount = 2 })
    }

    @Test("T4: a reminder as the anchor is set back, too", arguments: ["daily", "after 4d"])
    func theReminderIsSetBack(rule: String) throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        let task = try garden.perform(TaskAdd(title: "Read", points: 5, remind: "2026-12-01 8:00", repeat: rule))
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TaskSnooze(id: 1, minutes: 5))
        let edit = TaskEdit(id: 1, remind: .set("2026-12-01 8:00"))
        #expect(try garden.perform(edit) == task.with { $0.doneCount = 1 })
        #expect(try garden.perform(edit) == task.with { $0.doneCount = 1 })
        #expect(garden.events == [])
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).paid == 0)
    }

    @Test("P12: without its repeat, a task is a single one that closes")
    func aTaskStopsRepeating() throws {
        let garden = try weekly()
        let task = try garden.task(1)
        let single = try garden.perform(TaskEdit(id: 1, repeat: .clear))
        #expect(single == task.with { ($0.repeat, $0.occurrence) = (nil, nil) })
        #expect(try garden.perform(TaskEdit(id: 1, repeat: .set("none"))) == single)
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.task.completedAt != nil)
        #expect(done.next == nil)
        #expect(done.paid == 5)
    }

    @Test("M2: a task becomes a standing one without its dates, and back")
    func aTaskBecomesStanding() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        let standing = try garden.perform(TaskEdit(id: 1, standing: true))
        #expect([standing.occurrence, standing.due] == [nil, nil])
        #expect(standing.remind == "2026-01-05T09:00:00.000+00:00")
        garden.at("2026-01-07T10:00:00Z")
        let open = try garden.perform(TaskEdit(id: 1, standing: false))
        #expect(open.occurrence == "2026-01-08T09:00:00.000+00:00")
        #expect(open.remind == "2026-01-08T09:00:00.000+00:00")
    }
}

extension TaskItem {
    /// Monday's occurrence of the weekly task.
    fileprivate var createdOccurrence: TaskDate { "2026-01-05T18:00:00.000+00:00" }
}
