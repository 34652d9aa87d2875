import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The notice of what is due on a day (RULES T16). Each garden begins on Monday, 2026-01-05, at 08:00.
@Suite("Notice of a day")
struct DayNoticeTests {
    private static func garden(_ change: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z", zone: "UTC")
        garden.changeSettings(change)
        return garden
    }

    /// The notices of the last step: `01-05T09:00 2+1 Pay rent, Call Ann`.
    private static func notices(_ garden: CoreGarden) throws -> [String] {
        try garden.published(EventKind.taskDayNotice).map { event in
            let at = event.at.description.dropFirst(5).prefix(11)
            return "\(at) \(event.data.due)+\(event.data.overdue) \(event.data.titles.joined(separator: ", "))"
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var settings: @Sendable (inout Settings) -> Void = { _ in }
        var steps: [@Sendable (CoreGarden) throws -> Void]
        var notices: [String]
        var testDescription: String { name }
    }

    private static func add(
        _ title: String, due: String, remind: String? = nil, repeat rule: String? = nil, priority: Int? = nil
    ) -> @Sendable (CoreGarden) throws -> Void {
        { garden in
            _ = try garden.perform(
                TaskAdd(title: title, priority: priority, due: due, remind: remind, repeat: rule))
        }
    }

    private static func at(_ time: String) -> @Sendable (CoreGarden) throws -> Void {
        { $0.at("2026-01-0\(time):00Z") }
    }

    static let rows: [Row] = [
        Row(name: "a day", steps: [add("Rent", due: "2026-01-05"), at("5T12:00")], notices: ["01-05T09:00 1+0 Rent"]),
        Row(name: "a time alone rings by itself", steps: [add("Call", due: "10:00"), at("5T12:00")], notices: []),
        Row(
            name: "with a day, a time later on it is in the list, too, by its time",
            steps: [
                add("Rent", due: "2026-01-05"), add("Late", due: "22:00"), add("Call", due: "10:00"),
                add("First", due: "2026-01-05", priority: 1), at("5T12:00"),
            ], notices: ["01-05T09:00 4+0 First, Rent, Call, Late"]),
        Row(
            name: "what is overdue is no reason", steps: [add("Old", due: "2026-01-03"), at("5T12:00")], notices: []),
        Row(
            name: "with a day, what is overdue is in the list, the latest first",
            steps: [
                add("Old", due: "2026-01-03"), add("Older", due: "2026-01-02"), add("Early", due: "08:30"),
                add("Rent", due: "2026-01-05"), at("5T12:00"),
            ], notices: ["01-05T09:00 1+3 Rent, Early, Old, Older"]),
        Row(
            name: "not if all is done",
            steps: [add("Rent", due: "2026-01-05"), { _ = try $0.perform(TaskComplete(id: 1)) }, at("5T12:00")],
            notices: []),
        Row(
            name: "what is added later is known",
            steps: [at("5T09:30"), add("Rent", due: "2026-01-05"), at("5T12:00")],
            notices: []),
        Row(
            name: "once a day",
            steps: [
                add("Rent", due: "2026-01-05"), add("Bins", due: "2026-01-06"), at("5T12:00"),
                add("More", due: "2026-01-05"), at("6T12:00"),
            ], notices: ["01-06T09:00 1+2 Bins, Rent, More"]),
        Row(
            name: "while the daemon was down", steps: [add("Rent", due: "2026-01-05"), { $0.down(seconds: 4 * 3600) }],
            notices: ["01-05T09:00 1+0 Rent"]),
        Row(
            name: "while the machine was off",
            steps: [add("Rent", due: "2026-01-05"), { $0.reboot(seconds: 4 * 3600) }],
            notices: ["01-05T09:00 1+0 Rent"]),
        Row(
            name: "during a sleep", steps: [add("Rent", due: "2026-01-05"), { $0.suspend(seconds: 4 * 3600) }],
            notices: ["01-05T09:00 1+0 Rent"]),
        Row(
            name: "a clock that is set past it",
            steps: [add("Rent", due: "2026-01-05"), { $0.stepClock(seconds: 4 * 3600) }],
            notices: ["01-05T09:00 1+0 Rent"]),
        Row(
            name: "a zone in which it is past",
            steps: [add("Rent", due: "2026-01-06"), at("6T05:00"), { try $0.travel(to: "Asia/Tokyo") }],
            notices: ["01-06T09:00 1+0 Rent"]),
        Row(
            name: "not again in a zone in which it comes again",
            steps: [
                add("Rent", due: "2026-01-05"), at("5T10:00"), { try $0.travel(to: "America/New_York") }, at("5T20:00"),
            ], notices: []),
        Row(
            name: "never", settings: { $0.dayNotice = "" }, steps: [add("Rent", due: "2026-01-05"), at("5T12:00")],
            notices: []),
        Row(
            name: "at another time", settings: { $0.dayNotice = "19:30" },
            steps: [add("Rent", due: "2026-01-05"), at("5T20:00")], notices: ["01-05T19:30 1+0 Rent"]),
        Row(
            name: "in the night that ends the day", settings: { $0.dayNotice = "1:00" },
            steps: [add("Rent", due: "2026-01-05"), at("6T02:00")], notices: ["01-06T01:00 1+0 Rent"]),
        Row(
            name: "at the beginning of the day", settings: { $0.dayNotice = "04:00" },
            steps: [add("Rent", due: "2026-01-06"), at("6T05:00")], notices: ["01-06T04:00 1+0 Rent"]),
        Row(
            name: "a habit that was not done is due again on the day of its next occurrence",
            steps: [add("Walk", due: "2026-01-05", repeat: "daily"), at("5T12:00"), at("6T12:00")],
            notices: ["01-06T09:00 1+0 Walk"]),
        Row(
            name: "but not on another day",
            steps: [add("Bins", due: "2026-01-05", repeat: "weekly"), at("5T12:00"), at("6T12:00")], notices: []),
        Row(
            name: "a reminder at the same time is enough",
            steps: [add("Rent", due: "2026-01-05", remind: "9:00"), at("5T12:00")], notices: []),
        Row(
            name: "but not for another task",
            steps: [add("Rent", due: "2026-01-05", remind: "9:00"), add("Bins", due: "2026-01-05"), at("5T12:00")],
            notices: ["01-05T09:00 2+0 Rent, Bins"]),
    ]

    @Test("T16: a day has a notice if something is due on it", arguments: rows)
    func notices(_ row: Row) throws {
        let garden = try Self.garden(row.settings)
        for step in row.steps { try step(garden) }
        #expect(try Self.notices(garden) == row.notices)
        garden.down(seconds: 60)
        #expect(try Self.notices(garden) == [], "again")
    }

    @Test("T16: the notification has at most ten lines, and goes when all is done or the day is over")
    func notification() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Old", due: "2026-01-02"))
        for number in 1...11 { try garden.perform(TaskAdd(title: "Task \(number)", due: "2026-01-05")) }
        try garden.perform(TaskAdd(title: "Call Ann", due: "18:00"))
        garden.at("09:00:00")
        let shown = try garden.context.notifications(about: garden.events)
        #expect(shown.map(\.kind) == [.dayNotice])
        #expect(shown.map(\.notification.summary) == ["12 due today, 1 overdue"])
        #expect(
            shown.map(\.notification.body) == [
                (1...10).map { "Task \($0)\n" }.joined() + "and 3 more"
            ])
        #expect(shown.map(\.notification.actions) == [[]])
        #expect(shown.map(\.subject) == ["day"])
        let planned = try #require(shown.first)
        #expect(try garden.context.unshownNotifications(after: 0) == [planned])
        #expect(try garden.context.unshownNotifications(after: planned.notification.id) == [])
        for id in 2...10 { try garden.perform(TaskComplete(id: id)) }
        #expect(try garden.context.isOpen(planned))
        try garden.perform(TaskEdit(id: 11, due: .set("2026-01-07")))
        #expect(try !garden.context.isOpen(planned))
    }

    @Test("T16: a notice of a day that is over is not shown")
    func over() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Rent", due: "2026-01-05"))
        garden.down(seconds: 30 * 3600)
        #expect(try Self.notices(garden) == ["01-05T09:00 1+0 Rent", "01-06T09:00 0+1 Rent"])
        let planned = try garden.context.notifications(about: garden.events).filter { $0.kind == .dayNotice }
        #expect(planned.map(\.notification.body) == ["Rent (overdue)"])
        // The next day has one, because it is overdue and was not seen.
        #expect(try garden.published(EventKind.taskDayNotice).map(\.data.missed) == [true, nil])
    }

    @Test("T16: what was due during an absence of some days is in the notice of the return", arguments: [false, true])
    func absence(isReboot: Bool) throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Tax", due: "2026-01-06"))
        try garden.perform(TaskAdd(title: "Far", due: "2026-02-06"))
        garden.at("20:00:00")
        isReboot ? garden.reboot(seconds: 3 * 86_400) : garden.suspend(seconds: 3 * 86_400)
        #expect(try Self.notices(garden) == ["01-06T09:00 1+0 Tax", "01-07T09:00 0+1 Tax", "01-08T09:00 0+1 Tax"])
        #expect(
            try garden.context.notifications(about: garden.events).filter { $0.kind == .dayNotice }
                .map(\.notification.body) == ["Tax (overdue)"])
        // It is said once.
        garden.at("2026-01-10T12:00:00Z")
        #expect(try Self.notices(garden) == [])
    }

    @Test("T16: nothing wakes the daemon for a day on which nothing is due")
    func nothingWakes() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "Old", due: "2026-01-03"))
        try garden.perform(TaskAdd(title: "Tomorrow", due: "2026-01-06"))
        #expect(
            Wakeups(for: garden.state.dueDates(under: garden.environment)).wall
                == Timestamp("2026-01-06T04:00:00Z").instant)
        try garden.perform(TaskAdd(title: "Rent", due: "2026-01-05"))
        #expect(
            Wakeups(for: garden.state.dueDates(under: garden.environment)).wall
                == Timestamp("2026-01-05T09:00:00Z").instant)
    }

    @Test(
        "the setting is a time or nothing",
        arguments: [
            ("09:00", true), ("9:05", true), ("", true), ("23:59", true), ("24:00", false), ("9", false),
            ("9:5", false),
            ("9:60", false), ("-1:00", false), ("09:00:00", false), ("９:00", false), (" 9:00", false),
        ])
    func setting(_ text: String, _ isValid: Bool) {
        let settings = try? Settings(json: ["tasks.day_notice": .string(text)])
        #expect((settings != nil) == isValid)
    }
}
