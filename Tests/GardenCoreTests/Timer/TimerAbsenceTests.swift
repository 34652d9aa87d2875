import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The timer while the daemon is down, the machine is off or suspended, or the user is absent.
@Suite("The timer and absence")
struct TimerAbsenceTests {
    struct Absence: CustomTestStringConvertible {
        var downSeconds: Int
        var timer: FocusTimer
        var exp: Int
        var events: [String]
        var testDescription: String { "down for \(downSeconds) s" }
    }

    @Test(
        "P8: killed at 09:10, a focus of 09:00 keeps its deadline and is credited once",
        arguments: [
            Absence(
                downSeconds: 600,
                timer: .focus(1, left: 300, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:25:00Z"), exp: 0,
                events: ["09:20:00 daemon.started"]),
            Absence(
                downSeconds: 1020,
                timer: .rest(1, left: 180, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:30:00Z"), exp: 1,
                events: [
                    "09:25:00 focus.completed", "09:25:00 garden.grew", "09:25:00 timer.started",
                    "09:27:00 daemon.started",
                ]),
            Absence(
                downSeconds: 6600, timer: .stopped(session: 1), exp: 1,
                events: ["09:25:00 focus.completed", "09:25:00 garden.grew", "11:00:00 daemon.started"]),
        ])
    func aRestartedDaemonCatchesUp(row: Absence) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.down(seconds: row.downSeconds)
        #expect(garden.events.summary == row.events)
        #expect(try garden.timer == row.timer)
        #expect(try garden.exp == row.exp)
        garden.down(seconds: 1)
        #expect(garden.events.map(\.type) == ["daemon.started"])
        #expect(try garden.exp == row.exp)
    }

    @Test("P9, P23: an absence that counts leaves out what was entered for another session, and no minute counts twice")
    func aCountedAbsenceLeavesOutOthers() throws {
        let garden = try CoreGarden { ($0.startRest, $0.startFocus) = (.never, .never) }
        try garden.perform(TimerStart(category: "Thesis", minutes: 60))
        garden.at("09:20:00")
        garden.suspend(seconds: 6000)
        try garden.perform(SessionAdd(text: "9:30-10:30 Meeting"))
        try garden.perform(TimerResume(countAbsence: true))
        garden.advance(seconds: 1)
        let session = try #require(try garden.ask(SessionList()).sessions.first { $0.category == "Thesis" })
        #expect(session.minutes == 60)
        #expect(session.pauses == [TimeSpan("2026-01-01T09:30:00Z", "2026-01-01T10:30:00Z")])
        #expect(session.end == "2026-01-01T11:00:00Z")
        let hours = try garden.ask(StatsDay(day: "2026-01-01")).hours
        #expect(hours.allSatisfy { $0.minutes <= 60 })
        #expect(hours.reduce(0) { $0 + $1.minutes } == 120)
    }

    @Test("P8: an absence shorter than the grace counts as none")
    func aShortAbsenceCountsAsNone() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:29:50")
        garden.down(seconds: 20)
        #expect(
            garden.events.summary
                == ["09:30:00 rest.completed", "09:30:00 timer.started", "09:30:10 daemon.started"])
        #expect(
            try garden.timer == .focus(2, left: 1490, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z"))
    }

