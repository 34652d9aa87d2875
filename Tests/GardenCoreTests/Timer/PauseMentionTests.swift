import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A phase that is paused at 09:10, and stays so (RULES P28).
@Suite("A paused phase is mentioned")
struct PauseMentionTests {
    private static func garden(
        rest: Bool = false, _ configure: (inout Settings) -> Void = { _ in }
    ) throws -> CoreGarden {
        let garden = try CoreGarden {
            ($0.restMinutes, $0.focusMinutes) = (25, 25)
            configure(&$0)
        }
        try garden.perform(TimerStart(phase: rest ? .rest : .focus))
        garden.at("09:10:00")
        try garden.perform(TimerPause())
        return garden
    }

    private static func instant(_ text: Timestamp) -> Instant { text.instant }

    @Test("P28: a paused phase is mentioned after 60 minutes, once, and can be resumed", arguments: [true, false])
    func itIsMentionedOnce(isRest: Bool) throws {
        let garden = try Self.garden(rest: isRest)
        let dates = garden.state.dueDates(under: garden.environment)
        #expect(dates.contains { $0.at == Self.instant("2026-01-01T10:10:00Z") })
        garden.at("10:09:59")
        #expect(garden.events == [])
        garden.at("10:11:00")
        #expect(garden.events.summary == ["10:10:00 timer.stillPaused"])
        #expect(try garden.timer.remainingSeconds == 900)
        let listed = try #require(try garden.ask(NotificationList()).first)
        #expect(listed.kind == .paused && listed.summary == "Still paused")
        #expect(listed.body == "Default, 15:00 left. Paused since 09:10.")
        #expect(listed.actions.map(\.action) == [.resume])
        garden.at("20:00:00")
        #expect(garden.events == [])
        let timer = try garden.perform(NotificationAct(id: listed.id, action: .resume)).timer
        #expect(timer.paused == false && timer.remainingSeconds == 900)
        #expect(
            try garden.refusal(of: NotificationAct(id: listed.id, action: .resume))
                == Refusal(.refused, ["reason": "too_late", "id": .integer(listed.id)]))
    }

    @Test("P28: the next pause is mentioned again, each on its own time")
    func theNextPause() throws {
        let garden = try Self.garden()
        garden.at("10:10:00")
        try garden.perform(TimerResume())
        garden.at("10:12:00")
        try garden.perform(TimerPause())
        #expect(try garden.ask(NotificationList()) == [])
        garden.at("12:00:00")
        #expect(garden.events.summary == ["11:12:00 timer.stillPaused"])
    }

    @Test("P28: with no person there it is mentioned at the return", arguments: [Presence.idle, .locked])
    func atTheReturn(absence: Presence) throws {
        let garden = try Self.garden()
        garden.at("09:20:00")
        garden.setPresence(absence)
        let dates = garden.state.dueDates(under: garden.environment)
        // Nothing wakes the daemon before the new day.
        #expect(dates.allSatisfy { $0.at > Self.instant("2026-01-02T00:00:00Z") })
        garden.at("12:00:00")
        #expect(garden.events == [])
        garden.setPresence(.active)
        #expect(garden.events.summary == ["12:00:00 presence.changed", "12:00:00 timer.stillPaused"])
        garden.setPresence(absence)
        garden.setPresence(.active)
        #expect(garden.events.summary == ["12:00:00 presence.changed"])
    }

    @Test("P28: a return before 60 minutes have passed changes nothing")
    func anEarlyReturn() throws {
        let garden = try Self.garden()
        garden.setPresence(.locked)
        garden.at("09:50:00")
        garden.setPresence(.active)
        #expect(garden.events.map(\.type) == ["presence.changed"])
        garden.at("10:10:00")
        #expect(garden.events.summary == ["10:10:00 timer.stillPaused"])
    }

    @Test("P28: a sleep, a restart and a reboot mention it at most once")
    func atMostOnce() throws {
        for isBefore in [true, false] {
            let garden = try Self.garden()
            garden.at(isBefore ? "09:30:00" : "10:30:00")
            var mentions = garden.events.times(of: "timer.stillPaused")
            for _ in 0..<2 {
                garden.suspend(seconds: 7200)
                mentions += garden.events.times(of: "timer.stillPaused")
                garden.down(seconds: 7200)
                mentions += garden.events.times(of: "timer.stillPaused")
                garden.reboot(seconds: 7200)
                mentions += garden.events.times(of: "timer.stillPaused")
            }
            // A sleep is the sign that no person is there.
            #expect(mentions == [isBefore ? "11:30:00" : "10:10:00"])
        }
    }

    @Test("P15, P28: after a restart, the presence is unknown, and the pause is mentioned then, not in the past")
    func aRestartWhileIdle() throws {
        let garden = try Self.garden()
        garden.setPresence(.idle)
        garden.at("12:00:00")
        garden.down(seconds: 60)
        #expect(garden.events.times(of: "timer.stillPaused") == ["12:01:00"])
    }

    @Test("P9, P28: a pause by a sleep counts from its end")
    func aPauseBySleep() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.suspend(seconds: 7200)
        #expect(garden.events.times(of: "timer.stillPaused") == [])
        garden.at("12:10:00")
        #expect(garden.events.summary == ["12:10:00 timer.stillPaused"])
        #expect(try garden.ask(NotificationList()).map(\.kind) == [.paused, .woke])
        #expect(try garden.perform(NotificationAct(action: .count)).timer.remainingSeconds == 0)
    }

    @Test("P28: timer.remind_paused_minutes is the time, and 0 is never")
    func theSetting() throws {
        let garden = try Self.garden { $0.remindPausedMinutes = 0 }
        garden.at("23:00:00")
        #expect(garden.events == [])
        garden.changeSettings { $0.remindPausedMinutes = 5 }
        #expect(garden.events.summary == ["23:00:00 settings.changed", "23:00:00 timer.stillPaused"])
    }
}
