import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

@Suite("Presence")
struct PresenceTests {
    @Test("P15: a presence is recorded only when it changes")
    func aPresenceIsRecordedOnce() throws {
        let garden = try CoreGarden()
        for (presence, events) in [(Presence.active, 1), (.active, 0), (.idle, 1), (.idle, 0), (.active, 1)] {
            garden.setPresence(presence)
            #expect(garden.events.map(\.type) == Array(repeating: "presence.changed", count: events))
        }
        garden.setPresence(.active)
        #expect(garden.events == [])
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .active, source: .login))
    }

    @Test("P15: a program's report takes precedence until it says auto")
    func aReportTakesPrecedence() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        #expect(try garden.perform(PresenceSet(presence: .idle)) == PresenceReport(presence: .idle, source: .set))
        #expect(
            try garden.published(.presenceChanged) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: PresenceReport(presence: .idle, source: .set),
                    before: PresenceReport(presence: .active, source: .login))
            ])
        garden.setPresence(.locked)
        #expect(garden.events == [])
        #expect(try garden.perform(PresenceSet(presence: .idle)) == PresenceReport(presence: .idle, source: .set))
        #expect(garden.events == [])
        #expect(try garden.perform(PresenceSet(presence: .auto)) == PresenceReport(presence: .locked, source: .login))
        #expect(garden.events.map(\.type) == ["presence.changed"])
        #expect(try garden.perform(PresenceSet(presence: .auto)) == PresenceReport(presence: .locked, source: .login))
        #expect(garden.events == [])
    }

    @Test("P15: a report outlasts a restart of the daemon, and ends with the boot")
    func aReportOutlastsARestart() throws {
        let garden = try CoreGarden()
        try garden.perform(PresenceSet(presence: .locked))
        garden.down(seconds: 600)
        #expect(garden.events.map(\.type) == ["daemon.started"])
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .locked, source: .set))
        garden.reboot(seconds: 600)
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .unknown, source: .login))
        garden.setPresence(.active)
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .active, source: .login))
    }

    @Test("the login session's presence is unknown after a restart until it is reported again")
    func aRestartForgetsTheLoginSession() throws {
        let garden = try CoreGarden()
        garden.setPresence(.idle)
        garden.down(seconds: 10)
        #expect(garden.events.map(\.type) == ["daemon.started", "presence.changed"])
        #expect(
            try garden.published(.presenceChanged).map(\.before) == [
                PresenceReport(presence: .unknown, source: .login)
            ])
    }
}
