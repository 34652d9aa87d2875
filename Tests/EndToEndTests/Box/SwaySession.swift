import GardenAPI
import Glibc
import TestSupport

/// A login session with sway, mako and swayidle(1), without a screen. Its clocks are those of the service, so that a wait of
/// the idle watcher passes when the test says so.
final class SwaySession {
    private let garden: Garden
    private var box: Box { garden.machine }

    /// - Parameter watcher: the arguments of swayidle.
    init(in garden: Garden, watcher: String) throws {
        self.garden = garden
        try write(
            """
            output HEADLESS-1 resolution 640x360
            exec mako --default-timeout 0
            exec swayidle -w \(watcher)

            """, to: "\(box.shared)/sway.conf")
        chmod("\(box.shared)/sway.conf", 0o644)
        let variables = [
            "XDG_SESSION_TYPE=wayland", "XDG_SESSION_CLASS=user", "WLR_BACKENDS=headless",
            "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
            "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1500/bus", "PATH=/home/gardener/.local/bin:/usr/bin:/bin",
        ]
        let settings = (variables + Garden.clockEnvironment).map { "--setenv=\($0)" }
        let unit = ["--unit=desktop", "--property=PAMName=login", "--property=User=gardener"]
        try box.succeed(["systemd-run", "--quiet"] + unit + settings + ["sway", "--config", "/share/sway.conf"])
        try garden.waitFor("mako") { try garden.check("notifications")?.detail.hasPrefix("shown by mako") == true }
        try garden.waitFor("swayidle") { try box.root("pgrep", "-x", "swayidle").end == .exited(0) }
    }

    /// Presses a key, as the person does who is there.
    func pressKey() throws { try succeed("wtype -k Escape") }

    /// Locks the session or unlocks it, as a person does in a menu; the rest is up to its programs.
    func setLock(_ isLocked: Bool) throws {
        let session = try box.root(
            "busctl", "--system", "get-property", "org.freedesktop.login1",
            "/org/freedesktop/login1/user/_1500", "org.freedesktop.login1.User", "Display")
        let id = session.output.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
        try box.succeed("loginctl", isLocked ? "lock-session" : "unlock-session", id)
    }

    private func succeed(_ script: String) throws {
        let outcome = try box.userScript("export WAYLAND_DISPLAY=wayland-1; \(script)")
        guard outcome.end == .exited(0) else { throw TestFailure("\(script): \(outcome)") }
    }

    // MARK: mako

    /// The title and the text of each notification that it shows, the newest first.
    func shown() throws -> [String] {
        try notifications().map { notification in
            ["summary", "body"].compactMap { notification[$0]?["data"]?.stringValue }.joined(separator: ": ")
        }
    }

    /// Presses a button of the newest notification.
    func press(_ action: String) throws { try succeed("makoctl invoke \(action)") }

    private func notifications() throws -> [JSON] {
        try JSON.parse(box.userScript("makoctl list").output)["data"]?.arrayValue?.first?.arrayValue ?? []
    }
}
