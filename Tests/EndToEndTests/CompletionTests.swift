import GardenAPI
import Glibc
import TestSupport
import Testing

/// The Tab key in the available shells: real ones, on a terminal, with the scripts at their installed places.
@Suite(
    Needs.program("/usr/bin/zsh"), Needs.program("/usr/bin/fish"), Needs.program("/usr/bin/script"),
    Needs.file(Shell.bashCompletion))
struct CompletionTests {
    private static let nasty = "$(touch /tmp/garden-pwned) `it's` \"5\\6\": ü"
    private static let allShells = Shell.allCases

    /// A daemon with categories that a shell has to quote, and a home with folders named like commands.
    private func daemonWithCategories(_ shell: Shell) throws -> Gardend {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        for name in ["Deep work", "Deep rest", "Größe: 2", Self.nasty, "4b", "-x"] {
            try client.call("category.add", ["name": .string(name)])
        }
        try shell.install(in: daemon.home)
        for name in ["garden", "Deep work"] { try makeFolder("\(daemon.home.folder.path)/\(name)") }
        try write("", to: "\(daemon.home.folder.path)/socket file")
        return daemon
    }

    /// What gardenctl offers once the daemon answers it in time: without an answer in 300 ms it offers nothing, as on a busy
    /// machine. So the key is pressed again.
    private func offered(
        by daemon: Gardend, for line: String, _ press: (String) throws -> [String]
    ) throws -> [String] {
        var found: [String] = []
        try WaitLimit.wait(for: "candidates for \(line)", by: daemon.pid) {
            found = try press(line)
            return !found.isEmpty
        }
        return found
    }

    @Test(arguments: allShells)
    func commandsAndOptionsAreCompleted(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        func candidates(for line: String) throws -> [String] { try shell.candidates(for: line, in: daemon.home) }

        #expect(try candidates(for: "gardenctl sta") == ["start", "start-focus", "start-rest", "stats", "status"])
        #expect(try candidates(for: "gardenctl unp") == ["unpause"])
        #expect(try candidates(for: "gardenctl gar") == ["garden"])
        #expect(try candidates(for: "gardenctl category re") == ["remove"])
        #expect(try candidates(for: "gardenctl rep") == ["report"])
        #expect(try candidates(for: "gardenctl report --h") == ["--help", "--html"])
        #expect(try candidates(for: "gardenctl start-focus --re") == ["--restart"])
        #expect(try candidates(for: "gardenctl start --re") == ["--restart"])
        #expect(try candidates(for: "gardenctl help sto") == ["stop"])
        #expect(try candidates(for: "gardenctl help category ") == [])
        #expect(try candidates(for: "gardend help res") == ["restore"])
        #expect(try candidates(for: "gardend res") == ["restore"])
        #expect(try candidates(for: "gardend run --log-level de") == ["debug"])
    }

