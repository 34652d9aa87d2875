import GardenAPI
import Glibc
import TestSupport
import Testing

/// The lines of the README for tmux, in a real tmux.
@Suite(Needs.program("/usr/bin/tmux"))
struct TmuxTests {
    private static let restarts = FatalCall.isThorough ? 20 : 3

    private let home: Home
    private let environment: [String: String]
    private var socket: String { "\(home.folder.path)/tmux" }
    private var configuration: String { "\(home.folder.path)/tmux.conf" }

    init() throws {
        home = try Home()
        var environment = home.environment.merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { $1 }
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        self.environment = environment
        let block = try FencedBlock.all(in: SourceFile(path: "README.md").text()).first {
            $0.body.contains("status-right")
        }
        try write(try #require(block).body, to: configuration)
    }

    private func client(on terminal: PseudoTerminal, _ arguments: [String]) throws -> Program {
        try terminal.start(
            ["/usr/bin/tmux", "-u", "-f", configuration, "-S", socket] + arguments, environment: environment)
    }

    private func tmux(_ arguments: String...) throws {
        let outcome = try run(["/usr/bin/tmux", "-S", socket] + arguments, environment: environment)
        #expect(outcome.end == .exited(0), "\(outcome)")
    }

    /// The processes of `gardenctl watch` in this home.
    private func watchers() throws -> [pid_t] {
        try names(in: "/proc").compactMap { name in
            guard let pid = pid_t(name), let words = try? readBytes("/proc/\(name)/cmdline").split(separator: 0),
                words.count > 1, words[0].elementsEqual("gardenctl".utf8), words[1].elementsEqual("watch".utf8),
                let variables = try? readBytes("/proc/\(name)/environ").split(separator: 0)
            else { return nil }
            let home = try #require(environment["HOME"])
            return variables.contains { $0.elementsEqual("HOME=\(home)".utf8) } ? pid : nil
        }
    }

    @Test("each client has one watcher, which ends with it, however the server ends")
    func oneWatcherForEachClient() throws {
        let daemon = try Gardend(in: home)
        for number in 1...Self.restarts {
            let terminal = try PseudoTerminal()
            let client = try client(on: terminal, ["new-session"])
            try terminal.awaitOutput("○")
            let first = try watchers()
            #expect(first.count == 1)
            let other = try PseudoTerminal()
            let second = try self.client(on: other, ["attach"])
            try other.awaitOutput("○")
            let both = try watchers()
            #expect(both.count == 2)
            if number.isMultiple(of: 2) {
                let server = try run(
                    ["/usr/bin/tmux", "-S", socket, "display-message", "-p", "#{pid}"], environment: environment)
                Glibc.kill(try #require(pid_t(server.output.filter(\.isNumber))), SIGKILL)
            } else {
                try tmux("kill-server")
            }
            for watcher in both { try awaitEnd(ofProcess: watcher) }
            try client.wait()
            try second.wait()
            #expect(try watchers() == [])
        }
        _ = daemon
    }

    @Test("N6: the hook for tmux shows a message in each terminal, and rings its bell")
    func theHookRings() throws {
        let source = try SourceFile(path: "contrib/hooks/tmux").text()
        let hook = "\(home.folder.path)/tmux-hook"
        // The servers of tests have sockets of their own.
        try write(source.replacing("tmux -L \"$server\"", with: "tmux -S \(socket)"), to: hook)
        let terminals = [try PseudoTerminal(), try PseudoTerminal()]
        var clients: [Program] = []
        for (terminal, command) in zip(terminals, ["new-session", "attach"]) {
            clients.append(try client(on: terminal, [command]))
            // Its line of the status has the window.
            try terminal.awaitOutput("0:")
        }
        func ring(_ event: String, _ task: String, _ category: String = "Maths") throws {
            let variables = ["GARDEN_EVENT": event, "GARDEN_TASK": task, "GARDEN_CATEGORY": category]
            let outcome = try run(["/bin/sh", hook], environment: environment.merging(variables) { $1 })
            #expect(outcome.end == .exited(0), "\(outcome)")
        }
        let rings = [
            ("task.due", "#(reboot) 100%", "Due: #(reboot) 100%"), ("task.reminded", "Call Bob", "Reminder: Call Bob"),
            ("focus.completed", "", "The focus session ended: Maths"), ("rest.completed", "", "The rest ended"),
        ]
        for (event, task, text) in rings {
            try ring(event, task)
            for terminal in terminals { try terminal.awaitOutput("\u{7}") }
            for terminal in terminals { #expect(terminal.output.contains(text), "\(terminal.output)") }
        }
        try tmux("kill-server")
        for client in clients { try client.wait() }
        for terminal in terminals {
            #expect((terminal.output + terminal.rest()).filter { $0 == "\u{7}" }.count == rings.count)
        }
    }

    @Test("the bar says the state, also before the daemon is there")
    func theBarSaysTheState() throws {
        let terminal = try PseudoTerminal()
        let client = try client(on: terminal, ["new-session"])
        try terminal.awaitOutput("away")
        let daemon = try Gardend(in: home)
        try terminal.awaitOutput("○")
        let requests = try daemon.connect()
        try requests.call("timer.start", ["category": "Maths"])
        try terminal.awaitOutput("● Maths 25:00")
        try requests.call("timer.pause")
        try terminal.awaitOutput("‖ 2")
        try tmux("kill-server")
        try client.wait()
    }
}
