import GardenAPI
import Glibc
import Testing

/// Hooks of the installed service, which are units of the user's service manager (RULES H1 … H3).
@Suite("Hooks in a box", .serialized, Needs.box)
struct HookUnitTests {
    private let garden: Garden

    init() throws {
        garden = try Garden()
        try garden.userScript("mkdir -p .config/garden/hooks")
        try setLimit(seconds: 5)
        #expect(try garden.install().end == .exited(0))
        // The focus that an installation begins is irrelevant to these tests.
        try garden.ask("timer.stop")
    }

    /// Long enough for what is to end by itself, also on a busy machine: it is on the wall.
    private func setLimit(seconds: Int) throws {
        try garden.userScript("printf '[hooks]\\ntimeout_seconds = \(seconds)\\n' > .config/garden/config.toml")
    }

    private func put(_ file: String, _ script: String) throws {
        let text = "#!/bin/sh\n\(script)\n"
        let quoted = [file, text].map {
            "'\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
        }
        let outcome = try garden.userScript(
            "cd .config/garden/hooks; mkdir -p -- \"$(dirname \(quoted[0]))\"; printf %s \(quoted[1]) > \(quoted[0]); chmod 700 \(quoted[0])"
        )
        #expect(outcome.end == .exited(0), "\(outcome.errors)")
    }

    /// The units of hooks, and the processes that the service's own cgroup has besides the daemon.
    private func left() throws -> String {
        try garden.userScript(
            """
            systemctl --user list-units --all --no-legend 'gardend-hook-*'
            pid=$(systemctl --user show --property MainPID --value gardend.service)
            cat "/sys/fs/cgroup/unified$(systemctl --user show --property ControlGroup --value gardend.service)/cgroup.procs" \\
                "/sys/fs/cgroup$(systemctl --user show --property ControlGroup --value gardend.service)/cgroup.procs" 2>/dev/null \\
                | grep -vx "$pid" || true
            """
        ).output
    }

    @Test func everyEndIsReportedAndNothingIsLeft() throws {
        let late = "did not end within 5 s, and was stopped"
        let hooks = [
            ("1-works", "echo fine; grep -c gardend-hook /proc/self/cgroup | head -n 1", "ok, fine\n1\n"),
            ("2-fails", "exit 3", "exited with status 3, "), ("3-is-killed", "kill -9 $$", "was killed by signal 9, "),
            ("4-hangs", "sleep 100", "\(late), "),
            ("5-ignores-SIGTERM", "trap '' TERM; sleep 100 & sleep 100", "\(late), "),
            ("6-has-a-daemon", "setsid -f sleep 100; sleep 100", "\(late), "),
            ("7 a\"b$(exit)%n;", "echo \"${0##*/}\"", "ok, 7 a\"b$(exit)%n;\n"),
            ("8-writes", "echo x > $HOME/written && cat $HOME/written", "ok, x\n"),
            (
                "9-input", "cut -c1-7; echo \"$GARDEN_EVENT $DBUS_SESSION_BUS_ADDRESS\"",
                "ok, {\"seq\":\ntimer.started unix:path=/run/user/1500/bus\n"
            ),
        ]
        for (name, script, _) in hooks { try put("timer.started.d/\(name)", script) }
        let runs = try garden.ask("hook.test", #"{"event":"timer.started"}"#)["runs"]?.arrayValue ?? []
        let reported = runs.map { run in
            let file = run["file"]?.stringValue ?? ""
            return "\(file): \(run["problem"]?.stringValue ?? "ok"), \(run["output"]?.stringValue ?? "")"
        }
        #expect(reported == hooks.map { "timer.started.d/\($0.0): \($0.2)" })
        #expect(try left() == "")
        #expect(
            try garden.check("hooks")?.detail == "9 hooks, run by systemd as units of their own, outside the sandbox")
    }

    @Test("H2: what a hook leaves running stays until the service stops")
    func whatAHookLeavesStays() throws {
        try put("timer.started", "echo run >> $HOME/runs; setsid -f sleep 1001 >/dev/null 2>&1; sleep 1002 &")
        for run in 1...2 {
            try garden.ask("timer.start")
            try garden.waitFor("run \(run)") {
                try garden.user("pgrep", "-c", "-x", "sleep").output == "\(2 * run)\n"
            }
            try garden.ask("timer.stop")
        }
        #expect(try garden.user("cat", "/home/gardener/runs").output == "run\nrun\n")
        #expect(try garden.events("hook.failed") == 0)
        let units = try left()
        #expect(
            units.contains("gardend-hook-timer.started.service")
                && units.contains("gardend-hook-timer.started:2.service"), "\(units)")
        try garden.waitFor("the count of doctor") {
            try garden.check("hooks")?.detail
                == "1 hook, run by systemd as units of their own, outside the sandbox; 4 processes left running"
        }
        // It has no variable that names a hook, but a hook's process is its ancestor.
        try put("log.written", "echo run >> $HOME/notes; env -u GARDEN_ACTOR gardenctl log note by-a-hook")
        try garden.ask("log.note", #"{"text":"by hand"}"#)
        try garden.waitFor("the hook's note") { try garden.events("log.written") == 2 }
        try garden.userScript("systemctl --user stop gardend.service")
        try garden.waitFor("the end of the programs") { try left() == "" }
        #expect(try garden.user("pgrep", "-c", "-x", "sleep").output == "0\n")
        #expect(try garden.user("cat", "/home/gardener/notes").output == "run\n")
    }

    @Test func aHookRunsInAUnitOfItsOwnWithItsOutputInTheSystemJournal() throws {
        try setLimit(seconds: 300)
        try garden.userScript("gardenctl reload")
        try put("timer.stopped", "exit 3")
        try garden.ask("timer.start")
        try garden.ask("timer.stop")
        try garden.waitFor("the failure") { try garden.events("hook.failed") == 1 }
        try put("timer.started", "echo \"saw $GARDEN_EVENT\"; gardenctl log note \"by $GARDEN_ACTOR\"; sleep 1000")
        try garden.ask("timer.start")
        try garden.waitFor("the note") { try garden.events("log.written") == 1 }
        #expect(try left().contains("gardend-hook-timer.started.service"))
        try garden.userScript("systemctl --user kill --signal=KILL gardend-hook-timer.started.service")
        try garden.waitFor("the end of both") { try garden.events("hook.failed") == 2 }
        let journal = try garden.user("journalctl", "--user", "--identifier", "timer.started", "--output", "cat")
        #expect(journal.output.contains("saw timer.started\n"))
        try garden.waitFor("the end of the unit") { try left() == "" }
    }

    @Test(
        Desktop.isWanted,
        arguments: ["stop gardend.service", "restart gardend.service", "kill --signal=KILL gardend.service"])
    func nothingOutlivesTheServiceAndNothingRunsTwice(command: String) throws {
        try put("timer.started", "echo run >> $HOME/runs; sleep 100")
        try setLimit(seconds: 300)
        try garden.userScript("gardenctl reload")
        try garden.ask("timer.start")
        try garden.waitFor("the hook") { try garden.user("cat", "/home/gardener/runs").output == "run\n" }
        try garden.userScript("systemctl --user \(command)")
        try garden.waitFor("the end of the hook") { try left() == "" }
        if command.hasPrefix("kill") { try garden.awaitProperty("NRestarts", "1") }
        if !command.hasPrefix("stop") { try garden.awaitProperty("SubState", "running") }
        #expect(try garden.user("cat", "/home/gardener/runs").output == "run\n")
        #expect(try left() == "")
    }
}
