import GardenAPI
import Glibc
import Testing
import TimeKit

/// Drills in a running daemon, on clocks that the test moves (RULES D1, D4, D6).
@Suite(Needs.clocks)
struct DrillTests {
    private static let noon = "2026-11-21T12:00:00Z"

    @Test func anAnswerAtTheMillisecondOfTheLimitComesTooLate() throws {
        let home = try Home()
        try write("[day]\ntimezone = \"UTC\"\n", to: home.config)
        let time = try MachineTime(standingStillAt: Self.noon, in: home)
        let daemon = try Gardend(in: home, time: time)
        let (listener, client) = (try daemon.subscriber(["topics": ["drill.*"]]), try daemon.connect())
        let drill = try client.call("drill.start", ["deck": "flags", "level": "basic"])
        #expect(drill["endsAt"] == "2026-11-21T12:01:00.000+00:00")
        try time.pass(seconds: 59)
        #expect(try listener.event("drill.warning")["at"] == "2026-11-21T12:00:50.000+00:00")
        let answered = try client.call("drill.answer", ["question": 1, "place": 0])
        #expect(answered.at("drill.elapsedMilliseconds") == 59_000)
        let question = try #require(answered.at("drill.question"))
        try time.pass(seconds: 1)
        #expect(try client.refusal(of: "drill.answer", ["question": question, "place": 0]) == "not_running")
        let finished = try listener.event("drill.finished")
        #expect(finished["at"] == drill["endsAt"])
        #expect(finished.at("data.outcome") == "timeOver")
        #expect(finished.at("data.elapsedMilliseconds") == 60_000)
        #expect(try client.call("daemon.status")["drill"] == .null)
    }

    @Test func aDrillOutlivesItsClientAndItsDaemon() throws {
        let home = try Home()
        let time = try MachineTime(in: home)
        var daemon = try Gardend(in: home, time: time)
        let started = try daemon.connect().call("drill.start", ["deck": "hiragana", "level": "row-a"])
        #expect(try daemon.connect().call("drill.get")["id"] == started["id"])
        try daemon.kill()
        daemon = try Gardend(in: home, time: time)
        let listener = try daemon.subscriber(["topics": ["drill.*"]])
        let client = try daemon.connect()
        let taken = try client.call("drill.get")
        #expect(taken["id"] == started["id"])
        #expect(taken["places"] == started["places"])
        #expect(taken["outcome"] == .null)
        try time.pass(seconds: 61)
        let finished = try listener.event("drill.finished")
        #expect(finished.at("data.outcome") == "timeOver")
        #expect(finished["at"] == taken["endsAt"])
    }

    @Test func aDeckIsReadWhenItIsSaved() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        let decks = "\(home.configFolder)/decks"
        try makeFolders(decks)
        func entries(_ words: String...) -> String {
            words.map { "[[entries]]\nshow = \"\($0)\"\nask = \"\($0)\"\n" }.joined()
        }
        try write(entries("one", "two"), to: "\(decks)/ours.toml")
        try write(entries("alone"), to: "\(decks)/bad.toml")
        let report = try client.call("daemon.reload")
        #expect(report["problems"] == [.string("\(decks)/bad.toml: must have 2 to 256 entries, not 1")])
        let drill = try client.call("drill.start", ["deck": "ours", "level": "basic"])
        // The drill goes on without its deck.
        try write(entries("alone"), to: "\(decks)/ours.toml")
        #expect(try client.call("daemon.reload")["problems"]?.arrayValue?.count == 2)
        #expect(try client.call("drill.get")["id"] == drill["id"])
        #expect(try client.call("drill.answer", ["question": 1, "place": 0]).at("drill.id") == drill["id"])
        #expect(try client.refusal(of: "drill.levels", ["deck": "ours"]) == "not_found")
        let checks = try [HealthCheck](json: client.call("daemon.doctor"))
        #expect(checks.first { $0.name == "decks" }?.verdict == .warning)
    }

    @Test func aDeckIsCheckedByTheCommandLine() throws {
        let home = try Home()
        let path = "\(home.folder.path)/-planets.toml"
        try write("[[entries]]\nshow = \"a\"\nask = \"A\"\n", to: path)
        let refused = try run(
            ["\(Binaries.folder)/gardenctl", "drill", "deck", "check", path], environment: home.environment)
        #expect(refused.end == .exited(64))
        #expect(refused.errors == "gardend: \(path): must have 2 to 256 entries, not 1\n")
        try write("[[entries]]\nshow = \"a\"\nask = \"A\"\n[[entries]]\nshow = \"b\"\nask = \"B\"\n", to: path)
        let valid = try run(
            ["\(Binaries.folder)/gardenctl", "drill", "deck", "check", path], environment: home.environment)
        #expect(valid.end == .exited(0))
        #expect(valid.output == "\(path) is valid: the deck -planets, 2 entries\n")
    }
}
