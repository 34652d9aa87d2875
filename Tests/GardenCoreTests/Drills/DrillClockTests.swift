import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Drills count time awake (RULES D4).
struct DrillClockTests {
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        garden.advance(seconds: 30)
        return garden
    }

    @Test("D4: a sleep of a second abandons a drill, a shorter one does not")
    func sleeps() throws {
        let garden = try garden()
        garden.suspend(milliseconds: 999)
        #expect(garden.events == [])
        #expect(try garden.ask(DrillGet()).elapsedMilliseconds == 30_000)
        garden.suspend(milliseconds: 1000)
        #expect(garden.events.map(\.type) == ["system.slept", "system.woke", "drill.finished"])
        let drill = try garden.ask(DrillGet())
        #expect((drill.outcome, drill.elapsedMilliseconds) == (.abandoned, 30_000))
        #expect(try garden.level("basic", of: "letters").record == LevelRecord(runs: 1))
    }

    @Test("D4: a reboot abandons a drill")
    func reboot() throws {
        let garden = try garden()
        garden.reboot(seconds: 60)
        let finished = try garden.published(EventKind.drillFinished).map(\.data)
        // The last sign of life is that of its start.
        #expect(finished.map(\.outcome) == [.abandoned])
        #expect(finished.map(\.elapsedMilliseconds) == [0])
        #expect(try garden.published(EventKind.drillFinished).map(\.cause) == ["system.slept"])
        #expect(try garden.ask(DaemonStatus()).drill == nil)
    }

    @Test("D4: a daemon that is restarted in the same boot continues a drill, to its limit")
    func restart() throws {
        let garden = try garden()
        garden.down(seconds: 5)
        #expect(try garden.ask(DrillGet()).elapsedMilliseconds == 35_000)
        #expect(try garden.answer(right: true).isRight)
        garden.down(seconds: 3600)
        #expect(garden.events.summary.prefix(2) == ["09:00:50 drill.warning", "09:01:00 drill.finished"])
        #expect(try garden.ask(DrillGet()).outcome == .timeOver)
    }

    @Test("D4: a clock that is set moves the limit on the wall, and not the drill's length")
    func setClock() throws {
        let garden = try garden()
        garden.stepClock(seconds: 3600)
        #expect(garden.events.map(\.type) == ["clock.stepped", "drill.rescheduled"])
        #expect(try garden.ask(DrillGet()).endsAt == "2026-01-01T10:01:00.000+00:00")
        garden.advance(milliseconds: 29_999)
        #expect(garden.events.summary == ["10:00:50 drill.warning"])
        garden.advance(milliseconds: 1)
        #expect(garden.events.summary == ["10:01:00 drill.finished"])
    }

    @Test("L8: at one instant, the day comes before the timer, the timer before the limit, the limit before reminders")
    func orderOfWhatIsDue() throws {
        let garden = try CoreGarden(at: "2026-01-01T09:00:00Z")
        garden.at("2026-01-02T03:35:00Z")
        try garden.perform(TaskAdd(title: "Water", remind: "2026-01-02T04:00:00Z"))
        try garden.perform(TimerStart())
        garden.at("2026-01-02T03:59:00Z")
        try garden.perform(DrillStart(deck: "shapes", level: "basic"))
        garden.at("2026-01-02T04:00:00Z")
        let types = ["day.rolledOver", "focus.completed", "drill.finished", "task.reminded"]
        #expect(garden.events.map(\.type).filter(types.contains) == types)
    }

    @Test("D4: timer and drill do not affect each other")
    func timer() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(TimerStart(minutes: 1))
        garden.advance(seconds: 10)
        let before = try garden.timer
        try garden.play("letters", "basic", milliseconds: 0)
        #expect(try garden.timer == before)
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        try garden.perform(TimerStop())
        #expect(try garden.ask(DaemonStatus()).drill?.question == 1)
    }

    @Test("H1, N2: what a notification says about the end of a drill")
    func notifications() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        func shown() throws -> [String] {
            try garden.context.notifications(about: garden.events).map { planned in
                "\(planned.kind.rawValue) \(planned.notification.summary) | \(planned.notification.body)"
            }
        }
        try garden.play("letters", "basic", milliseconds: 19_400)
        #expect(
            try shown() == [
                "drill_finished letters, basic: cleared | ★★★ in 19.4 s, the shortest time; advanced-4 is open"
            ])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        try garden.perform(DrillQuit())
        #expect(try shown() == [])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        garden.advance(seconds: 60)
        #expect(try shown() == ["drill_finished letters, basic: time over | question 1 of 10, 0 mistakes"])
    }
}
