import GardenAPI
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

    /// Starts mako on a Wayland desktop without a screen.
    func startMako() throws {
        try share(
            "sway.conf",
            "output HEADLESS-1 resolution 640x360\nexec mako --default-timeout 0 --config /share/mako.conf\n")
        try share("mako.conf", "[mode=do-not-disturb]\ninvisible=1\n")
        try succeed(
            """
            systemd-run --user --quiet --collect --unit=notifications --setenv=WLR_BACKENDS=headless \
                --setenv=WLR_LIBINPUT_NO_DEVICES=1 --setenv=WLR_RENDERER=pixman sway -c /share/sway.conf
            """)
        try waitFor("mako") { try self.garden.check("notifications")?.detail.hasPrefix("shown by mako") == true }
    }

    func stopDunst() throws { try succeed("systemctl --user stop notifications") }

    func signalDunst(_ name: String) throws { try succeed("systemctl --user kill --signal=\(name) notifications") }

    /// Whether the server shows nothing, as it says itself: `true`, `false`, or the modes of mako.
    func silence(of server: String) throws -> String {
        try run(server == "mako" ? "makoctl mode" : "dunstctl is-paused") ?? "no answer"
    }

    func displayedCount() throws -> Int {
        Int((try run("dunstctl count displayed") ?? "").filter(\.isNumber)) ?? -1
    }

    func awaitDisplayed(_ count: Int) throws {
        try waitFor("\(count) notifications on the screen") { try self.displayedCount() == count }
    }

    /// Dismisses what dunst shows, and returns the title and the text of each, the last one first.
    func dismissAll() throws -> [String] {
        let count = try displayedCount()
        try succeed("dunstctl close-all")
        try awaitDisplayed(0)
        let history = try JSON.parse(try run("dunstctl history") ?? "null")["data"]?.arrayValue?.first?.arrayValue ?? []
        return history.prefix(count).map { notification in
            ["summary", "body"].compactMap { notification[$0]?["data"]?.stringValue }.joined(separator: ": ")
        }
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

    // MARK: Either server

    /// Waits for some notifications, dismisses them, and returns their titles by the alphabet.
    func take(_ count: Int, from server: String) throws -> [String] {
        guard server == "mako" else {
            try awaitDisplayed(count)
            return try dismissAll().map { String($0.prefix { $0 != ":" }) }.sorted()
        }
        var titles: [String] = []
        try waitFor("\(count) notifications of mako") {
            let list = try JSON.parse(self.run("makoctl list") ?? "null")["data"]?.arrayValue?.first?.arrayValue ?? []
            titles = list.compactMap { $0["summary"]?["data"]?.stringValue }
            return titles.count == count
        }
        try succeed("makoctl dismiss -a")
        return titles.sorted()
    }

    /// Presses a button of the newest notification.
    func press(_ action: String, labelled label: String, of server: String) throws {
        if server == "mako" { try succeed("makoctl invoke \(action)") } else { try press(label) }
    }

    // MARK: The session

    func beginSession() throws {
        try box.beginSession()
        // A session counts once it has reported an absence (RULES P15).
        try setLock(true)
        try setLock(false)
    }

    func setLock(_ isLocked: Bool) throws {
        try box.set("LockedHint", isLocked)
        let presence: JSON = isLocked ? "locked" : "active"
        try waitFor("presence \(presence)") { try self.garden.ask("presence.get")["presence"] == presence }
    }

    /// Suspends the machine as far as a box can: logind and systemd-sleep(8) do all they do, but what they ask of the kernel
    /// goes to a file, because a test must not suspend the machine that it runs on. In its place, the clocks of the service
    /// move on as in a suspension of that length.
    func suspend(_ time: MachineTime, seconds: Int) throws {
        let (asleep, awake) = ("\(box.shared)/asleep", "\(box.shared)/awake")
        for path in [asleep, awake] { unlink(path) }
        // systemd-sleep(8) waits for its hooks, so this one holds it until the clocks have moved. The shell looks again and
        // again, because nothing else in the box can wait for a file of the test.
        try share(
            "warp",
            """
            #!/bin/sh
            [ $1 = pre ] || exit 0
            touch /share/asleep
            until [ -e /share/awake ]; do sleep 0.05; done

            """)
        try box.succeed("install", "-m", "755", "/share/warp", "/usr/lib/systemd/system-sleep/warp")
        try box.succeed("systemctl", "--no-block", "suspend")
        try waitFor("the sleep") { exists(asleep) }
        try time.suspend(seconds: seconds)
        try write("", to: awake)
        try waitFor("the wake") {
            try self.box.root("systemctl", "is-active", "systemd-suspend.service").output.hasPrefix("inactive")
        }
    }

    func waitFor(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
        try garden.waitFor(what(), isTrue)
    }
}
