import GardenAPI
import Glibc
import Testing

/// `gardenctl pick` on a terminal, with its output in a variable of the shell.
struct PickTests {
    private static let left = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// A daemon with three tasks.
    private struct Scene {
        let home: Home
        let daemon: Gardend
        let client: Client

        init() throws {
            home = try Home()
            daemon = try Gardend(in: home)
            client = try daemon.connect()
            for title in ["Milk", "日本語の本", "Bins"] { try client.call("task.add", ["title": .string(title)]) }
        }

        /// Runs a line of the shell that writes the output and the exit status.
        func start(_ words: String, _ terminal: PseudoTerminal, path: String = "/usr/bin:/bin") throws -> Program {
            let line = "id=$(gardenctl pick \(words)); echo \"printed <$id>, status $?\""
            let environment = home.environment.merging([
                "TERM": "xterm-256color", "PATH": "\(Binaries.folder):\(path)",
            ]) { $1 }
            return try terminal.start(["/bin/sh", "-c", line], environment: environment, showsErrors: true)
        }
    }

    @Test(
        "its own list prints the id of what is chosen, and nothing if it is left",
        arguments: [
            ("task --no-fzf", "\r", "printed <1>, status 0"), ("task --no-fzf", "本\r", "printed <2>, status 0"),
            ("task --no-fzf", "\u{1B}[B\u{1B}[B\r", "printed <3>, status 0"),
            ("task --no-fzf --title", "\u{1B}[B\r", "printed <日本語の本>, status 0"),
            ("task --no-fzf", "nothing\r\u{1B}", "printed <>, status 1"),
            ("task --no-fzf", "\u{3}", "printed <>, status 1"),
            ("category --no-fzf", "\r", "printed <1>, status 0"),
            ("category --no-fzf --name", "\r", "printed <Default>, status 0"),
        ])
    func theOwnList(words: String, keys: String, result: String) throws {
        let scene = try Scene()
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try scene.start(words, terminal)
        try terminal.awaitScreen("enter choose")
        #expect(terminal.modes != before)
        terminal.type(keys)
        let end = try terminal.awaitOutput("status ")
        _ = try program.wait()
        #expect((end + terminal.rest()).contains(Self.left))
        #expect(terminal.output.contains(result))
        #expect(terminal.modes == before)
    }

    @Test("it follows the size of the terminal, and a signal restores that")
    func sizesAndSignals() throws {
        let scene = try Scene()
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let environment = scene.home.environment.merging(["TERM": "xterm-256color"]) { $1 }
        let pick = ["\(Binaries.folder)/gardenctl", "pick", "task", "--no-fzf"]
        let program = try terminal.start(pick, environment: environment)
        try terminal.awaitScreen("enter choose")
        terminal.resize(columns: 20, rows: 3)
        try terminal.awaitScreen("Task:          1/3")
        program.signal(SIGTERM)
        #expect(try program.wait() == .killed(SIGTERM))
        #expect(terminal.rest().hasSuffix(Self.left))
        #expect(terminal.modes == before)
    }

    @Test("with fzf in PATH, that shows the list and chooses")
    func fzfChooses() throws {
        let scene = try Scene()
        let folder = "\(scene.home.folder.path)/bin"
        try makeFolder(folder)
        // The whole line: what it left would be a key of the next list.
        let script = "#!/bin/sh\nread -r words < /dev/tty\ngrep \"$words\"\n"
        try write(script, to: "\(folder)/fzf")
        chmod("\(folder)/fzf", 0o755)
        let terminal = try PseudoTerminal()
        let program = try scene.start("task", terminal, path: "\(folder):/usr/bin:/bin")
        // A line of the terminal, from the keyboard rather than from the list.
        terminal.type("Bins\n")
        try terminal.awaitOutput("printed <3>, status 0")
        #expect(try program.wait() == .exited(0))
        try write("#!/bin/sh\nexit 130\n", to: "\(folder)/fzf")
        let left = try scene.start("task", terminal, path: "\(folder):/usr/bin:/bin")
        try terminal.awaitOutput("printed <>, status 1")
        #expect(try left.wait() == .exited(0))
        let own = try scene.start("task --no-fzf", terminal, path: "\(folder):/usr/bin:/bin")
        try terminal.awaitScreen("enter choose")
        terminal.type("\r")
        try terminal.awaitOutput("printed <1>, status 0")
        _ = try own.wait()
    }

    @Test("with nothing to choose, it says how to add something")
    func nothingToChoose() throws {
        let scene = try Scene()
        let terminal = try PseudoTerminal()
        let program = try scene.start("item", terminal)
        try terminal.awaitOutput("printed <>, status 1")
        #expect(terminal.output.contains("gardenctl: the shop is empty. Add an item: gardenctl shop add NAME PRICE"))
        _ = try program.wait()
    }

    @Test("without a terminal, it says so")
    func withoutATerminal() throws {
        let scene = try Scene()
        let outcome = try run(
            ["/usr/bin/setsid", "-w", "\(Binaries.folder)/gardenctl", "pick", "task"],
            environment: scene.home.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(outcome.end == .exited(64))
        #expect(
            outcome.errors == "gardenctl: to choose something, a person needs a terminal that can place the cursor\n")
    }
}
