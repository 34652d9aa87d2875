import GardenAPI
import Glibc
import TestSupport
import Testing

/// The service in a real user manager, as contrib/install.sh installs it.
@Suite(.serialized, Needs.box)
struct UserManagerTests {
    // MARK: Starting

    @Test func anInstalledServiceIsSandboxedAndStartsAtTheNextLogin() throws {
        let box = try Garden()
        let first = try box.install()
        #expect(first.end == .exited(0))
        #expect(first.errors == "")
        #expect(first.output.contains("The daemon is running as gardend.service. Log: journalctl --user -u gardend\n"))
        #expect(try box.enabled() == ["gardend.socket": "enabled", "gardend.service": "enabled"])
        #expect(
            try box.check("service")
                == HealthCheck(
                    "service", .ok, "gardend.service, in its sandbox: it can write to its own directories only"))
        let folders = try box.user("stat", "-c", "%a %U %n", ".local/share/garden", ".config/garden")
        #expect(folders.output == "700 gardener .local/share/garden\n700 gardener .config/garden\n")
        let documents = try box.userScript("cd .local/share && find bash-completion zsh fish man -type f | sort")
        #expect(
            documents.output == """
                bash-completion/completions/gardenctl
                bash-completion/completions/gardend
                fish/vendor_completions.d/gardenctl.fish
                fish/vendor_completions.d/gardend.fish
                man/man1/gardenctl.1
                man/man1/gardend.1
                man/man5/garden-config.5
                man/man7/garden-concepts.7
                zsh/site-functions/_gardenctl
                zsh/site-functions/_gardend

                """)
        let example = try box.user("cat", ".config/garden/config.toml.example")
        #expect(try example.output == box.user("gardend", "example-config").output)
        #expect(try box.ask("timer.get")["phase"] == "focus")

        // The next login: a new manager, and no client has connected yet.
        try box.machine.root("systemctl", "restart", "user@1500.service")
        try box.awaitProperty("ActiveState", "active")
        #expect(try box.property("NRestarts") == "0")
        #expect(try box.ask("timer.get")["phase"] == "focus")
        #expect(try box.events("daemon.started") == 2)
    }

    @Test func theUnitsAreValidAndHardened() throws {
        let box = try Garden()
        try box.install()
        let units = ".local/share/systemd/user"
        let sound = try box.user("systemd-analyze", "--user", "verify", "--man=no", "\(units)/gardend.service")
        #expect(sound == Outcome(end: .exited(0), output: "", errors: ""))
        // In tenths: an exposure of 1.5.
        let hardened = try box.user("systemd-analyze", "--user", "security", "--threshold=15", "gardend.service")
        #expect(hardened.end == .exited(0))
    }

    @Test func socketActivationStartsTheServiceAtTheFirstConnection() throws {
        let box = try Garden()
        try box.install()
        try box.systemctl("disable", "gardend.service")
        try box.systemctl("enable", "gardend.socket")
        try box.machine.root("systemctl", "restart", "user@1500.service")
        try box.awaitProperty("ActiveState", "active", of: "gardend.socket")
        #expect(try box.property("ActiveState") == "inactive")
        let status = try box.user("gardenctl", "status", "-f", "plain")
        #expect(status.end == .exited(0))
        #expect(try box.property("ActiveState") == "active")
        #expect(try box.property("StatusText") == "serving")
    }

    @Test func theServiceIsReadyOnlyOnceItAnswers() throws {
        let box = try Garden()
        try box.install()
        try box.stall()
        try box.systemctl("stop", "gardend.service")
        try box.user("touch", Garden.stallStart)
        try box.systemctl("start", "--no-block", "gardend.service")
        try box.awaitProperty("ActiveState", "activating")
        // A client waits at the socket, and the service is not called ready for that.
        let client = try box.machine.begin("gardenctl", "pause")
        #expect(try box.property("SubState") == "start")
        #expect(!client.hasEnded)
        try box.user("rm", Garden.stallStart)
        #expect(try client.wait() == .exited(0))
        #expect(try box.property("ActiveState") == "active")
        #expect(try box.ask("timer.get")["paused"] == true)
    }

    // MARK: Restarting

    @Test func aKilledServiceIsRestartedWithItsFocus() throws {
        let box = try Garden()
        try box.install()
        let focus = try box.ask("timer.start", #"{"restart":true,"category":"Reading","minutes":50}"#)
        try box.systemctl("kill", "--signal=KILL", "gardend.service")
        // A client that asks at this moment waits for the next daemon.
        let paused = try box.user("gardenctl", "toggle", "--json")
        #expect(paused.end == .exited(0), "\(paused.errors)")
        #expect(try box.user("gardenctl", "toggle").end == .exited(0))
        try box.awaitProperty("NRestarts", "1")
        try box.awaitProperty("ActiveState", "active")
        let after = try box.ask("timer.get")
        for field in ["phase", "paused", "category", "totalSeconds", "startedAt"] {
            #expect(after[field] == focus[field], "\(field)")
        }
    }

    @Test func theWatchdogRestartsAHungService() throws {
        let box = try Garden()
        try box.install()
        let focus = try box.ask("timer.get")
        try box.stall("WatchdogSec=1s")
        try box.systemctl("restart", "gardend.service")
        try box.user("touch", Garden.stallLoop)
        try box.awaitProperty("NRestarts", "1")
        try box.awaitProperty("ActiveState", "active")
        #expect(try box.ask("timer.get")["endsAt"] == focus["endsAt"])

        let log = try box.log()
        let hung = try #require(log.lastIndex { $0.message.contains("Watchdog timeout") })
        let killed = try #require(log.lastIndex { $0.message.hasSuffix("with signal SIGABRT.") })
        let restarted = try #require(log.lastIndex { $0.message == "serving" })
        #expect(hung < killed && killed < restarted)
        #expect(try box.property("Result") == "success")
    }

    @Test func aReloadReadsTheSettings() throws {
        let box = try Garden()
        try box.install()
        let before = try box.log().count { $0.message == "configuration reloaded" }
        // Nothing in the folder changes, so only this test can have asked for it.
        try box.systemctl("reload", "gardend.service")
        try box.awaitLog { log in log.count { $0.message == "configuration reloaded" } == before + 1 }
        #expect(try box.property("ActiveState") == "active")
        #expect(try box.property("StatusText") == "serving")

        try box.userScript("printf '[timer]\\nfocus_minutes = 0\\n' > .config/garden/config.toml")
        try box.systemctl("reload", "gardend.service")
        try box.awaitProperty("ActiveState", "active")
        try box.awaitProperty(
            "StatusText",
            "configuration rejected: /home/gardener/.config/garden/config.toml, line 2: "
                + "timer.focus_minutes must be an integer from 1 to 1440, not 0")
        #expect(try box.ask("settings.get")["values"]?["timer.focus_minutes"] == 25)
    }

    @Test func anUpgradeKeepsTheFocus() throws {
        let box = try Garden()
        try box.install()
        let focus = try box.ask("timer.get")
        let process = try box.property("MainPID")
        #expect(try box.install().end == .exited(0))
        #expect(try box.property("MainPID") != process)
        let after = try box.ask("timer.get")
        for field in ["phase", "paused", "startedAt", "endsAt"] { #expect(after[field] == focus[field], "\(field)") }
    }

    @Test func theInstallerReplacesAManuallyStartedDaemon() throws {
        let box = try Garden()
        try box.userScript("install -D -t .local/bin /share/built/gardend /share/built/gardenctl")
        let byHand = try box.machine.begin("gardend")
        while try box.user("gardenctl", "start-focus").end != .exited(0) { #expect(!byHand.hasEnded) }
        let focus = try box.ask("timer.get")
        #expect(
            try box.check("service")?.detail == "not run by systemd: no automatic restart, no sandbox")
        #expect(try box.install().end == .exited(0))
        #expect(try byHand.wait() == .exited(0))
        #expect(try box.property("ActiveState") == "active")
        #expect(try box.ask("timer.get")["endsAt"] == focus["endsAt"])
    }

    // MARK: Ending

    @Test func aCleanStopStopsTheSocketAndWaitingClientsDoNotRestartIt() throws {
        let box = try Garden()
        try box.install()
        // A client connects while the daemon stops, and waits.
        try box.systemctl("kill", "--signal=STOP", "gardend.service")
        let waiting = try box.watch("{phase}")
        try box.systemctl("stop", "gardend.service")
        #expect(try waiting.nextLine() == "away")
        #expect(try box.property("Result") == "success")
        #expect(try box.property("ActiveState", of: "gardend.socket") == "inactive")
        #expect(try box.user("test", "-e", "/run/user/1500/garden/garden.sock").end == .exited(1))

        // A client that connects now does not wait either; it gets advice.
        let status = try box.user("gardenctl", "status")
        #expect(
            status
                == Outcome(
                    end: .exited(69), output: "",
                    errors: """
                        gardenctl: gardend is not running (no socket at /run/user/1500/garden/garden.sock)
                        Start it: systemctl --user start gardend

                        """))
        #expect(try box.property("ActiveState") == "inactive")
        #expect(try box.property("NRestarts") == "0")
        try box.systemctl("start", "gardend.service")
        #expect(try waiting.nextLine() == "focus")
        #expect(try box.ask("timer.get")["phase"] == "focus")
    }

    @Test func damagedDataStopsTheServiceAndIsReportedToClients() throws {
        let box = try Garden()
        try box.install()
        try box.awaitBackup()
        try box.systemctl("stop", "gardend.service")
        try box.userScript("echo nonsense > .local/share/garden/garden.sqlite")
        #expect(try box.user("systemctl", "--user", "start", "gardend.service").end == .exited(1))
        // Not "auto-restart".
        #expect(try box.property("SubState") == "failed")
        #expect(try box.property("Result") == "exit-code")
        #expect(try box.property("ExecMainStatus") == "65")
        #expect(try box.property("NRestarts") == "0")
        // The socket is gone, too: no client can start the daemon again for the same failure.
        try box.awaitProperty("ActiveState", "inactive", of: "gardend.socket")
        let run = try box.property("InvocationID")
        for _ in 1...2 {
            let status = try box.user("gardenctl", "status")
            #expect(status.end == .exited(69))
            #expect(status.errors.contains("is not an SQLite database. Nothing was changed."))
            #expect(status.errors.contains("gardend restore"))
            #expect(status.errors.contains("Its service failed: it exited with status 65."))
        }
        #expect(try box.property("InvocationID") == run)

        // The advice works.
        #expect(try box.user("gardend", "restore").end == .exited(0))
        try box.systemctl("restart", "gardend.service")
        #expect(try box.user("gardenctl", "verify").end == .exited(0))
    }

    @Test func aManuallyStartedDaemonThatHoldsTheDataIsReportedAndReplaced() throws {
        let box = try Garden()
        try box.install()
        try box.systemctl("stop", "gardend.service")
        let byHand = try box.machine.begin("gardend")
        try box.waitFor("a daemon that was started by hand") {
            try #require(!byHand.hasEnded)
            return try box.user("gardenctl", "status").end == .exited(0)
        }
        #expect(try box.user("systemctl", "--user", "start", "gardend.service").end == .exited(1))
        #expect(try box.property("ExecMainStatus") == "69")
        let holder = try box.user("head", "-n", "1", ".local/share/garden/lock").output.filter(\.isNumber)
        let status = try box.user("gardenctl", "status")
        #expect(status.errors.contains("in use by process \(holder)"), "\(status.errors)")
        #expect(try box.install().end == .exited(0))
        #expect(try byHand.wait() == .exited(0))
        #expect(try box.property("ActiveState") == "active")
    }

    @Test func repeatedCrashesReachTheStartLimitAndAreReported() throws {
        let box = try Garden()
        try box.install()
        try box.waitFor("the start limit") {
            _ = try? box.systemctl("kill", "--signal=KILL", "gardend.service")
            return try box.property("ActiveState") == "failed"
        }
        let status = try box.user("gardenctl", "status")
        #expect(status.end == .exited(69))
        #expect(status.errors.contains("Its service failed: it was killed by signal 9."), "\(status.errors)")
        try box.systemctl("reset-failed")
        try box.systemctl("restart", "gardend.service")
        #expect(try box.ask("timer.get")["phase"] == "focus")
    }

    @Test func anUpgradeFromAnotherTerminalKeepsThePaths() throws {
        let box = try Garden()
        #expect(
            try box.userScript("XDG_DATA_HOME=~/mine bash /share/contrib/install.sh --from /share/built").end
                == .exited(0))
        #expect(try box.user("gardenctl", "category", "add", "Precious").end == .exited(0))
        let again = try box.install()
        #expect(again.end == .exited(0))
        #expect(again.output.contains("the data is in /home/gardener/mine/garden.\n"))
        #expect(try box.ask("category.list").arrayValue?.map { $0["name"] } == ["Default", "Precious"])
        #expect(try box.user("test", "-e", ".local/share/garden").end == .exited(1))
    }

    @Test(arguments: [
        ("HOME=relative", "HOME is relative; set it to your home directory."),
        ("GARDEN_SOCKET=x/g.sock", "GARDEN_SOCKET is x/g.sock; set it to an absolute path in a directory of its own."),
        (
            "GARDEN_SOCKET=$HOME/g.sock",
            "GARDEN_SOCKET must be in a directory of its own, not in your home directory itself."
        ),
        ("XDG_DATA_HOME=$'/a\\nb'", "XDG_DATA_HOME contains a control character."),
    ])
    func aHarmfulPathIsRefusedBeforeAnyChange(variable: String, problem: String) throws {
        let box = try Garden()
        for script in ["install.sh --from /share/built", "uninstall.sh"] {
            let outcome = try box.userScript("export \(variable); bash /share/contrib/\(script)")
            let name = script.split(separator: " ")[0]
            #expect(outcome == Outcome(end: .exited(1), output: "", errors: "\(name): \(problem)\n"))
        }
        #expect(try box.user("find", "/home/gardener", "-type", "f").output == "")
    }

    @Test func uninstallingKeepsTheData() throws {
        let box = try Garden()
        try box.install()
        try box.userScript("mkdir -p .config/garden; gardend example-config >.config/garden/config.toml")
        let outcome = try box.user("bash", "/share/contrib/uninstall.sh")
        #expect(outcome.end == .exited(0))
        #expect(outcome.errors == "")
        let left = try box.userScript("find . -type f | sort; systemctl --user list-unit-files 'gardend*' --no-legend")
        let kept = [".config/garden/", ".local/share/garden/"]
        for line in left.output.split(separator: "\n") {
            #expect(kept.contains { line.hasPrefix("./\($0)") }, "left over: \(line)")
        }
        #expect(left.output.contains("./.local/share/garden/garden.sqlite\n"))
        // It continues to grow.
        #expect(try box.install().end == .exited(0))
        #expect(try box.ask("timer.get")["phase"] == "focus")
    }

    // MARK: The log, the sandbox

    @Test func theSystemJournalReceivesStructuredFields() throws {
        let box = try Garden()
        try box.install()
        let entry = try #require(try box.log().last { $0.message == "serving" })
        #expect(entry.fields["GARDEN_SOCKET"] == "/run/user/1500/garden/garden.sock")
        #expect(entry.fields["GARDEN_SEQ"] == "1")
        #expect(entry.fields["PRIORITY"] == "5")
        #expect(entry.fields["SYSLOG_IDENTIFIER"] == "gardend")
        #expect(entry.fields["_SYSTEMD_USER_UNIT"] == "gardend.service")
    }

    @Test func withoutUserNamespacesTheSandboxIsDisabledAndReported() throws {
        let box = try Garden()
        try box.machine.root(
            "bash", "-c",
            """
            mkdir -p /etc/systemd/system/user@.service.d
            printf '[Service]\\nRestrictNamespaces=~user\\n' > /etc/systemd/system/user@.service.d/namespaces.conf
            systemctl daemon-reload && systemctl restart user@1500.service
            """)
        let outcome = try box.install()
        #expect(outcome.end == .exited(0))
        #expect(
            outcome.output.contains("Note: this system does not allow sandboxes of users"), "\(outcome.output)")
        #expect(
            try box.check("service")
                == HealthCheck(
                    "service", .warning,
                    "gardend.service, without most of its sandbox: only system calls are filtered",
                    advice: "if you can, allow user namespaces, then run contrib/install.sh again"))
        #expect(try box.ask("timer.get")["phase"] == "focus")

        // After the ban is lifted, the next upgrade restores the sandbox.
        try box.machine.root(
            "bash", "-c",
            "rm -r /etc/systemd/system/user@.service.d; systemctl daemon-reload; systemctl restart user@1500.service")
        #expect(try box.install().end == .exited(0))
        #expect(try box.check("service")?.verdict == .ok)
    }

    @Test func customPathsAreUsedByTheInstalledService() throws {
        let box = try Garden()
        let places = "export XDG_DATA_HOME=~/'my data' XDG_CONFIG_HOME=~/cfg GARDEN_SOCKET=~/.sockets/100%.sock;"
        let outcome = try box.userScript("\(places) bash /share/contrib/install.sh --from /share/built")
        #expect(outcome.end == .exited(0))
        #expect(outcome.errors == "")
        // A child of the daemon makes it; without one, doctor warns.
        try box.awaitBackup(in: "'my data'")
        let status = try box.userScript("\(places) gardenctl doctor --json")
        let checks = try [HealthCheck](json: JSON.parse(status.output))
        // The box has no notification server.
        #expect(checks.filter { $0.verdict != .ok }.map(\.name) == ["notifications"])
        #expect(checks.first { $0.name == "linger" }?.advice == "to keep it running: loginctl enable-linger")
        #expect(try box.user("test", "-s", "my data/garden/garden.sqlite").end == .exited(0))
        #expect(try box.user("test", "-e", ".local/share/garden").end == .exited(1))
    }
}
