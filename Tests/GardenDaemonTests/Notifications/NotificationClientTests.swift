import SystemdKit
import Testing

@testable import GardenDaemon

/// The client against a server that a test controls, over a real dbus-daemon.
@Suite("Notifications", .enabled(if: NotificationDesk.hasBus, "skipped: there is no dbus-daemon on this machine"))
struct NotificationClientTests {
    private static func note(_ summary: String) -> DesktopNotification {
        DesktopNotification(summary: summary, actions: [.init(key: "done", label: "Done")])
    }

    // MARK: Showing

    @Test func aNotificationIsShownAndReplacedAndWithdrawn() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { server.screen == [1: "one"] }
        desk.client.show(Self.note("two"), as: "phase")
        try desk.run { server.screen == [1: "two"] }
        desk.client.show(Self.note("other"), as: "task")
        try desk.run { server.screen == [1: "two", 2: "other"] }
        desk.client.withdraw("phase")
        desk.client.withdraw("unknown")
        try desk.settle(server)
        #expect(server.screen == [2: "other"])
        #expect(desk.client.subjects == ["task"])
        #expect(
            server.calls == [
                .show("one", replacing: 0), .show("two", replacing: 1), .show("other", replacing: 0), .close(1),
            ])
        #expect(desk.reports == ["appeared", "shown phase: one", "shown phase: two", "shown task: other"])
    }

    @Test func aWithdrawalDuringTheCallClosesItOnceItsIdIsKnown() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        server.isAnswering = false
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { server.heldCount == 1 }
        desk.client.withdraw("phase")
        try desk.settle(server)
        #expect(server.calls == [.show("one", replacing: 0)])
        server.isAnswering = true
        try server.answerNext()
        try desk.run { server.calls.last == .close(1) }
        try desk.settle(server)
        #expect(server.screen == [:])
        #expect(desk.client.subjects == [])
    }

    @Test func aRefusedNotificationIsNotRepeated() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        server.isRefusing = true
        desk.client.show(Self.note("one"), as: "phase")
        try desk.settle(server)
        #expect(server.calls == [.show("one", replacing: 0)])
        server.isRefusing = false
        desk.client.show(Self.note("two"), as: "phase")
        try desk.settle(server)
        #expect(server.calls == [.show("one", replacing: 0), .show("two", replacing: 0)])
        #expect(desk.reports == ["appeared", "shown phase: two"])
    }

    @Test(arguments: [
        (["actions", "body", "body-markup"], "1 &lt; 2 &amp;\n3", 2), (["body"], "1 < 2 &\n3", 0),
    ])
    func theServersCapabilitiesAreRespected(capabilities: [String], body: String, actionWords: Int) throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer(capabilities: capabilities)
        let title = "<b>Tom & Jerry</b>\n" + String(repeating: "🌱", count: 500)
        var notification = Self.note(title)
        notification.body = "1 < 2 &\n3"
        desk.client.show(notification, as: "task")
        try desk.run { server.calls.count == 1 }
        #expect(
            server.lastArguments[3] == .string("<b>Tom & Jerry</b> " + String(repeating: "🌱", count: 180) + "…"))
        #expect(server.lastArguments[4] == .string(body))
        guard case .array(_, let words) = server.lastArguments[5] else { return }
        #expect(words.count == actionWords)
    }

    // MARK: Signals

    @Test func aPressedButtonIsReportedAlsoFromTheServersHistory() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.reports.last == "shown phase: one" }
        try server.press("done", id: 1)
        try server.press("done", id: 1)
        try server.press("never offered", id: 1)
        try server.press("done", id: 7)
        try server.dismiss(1)
        try server.press("done", id: 1)
        try desk.settle(server)
        #expect(
            desk.reports == ["appeared", "shown phase: one"] + [String](repeating: "done of phase: one", count: 3))
        #expect(desk.client.subjects == [])
        desk.client.show(Self.note("two"), as: "phase")
        try desk.settle(server)
        #expect(server.calls.last == .show("two", replacing: 0))
    }

    @Test func aPressBeforeTheReplacementBelongsToTheOldNotification() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.reports.last == "shown phase: one" }
        server.isAnswering = false
        desk.client.show(Self.note("two"), as: "phase")
        try desk.run { server.heldCount == 1 }
        try server.press("done", id: 1)
        try server.answerNext()
        try desk.settle(server)
        #expect(desk.reports.suffix(2) == ["done of phase: one", "shown phase: two"])
    }

    @Test func anotherClientsSignalsAreIgnored() throws {
        let desk = try NotificationDesk()
        let server = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.reports.last == "shown phase: one" }
        let other = try FakeNotificationServer(on: desk.busPath, loop: desk.loop, hasName: false)
        try other.press("done", id: 1)
        try other.dismiss(1)
        try desk.settle(other)
        #expect(desk.reports == ["appeared", "shown phase: one"])
        #expect(desk.client.subjects == ["phase"])
        withExtendedLifetime(server) {}
    }

    // MARK: No server

    @Test func aServerThatAppearsGetsWhatStillApplies() throws {
        let desk = try NotificationDesk()
        desk.client.show(Self.note("old"), as: "phase")
        desk.client.show(Self.note("obsolete"), as: "task")
        desk.client.show(Self.note("new"), as: "phase")
        try desk.settle()
        guard case .noServer(let reason?) = desk.client.status else {
            Issue.record("\(desk.client.status)")
            return
        }
        #expect(reason.contains("org.freedesktop.Notifications was not provided"))
        // The owner of the client decides at the last moment.
        desk.onAppear = { [unowned desk] in desk.client.withdraw("task") }
        let server = try desk.meetServer()
        try desk.settle(server)
        #expect(server.calls == [.show("new", replacing: 0)])
        #expect(desk.reports == ["appeared", "shown phase: new"])
        guard case .serving(let described) = desk.client.status else {
            Issue.record("\(desk.client.status)")
            return
        }
        #expect(described.label == "fake 1")
        #expect(described.capabilities == ["actions", "body"])
    }

    @Test func aServerThatReturnsGetsWhatStillApplies() throws {
        let desk = try NotificationDesk()
        let first = try desk.meetServer()
        desk.client.show(Self.note("one"), as: "phase")
        desk.client.show(Self.note("two"), as: "task")
        try desk.run { first.screen.count == 2 }
        first.crash()
        try desk.run { desk.client.status == .noServer(reason: nil) }
        #expect(desk.client.subjects == ["phase", "task"])

        desk.onAppear = { [unowned desk] in desk.client.withdraw("task") }
        let second = try desk.meetServer()
        try desk.settle(second)
        #expect(second.calls == [.show("one", replacing: 0)])
        #expect(desk.reports.suffix(2) == ["appeared", "shown phase: one"])
    }

    @Test func aServerThatCrashesOverANotificationIsNotSentItAgain() throws {
        let desk = try NotificationDesk()
        let first = try desk.meetServer()
        first.isAnswering = false
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { first.heldCount == 1 }
        desk.client.show(Self.note("two"), as: "task")
        first.crash()
        try desk.run { desk.client.subjects == ["task"] }
        let second = try desk.meetServer()
        try desk.settle(second)
        #expect(second.calls == [.show("two", replacing: 0)])
    }

    @Test func theBusStartsAServerForARequestOnly() throws {
        let desk = try NotificationDesk(startsBus: false)
        let services = desk.busPath + ".services"
        try desk.makeService(in: services, command: "/bin/false")
        defer { desk.removeService(in: services) }
        try desk.startBus(services: services)
        try desk.settle()
        #expect(desk.client.status == .noServer(reason: nil))
        desk.client.show(Self.note("one"), as: "phase")
        try desk.run { desk.client.status != .starting }
        // The bus has started the program, which has failed.
        guard case .noServer(let reason?) = desk.client.status else {
            Issue.record("\(desk.client.status)")
            return
        }
        #expect(reason.contains("Spawn.ChildExited"))
        #expect(desk.client.subjects == ["phase"])
    }
}
