import Glibc
import Testing

/// The desktop of a garden's user in a box: a virtual screen, dunst, and a login session whose lock the test sets.
///
/// A picture of each step is written to the folder in `GARDEN_PICTURES`, if it is set.
final class Desktop {
    /// Whether tests with a desktop run: at night (contrib/nightly.sh).
    static let isWanted = ConditionTrait.enabled(
        if: getenv("DESKTOP_TESTS") != nil, "skipped: DESKTOP_TESTS is not set")

    let garden: Garden
    private var box: Box { garden.machine }

    init(of garden: Garden) throws {
        self.garden = garden
        // dunst opens a menu for several actions. This one answers with the line that the test has chosen.
        try share("pick.sh", "#!/bin/sh\nexec grep -m1 -F \"#$(cat /share/pick)\"\n")
        try share(
            "dunstrc",
            """
            [global]
                width = 420
                height = 220
                origin = top-right
                offset = 20x20
                font = DejaVu Sans 11
                markup = full
                dmenu = /share/pick.sh
                mouse_left_click = do_action, close_current
            [urgency_low]
                background = "#203020"
                foreground = "#c0d0c0"
                timeout = 0
            [urgency_normal]
                background = "#203020"
                foreground = "#ffffff"
                timeout = 0
            [urgency_critical]
                background = "#602020"
                foreground = "#ffffff"
                timeout = 0
            """)
        try makeFolder("\(garden.machine.shared)/pictures", mode: 0o777)
        try start("screen", "Xvfb :9 -screen 0 900x420x24 -nolisten tcp")
        try waitFor("the screen") { try self.run("xdotool getmouselocation") != nil }
    }

    private func share(_ name: String, _ text: String) throws {
        try write(text, to: "\(box.shared)/\(name)")
        chmod("\(box.shared)/\(name)", 0o755)
    }

    private func start(_ unit: String, _ command: String) throws {
        try succeed(
            "systemd-run --user --quiet --collect --unit=\(unit) --setenv=DISPLAY=:9 \(command)")
    }

    /// The output of a script that succeeds; `nil` if it fails.
    private func run(_ script: String) throws -> String? {
        let outcome = try box.userScript("export DISPLAY=:9; \(script)")
        return outcome.end == .exited(0) ? outcome.output : nil
    }

    func succeed(_ script: String) throws {
        let outcome = try box.userScript("export DISPLAY=:9; \(script)")
        guard outcome.end == .exited(0) else { throw TestFailure("\(script): \(outcome)") }
    }

    // MARK: dunst

    /// Returns when gardend has met it.
    func startDunst() throws {
        try start("notifications", "dunst -config /share/dunstrc")
        try waitFor("dunst") { try self.garden.check("notifications")?.detail.hasPrefix("shown by dunst") == true }
    }

    func stopDunst() throws { try succeed("systemctl --user stop notifications") }

    func signalDunst(_ name: String) throws { try succeed("systemctl --user kill --signal=\(name) notifications") }

    func displayedCount() throws -> Int {
        Int((try run("dunstctl count displayed") ?? "").filter(\.isNumber)) ?? -1
    }

    func awaitDisplayed(_ count: Int) throws {
        try waitFor("\(count) notifications on the screen") { try self.displayedCount() == count }
    }

    /// Presses a button of the notification at the top.
    func press(_ label: String) throws {
        try share("pick", label)
        try succeed("xdotool mousemove 700 50 click 1")
    }

    func takePicture(_ title: String) throws {
        guard let folder = getenv("GARDEN_PICTURES") else { return }
        try succeed("import -window root /share/pictures/\(title).png")
        let copy = try EndToEndTests.run(["cp", "\(box.shared)/pictures/\(title).png", String(cString: folder)])
        guard copy.end == .exited(0) else { throw TestFailure("\(title): \(copy)") }
    }

    // MARK: The session

    func beginSession() throws {
        let command = [
            "systemd-run", "--quiet", "--unit=desktop", "--property=PAMName=login", "--property=User=gardener",
            "--setenv=XDG_SESSION_TYPE=x11", "--setenv=XDG_SESSION_CLASS=user", "sleep", "600",
        ]
        guard try box.root(command).end == .exited(0) else { throw TestFailure("no session") }
        try waitFor("presence") { try self.garden.ask("presence.get")["presence"] == "active" }
    }

    func setLock(_ isLocked: Bool) throws {
        try succeed(
            """
            path=$(busctl --system get-property org.freedesktop.login1 /org/freedesktop/login1/user/_1500 \
            org.freedesktop.login1.User Display | cut -d '"' -f 4)
            busctl --system call org.freedesktop.login1 "$path" org.freedesktop.login1.Session SetLockedHint b \(isLocked)
            """)
        let presence = isLocked ? "locked" : "active"
        try waitFor("presence \(presence)") { try self.garden.ask("presence.get")["presence"]?.stringValue == presence }
    }

    /// Suspends the machine: logind and systemd-sleep(8) run the whole cycle; the kernel's part takes that long on the
    /// clocks of the service.
    func suspend(_ time: MachineTime, seconds: Int) throws {
        let (asleep, awake) = ("\(box.shared)/asleep", "\(box.shared)/awake")
        for path in [asleep, awake] { unlink(path) }
        let hook = "/usr/lib/systemd/system-sleep/warp"
        let script =
            "[ $1 = pre ] || exit 0; touch /share/asleep; until [ -e /share/awake ]; do sleep 0.05; done"
        try share("warp", "#!/bin/sh\n\(script)\n")
        guard try box.root("install", "-m", "755", "/share/warp", hook).end == .exited(0) else {
            throw TestFailure("no hook")
        }
        guard try box.root("systemctl", "--no-block", "suspend").end == .exited(0) else { throw TestFailure("suspend") }
        try waitFor("the sleep") { exists(asleep) }
        try time.suspend(seconds: seconds)
        try write("", to: awake)
        try waitFor("the wake") {
            try self.box.root("systemctl", "is-active", "systemd-suspend.service").output.hasPrefix("inactive")
        }
    }

    /// Each look starts a process, so repeated looks leave time for the awaited change.
    func waitFor(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
        let deadline = monotonicMilliseconds() + timeoutSeconds * 1000
        while try !isTrue() {
            guard monotonicMilliseconds() < deadline else { throw TestFailure("timed out waiting for \(what())") }
        }
    }
}
