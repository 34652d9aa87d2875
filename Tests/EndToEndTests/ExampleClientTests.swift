import GardenAPI
import GardenClient
import Glibc
import TestSupport
import Testing

/// The example of the package GardenAPI keeps a file with a line for each event, over the end of the daemon, its own end, and the
/// restore of a backup.
struct ExampleClientTests {
    private static let kills = FatalCall.isThorough ? 30 : 2

    /// The line of an event, as the example writes it.
    private static func line(of event: JSON) throws -> String {
        let event = try EventMessage(json: event)
        return "\(event.seq) \(event.type) \(event.text)"
    }

    /// The first lines of the file: the epoch, and the lines of all events that the daemon has.
    private static func content(from daemon: Gardend) throws -> [String] {
        let client = try daemon.connect()
        let hello = try client.call("daemon.hello")
        let events = try client.call("journal.list", ["since": 0, "limit": 1000]).arrayValue ?? []
        #expect(events.count == hello["seq"]?.integerValue)
        return try ["\(#require(hello["epoch"]?.stringValue)) 0"] + events.map(line(of:))
    }

    /// Reads what the example prints, up to the last event that the daemon has.
    private static func awaitAll(from daemon: Gardend, in output: Client) throws {
        let last = try #require(try content(from: daemon).last)
        while true {
            let line = try #require(try output.nextLine())
            if line == last { return }
        }
    }

    /// The example: built with these tests, or at night as a package outside the repository (contrib/nightly.sh).
    private static let program =
        getenv("EXAMPLE_CLIENT").map { String(cString: $0) } ?? "\(Binaries.folder)/garden-follow"

    @Test func theFileOfTheExampleHasEachEventOnce() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        var daemon = try Gardend(in: home)
        let backup = try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let file = "\(home.folder.path)/events.txt"
        var (follower, output) = try Program.printing([Self.program, "to", file], of: home)

        for number in 1...Self.kills {
            for text in ["a \(number)", "b \(number)"] {
                let note = try run([Self.program, "note", text], environment: home.environment)
                #expect(note.end == .exited(0), "\(note.errors)")
            }
            try Self.awaitAll(from: daemon, in: output)
            if number.isMultiple(of: 2) {
                try follower.kill()
                try daemon.connect().call("log.note", ["text": "while it is away"])
                // The beginning of a line that a kill may leave.
                try write(readBytes(file) + Array("12345 log.wri".utf8), to: file)
                (follower, output) = try Program.printing([Self.program, "to", file], of: home)
                try Self.awaitAll(from: daemon, in: output)
            }
            try daemon.kill()
            daemon = try Gardend(in: home)
        }
        try Self.awaitAll(from: daemon, in: output)
        #expect(try readText(file).split(separator: "\n").map(String.init) == Self.content(from: daemon))

        try daemon.stop()
        let restored = try run(
            [Binaries.gardend, "restore", "--force", "\(home.backups)/\(backup)"], environment: home.environment)
        #expect(restored.end == .exited(0), "\(restored.errors)")
        daemon = try Gardend(in: home)
        try Self.awaitAll(from: daemon, in: output)
        #expect(try readText(file).split(separator: "\n").map(String.init) == Self.content(from: daemon))
        follower.signal(SIGTERM)
        try daemon.stop()
    }

    /// The same after each of its starts: with new events.
    @Test func afterAnUnknownJournalTheFileBeginsAgain() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let file = "\(home.folder.path)/events.txt"
        try write("of-another-garden 0\n1 log.written of another garden\n", to: file)
        let client = try daemon.connect()
        let hello = try client.call("daemon.hello")
        let (epoch, seq) = try (#require(hello["epoch"]?.stringValue), #require(hello["seq"]?.integerValue))
        var lines = ["\(epoch) \(seq)"]
        for text in ["one", "two"] {
            let (follower, output) = try Program.printing([Self.program, "to", file], of: home)
            // It has subscribed once the first line is written.
            var limit = WaitLimit()
            while try readText(file).split(separator: "\n").first ?? "" != lines[0] {
                try limit.spend(on: "the beginning of the file")
            }
            try client.call("log.note", ["text": .string(text)])
            let line = try #require(try output.nextLine())
            #expect(line.hasSuffix(text))
            lines.append(line)
            try follower.kill()
        }
        #expect(try readText(file).split(separator: "\n").map(String.init) == lines)
        try daemon.stop()
    }

    @Test func theExampleSaysWhatIsWrong() throws {
        let home = try Home()
        let absent = try run([Self.program, "note", "a"], environment: home.environment)
        #expect(absent.end == .exited(1))
        #expect(absent.errors == "garden-follow: gardend is not running: there is no socket\n")
        let daemon = try Gardend(in: home)
        let refused = try run([Self.program, "note", ""], environment: home.environment)
        #expect(refused.end == .exited(1))
        #expect(refused.errors == "garden-follow: text must be a line of 1 to 1000 characters, not \"\"\n")
        let wrong = try run([Self.program, "note"], environment: home.environment)
        #expect(wrong.end == .exited(EX_USAGE))
        #expect(wrong.errors == "garden-follow: usage: garden-follow note TEXT, or garden-follow to FILE\n")
        #expect(wrong.output + refused.output + absent.output == "")
        try daemon.stop()
    }

    /// A request opens a connection of its own then, which has no subscription.
    @Test func aHandlerMaySendARequestAfterABreak() throws {
        let home = try Home()
        var daemon = try Gardend(in: home)
        let client = GardenClient(name: "a panel", socketPath: home.socket)
        _ = try client.send(LogNote(text: "one"))
        var texts: [String] = []
        try client.follow(EventsSubscribe(topics: ["log.written"], since: 0)) { news in
            guard case .event(let event) = news else { return true }
            texts.append(String(event.text.suffix(3)))
            if texts.count == 1 {
                try daemon.kill()
                daemon = try Gardend(in: home)
                _ = try client.send(LogNote(text: "two"))
            }
            return texts.count < 2
        }
        #expect(texts == ["one", "two"])
        try daemon.stop()
    }

    @Test func aNameThatTheDaemonRefusesIsReported() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = GardenClient(name: "", socketPath: home.socket)
        let failure = #expect(throws: GardenClient.Failure.self) { _ = try client.send(LogNote(text: "a")) }
        guard case .refused(let refusal)? = failure else { throw TestFailure("\(String(describing: failure))") }
        #expect(refusal.code == .invalidParams)
        #expect(try daemon.connect().call("log.list").text.contains("\"a\"") == false)
        try daemon.stop()
    }
}
