import Logging
import SystemdKit
import Testing

@testable import GardenDaemon

/// Servers that hang, and buses that are missing or go away (RULES N4).
@Suite("Notification faults", .enabled(if: NotificationDesk.hasBus, "skipped: there is no dbus-daemon"))
struct NotificationFaultTests {
    private static func note(_ summary: String) -> DesktopNotification { DesktopNotification(summary: summary) }

    // MARK: A server that hangs

    @Test(arguments: [60_000_000, 1])
    func aServerThatWasStoppedEndsWithTheNewest(answerLimitMicroseconds: UInt64) throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: answerLimitMicroseconds)
        let server = try desk.meetServer()
        server.freeze()
        for summary in ["one", "two", "three"] {
            desk.client.show(Self.note(summary), as: "phase")
            try desk.settle()
        }
        desk.client.show(Self.note("obsolete"), as: "task")
        desk.client.withdraw("task")
        try server.thaw()
        try desk.run { server.screen.values.contains("three") }
        try desk.settle(server)
        #expect(server.calls == [.show("one", replacing: 0), .show("three", replacing: 1)])
        #expect(server.screen == [1: "three"])
        #expect(desk.reports.filter { $0 != "appeared" } == ["shown phase: one", "shown phase: three"])
    }

    @Test func aSilenceIsNoticedAndItsEndIsAnAppearance() throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: 1)
        let server = try desk.makeServer()
        try desk.run { desk.isServing }
        let before = desk.reports.count
        server.freeze()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.isSilent }
        #expect(desk.client.status.description == "fake 1 has not answered for 0 s")
        desk.client.show(Self.note("two"), as: "task")
        try desk.settle()
        try server.thaw()
        try desk.run { desk.reports.contains("shown task: two") }
        #expect(desk.reports[before...].first == "shown phase: one")
        #expect(desk.reports[before...].dropFirst().first == "appeared")
        #expect(server.screen == [1: "one", 2: "two"])
    }

    @Test func aServerThatHangsFromTheStartIsSilent() throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: 1)
        let server = try desk.makeServer()
        server.freeze()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.isSilent }
        #expect(desk.client.status.description == "the notification server has not answered for 0 s")
        try server.thaw()
        try desk.run { server.screen == [1: "one"] }
        #expect(desk.reports.first == "appeared")
    }

    @Test func aCallThatTheServerHasLostDoesNotBlockTheNext() throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: 1)
        let server = try desk.makeServer()
        try desk.run { desk.isServing }
        server.isAnswering = false
        desk.client.show(Self.note("lost"), as: "phase")
        try desk.run { server.heldCount == 1 }
        desk.client.show(Self.note("two"), as: "task")
        try desk.run { server.calls.last == .show("two", replacing: 0) }
        // The late answer closes a notification that no subject has.
        server.isAnswering = true
        try server.answerNext()
        try desk.run { server.calls.contains(.close(1)) }
    }

    @Test func noTimerRunsWhileNothingIsAwaited() throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: 1)
        let server = try desk.makeServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { server.screen == [1: "one"] && desk.isServing }
        try desk.settle(server)
        // A timer of 1 µs would be due by now.
        #expect(try desk.becomesIdle())
        #expect(desk.isServing)
    }

    @Test func aServerThatIsKilledWhileItHangsIsForgotten() throws {
        let desk = try NotificationDesk(answerLimitMicroseconds: 1)
        let first = try desk.makeServer()
        try desk.run { desk.isServing }
        first.freeze()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.isSilent }
        desk.client.show(Self.note("two"), as: "phase")
        first.crash()
        try desk.run { desk.client.status == .noServer(reason: nil) }
        let second = try desk.makeServer()
        try desk.run { second.screen == [1: "two"] }
        #expect(second.calls == [.show("two", replacing: 0)])
    }

    // MARK: The bus

    @Test func aBusThatAppearsLaterIsUsed() throws {
        let desk = try NotificationDesk(startsBus: false)
        desk.client.show(Self.note("one"), as: "phase")
        desk.client.show(Self.note("two"), as: "phase")
        desk.client.show(Self.note("obsolete"), as: "task")
        desk.client.withdraw("task")
        #expect(desk.client.status.description == "no session bus at unix:path=\(desk.busPath)")
        try desk.startBus()
        let server = try desk.meetServer()
        try desk.settle(server)
        #expect(server.calls == [.show("two", replacing: 0)])
        #expect(desk.reports == ["appeared", "shown phase: two"])
    }

    @Test func aBusThatReturnsGetsTheNewest() throws {
        let desk = try NotificationDesk()
        let first = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.reports.last == "shown phase: one" }
        desk.stopBus()
        try desk.run { desk.client.status == .noBus(address: "unix:path=\(desk.busPath)") }
        first.crash()
        #expect(desk.client.subjects == ["phase"])
        desk.client.show(Self.note("two"), as: "phase")
        try desk.startBus()
        let second = try desk.meetServer()
        try desk.run { second.screen == [1: "two"] }
        #expect(second.calls == [.show("two", replacing: 0)])
    }

    @Test func withoutAnAddressNothingFails() throws {
        let client = try NotificationClient(
            bus: nil, on: try EventLoop(), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        client.show(Self.note("one"), as: "phase")
        client.withdraw("phase")
        #expect(
            client.status.description == "no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
}
