import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Logging
import SystemdKit
import TestSupport
import Testing
import TimeKit

@testable import GardenDaemon

/// A garden with a virtual clock whose notifications are shown on a desk with a real bus.
private final class GardenOnDesk {
    let desk: NotificationDesk
    let store: FlakyStore
    private(set) var engine: Engine
    /// A run has a client of its own.
    private var client: NotificationClient!
    private(set) var notifier: Notifier!
    /// The file with the last reminder shown.
    private(set) var lastReminder: Int?
    private let platform: QuietPlatform
    private let clock: Clock
    private let answerLimitMicroseconds: UInt64

    private final class Clock {
        var now = Moment(
            wall: Timestamp("2026-01-01T09:00:00Z")!.instant, awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "test")
    }

    init(
        answerLimitMicroseconds: UInt64 = 10_000_000, _ configure: (inout Settings) -> Void = { _ in }
    ) throws {
        self.answerLimitMicroseconds = answerLimitMicroseconds
        var settings = Settings.standard
        configure(&settings)
        (platform, clock, desk) = (QuietPlatform(settings), Clock(), try NotificationDesk())
        store = FlakyStore(try JournalStore.inMemory())
        engine = try Self.engine(store, platform, clock.now)
        try begin()
    }

    private static func engine(_ store: FlakyStore, _ platform: QuietPlatform, _ now: Moment) throws -> Engine {
        try Engine(
            store: store, archive: MemoryArchive(), platform: platform, environment: platform.readEnvironment(),
            now: now, heartbeat: nil, names: .test)
    }

    private func begin() throws {
        client = try NotificationClient(
            bus: try Bus(socketPath: desk.busPath, on: desk.loop), on: desk.loop,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            answerLimitMicroseconds: answerLimitMicroseconds)
        let record = ReminderRecord(last: lastReminder) { [unowned self] in self.lastReminder = $0 }
        notifier = Notifier(
            client, engine: engine, record: record, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { [clock] in clock.now })
        notifier.onAnswer = { [unowned self] in self.decide($0, from: "notification").error }
        notifier.take(engine.catchUp(to: clock.now))
        notifier.begin()
    }

    /// The daemon ends and starts again; the notification server stays.
    func restart(cleanly: Bool) throws {
        if cleanly {
            notifier.take(engine.stop(at: clock.now))
            notifier.stop()
        }
        engine = try Self.engine(store, platform, clock.now)
        try begin()
    }

    func advance(minutes: Int) {
        clock.now.wall = clock.now.wall.advanced(byMilliseconds: minutes * 60_000)
        clock.now.awakeMilliseconds += minutes * 60_000
        clock.now.bootMilliseconds += minutes * 60_000
        catchUp()
    }

    func catchUp() {
        notifier.take(engine.catchUp(to: clock.now))
        notifier.follow()
    }

    @discardableResult
    func decide(_ request: some ChangeRequest, from actor: String = "test") -> Reply {
        notifier.take(engine.catchUp(to: clock.now))
        let reply = engine.decide(request, from: actor, at: clock.now)
        notifier.take(engine.commit())
        notifier.follow()
        return reply
    }

    func perform(_ request: some ChangeRequest) throws { try #require(decide(request).error == nil) }

    var isServing: Bool {
        guard case .serving = client.status else { return false }
        return true
    }

    /// A server that the client has met.
    func meetServer(capabilities: [String] = ["actions", "body"]) throws -> FakeNotificationServer {
        let server = try desk.makeServer(capabilities: capabilities)
        try desk.run { self.isServing }
        return server
    }
}

@Suite("What is on the desktop", .enabled(if: NotificationDesk.hasBus, "skipped: needs dbus-daemon"))
struct NotifierTests {
    private static let focusCompleted = "Focus completed"

    @Test("N2: the focus ends, its notification shows, and a press starts the rest")
    func aButtonStartsTheRest() throws {
        let garden = try GardenOnDesk { $0.startRest = .never }
        let server = try garden.meetServer()
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { server.screen == [1: Self.focusCompleted] }
        guard case .array(_, let buttons)? = server.lastArguments.dropFirst(5).first else {
            Issue.record("no actions")
            return
        }
        #expect(buttons == ["startRest", "Start rest", "skipRest", "Skip rest"].map(BusValue.string))
        #expect(server.lastArguments[4] == .string("Default, 25 min. The rest is ready to start."))
        try server.press("startRest", id: 1)
        try garden.desk.run { server.screen.isEmpty }
        #expect(garden.engine.state.timer.phaseForTest == .rest)
        #expect(try garden.store.newestEvents(before: nil, limit: 1, types: ["timer.started"]).count == 1)
        #expect(try garden.store.change(ofEvent: garden.engine.state.seq)?.actor == "notification")
    }

