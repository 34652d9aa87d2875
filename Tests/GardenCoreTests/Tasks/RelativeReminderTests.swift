import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Reminders that follow the due date (RULES T17). Each garden begins on Monday, 2026-01-05, at 08:00.
@Suite("Reminders before the due date")
struct RelativeReminderTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        var commands: [any Command]
        var zone = "UTC"
        var until = "2026-01-07T12:00:00Z"
        var rings: [String]
        var testDescription: String { name }
    }

    private static func cake(_ due: String, _ remind: String, repeat rule: String? = nil) -> TaskAdd {
        TaskAdd(title: "Cake", due: due, remind: remind, repeat: rule)
    }

    static let rows: [Row] = [
        Row(
            name: "minutes before", commands: [cake("9:00", "10m before")],
            rings: ["reminded 01-05T08:50", "due 01-05T09:00"]),
        Row(name: "at due replaces the due time", commands: [cake("9:00", "at due")], rings: ["reminded 01-05T09:00"]),
        Row(
            name: "a day before at a time", commands: [cake("wed 10:00", "1d before 18:00")],
            rings: ["reminded 01-06T18:00", "due 01-07T10:00"]),
        Row(
            name: "a day before at the same time", commands: [cake("wed 10:00", "1 day before")],
            rings: ["reminded 01-06T10:00", "due 01-07T10:00"]),
        Row(
            name: "a day before a due day", commands: [cake("2026-01-07", "1d before")], rings: ["reminded 01-06T09:00"]
        ),
        Row(
            name: "on the due day at a time", commands: [cake("2026-01-06", "0d before 20:00")],
            rings: ["reminded 01-06T20:00"]),
        Row(
            name: "what is past is silent", commands: [cake("9:00", "2h before")], rings: ["due 01-05T09:00"]),
        Row(
            name: "it repeats with the due date", commands: [cake("9:00", "30 min before", repeat: "daily")],
            until: "2026-01-06T12:00:00Z",
            rings: [
                "reminded 01-05T08:30", "due 01-05T09:00", "reminded 01-06T08:30", "due 01-06T09:00",
            ]),
        Row(
            name: "after midnight, the day before repeats with the due date",
            commands: [cake("2026-01-06T00:10", "20m before", repeat: "daily")], until: "2026-01-07T12:00:00Z",
            rings: [
                "reminded 01-05T23:50", "due 01-06T00:10", "reminded 01-06T23:50", "due 01-07T00:10",
            ]),
        Row(
            name: "the first that is past does not keep the next one from ringing",
            commands: [cake("8:30", "1h before", repeat: "daily")], until: "2026-01-06T12:00:00Z",
            rings: ["due 01-05T08:30", "reminded 01-06T07:30", "due 01-06T08:30"]),
        Row(
            name: "days before are at the time of the occurrence, where the rule gives it another than the first date",
            commands: [cake("2026-01-06T01:45", "1d before", repeat: "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30")],
            until: "2026-01-06T05:00:00Z",
            rings: [
                "reminded 01-06T02:30", "reminded 01-06T03:30",
            ]),
        Row(
            name: "it follows a due date that moves",
            commands: [cake("9:00", "10m before"), TaskEdit(id: 1, due: .set("11:00"))],
            rings: ["reminded 01-05T10:50", "due 01-05T11:00"]),
        Row(
            name: "it goes with the due date",
            commands: [cake("9:00", "10m before"), TaskEdit(id: 1, due: .clear)], rings: []),
        Row(
            name: "a date of its own takes its place",
            commands: [
                cake("9:00", "10m before"), TaskEdit(id: 1, remind: .set("8:20")), TaskEdit(id: 1, due: .clear),
            ],
            rings: ["reminded 01-05T08:20"]),
        Row(
            name: "it takes the place of one with a date of its own",
            commands: [cake("9:00", "8:20"), TaskEdit(id: 1, remind: .set("5m before"))],
            rings: ["reminded 01-05T08:55", "due 01-05T09:00"]),
        Row(
            name: "none takes it away", commands: [cake("9:00", "10m before"), TaskEdit(id: 1, remind: .clear)],
            rings: ["due 01-05T09:00"]),
        Row(
            name: "a task without the repeat keeps it",
            commands: [
                cake("9:00", "10m before", repeat: "daily"), TaskEdit(id: 1, repeat: .clear),
                TaskEdit(id: 1, due: .set("10:00")),
            ], rings: ["reminded 01-05T09:50", "due 01-05T10:00"]),
    ]

    @Test("T17: a reminder before the due date rings with it", arguments: rows)
    func rings(_ row: Row) throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: row.zone)
        for command in row.commands { try garden.perform(command) }
        garden.at(row.until)
        #expect(garden.rings == row.rings)
    }

    @Test("T6, T17: of several occurrences on a day, each reminder is counted that was missed")
    func missed() throws {
        let garden = try CoreGarden(at: "2026-01-05T12:00:00Z", zone: "UTC")
        try garden.perform(Self.cake("2026-01-06T02:30", "1h before", repeat: "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30"))
        // 1:30, 2:30 in place of the due time, and 3:30.
        garden.down(seconds: 24 * 3600)
        let rung = try garden.tasks(.taskDue)
        #expect(rung.map(\.missed) == [3])
        #expect(rung.map(\.since) == ["2026-01-06T01:30:00.000+00:00"])
    }

    @Test("T14, T17: in another zone, the reminder of a single task does not come again")
    func anotherZone() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: "Europe/Berlin")
        try garden.perform(Self.cake("2026-01-07", "1d before 18:00"))
        garden.at("2026-01-06T12:00:00Z")
        try garden.travel(to: "America/New_York")
        garden.at("2026-01-07T12:00:00Z")
        #expect(garden.rings == ["reminded 01-06T12:00"])
    }

    @Test("the journals of earlier releases are read: their records end before the distance and the rules")
    func earlierRecords() throws {
        let schedule = try TaskSchedule(record: [nil, nil, [20_458], nil, "daily", [20_458]])
        #expect(schedule.rule == "daily" && schedule.due == schedule.first && schedule.remindBefore == nil)
        let started = try DaemonStartEffect(record: ["0.1.0", nil, nil, nil, nil, nil, "unknown"])
        #expect(started.presence == .unknown && started.rules == nil)
    }

    @Test("T17: minutes before the due time are the same minutes while the clock is changed")
    func clockChange() throws {
        // In Berlin, 2026-03-29 02:00 is followed by 03:00.
        let garden = try CoreGarden(at: "2026-03-27T08:00:00Z", zone: "Europe/Berlin")
        try garden.perform(Self.cake("2026-03-28T03:10", "30m before", repeat: "daily"))
        garden.at("2026-03-30T12:00:00Z")
        #expect(
            garden.rings == [
                "reminded 03-28T02:40", "due 03-28T03:10", "reminded 03-29T01:40", "due 03-29T03:10",
                "reminded 03-30T02:40", "due 03-30T03:10",
            ])
    }

    struct Refused: CustomTestStringConvertible {
        var due: String?
        var remind: String
        var message: String
        var testDescription: String { "\(due ?? "no due date"), \(remind)" }
    }

    @Test(
        "T17: a distance that does not fit is refused with both ways out",
        arguments: [
            Refused(
                due: nil, remind: "10m before",
                message: "remind 10m before needs a due date: give due, or a date for the reminder, as in tomorrow 9:00"
            ),
            Refused(
                due: "2026-01-07", remind: "1 hour before",
                message: "remind 1h before needs a due time, and 2026-01-07 is a day: give due a time, or write days,"
                    + " as in 1d before 18:00"),
            Refused(
                due: "2026-01-07", remind: "at due",
                message: "remind at due needs a due time, and 2026-01-07 is a day: give due a time, or write days,"
                    + " as in 1d before 18:00"),
        ])
    func refused(_ row: Refused) throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: "UTC")
        let before = garden.state
        let refusal = try garden.refusal(of: TaskAdd(title: "Cake", due: row.due, remind: row.remind))
        #expect(refusal.message == row.message)
        #expect(garden.state == before)
    }

    @Test("T17: the task has the next instant and the distance")
    func item() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: "UTC")
        let task = try garden.perform(Self.cake("wed 10:00", "1d before 18:00"))
        #expect(task.remind == "2026-01-06T18:00:00.000+00:00")
        #expect(task.remindBefore == RemindBefore(days: 1, time: "18:00"))
        let late = try garden.perform(TaskAdd(title: "Tea", due: "8:10", remind: "15m before"))
        #expect(late.remind == nil)
        #expect(late.remindBefore == RemindBefore(minutes: 15))
    }

    struct Moved: CustomTestStringConvertible {
        var due: String
        var remind: String
        var edit: String
        var remindAfter: Timestamp?
        var testDescription: String { "due \(due), reminder \(remind), then due \(edit)" }
    }

    @Test(
        "T4: a reminder with a date of its own keeps its distance when the due date moves",
        arguments: [
            Moved(
                due: "2026-01-12T10:00", remind: "2026-01-12T09:00", edit: "2026-01-14T10:00",
                remindAfter: "2026-01-14T09:00:00.000+00:00"),
            Moved(
                due: "2026-01-12T10:00", remind: "2026-01-12T09:00", edit: "2026-01-14T14:30",
                remindAfter: "2026-01-14T13:30:00.000+00:00"),
            Moved(
                due: "2026-01-12T10:00", remind: "2026-01-11T18:00", edit: "2026-01-14T14:30",
                remindAfter: "2026-01-13T18:00:00.000+00:00"),
            Moved(
                due: "2026-01-12", remind: "2026-01-12T09:00", edit: "2026-01-14",
                remindAfter: "2026-01-14T09:00:00.000+00:00"),
            Moved(
                due: "2026-01-12", remind: "2026-01-11T09:00", edit: "2026-01-14T07:00",
                remindAfter: "2026-01-13T09:00:00.000+00:00"),
            // What is past then is silent.
            Moved(due: "2026-01-12T10:00", remind: "2026-01-11T18:00", edit: "9:00", remindAfter: nil),
        ])
    func moved(_ row: Moved) throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: "UTC")
        try garden.perform(TaskAdd(title: "Cake", due: row.due, remind: row.remind))
        let before = try garden.ask(TaskGet(id: 1))
        let task = try garden.perform(TaskEdit(id: 1, due: .set(row.edit)))
        #expect(task.remind == row.remindAfter)
        // Undo brings both back.
        try garden.perform(JournalUndo())
        #expect(try garden.ask(TaskGet(id: 1)).remind == before.remind)
    }
}
