import GardenAPI
import Glibc
import Testing

/// `gardenctl drill play` on a terminal.
struct DrillScreenTests {
    /// A daemon with a deck of two entries, each shown as its own word.
    private struct Scene {
        let home: Home
        let daemon: Gardend
        let client: Client
        /// The disk of the garden, if it is a small one.
        let disk: SmallDisk?

        init(onSmallDisk: Bool = false) throws {
            home = try Home()
            if onSmallDisk { rmdir(home.backups) }
            disk = onSmallDisk ? try SmallDisk(at: home.data) : nil
            if onSmallDisk { try makeFolder(home.backups) }
            let watch = try FolderWatch(home.backups)
            try makeFolders("\(home.configFolder)/decks")
            let words = ["uno", "due"].map { "[[entries]]\nshow = \"\($0)\"\nask = \"\($0)\"\n" }.joined()
            try write(words, to: "\(home.configFolder)/decks/pair.toml")
            try write("[drills]\nsound = false\n", to: home.config)
            daemon = try Gardend(in: home)
            client = try daemon.connect()
            // The end of a backup leaves room on a disk that a test fills.
            if onSmallDisk { _ = try watch.awaitFile { $0.hasSuffix(".sqlite") } }
        }

        func play(_ terminal: PseudoTerminal, _ arguments: String...) throws -> Program {
            let environment = home.environment.merging(["TERM": "xterm-256color"]) { $1 }
            return try terminal.start(
                ["\(Binaries.folder)/gardenctl", "drill", "play"] + arguments, environment: environment)
        }

        /// The key of the right panel, or of the other one.
        func key(right: Bool) throws -> String {
            let drill = try client.call("drill.get")
            let places = drill["places"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
            let place = places.firstIndex { ($0 == drill.at("asked.text")?.stringValue) == right }
            return "\(try #require(place) + 1)"
        }
    }

    @Test("a drill is played with keys and clicks, to its result, and again")
    func aDrillIsPlayed() throws {
        let scene = try Scene()
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try scene.play(terminal, "pair")
        try terminal.awaitScreen("1/10  ✗ 0")
        terminal.type(try scene.key(right: false))
        try terminal.awaitScreen("1/10  ✗ 1")
        // The panels have shaken when the wrong one is no longer marked.
        try terminal.awaitScreen("╭─✗", isShown: false)
        for question in 2...10 {
            terminal.type(try scene.key(right: true))
            try terminal.awaitScreen("\(question)/10  ✗ 1")
        }
        terminal.type(try scene.key(right: true))
        try terminal.awaitScreen("challenge is open now.")
        try terminal.awaitScreen("Missed: ")
        terminal.type("n")
        try terminal.awaitScreen("pair · challenge")
        terminal.type(try scene.key(right: false))
        try terminal.awaitScreen("Game over at question 1 of 20")
        terminal.type("\r")
        try terminal.awaitScreen("1/20  ✗ 0")
        terminal.type("q")
        #expect(try program.wait() == .exited(0))
        #expect(terminal.rest().hasSuffix("pair, challenge: ended at question 1 of 20\r\n"))
        #expect(terminal.modes == before)
        #expect(try scene.client.call("drill.get")["outcome"] == "quit")
    }

    @Test("q leaves the drill even if its end cannot be saved", Needs.root, Needs.program("/usr/bin/mount"))
    func aFullDiskHoldsNoOne() throws {
        let scene = try Scene(onSmallDisk: true)
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try scene.play(terminal, "pair")
        try terminal.awaitScreen("1/10  ✗ 0")
        try scene.disk?.fill()
        // A page of the log may have been there already.
        var refusal: JSON?
        for number in 0..<1000 where refusal == nil {
            refusal = try scene.client.ask("category.add", ["name": .string("c\(number)")])["error"]
        }
        #expect(refusal?["data"] == ["code": "storage_failed", "reason": "the disk is full"])
        terminal.type("q")
        #expect(try program.wait() == .exited(74))
        #expect(terminal.modes == before)
        #expect(try scene.client.call("drill.get")["outcome"] == .null)
    }

    @Test("a killed client leaves the drill to another one, and the terminal as it was")
    func anotherClientTakesUpTheDrill() throws {
        let scene = try Scene()
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let program = try scene.play(terminal, "pair")
        try terminal.awaitScreen("1/10  ✗ 0")
        terminal.type(try scene.key(right: true))
        try terminal.awaitScreen("2/10  ✗ 0")
        program.signal(SIGTERM)
        #expect(try program.wait() == .killed(SIGTERM))
        #expect(terminal.modes == before)
        #expect(terminal.rest().contains("\u{1B}[?1000l"))
        let other = try PseudoTerminal()
        let second = try scene.play(other)
        try other.awaitScreen("2/10  ✗ 0")
        // A third client answers, and the screen follows.
        let key = try #require(Int(try scene.key(right: true)))
        try scene.client.call("drill.answer", ["question": 2, "place": .integer(key - 1)])
        try other.awaitScreen("3/10  ✗ 0")
        other.type("q")
        #expect(try second.wait() == .exited(0))
        let third = try PseudoTerminal()
        let refused = try scene.play(third)
        #expect(try refused.wait() == .exited(64))
    }
}
