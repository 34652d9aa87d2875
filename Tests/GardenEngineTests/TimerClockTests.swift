import GardenAPI
import GardenCore
import GardenEngine
import Testing

/// What the timer does while no one is there, and when the clocks change under it.
@Suite("The timer, absence and clocks")
struct TimerClockTests {
    @Test("P18: with presence unknown and no one there, the timer is stopped after the rest of session 17")
    func anUnattendedTimerStops() throws {
        let garden = try Garden(start: "2026-01-01T18:00:00Z")
        try garden.ask("timer.start")
        let events = try garden.tell(["advance": .integer(18 * 1800)])
        #expect(events.filter { $0["type"] == "focus.completed" }.count == 17)
        #expect(try garden.timer.only("phase", "session") == ["phase": "stopped", "session": 17])
    }

    @Test("P18: whoever changes the timer begins the count anew; looking at it does not")
    func aChangeOfTheTimerIsAttendance() throws {
        var settings = Settings.standard
        settings.unattendedSessions = 2
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        try garden.tell(["advance": 4000])
        try garden.ask("timer.get")
        try garden.ask("timer.extend", ["minutes": 1])
        let events = try garden.tell(["advance": .integer(10 * 1800)])
        // Sessions 3 (extended in), 4 and 5.
        #expect(events.filter { $0["type"] == "focus.completed" }.count == 3)
        #expect(try garden.timer.only("phase", "session") == ["phase": "stopped", "session": 5])
    }

    @Test("P18: a person who is known to be present, or a limit of 0, lets it go on", arguments: [true, false])
    func whoIsPresentIsNotStopped(isPresent: Bool) throws {
        var settings = Settings.standard
        settings.unattendedSessions = isPresent ? 2 : 0
        let garden = try Garden(settings: settings)
        if isPresent { try garden.tell(["presence": "active"]) }
        try garden.ask("timer.start")
        let events = try garden.tell(["advance": .integer(10 * 1800)])
        #expect(events.filter { $0["type"] == "focus.completed" }.count == 10)
    }

    @Test("P10: what the clock was set by before a phase began does not move its end when a later step is noticed")
    func aSmallStepBeforeThePhaseMovesNothing() throws {
        let garden = try Garden()
        try garden.tell(["stepClock": 0.6])
        #expect(try garden.ask("timer.start", ["minutes": 1])["endsAt"] == "2026-01-01T09:01:00.600+00:00")
        try garden.tell(["stepClock": 0.6])
        #expect(try garden.timer["endsAt"] == "2026-01-01T09:01:01.200+00:00")
        let events = try garden.tell(["advance": 60])
        #expect(events.first?["at"] == "2026-01-01T09:01:01.200+00:00")
    }

    @Test("P9: a power cut soon after a rollover that came late is dated by when that was written")
    func aPowerCutAfterALateRollover() throws {
        let garden = try Garden(start: "2026-03-28T20:00:00Z", zone: "America/New_York")
        try garden.ask("timer.start")
        try garden.tell(["advance": 60])
        try garden.tell(["timezone": "Pacific/Auckland"])
        try garden.tell(["reboot": 30])
        #expect(
            try garden.timer.only("phase", "paused", "remainingSeconds") == [
                "phase": "focus", "paused": false, "remainingSeconds": 1440,
            ])
    }

    @Test("P8, P10: a clock that was set while the daemon was away moves the end of a phase that was over by then")
    func aStepWhileAwayDatesAPhaseAtItsEnd() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        try garden.tell(["advance": 600])
        garden.store.isRefusing = true
        try garden.tell(["advance": 1020])
        try garden.tell(["stepClock": 2])
        garden.store.isRefusing = false
        let events = try garden.tell(["advance": 1])
        let completed = try #require(events.first { $0["type"] == "focus.completed" })
        #expect(completed["at"] == "2026-01-01T09:25:02.000+00:00")
        #expect(
            try garden.timer.only("phase", "endsAt") == ["phase": "rest", "endsAt": "2026-01-01T09:30:02.000+00:00"])
    }
}
