import GardenAPI
import Glibc
import Testing

/// `gardenctl watch` on a terminal.
struct FocusScreenTests {
    private static let entered = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let left = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private func start(_ terminal: PseudoTerminal, _ home: Home, _ arguments: [String] = ["watch"]) throws -> Program {
        let environment = home.environment.merging(["TERM": "xterm-256color"]) { $1 }
        return try terminal.start(["\(Binaries.folder)/gardenctl"] + arguments, environment: environment)
    }

    @Test(
        "after any ending the terminal is as before",
        arguments: [
            (keys: "q", signal: nil, end: .exited(0)), (keys: "\u{3}", signal: nil, end: .killed(SIGINT)),
            (keys: "\u{1C}", signal: nil, end: .killed(SIGQUIT)), (keys: "", signal: SIGTERM, end: .killed(SIGTERM)),
            (keys: "", signal: SIGHUP, end: .killed(SIGHUP)), (keys: "", signal: SIGSEGV, end: .killed(SIGSEGV)),
            (keys: "", signal: SIGABRT, end: .killed(SIGABRT)), (keys: "", signal: SIGTRAP, end: .killed(SIGTRAP)),
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
        if let signal { program.signal(signal) } else { terminal.type(keys) }
        #expect(try program.wait() == end)
        #expect(terminal.rest().hasSuffix(Self.left))
        #expect(terminal.modes == before)
        _ = daemon
    }

    @Test("a stopped program gives the terminal back, and draws everything again when it is continued")
    func aStoppedProgramGivesTheTerminalBack() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try start(terminal, home)
        try terminal.awaitOutput("q quit")
        terminal.type("\u{1A}")
        #expect(try terminal.awaitOutput(Self.left).hasSuffix(Self.left))
        var status: Int32 = 0
        #expect(waitpid(program.pid, &status, WUNTRACED) == program.pid)
        #expect(terminal.modes == before)
        program.signal(SIGCONT)
        let again = try terminal.awaitOutput("q quit")
        #expect(again.hasPrefix(Self.entered))
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        #expect(terminal.modes == before)
        _ = daemon
    }

    /// There is no desktop, as over SSH or on a console (RULES N6).
    @Test(
        "the bell rings at an end, a reminder and a due time",
        arguments: [["watch"], ["watch", "--plain"], ["watch", "--no-bell"]])
    func theBell(arguments: [String]) throws {
        let home = try Home()
        let time = try MachineTime(in: home)
        try write("timer.start_rest = \"never\"\n", to: home.config)
        let daemon = try Gardend(in: home, time: time)
        let client = try daemon.connect()
        #expect(try client.call("daemon.hello")["showsNotifications"] == false)
        try client.call("task.add", ["title": "Cake", "due": "in 3 hours", "remind": "in 2 hours"])
        let terminal = try PseudoTerminal()
        let program = try start(terminal, home, arguments)
        let (isPlain, isSilent) = (arguments.contains("--plain"), arguments.contains("--no-bell"))
        try terminal.awaitOutput(isPlain ? "stopped" : "q quit")
        try client.call("timer.start", ["minutes": 30])
        if isPlain { try terminal.awaitOutput("focus") } else { try terminal.awaitScreen("space pause") }
        for minutes in [31, 90, 60] {
            try time.pass(seconds: minutes * 60)
            try client.call("daemon.status")
            if !isSilent { try terminal.awaitOutput("\u{7}") }
        }
        // It has drawn all of it.
        if isSilent { try client.call("timer.start", ["category": "Last", "restart": true]) }
        if isSilent { try terminal.awaitScreen("Focus · Last") }
        program.signal(SIGTERM)
        _ = try program.wait()
        #expect((terminal.output + terminal.rest()).filter { $0 == "\u{7}" }.count == (isSilent ? 0 : 3))
    }

    @Test("keys change the garden, and the screen follows changes, other sizes, and a restart of the daemon")
    func keysAndChanges() throws {
        let home = try Home()
        var daemon: Gardend? = try Gardend(in: home)
        let client = try #require(daemon).connect()
        let terminal = try PseudoTerminal()
        let program = try start(terminal, home)
        try terminal.awaitScreen("space focus")
        terminal.type(" ")
        try terminal.awaitScreen("space pause")
        #expect(try client.call("timer.get")["phase"] == "focus")
        terminal.type("+p")
        try terminal.awaitScreen("space resume")
        let timer = try client.call("timer.get")
        #expect(timer["paused"] == true && timer["totalSeconds"] == 1800)
        try client.call("timer.edit", ["category": "読書"])
        try terminal.awaitScreen("Focus · 読書 · session 1 · PAUSED")
        terminal.resize(columns: 20, rows: 5)
        try terminal.awaitScreen("30:00  PAUSED")
        terminal.resize(columns: 80, rows: 24)
        try terminal.awaitScreen("q quit")
        #expect(try #require(daemon).stop() == .exited(0))
        daemon = nil
        try terminal.awaitScreen("gardend is away; reconnecting …")
        daemon = try Gardend(in: home)
        try terminal.awaitScreen("gardend is away", isShown: false)
        terminal.type("r")
        try terminal.awaitScreen("Rest · 読書 · after session 1")
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        #expect(try daemon?.stop() == .exited(0))
    }

    @Test("lines are printed with --plain, with a format, and on a terminal that cannot place the cursor")
    func linesOnATerminal() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        for arguments in [["watch", "--plain"], ["watch", "-f", "plain"], ["watch", "--interval", "1"]] {
            let terminal = try PseudoTerminal()
            let program = try start(terminal, home, arguments)
            try terminal.awaitOutput("stopped\t\t\t0\t\r\n")
            #expect(terminal.output == "stopped\t\t\t0\t\r\n")
            program.signal(SIGTERM)
            #expect(try program.wait() == .killed(SIGTERM))
        }
        let dumb = try PseudoTerminal()
        let environment = home.environment.merging(["TERM": "dumb"]) { $1 }
        let program = try dumb.start(["\(Binaries.folder)/gardenctl", "watch"], environment: environment)
        try dumb.awaitOutput("stopped\t\t\t0\t\r\n")
        program.signal(SIGTERM)
        #expect(try program.wait() == .killed(SIGTERM))
        _ = daemon
    }

    @Test("without a daemon, the terminal is not touched")
    func withoutADaemon() throws {
        let terminal = try PseudoTerminal()
        let program = try start(terminal, try Home())
        #expect(try program.wait() == .exited(EX_UNAVAILABLE))
        #expect(terminal.rest() == "")
    }
}