    @Test("N2: a late press changes nothing, and says why")
    func aLatePressSaysWhy() throws {
        let garden = try GardenOnDesk { $0.startRest = .never }
        let server = try garden.meetServer()
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { server.screen == [1: Self.focusCompleted] }
        // The server is slow, so that the withdrawn notification is still there.
        server.isAnswering = false
        try garden.perform(TimerStart())
        let seq = garden.engine.state.seq
        try garden.desk.run { server.heldCount == 1 }
        try server.press("startRest", id: 1)
        try garden.desk.settle()
        server.isAnswering = true
        try server.answerNext()
        try garden.desk.run { server.screen.values.contains("Nothing was changed") }
        #expect(server.lastArguments[4] == .string("too late for startRest: the timer has moved on since"))
        #expect(garden.engine.state.seq == seq)
    }

    @Test("N3: the next phase's notification replaces the one before; a started session withdraws it")
    func theTimerHasOneNotification() throws {
        let garden = try GardenOnDesk()
        let server = try garden.meetServer()
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { server.screen == [1: Self.focusCompleted] }
        garden.advance(minutes: 5)
        try garden.desk.run { server.screen == [1: "Rest completed"] }
        try garden.perform(TimerStop())
        try garden.desk.run { server.screen.isEmpty }
        #expect(
            server.calls == [
                .show(Self.focusCompleted, replacing: 0), .show("Rest completed", replacing: 1), .close(1),
            ])
    }

    @Test("N1: a reminder that no server has confirmed is shown by the next run, a confirmed one is not")
    func aReminderSurvivesACrash() throws {
        let garden = try GardenOnDesk()
        for (title, time) in [("Water", "9:05"), ("Prune", "9:10")] {
            try garden.perform(TaskAdd(title: title, remind: time))
        }
        let begin = try #require(garden.lastReminder)
        garden.advance(minutes: 5)
        #expect(garden.lastReminder == begin)
        try garden.restart(cleanly: false)
        let server = try garden.meetServer()
        let seq = try #require(try garden.store.newestEvents(before: nil, limit: 1, types: ["task.reminded"]).last).seq
        try garden.desk.run { garden.lastReminder == seq }
        #expect(server.screen == [1: "Water"])
        try garden.restart(cleanly: false)
        try garden.desk.run { garden.isServing }
        try garden.desk.settle(server)
        #expect(server.calls == [.show("Water", replacing: 0)])
        // Done before the next run: it is not shown again.
        server.isAnswering = false
        garden.advance(minutes: 5)
        try garden.desk.run { server.heldCount == 1 }
        try garden.perform(TaskComplete(title: "Prune"))
        try garden.restart(cleanly: false)
        server.isAnswering = true
        try garden.desk.run { garden.isServing }
        try garden.desk.settle(server)
        #expect(server.calls == [.show("Water", replacing: 0), .show("Prune", replacing: 0)])
    }

    @Test("N1: a daemon that stops removes its notifications, and shows reminders again when it starts")
    func aStopLeavesNoDeadButtons() throws {
        let garden = try GardenOnDesk { $0.startRest = .never }
        let server = try garden.meetServer()
        try garden.perform(TaskAdd(title: "Water", remind: "9:05"))
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { garden.notifier.confirmed == ["task:1", "timer"] }
        #expect(Set(server.screen.values) == ["Water", Self.focusCompleted])
        try garden.restart(cleanly: true)
        try garden.desk.run { server.calls.count == 5 }
        try garden.desk.settle(server)
        #expect(Array(server.screen.values) == ["Water"])
    }

    @Test("N1: a server that comes back gets what still applies, and no old news")
    func aServerThatComesBack() throws {
        let garden = try GardenOnDesk { $0.startRest = .never }
        let first = try garden.meetServer()
        try garden.perform(TaskAdd(title: "Water", remind: "9:05"))
        try garden.perform(RateAdd(amount: 3200))
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { first.screen.count == 3 }
        first.crash()
        try garden.desk.run { !garden.isServing }
        try garden.perform(TimerStart(phase: .rest))
        let second = try garden.meetServer()
        try garden.desk.settle(second)
        #expect(second.calls == [.show("Water", replacing: 0)])
    }