    @Test(arguments: allShells)
    func valuesAreCompleted(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        func candidates(for line: String) throws -> [String] { try shell.candidates(for: line, in: daemon.home) }

        #expect(try candidates(for: "gardenctl status -f ") == ["bar", "plain", "text", "waybar"])
        #expect(try candidates(for: "gardenctl category add Reading --color b") == ["black", "blue", "brown"])
        #expect(try candidates(for: "gardenctl status --socket soc") == ["socket file"])
        // The daemon knows the rest.
        func offered(for line: String) throws -> [String] { try self.offered(by: daemon, for: line, candidates) }
        #expect(try offered(for: "gardenctl call timer.st") == ["timer.start", "timer.stop"])
        #expect(
            try offered(for: "gardenctl events --topic garden.") == [
                "garden.*", "garden.grew", "garden.leveledUp", "garden.reset",
            ])
    }

    @Test(arguments: allShells)
    func categoriesAreCompletedByName(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        func candidates(for line: String) throws -> [String] {
            try offered(by: daemon, for: line) { try shell.candidates(for: $0, in: daemon.home) }
        }

        // -x would be taken for an option.
        let all = [Self.nasty, "4b", "Deep rest", "Deep work", "Default", "Größe: 2"]
        #expect(try candidates(for: "gardenctl start-focus -c ") == all)
        #expect(
            try candidates(for: "gardenctl start-focus --json --category De") == ["Deep rest", "Deep work", "Default"])
        #expect(try candidates(for: "gardenctl focus De") == ["Deep rest", "Deep work", "Default"])
        #expect(try candidates(for: "gardenctl category edit Gr") == ["Größe: 2"])
        #expect(!exists("/tmp/garden-pwned"))
    }

    /// Bash divides words at colons.
    @Test(arguments: [Shell.bash, .zsh])
    func aNameIsCompletedBehindAColon(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        let client = try daemon.connect()
        for title in ["Fix a:b:c", "Fix later", "a:x"] { try client.call("task.add", ["title": .string(title)]) }
        for (begun, title) in [
            (#"Fix\ a:"#, "Fix a:b:c"), (#"Fix\ a:b"#, "Fix a:b:c"), (#"Fix\ a:b:"#, "Fix a:b:c"), ("a:", "a:x"),
            (#""Fix a:"#, "Fix a:b:c"), ("'Fix a:b:", "Fix a:b:c"),
        ] {
            try expectWords(
                ["gardenctl", "task", "done", title], of: "gardenctl task done \(begun)", by: daemon, shell)
        }
        try expectWords(
            ["gardenctl", "category", "edit", "Größe: 2"], of: #"gardenctl category edit Größe:"#, by: daemon, shell)
    }

    /// A title that two tasks have, or that reads like an id, is offered as the id.
    @Test(arguments: allShells)
    func openTasksAreCompletedByTitle(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        let client = try daemon.connect()
        for title in ["Write: the report", Self.nasty, "Call", "call", "2026", "Buy milk", "Buy bread"] {
            try client.call("task.add", ["title": .string(title)])
        }
        try client.call("task.done", ["title": "Buy milk"])
        func candidates(for line: String) throws -> [String] {
            try offered(by: daemon, for: line) { try shell.candidates(for: $0, in: daemon.home) }
        }

        #expect(
            try candidates(for: "gardenctl task done ")
                == [Self.nasty, "3", "4", "5", "Buy bread", "Write: the report"])
        #expect(try candidates(for: "gardenctl task edit Wr") == ["Write: the report"])
        #expect(try candidates(for: "gardenctl start-focus -t Bu") == ["Buy bread"])
        #expect(!exists("/tmp/garden-pwned"))
    }

    @Test(arguments: allShells)
    func itemsCountersAndLinesAreCompleted(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        let client = try daemon.connect()
        for (name, category) in [("Tea: green", "Default"), ("Coffee", "Default"), ("coffee", "Deep work")] {
            try client.call("shop.add", ["name": .string(name), "price": 5, "category": .string(category)])
        }
        for name in ["Film nights", "Tickets"] { try client.call("inventory.add", ["name": .string(name)]) }
        func candidates(for line: String) throws -> [String] {
            try offered(by: daemon, for: line) { try shell.candidates(for: $0, in: daemon.home) }
        }

        // Two are named Coffee.
        #expect(try candidates(for: "gardenctl buy ") == ["Tea: green"])
        #expect(try candidates(for: "gardenctl shop edit Te") == ["Tea: green"])
        #expect(try candidates(for: "gardenctl inventory adjust ") == ["Film nights", "Tickets"])
        #expect(try candidates(for: "gardenctl log edit ") == ["1", "2"])
        try client.call("points.adjust", ["amount": 20, "reason": "a gift"])
        for _ in 1...3 { try client.call("shop.buy", ["name": "Tea: green"]) }
        try client.call("shop.refund", ["purchaseId": 2])
        #expect(try candidates(for: "gardenctl refund ") == ["1", "3"])
        #expect(try candidates(for: "gardenctl why ") == ["balance", "day", "rate", "session"])
        #expect(try candidates(for: "gardenctl points multiplier ") == ["1", "2"])
    }

    /// Otherwise fish describes each with the help of the option.
    @Test func fishDescribesEachCandidate() throws {
        let daemon = try daemonWithCategories(.fish)
        let client = try daemon.connect()
        try client.call("task.add", ["title": "2026"])
        func candidates(for line: String) throws -> [String] {
            try offered(by: daemon, for: line) { try Shell.fish.describedCandidates(for: $0, in: daemon.home).sorted() }
        }

        #expect(try candidates(for: "gardenctl focus Deep") == ["Deep rest\tcategory", "Deep work\tcategory"])
        #expect(try candidates(for: "gardenctl task done ") == ["1\t2026"])
    }

    /// Presses the key until gardenctl has completed the end of a line, which it leaves alone when the daemon is slow.
    private func expectWords(_ expected: [String], of line: String, by daemon: Gardend, _ shell: Shell) throws {
        var words: [String]?
        try WaitLimit.wait(for: "\(expected) from \(line), not \(words ?? [])", by: daemon.pid) {
            // A quote that is not closed leaves no words.
            words = try? shell.words(line, .asUsual, in: daemon.home)
            return words == expected
        }
    }

    /// In fish a completion that is asked for by a command, not a key, inserts nothing.
    @Test(arguments: [Shell.bash, .zsh])
    func aCompletedNameKeepsTheTypedQuoting(shell: Shell) throws {
        let daemon = try daemonWithCategories(shell)
        for begun in [#"Deep\ w"#, #""Deep w"#, "'Deep w"] {
            try expectWords(
                ["gardenctl", "start-focus", "-c", "Deep work"], of: "gardenctl start-focus -c \(begun)", by: daemon,
                shell)
        }
        for begun in [#"\$"#, #""\$"#, "'$"] {
            try expectWords(
                ["gardenctl", "category", "remove", Self.nasty], of: "gardenctl category remove \(begun)", by: daemon,
                shell)
        }
        #expect(!exists("/tmp/garden-pwned"))
    }

}

/// The request of the shell's script to gardenctl while the daemon does not answer.
struct CompletionWithoutDaemonTests {
    private func completion(_ home: Home, _ environment: [String: String] = [:]) throws -> Outcome {
        try run(
            [
                "\(Binaries.folder)/gardenctl", "---completion", "start-focus", "--", "--category", "3", "0",
                "gardenctl", "start-focus", "-c", "",
            ], environment: home.environment.merging(environment.merging(["SAP_SHELL": "bash"]) { $1 }) { $1 })
    }

    @Test func completionWithoutADaemonIsEmptyAndStartsNone() throws {
        let home = try Home()

        #expect(try completion(home) == Outcome(end: .exited(0), output: "\n", errors: ""))
        #expect(names(in: home.run) == [])
    }

    /// systemd listens: a connection makes it start the daemon.
    @Test(arguments: ["inactive", "failed"])
    func completionDoesNotStartAnInactiveService(activity: String) throws {
        let home = try Home()
        let listener = try UnixSockets.bound(SOCK_STREAM, to: home.socket)
        defer { close(listener) }
        #expect(listen(listener, 8) == 0)
        let systemctl = "\(home.folder.path)/systemctl"
        try write(
            """
            #!/bin/sh
            printf '%s\\n' 'Listen=\(home.socket) (Stream)' ActiveState=active ''
            printf '%s\\n' ExecMainStatus=0 Result=success ActiveState=\(activity)

            """, to: "\(systemctl).source")
        // Another process writes the program, because a child of another test could hold it open for writing.
        _ = try run(["/usr/bin/install", "-m", "700", "\(systemctl).source", systemctl])

        let outcome = try completion(home, ["PATH": "\(home.folder.path):/usr/bin:/bin"])

        #expect(outcome == Outcome(end: .exited(0), output: "\n", errors: ""))
        #expect(!isReady(listener), "a client connected")
    }

    @Test func completionDoesNotWaitForAStoppedDaemon() throws {
        let daemon = try Gardend(in: Home())
        var offered = ""
        try WaitLimit.wait(for: "a category", by: daemon.pid) {
            offered = try completion(daemon.home).output
            return offered != "\n"
        }
        #expect(offered == "Default\n")
        Glibc.kill(daemon.pid, SIGSTOP)
        defer { Glibc.kill(daemon.pid, SIGCONT) }

        #expect(try completion(daemon.home) == Outcome(end: .exited(0), output: "\n", errors: ""))
    }

    @Test func completionDoesNotWaitForAFullListenQueue() throws {
        let home = try Home()
        let listener = try UnixSockets.bound(SOCK_STREAM, to: home.socket)
        #expect(listen(listener, 0) == 0)
        let first = try UnixSockets.connected(to: home.socket)
        defer { for descriptor in [listener, first] { close(descriptor) } }

        #expect(try completion(home) == Outcome(end: .exited(0), output: "\n", errors: ""))
    }
}
