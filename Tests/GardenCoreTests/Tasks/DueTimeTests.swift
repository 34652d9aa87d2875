import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

extension CoreGarden {
    /// Makes the state of an earlier version, in which due times did not ring.
    fileprivate func disarmDueTimes() throws {
        haveBegunEarlier()
        try change { t throws(GardenError) in
            let dates = t.state.tasks.inOrder.map { task in
                var progress = task.progress
                let occurrences = TaskOccurrences(task.schedule, t.environment)
                progress.arm(
                    occurrences.next(.reminder, after: t.moment.wall, from: occurrences.start(of: progress)))
                return TasksRescheduledEffect.Dates(id: task.id, from: task.progress, to: progress)
            }
            t.emit(.tasksRescheduled, TasksRescheduledEffect(tasks: dates))
        }
    }
}

extension CoreGarden {
    /// What rang in the last step, by its type and time: `due 01-05T09:00`, `reminded 01-05T08:30`.
    var rings: [String] {
        events.filter { ["task.due", "task.reminded"].contains($0.type) }.map {
            "\($0.type.dropFirst("task.".count)) \($0.at.description.dropFirst(5).prefix(11))"
        }
    }
}

/// When the time at which a task is due rings (RULES T16). Each garden begins on Monday, 2026-01-05, at 08:00.
@Suite("Due times of tasks")
struct DueTimeTests {
    private static func garden(zone: String = "UTC") throws -> CoreGarden {
        try CoreGarden(at: "2026-01-05T08:00:00Z", zone: zone)
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var commands: [any Command]
        var until = "2026-01-05T12:00:00Z"
        var rings: [String]
        var testDescription: String { name }
    }

    static let cakeAtNine = TaskAdd(title: "Cake", due: "9:00")