    @Test("P8: a timer paused with 600 s left is unchanged after three hours without a daemon")
    func aPausePersistsWithoutADaemon() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:15:00")
        let paused = FocusTimer.focus(
            1, left: 600, from: "2026-01-01T09:00:00Z", until: nil, at: "2026-01-01T09:15:00Z")
        #expect(try garden.perform(TimerPause()) == paused)
        garden.down(seconds: 3 * 3600)
        #expect(garden.events.summary == ["10:15:00 timer.stillPaused", "12:15:00 daemon.started"])
        #expect(try garden.timer == paused)
    }

    @Test("P9: machine off: a focus is paused with the time left at the last heartbeat; a rest follows the wall clock")
    func aPowerCutPausesTheFocus() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        try garden.perform(TimerExtend(minutes: 1))
        garden.reboot(seconds: 3600)
        #expect(
            garden.events.summary
                == [
                    "09:10:00 system.slept", "09:10:00 timer.edited", "10:10:00 system.woke", "10:10:00 timer.paused",
                    "10:10:00 daemon.started",
                ])
        #expect(
            try garden.timer
                == .focus(
                    1, of: 1560, left: 960, from: "2026-01-01T09:00:00Z", until: nil, pausedBy: .sleep,
                    at: "2026-01-01T09:10:00Z", absent: 3600))
        #expect(
            try garden.perform(TimerResume())
                == .focus(1, of: 1560, left: 960, from: "2026-01-01T09:00:00Z", until: "2026-01-01T10:26:00Z"))
        garden.at("10:26:00")
        garden.reboot(seconds: 120)
        #expect(garden.events.summary.last == "10:28:00 daemon.started")
        #expect(
            try garden.timer == .rest(1, left: 180, from: "2026-01-01T10:26:00Z", until: "2026-01-01T10:31:00Z"))
        garden.reboot(seconds: 600)
        #expect(
            garden.events.summary
                == [
                    "10:28:00 system.slept", "10:28:00 timer.edited", "10:31:00 rest.completed",
                    "10:38:00 system.woke", "10:38:00 daemon.started",
                ])
        #expect(try garden.timer == .stopped(session: 1))
    }

    @Test("P9: a wall clock that is behind after a power cut lengthens nothing; the focus is paused")
    func aLaggingClockLengthensNothing() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 1200)
        try garden.perform(TimerExtend(minutes: 1))
        garden.reboot(seconds: -4800)
        #expect(garden.environment.zone.timestamp(garden.moment.wall) == "2026-01-01T08:00:00Z")
        #expect(
            try garden.timer
                == .focus(
                    1, of: 1560, left: 360, from: "2026-01-01T09:00:00Z", until: nil, pausedBy: .sleep,
                    at: "2026-01-01T07:59:00Z", absent: 60))
    }

    @Test(
        "P9: sleep below the grace moves the end of a focus; from the grace on, the focus is paused",
        arguments: [(59, "2026-01-01T09:25:59Z"), (60, nil)] as [(Int, Timestamp?)])
    func theGracePeriodIsExact(seconds: Int, end: Timestamp?) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.suspend(seconds: seconds)
        #expect(
            try garden.timer
                == .focus(
                    1, left: 1500, from: "2026-01-01T09:00:00Z", until: end, pausedBy: .sleep,
                    at: "2026-01-01T09:00:00Z", absent: 60))
    }

    @Test("P9: sleep does not count as focus: under the grace the end moves, over it the focus is paused")
    func sleepBeyondTheGracePausesTheFocus() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.suspend(seconds: 59)
        #expect(
            garden.events.summary == ["09:00:00 system.slept", "09:00:59 system.woke", "09:00:59 timer.edited"])
        #expect(
            try garden.timer == .focus(1, left: 1500, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:25:59Z"))
        garden.at("09:10:59")
        garden.suspend(seconds: 3600)
        #expect(
            garden.events.summary == ["09:10:59 system.slept", "10:10:59 system.woke", "10:10:59 timer.paused"])
        #expect(
            try garden.timer
                == .focus(
                    1, left: 900, from: "2026-01-01T09:00:00Z", until: nil, pausedBy: .sleep,
                    at: "2026-01-01T09:10:59Z", absent: 3600))
        #expect(
            try garden.perform(TimerResume(countAbsence: true))
                == .focus(1, left: 0, from: "2026-01-01T09:00:00Z", until: "2026-01-01T10:10:59Z"))
        #expect(
            garden.events.summary == [
                "10:10:59 timer.resumed", "10:10:59 focus.completed", "10:10:59 garden.grew", "10:10:59 timer.started",
            ])
    }

    @Test("P18: with unknown presence and no sign of the person, the timer stops after the rest of session 5")
    func anUnattendedTimerStops() throws {
        let garden = try CoreGarden(at: "2026-01-01T18:00:00Z")
        try garden.perform(TimerStart())
        garden.advance(seconds: 18 * 1800)
        #expect(
            try garden.published(EventKind.focusCompleted).map(\.data.session.unattended)
                == [false, true, true, true, true])
        #expect(try garden.timer == .stopped(session: 5))
    }

    @Test(
        "P18: a session that looks active for ever is no sign of the person", arguments: [PresenceSource.login, .set])
    func anActiveThatProvesNothingStopsTheTimer(source: PresenceSource) throws {
        let garden = try CoreGarden(at: "2026-01-01T18:00:00Z")
        switch source {
        case .login: garden.setPresence(.active)
        case .set: try garden.perform(PresenceSet(presence: .active))
        }
        try garden.perform(TimerStart())
        garden.advance(seconds: 18 * 1800)
        #expect(garden.events.times(of: "focus.completed").count == 5)
        #expect(try garden.timer == .stopped(session: 5))
    }

    /// What may happen during a session that began by itself.
    enum Sign: CaseIterable {
        case extend, note, query, hook, hookExtends, program, returned
    }

    @Test(
        "P18: a change by a person, or a return to the desktop, is a sign; a hook, a report and a query are not",
        arguments: Sign.allCases)
    func signsOfThePersonResetTheCount(sign: Sign) throws {
        let garden = try CoreGarden { $0.unattendedSessions = 2 }
        try garden.perform(TimerStart())
        // In session 3, the second that began by itself.
        garden.advance(seconds: 4000)
        switch sign {
        case .extend: try garden.perform(TimerExtend(minutes: 1))
        case .note: try garden.perform(LogNote(text: "at the desk"))
        case .query: _ = try garden.timer
        case .hook: try garden.perform(LogNote(text: "a hook"), from: "hook:focus.completed")
        case .hookExtends: try garden.perform(TimerExtend(minutes: 1), from: "hook:timer.started")
        case .program: try garden.perform(PresenceSet(presence: .active))
        case .returned:
            try garden.perform(PresenceSet(presence: .idle))
            try garden.perform(PresenceSet(presence: .active))
            try garden.perform(PresenceSet(presence: .auto))
        }
        garden.advance(seconds: 10 * 1800)
        let isSign = [.extend, .note, .returned].contains(sign)
        #expect(
            try garden.published(EventKind.focusCompleted).map(\.data.session.unattended)
                == (isSign ? [false, true, true] : [true]))
        #expect(try garden.timer == .stopped(session: isSign ? 5 : 3))
    }

    @Test("P18: a session that a hook begins by skipping the rest is one that began by itself")
    func aHookSkipsTheRest() throws {
        let garden = try CoreGarden { $0.unattendedSessions = 2 }
        try garden.perform(TimerStart())
        for _ in 1...2 {
            garden.advance(seconds: 1560)
            try garden.perform(TimerSkip(), from: "hook:focus.completed")
        }
        garden.advance(seconds: 10 * 1800)
        #expect(try garden.timer == .stopped(session: 3))
        #expect(try garden.published(EventKind.focusCompleted).map(\.data.session.unattended) == [true])
        // A person who does it is there.
        try garden.perform(TimerStart())
        garden.advance(seconds: 1560)
        try garden.perform(TimerSkip())
        garden.advance(seconds: 1500)
        #expect(try garden.published(EventKind.focusCompleted).map(\.data.session.unattended) == [false])
    }

    @Test("P18: a session that a person ends is not unattended", arguments: [true, false])
    func aStopIsASign(isSkipped: Bool) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 1900)
        if isSkipped { try garden.perform(TimerSkip()) } else { try garden.perform(TimerStop()) }
        let kind: EventKind = isSkipped ? .timerSkipped : .timerStopped
        #expect(try garden.published(kind).map(\.data.interrupted?.unattended) == [false])
    }

    @Test("P18: a present person, or a limit of 0, keeps the timer running", arguments: [true, false])
    func presenceOrAZeroLimitKeepsTheTimerRunning(isPresent: Bool) throws {
        let garden = try CoreGarden { $0.unattendedSessions = isPresent ? 2 : 0 }
        if isPresent {
            garden.setPresence(.idle)
            garden.setPresence(.active)
        }
        try garden.perform(TimerStart())
        garden.advance(seconds: 10 * 1800)
        let sessions = try garden.published(EventKind.focusCompleted).map(\.data.session.unattended)
        #expect(sessions == [false] + Array(repeating: !isPresent, count: 9))
    }

    @Test("P18: with focus sessions that start by themselves also while no one is there, those are unattended")
    func sessionsOfAnAbsentPersonAreUnattended() throws {
        let garden = try CoreGarden {
            $0.unattendedSessions = 2
            $0.startFocus = .always
        }
        try garden.perform(TimerStart())
        garden.setPresence(.idle)
        garden.advance(seconds: 3 * 1800)
        #expect(try garden.published(EventKind.focusCompleted).map(\.data.session.unattended) == [false, true, true])
        garden.setPresence(.active)
        garden.advance(seconds: 2 * 1800)
        #expect(try garden.published(EventKind.focusCompleted).map(\.data.session.unattended) == [false, false])
    }
}