    @Test("N1: that the disk refuses writes is shown once, until it accepts one")
    func aFullDiskIsReportedOnce() throws {
        let garden = try GardenOnDesk()
        let server = try garden.meetServer()
        garden.store.isRefusing = true
        #expect(garden.decide(TaskAdd(title: "Water")).error?.code == .storageFailed)
        #expect(garden.decide(TaskAdd(title: "Water")).error?.code == .storageFailed)
        try garden.desk.run { server.screen == [1: "Cannot write to disk"] }
        garden.store.isRefusing = false
        garden.advance(minutes: 1)
        try garden.desk.run { server.screen.isEmpty }
        #expect(server.calls == [.show("Cannot write to disk", replacing: 0), .close(1)])
    }

    @Test("N2: a kind that is switched off is not shown, and sound is the server's only if wanted")
    func whatTheSettingsSwitchOff() throws {
        let garden = try GardenOnDesk { settings in
            settings.notifications.kinds[.focusCompleted] = false
            settings.notifications.hasSound = false
        }
        let server = try garden.meetServer()
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        garden.advance(minutes: 5)
        try garden.desk.run { server.screen == [1: "Rest completed"] }
        #expect(server.calls == [.show("Rest completed", replacing: 0)])
        guard case .dictionary(let hints)? = server.lastArguments.dropFirst(6).first else {
            Issue.record("no hints")
            return
        }
        #expect(hints["suppress-sound"] == .bool(true))
        #expect(hints["sound-name"] == nil)
        #expect(hints["category"] == .string("x-garden.rest_completed"))
    }

    @Test func aSampleDoesNotWaitForAServer() throws {
        let garden = try GardenOnDesk()
        let sample = garden.engine.queryContext(at: Moment.forTest).sampleNotification(.reminder)
        #expect(throws: NotificationProblem(message: "no session bus at unix:path=\(garden.desk.busPath)")) {
            try garden.notifier.showSample(sample).get()
        }
        try garden.desk.settle()
        #expect(throws: NotificationProblem(message: "no session bus at unix:path=\(garden.desk.busPath)")) {
            garden.desk.stopBus()
            try garden.desk.run {
                !garden.isServing && garden.notifier.status == .noBus(address: "unix:path=\(garden.desk.busPath)")
            }
            return try garden.notifier.showSample(sample).get()
        }
        try garden.desk.startBus()
        let server = try garden.meetServer()
        try garden.desk.settle(server)
        #expect(server.calls == [])
    }

    @Test func aSampleDoesNotWaitForASilentServer() throws {
        let garden = try GardenOnDesk(answerLimitMicroseconds: 1)
        let server = try garden.meetServer()
        server.freeze()
        try garden.perform(TimerStart())
        garden.advance(minutes: 25)
        try garden.desk.run { garden.notifier.status.description == "fake 1 has not answered for 0 s" }
        let sample = garden.engine.queryContext(at: Moment.forTest).sampleNotification(.reminder)
        #expect(throws: NotificationProblem(message: "fake 1 has not answered for 0 s")) {
            try garden.notifier.showSample(sample).get()
        }
        try server.thaw()
        try garden.desk.run { server.screen == [1: Self.focusCompleted] }
        try garden.desk.settle(server)
        #expect(server.calls == [.show(Self.focusCompleted, replacing: 0)])
    }

    @Test func aSamplesButtonsDoNothing() throws {
        let garden = try GardenOnDesk()
        let server = try garden.meetServer()
        let sample = garden.engine.queryContext(at: Moment.forTest).sampleNotification(.reminder)
        #expect(garden.notifier.showSample(sample) == .success("fake 1"))
        try garden.desk.run { server.screen == [1: "Water the plants"] }
        let seq = garden.engine.state.seq
        try server.press("done", id: 1)
        try garden.desk.run { server.screen.isEmpty }
        #expect(garden.engine.state.seq == seq)
    }
}

extension Moment {
    fileprivate static let forTest = Moment(
        wall: Instant(milliseconds: 0), awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "test")
}

extension TimerState {
    fileprivate var phaseForTest: StartablePhase? {
        switch self {
        case .stopped: nil
        case .running(let run, _), .paused(let run, _): run.phase
        }
    }
}
