import GardenAPI
import Glibc
import Testing
import TimeKit

/// `gardenctl tasks` on a terminal.
struct TaskScreenTests {
    private static let entered = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let left = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private func start(_ terminal: PseudoTerminal, _ home: Home, _ arguments: [String] = ["tasks"]) throws -> Program {
        let environment = home.environment.merging(["TERM": "xterm-256color"]) { $1 }
        return try terminal.start(["\(Binaries.folder)/gardenctl"] + arguments, environment: environment)
    }

    @Test("tasks are completed, taken back, filtered, added and edited with keys, and the screen follows other changes")
    func tasksAreWorkedOn() throws {
        let home = try Home()
        var daemon: Gardend? = try Gardend(in: home)
        let client = try #require(daemon).connect()
        try client.call("task.add", ["title": "Milk", "points": 5, "due": "today", "repeat": "daily"])
        try client.call("task.add", ["title": "日本語の本", "tags": ["phone"]])
        let terminal = try PseudoTerminal()
        let program = try start(terminal, home)
        try terminal.awaitScreen(">   1  Milk        today  daily")
        try terminal.awaitScreen("    2  日本語の本")
        // Pressed twice, the second press is a question.
        terminal.type("dd")
        try terminal.awaitScreen("\"Milk\" was done; it comes again")
        #expect(try client.call("points.get")["balance"] == 5)
        terminal.type("n")
        try terminal.awaitScreen("Nothing was changed.")
        terminal.type("u")
        try terminal.awaitScreen("Took back: done Milk")
        #expect(try client.call("points.get")["balance"] == 0)
        terminal.type("U")
        try terminal.awaitScreen("Made again: done Milk")
        terminal.type("/+ph")
        try terminal.awaitScreen("Milk", isShown: false)
        try terminal.awaitScreen(">   2  日本語の本")
        terminal.type("\re--title Book --due 2030-01-02\r")
        try terminal.awaitScreen("Changed Book (id 2, Default)")
        try terminal.awaitScreen(">   2  Book  2030-01-02")
        terminal.type("\u{1B}")
        try terminal.awaitScreen("Milk")
        terminal.type("aCall Bob #Home +7\r")
        try terminal.awaitScreen(">   3  Call Bob")
        try terminal.awaitScreen("Home is a new category.")
        try client.call("task.add", ["title": "From elsewhere"])
        try terminal.awaitScreen("4  From elsewhere")
        terminal.type("z90\r")
        try terminal.awaitScreen("Snoozed Call Bob")
        terminal.type("n")
        try terminal.awaitScreen("does not repeat")
        terminal.type("s")
        try terminal.awaitScreen("Focus · Home · session 1 · Call Bob")
        terminal.type("s")
        try terminal.awaitScreen("A focus session is running: Home")
        terminal.type("ngJ")
        try terminal.awaitScreen("Moved Milk (id 1, Default, position 1)")
        terminal.type("  x")
        try terminal.awaitScreen("Remove 2 tasks? y/n")
        terminal.type("y")
        try terminal.awaitScreen("Removed 2 tasks. u takes it back.")
        #expect(try client.call("task.list")["tasks"]?.arrayValue?.map { $0["id"] } == [2, 3])
        terminal.resize(columns: 40, rows: 10)
        try terminal.awaitScreen("? keys   q quit")
        try terminal.awaitScreen("Call Bob")
        terminal.resize(columns: 12, rows: 3)
        try terminal.awaitScreen("small.")
        terminal.resize(columns: 80, rows: 24)
        try terminal.awaitScreen("a add")
        #expect(try #require(daemon).stop() == .exited(0))
        daemon = nil
        try terminal.awaitScreen("gardend is away; reconnecting …")
        daemon = try Gardend(in: home)
        try terminal.awaitScreen("gardend is away", isShown: false)
        terminal.type("Gd")
        try terminal.awaitScreen("Done: Call Bob (id 3, Home)")
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        #expect(try daemon?.stop() == .exited(0))
    }

    @Test("a task becomes overdue on the screen at its due time, without a key")
    func aTaskBecomesOverdue() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        let terminal = try PseudoTerminal()
        let program = try start(terminal, home)
        try terminal.awaitScreen("No open tasks.")
        let now = try #require(try client.call("daemon.status")["now"]?.stringValue.flatMap { Timestamp($0) })
        let due = Timestamp(instant: now.instant.advanced(byMilliseconds: 3000), offsetSeconds: now.offsetSeconds)
        try client.call("task.add", ["title": "Cake", "due": .string(due.description)])
        try terminal.awaitScreen("1 task open · 1 overdue")
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        _ = daemon
    }

    @Test(
        "after any ending the terminal is as before",
        arguments: [
            (keys: "q", signal: nil, end: .exited(0)), (keys: "\u{1B}", signal: nil, end: .exited(0)),
            (keys: "\u{3}", signal: nil, end: .killed(SIGINT)), (keys: "", signal: SIGTERM, end: .killed(SIGTERM)),
            (keys: "", signal: SIGHUP, end: .killed(SIGHUP)), (keys: "ax", signal: SIGTERM, end: .killed(SIGTERM)),
        ] as [(keys: String, signal: Int32?, end: Program.End)])
    func theTerminalIsRestored(keys: String, signal: Int32?, end: Program.End) throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try start(terminal, home)
        try terminal.awaitOutput("q quit")
        #expect(terminal.output.hasPrefix(Self.entered))
        #expect(terminal.modes != before)
        terminal.type(keys)
        if keys.count > 1 { try terminal.awaitScreen("Add: x") }
        if let signal { program.signal(signal) }
        #expect(try program.wait() == end)
        #expect(terminal.rest().hasSuffix(Self.left))
        #expect(terminal.modes == before)
        _ = daemon
    }

    @Test("a stopped program gives the terminal back, and draws everything again when it is continued")
    func aStoppedProgram() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try start(terminal, home)
        try terminal.awaitOutput("q quit")
        terminal.type("\u{1A}")
        try terminal.awaitOutput(Self.left)
        var status: Int32 = 0
        #expect(waitpid(program.pid, &status, WUNTRACED) == program.pid)
        #expect(terminal.modes == before)
        program.signal(SIGCONT)
        #expect(try terminal.awaitOutput("q quit").hasPrefix(Self.entered))
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        _ = daemon
    }

    @Test("a list that is refused, and a daemon that is not there, do not touch the terminal")
    func refusals() throws {
        let home = try Home()
        let terminal = try PseudoTerminal()
        #expect(try start(terminal, home).wait() == .exited(EX_UNAVAILABLE))
        let daemon = try Gardend(in: home)
        #expect(try start(terminal, home, ["tasks", "-c", "Nowhere"]).wait() == .exited(1))
        #expect(terminal.rest() == "")
        let plain = try start(terminal, home, ["tasks", "--plain"])
        try terminal.awaitOutput("No open tasks.")
        #expect(try plain.wait() == .exited(0))
        let environment = home.environment.merging(["TERM": "dumb"]) { $1 }
        let dumb = try terminal.start(["\(Binaries.folder)/gardenctl", "tasks"], environment: environment)
        try terminal.awaitOutput("No open tasks.")
        #expect(try dumb.wait() == .exited(0))
        _ = daemon
    }
}
