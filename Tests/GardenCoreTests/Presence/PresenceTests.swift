import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

@Suite("Presence")
struct PresenceTests {
    @Test("P15: a presence is recorded only when it changes")
    func aPresenceIsRecordedOnce() throws {
        let garden = try CoreGarden()
        for (presence, events) in [
            (Presence.idle, 1), (.idle, 0), (.active, 1), (.active, 0), (.idle, 1), (.active, 1),
        ] {
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
        garden.setPresence(.idle)
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
        garden.setPresence(.locked)
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .locked, source: .login))
    }

    @Test("P15: a login session that has reported no absence in this boot does not say that a person is there")
    func aLoginSessionProvesItself() throws {
        let garden = try CoreGarden()
        let (unknown, active) = (
            PresenceReport(presence: .unknown, source: .login), PresenceReport(presence: .active, source: .login)
        )
        garden.setPresence(.active)
        #expect(garden.events == [])
        #expect(try garden.ask(PresenceGet()) == unknown)
        garden.setPresence(.idle)
        garden.setPresence(.active)
        #expect(garden.events.map(\.type) == ["presence.changed"])
        #expect(try garden.ask(PresenceGet()) == active)
        // A restart of the daemon keeps that, a boot does not.
        garden.down(seconds: 600)
        #expect(try garden.ask(PresenceGet()) == active)
        garden.reboot(seconds: 600)
        garden.setPresence(.active)
        #expect(try garden.ask(PresenceGet()) == unknown)
        garden.setPresence(.locked)
        garden.setPresence(.active)
        #expect(try garden.ask(PresenceGet()) == active)
    }

    @Test("P15: what a program sets is shown; it says something about the person after its first idle or locked")
    func aProgramProvesItself() throws {
        let garden = try CoreGarden()
        try garden.perform(PresenceSet(presence: .active))
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .active, source: .set))
        #expect(garden.state.provedPresence == .unknown)
        try garden.perform(PresenceSet(presence: .idle))
        #expect(garden.state.provedPresence == .idle)
        try garden.perform(PresenceSet(presence: .active))
        #expect(garden.state.provedPresence == .active)
        // The proof of one source is not that of another.
        garden.setPresence(.active)
        try garden.perform(PresenceSet(presence: .auto))
        #expect(try garden.ask(PresenceGet()) == PresenceReport(presence: .unknown, source: .login))
        try garden.perform(PresenceSet(presence: .active))
        #expect(garden.state.provedPresence == .active)
        garden.reboot(seconds: 60)
        try garden.perform(PresenceSet(presence: .active))
        #expect(garden.state.provedPresence == .unknown)
    }

    @Test("P15: an absence that the login session reports while a program comes first proves it, too")
    func anUnrecordedAbsenceCounts() throws {
        let garden = try CoreGarden()
        try garden.perform(PresenceSet(presence: .active))
        garden.setPresence(.idle)
        garden.setPresence(.active)
        #expect(garden.state.presence.current == .active && garden.state.presence.source == .set)
        #expect(
            try garden.perform(PresenceSet(presence: .auto)) == PresenceReport(presence: .active, source: .login))
        #expect(garden.state.provedPresence == .active)
        garden.down(seconds: 60)
        #expect(garden.state.provedPresence == .active)
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