    static let rows: [Row] = [
        Row(name: "a time rings once", commands: [cakeAtNine], rings: ["due 01-05T09:00"]),
        Row(
            name: "a day does not ring at an instant", commands: [TaskAdd(title: "Cake", due: "2026-01-05")],
            until: "2026-01-07T12:00:00Z", rings: []),
        Row(
            name: "a time with seconds rings at its minute",
            commands: [TaskAdd(title: "Cake", due: "2026-01-05T09:00:30Z")], rings: ["due 01-05T09:00"]),
        Row(
            name: "a reminder before it rings, too", commands: [TaskAdd(title: "Cake", due: "9:00", remind: "8:30")],
            rings: ["reminded 01-05T08:30", "due 01-05T09:00"]),
        Row(
            name: "a reminder after it rings, too", commands: [TaskAdd(title: "Cake", due: "9:00", remind: "9:30")],
            rings: ["due 01-05T09:00", "reminded 01-05T09:30"]),
        Row(
            name: "a reminder of the same minute replaces it",
            commands: [TaskAdd(title: "Cake", due: "2026-01-05T09:00:30Z", remind: "9:00")],
            rings: ["reminded 01-05T09:00"]),
        Row(
            name: "a time of the past is silent", commands: [TaskAdd(title: "Cake", due: "2026-01-05T07:59:00Z")],
            rings: []),
        Row(name: "a completed task is silent", commands: [cakeAtNine, TaskComplete(id: 1)], rings: []),
        Row(name: "a removed task is silent", commands: [cakeAtNine, TaskRemove(id: 1)], rings: []),
        Row(
            name: "a reopened task rings", commands: [cakeAtNine, TaskComplete(id: 1), TaskReopen(id: 1)],
            rings: ["due 01-05T09:00"]),
        Row(
            name: "a completion that is undone rings", commands: [cakeAtNine, TaskComplete(id: 1), JournalUndo()],
            rings: ["due 01-05T09:00"]),
        Row(
            name: "moved ahead, it rings then", commands: [cakeAtNine, TaskEdit(id: 1, due: .set("9:40"))],
            rings: ["due 01-05T09:40"]),
        Row(
            name: "moved to the past, it is silent",
            commands: [cakeAtNine, TaskEdit(id: 1, due: .set("2026-01-05T07:00:00Z"))],
            rings: []),
        Row(name: "taken away, it is silent", commands: [cakeAtNine, TaskEdit(id: 1, due: .clear)], rings: []),
        Row(
            name: "moved, one that was snoozed stays as it is, and the reminder with it",
            commands: [
                TaskAdd(title: "Cake", due: "9:00", remind: "8:30"), TaskSnooze(id: 1, until: "8:45"),
                TaskEdit(id: 1, due: .set("9:40")),
            ], rings: ["reminded 01-05T08:45", "due 01-05T09:40"]),
        Row(
            name: "an edit of something else changes nothing", commands: [cakeAtNine, TaskEdit(id: 1, points: 5)],
            rings: ["due 01-05T09:00"]),
        Row(
            name: "snoozed before it comes, it rings as a reminder instead",
            commands: [cakeAtNine, TaskSnooze(id: 1, until: "9:30")], rings: ["reminded 01-05T09:30"]),
        Row(
            name: "a reminder that is snoozed leaves it",
            commands: [TaskAdd(title: "Cake", due: "9:00", remind: "8:30"), TaskSnooze(id: 1, until: "8:40")],
            rings: ["reminded 01-05T08:40", "due 01-05T09:00"]),
        Row(
            name: "a reminder before the others leaves both",
            commands: [TaskAdd(title: "Cake", due: "9:00", remind: "8:30"), TaskSnooze(id: 1, until: "8:10")],
            rings: ["reminded 01-05T08:10", "reminded 01-05T08:30", "due 01-05T09:00"]),
        Row(
            name: "what was snoozed to its minute replaces it",
            commands: [
                TaskAdd(title: "Cake", due: "2026-01-05T09:00:30Z", remind: "8:30"), TaskSnooze(id: 1, until: "9:00"),
            ], rings: ["reminded 01-05T09:00"]),
        Row(
            name: "each occurrence rings, also if the one before is still open",
            commands: [TaskAdd(title: "Bins", due: "9:00", repeat: "daily")], until: "2026-01-07T12:00:00Z",
            rings: ["due 01-05T09:00", "due 01-06T09:00", "due 01-07T09:00"]),
        Row(
            name: "an occurrence that was completed before does not",
            commands: [TaskAdd(title: "Bins", due: "9:00", repeat: "daily"), TaskComplete(id: 1)],
            until: "2026-01-07T12:00:00Z", rings: ["due 01-06T09:00", "due 01-07T09:00"]),
        Row(
            name: "an occurrence that was skipped does not",
            commands: [TaskAdd(title: "Bins", due: "9:00", repeat: "daily"), TaskSkip(id: 1)],
            until: "2026-01-06T12:00:00Z", rings: ["due 01-06T09:00"]),
        Row(
            name: "the reminder of the next occurrence rings between due times",
            commands: [TaskAdd(title: "Bins", due: "2026-01-06 9:00", remind: "2026-01-05 18:00", repeat: "daily")],
            until: "2026-01-07T12:00:00Z",
            rings: [
                "reminded 01-05T18:00", "due 01-06T09:00", "reminded 01-06T18:00", "due 01-07T09:00",
            ]),
        Row(
            name: "a reminder of another occurrence in the same minute replaces it",
            commands: [TaskAdd(title: "Bins", due: "2026-01-06 9:00", remind: "2026-01-05 9:00", repeat: "daily")],
            until: "2026-01-07T12:00:00Z",
            rings: ["reminded 01-05T09:00", "reminded 01-06T09:00", "reminded 01-07T09:00"]),
        Row(
            name: "some time after the completion",
            commands: [TaskAdd(title: "Bins", due: "9:00", repeat: "after 2d"), TaskComplete(id: 1)],
            until: "2026-01-09T12:00:00Z", rings: ["due 01-07T09:00"]),
        Row(
            name: "repeating no more, it rings once",
            commands: [
                TaskAdd(title: "Bins", due: "9:00", repeat: "daily"), TaskEdit(id: 1, repeat: .clear),
            ], until: "2026-01-07T12:00:00Z", rings: ["due 01-05T09:00"]),
    ]

