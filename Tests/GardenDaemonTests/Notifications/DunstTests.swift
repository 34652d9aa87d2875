import Glibc
import SystemdKit
import Testing

@testable import GardenDaemon

/// The client with a real server on a virtual screen.
///
/// These run at night (contrib/nightly.sh). A picture of each step is written to the folder in `GARDEN_PICTURES`, if it is set.
@Suite(
    "dunst",
    .enabled(if: getenv("DESKTOP_TESTS") != nil, "skipped: DESKTOP_TESTS is not set"),
    .enabled(if: NotificationDesk.hasBus && VirtualScreen.canBeUsed, "skipped: needs dunst, Xvfb, xdotool and import"))
struct DunstTests {
    private let desk: NotificationDesk
    private let screen: VirtualScreen

    init() throws {
        desk = try NotificationDesk()
        screen = try VirtualScreen(desk)
    }

    @Test func aButtonOfDunstIsReported() throws {
        let dunst = try startDunst()
        var notification = DesktopNotification(
            summary: "Focus completed <b>&</b> 🌱", body: "+25 points in Gärtnerei & <b>Co</b>\nRest for 5 minutes?",
            actions: [.init(key: "startRest", label: "Start rest")], category: "x-garden.focus", expires: false)
        desk.client.show(notification, as: "phase")
        try desk.run { desk.reports.count == 2 }
        try screen.awaitNotification()
        try screen.takePicture("shown")

        notification.summary = "Focus completed, again"
        desk.client.show(notification, as: "phase")
        try desk.run { desk.reports.count == 3 }
        try screen.takePicture("replaced")

        try screen.click()
        try desk.run { desk.client.subjects == [] }
        try screen.takePicture("pressed")
        #expect(
            desk.reports == [
                "appeared", "shown phase: Focus completed <b>&</b> 🌱", "shown phase: Focus completed, again",
                "startRest of phase: Focus completed, again",
            ])
        withExtendedLifetime(dunst) {}
    }

    @Test func aWithdrawnNotificationIsClosed() throws {
        let dunst = try startDunst()
        desk.client.show(DesktopNotification(summary: "Water the plants", expires: false), as: "task")
        try desk.run { desk.reports.count == 2 }
        desk.client.withdraw("task")
        try desk.run { desk.client.subjects == [] }
        withExtendedLifetime(dunst) {}
    }

    @Test func aStoppedDunstEndsWithTheNewest() throws {
        let dunst = try startDunst()
        let pid = dunst.pid
        try #require(kill(pid, SIGSTOP) == 0)
        for summary in ["one", "two", "three"] {
            desk.client.show(DesktopNotification(summary: summary, expires: false), as: "phase")
            try desk.settle()
        }
        try #require(kill(pid, SIGCONT) == 0)
        try desk.run { desk.reports.last == "shown phase: three" }
        try screen.awaitNotification()
        try screen.takePicture("continued")
        #expect(desk.reports == ["appeared", "shown phase: one", "shown phase: three"])
    }

    @Test func aKilledDunstIsReplacedByAnother() throws {
        var dunst: ChildProcess? = try startDunst()
        desk.client.show(DesktopNotification(summary: "before", expires: false), as: "phase")
        try desk.run { desk.reports.count == 2 }
        // A cancelled child is killed.
        dunst?.cancel()
        try desk.run { desk.client.status == .noServer(reason: nil) }
        dunst = try startDunst()
        try desk.run { desk.reports.count == 4 }
        #expect(desk.reports == ["appeared", "shown phase: before", "appeared", "shown phase: before"])
        withExtendedLifetime(dunst) {}
    }

    /// Starts dunst, and returns when the client has met it.
    private func startDunst() throws -> ChildProcess {
        let appearances = desk.reports.count + 1
        let dunst = try desk.start("export DISPLAY=\(screen.name); exec dunst -config '\(screen.dunstConfig)'")
        try desk.run { desk.reports.count == appearances }
        guard case .serving(let server) = desk.client.status else {
            Issue.record("\(desk.client.status)")
            return dunst
        }
        #expect(server.name == "dunst")
        #expect(server.capabilities.isSuperset(of: ["actions", "body", "body-markup"]))
        return dunst
    }
}

/// An X server without a monitor.
final class VirtualScreen {
    /// Whether the machine has the programs.
    nonisolated static let canBeUsed = ["dunst", "Xvfb", "xdotool", "import"].allSatisfy {
        access("/usr/bin/\($0)", X_OK) == 0
    }

    /// The display's name: `:7`.
    let name: String
    let dunstConfig: String

    private let desk: NotificationDesk
    private let server: ChildProcess

    /// Returns when the server accepts clients.
    init(_ desk: NotificationDesk) throws {
        self.desk = desk
        dunstConfig = desk.busPath + ".dunstrc"
        try desk.write(
            """
            [global]
                width = 360
                height = 200
                origin = top-right
                offset = 20x20
                font = DejaVu Sans 11
                markup = full
                mouse_left_click = do_action, close_current
            [urgency_normal]
                background = "#203020"
                foreground = "#ffffff"
                timeout = 10
            """, to: dunstConfig)
        // Xvfb chooses a free display, and writes its number here when it is ready.
        let numberFile = desk.busPath + ".display"
        try #require(mkfifo(numberFile, 0o600) == 0)
        defer { unlink(numberFile) }
        let reader = open(numberFile, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        server = try desk.start("exec Xvfb -displayfd 3 -screen 0 800x300x24 -nolisten tcp 3>'\(numberFile)'")
        var digits = ""
        let source = try desk.loop.io(reader, .readable) { _ in
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = read(reader, &bytes, bytes.count)
            if count > 0 { digits += String(decoding: bytes.prefix(count), as: UTF8.self) }
        }
        try desk.run { digits.hasSuffix("\n") }
        source.cancel()
        name = ":" + digits.dropLast()
    }

    isolated deinit { unlink(dunstConfig) }

    /// Returns when a notification is on the screen.
    func awaitNotification() throws { try perform("xdotool search --sync --onlyvisible --class Dunst") }

    /// Clicks the notification at the top right.
    func click() throws { try perform("xdotool mousemove 600 50 click 1") }

    /// Writes a picture of the screen, if someone wants to look at it.
    func takePicture(_ title: String) throws {
        guard let folder = getenv("GARDEN_PICTURES") else { return }
        try perform("import -window root '\(String(cString: folder))/\(title).png'")
    }

    private func perform(_ command: String) throws {
        var end: ChildExit?
        let script = "export DISPLAY=\(name); exec \(command) >/dev/null 2>&1"
        let program = try desk.loop.spawn(ChildProgram(["/bin/sh", "-c", script])) { end = $0 }
        try desk.run { end != nil }
        program.cancel()
        try #require(end == .exited(code: 0), "\(command) fails")
    }
}