    @Test("T16: what rings, and when", arguments: rows)
    func whatRings(_ row: Row) throws {
        let garden = try Self.garden()
        for command in row.commands { try garden.run(command) }
        garden.at(row.until)
        #expect(garden.rings == row.rings)
    }

    @Test("T16, T8: the event has the task, and its line is in the log")
    func theEventAndItsLine() throws {
        let garden = try Self.garden()
        let task = try garden.perform(TaskAdd(title: "Cake", due: "9:00"))
        #expect(task.remind == nil)
        garden.at("09:00:00")
        let due: Timestamp = "2026-01-05T09:00:00.000+00:00"
        #expect(garden.events.summary == ["09:00:00 task.due"])
        #expect(
            try garden.published(EventKind.taskDue).map(\.data) == [
                TaskChanged(task: task.with { $0.updatedAt = due }, missed: 0, dueAt: due)
            ])
        #expect(try garden.lines().suffix(1) == ["[09:00] due Cake"])
        #expect(garden.state.taskCounts(at: garden.moment.wall, garden.environment).next == nil)
    }

    @Test("T16: the counts have what rings next, the list the next reminder")
    func theNextOne() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Bins", due: "2026-01-06 9:00", remind: "2026-01-05 18:00", repeat: "daily"))
        #expect(
            garden.state.taskCounts(at: garden.moment.wall, garden.environment).next?.at
                == "2026-01-05T18:00:00.000+00:00")
        garden.at("2026-01-05T18:00:00Z")
        #expect(try garden.task(1).remind == "2026-01-06T18:00:00.000+00:00")
        #expect(
            garden.state.taskCounts(at: garden.moment.wall, garden.environment).next?.at
                == "2026-01-06T09:00:00.000+00:00")
    }

    struct Missed: CustomTestStringConvertible {
        var name: String
        var task: TaskAdd
        var days = 0
        var ring: String
        var line: String
        var testDescription: String { name }
    }

    static let missed: [Missed] = [
        Missed(name: "one", task: cakeAtNine, ring: "due 01-05T09:00", line: "[09:00] due Cake (missed 1×)"),
        Missed(
            name: "with its reminder", task: TaskAdd(title: "Cake", due: "9:00", remind: "8:30"),
            ring: "due 01-05T09:00", line: "[09:00] due Cake (missed 2×)"),
        Missed(
            name: "before its reminder", task: TaskAdd(title: "Cake", due: "9:00", remind: "9:30"),
            ring: "reminded 01-05T09:30", line: "[09:30] reminder Cake (missed 2×)"),
        Missed(
            name: "of several days", task: TaskAdd(title: "Cake", due: "9:00", repeat: "daily"), days: 2,
            ring: "due 01-07T09:00", line: "[09:00] due Cake (missed 3×)"),
        Missed(
            name: "of several days with reminders on the evening before",
            task: TaskAdd(title: "Cake", due: "2026-01-06 9:00", remind: "2026-01-05 18:00", repeat: "daily"), days: 2,
            ring: "due 01-07T09:00", line: "[09:00] due Cake (missed 4×)"),
        Missed(
            name: "of several days with reminders at the due times of earlier ones",
            task: TaskAdd(title: "Cake", due: "9:00", remind: "2d before", repeat: "daily"), days: 2,
            ring: "reminded 01-07T09:00", line: "[09:00] reminder Cake (missed 3×)"),
    ]

    @Test(
        "T6, T16: what came unseen rings once", arguments: missed,
        ["sleep", "reboot", "step", "downtime"])
    func whatWasMissed(_ row: Missed, _ absence: String) throws {
        let garden = try Self.garden()
        try garden.perform(row.task)
        let seconds = 2 * 3600 + row.days * 86_400
        switch absence {
        case "sleep": garden.suspend(seconds: seconds)
        case "reboot": garden.reboot(seconds: seconds)
        case "step": garden.stepClock(seconds: seconds)
        default: garden.down(seconds: seconds)
        }
        #expect(garden.rings == [row.ring])
        let day = CalendarDay(daysSinceEpoch: CalendarDay("2026-01-05").daysSinceEpoch + row.days)
        let lines = try garden.lines(of: day).filter { $0.contains("Cake") }
        #expect(lines.suffix(1) == [row.line])
        garden.advance(seconds: 60)
        #expect(garden.rings == [])
    }

    @Test("T11, T16: from its notification it is snoozed, and rings as a reminder")
    func itIsSnoozedFromItsNotification() throws {
        let garden = try Self.garden()
        try garden.perform(Self.cakeAtNine)
        garden.at("09:00:00")
        let shown = try garden.ask(NotificationList())
        #expect(shown.map(\.kind) == [.due])
        #expect(shown.map(\.summary) == ["Cake"] && shown.map(\.body) == ["Default, due 09:00"])
        #expect(shown.map(\.actions).map { $0.map(\.action) } == [[.done, .snooze]])
        try garden.perform(NotificationAct(id: shown[0].id, action: .snooze))
        #expect(try garden.ask(NotificationList()) == [])
        garden.at("10:00:00")
        #expect(garden.rings == ["reminded 01-05T09:10"])
    }

    @Test("T16: its notification goes if the due time moves")
    func itsNotificationGoesIfItMoves() throws {
        let garden = try Self.garden()
        try garden.perform(Self.cakeAtNine)
        garden.at("09:00:00")
        #expect(try garden.ask(NotificationList()).map(\.kind) == [.due])
        try garden.perform(TaskEdit(id: 1, due: .set("10:00")))
        #expect(try garden.ask(NotificationList()) == [])
    }

    @Test("T14, T16: a repeating due time follows the wall clock, a single one does not")
    func theTimeZoneChanges() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Bins", due: "12:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "Call", due: "12:00"))
        try garden.travel(to: "Europe/Berlin")
        garden.at("2026-01-05T12:00:00Z")
        #expect(
            try garden.tasks(.taskDue).map { "\($0.task.title) \($0.dueAt?.clock ?? "")" } == [
                "Bins 12:00", "Call 13:00",
            ])
    }

    @Test("T16, L10: a reminder that has rung does not ring again after a start, if the clock was set back before it")
    func aReminderUnderAClockThatWasSetBack() throws {
        let garden = try Self.garden()
        garden.haveBegunEarlier()
        try garden.perform(TaskAdd(title: "Bins", due: "2026-01-05T09:00:00Z", remind: "2026-01-07T09:00:00Z"))
        garden.at("2026-01-08T12:00:00Z")
        #expect(garden.rings.count == 2)
        garden.stepClock(seconds: -2 * 86_400)
        try garden.perform(DayCorrect())
        let before = garden.state.tasks
        garden.down(seconds: 60)
        #expect(garden.state.tasks == before)
        garden.at("2026-01-08T12:00:00Z")
        #expect(garden.rings == [])
    }

    /// The journal of an earlier version has tasks with due times that are not armed.
    @Test("T16: due times ahead ring after an update, those of the past do not")
    func anEarlierVersion() throws {
        let garden = try Self.garden()
        try garden.perform(Self.cakeAtNine)
        try garden.perform(TaskAdd(title: "Bins", due: "9:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "Past", due: "2026-01-05T08:00:30Z"))
        try garden.perform(TaskAdd(title: "Both", due: "9:00", remind: "9:30"))
        try garden.perform(TaskAdd(title: "Reminded", due: "9:00", remind: "8:01"))
        try garden.perform(TaskAdd(title: "Snoozed", due: "9:00"))
        try garden.perform(TaskSnooze(id: 6, until: "8:01"))
        garden.at("2026-01-05T08:01:00Z")
        try garden.disarmDueTimes()
        garden.down(seconds: 120)
        #expect(garden.events.map(\.type) == ["daemon.started", "task.rescheduled"])
        #expect(try garden.published(EventKind.tasksRescheduled).map(\.data.ids) == [[1, 2, 4, 5]])
        garden.down(seconds: 120)
        #expect(garden.events.map(\.type) == ["daemon.started"])
        garden.at("2026-01-06T09:00:00Z")
        #expect(try garden.tasks(.taskDue).map(\.task.title) == ["Cake", "Bins", "Both", "Reminded", "Bins"])
        #expect(garden.rings.last == "due 01-06T09:00")
    }
}
