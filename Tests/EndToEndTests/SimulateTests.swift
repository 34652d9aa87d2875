import GardenAPI
import Glibc
import TestSupport
import Testing

/// `gardend simulate` from outside (API §4).
struct SimulateTests {
    private static let start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.start\"}\n"

    private func simulate(_ arguments: [String] = [], _ input: String) throws -> Outcome {
        try run([Binaries.gardend, "simulate"] + arguments, input: input)
    }

    private func messages(_ outcome: Outcome) throws -> [JSON] {
        try outcome.output.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        let input =
            Self.start
                + """
                {"advance":1500}
                {"jsonrpc":"2.0","id":2,"method":"timer.fly"}
                {"sleep":7200}
                {"stepClock":-3600}
                {"down":30}
                {"reboot":600}
                {"timezone":"Asia/Tokyo"}
                {"presence":"locked"}
                {"at":"2026-01-03T00:00:00Z"}
                [{"jsonrpc":"2.0","id":3,"method":"daemon.status"},{"jsonrpc":"2.0","id":4,"method":"daemon.hello"}]
                {"jsonrpc":"2.0","id":5,"method":"journal.verify"}
                """
        let (first, second) = (try simulate([], input), try simulate([], input))
        #expect(first.end == .exited(0))
        #expect(first.errors == "")
        #expect(first == second)
        let lines = try messages(first)
        #expect(lines.last?.at("result.ok") == true)
        #expect(lines.dropLast().last?.arrayValue?.last?.at("result.pid") == 0)
        #expect(lines.contains { $0["params"]?.type == "day.rolledOver" })
    }

    @Test func anAnswerPrecedesItsEvents() throws {
        let lines = try messages(simulate([], Self.start))
        #expect(lines.map { $0["id"] ?? $0["params"]?["type"] } == [1, "timer.started"])
        #expect(lines[0].at("result.endsAt") == "2026-01-01T09:25:00.000+00:00")
    }

    @Test(arguments: [
        "{\"at\":\"2026-01-01T08:59:59Z\"}", "{\"advance\":-1}", "{\"advance\":\"soon\"}",
        "{\"advance\":1,\"sleep\":2}",
        "{\"timezone\":\"Mars/Olympus\"}", "{\"presence\":\"bored\"}", "{\"at\":\"yesterday\"}",
    ])
    func anInvalidDirectiveEndsTheSimulationWithItsLineNumber(directive: String) throws {
        let outcome = try simulate([], "\n" + Self.start + directive + "\n" + Self.start)
        #expect(outcome.end == .exited(64))
        #expect(outcome.errors.hasPrefix("gardend: line 3: "), "\(outcome.errors)")
        // The lines before it were performed, and none after it.
        #expect(outcome.output.split(separator: "\n").count == 2)
    }

    @Test func aRefusedRequestIsAnAnswer() throws {
        let outcome = try simulate([], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.stop\"}\nnonsense\n")
        #expect(outcome.end == .exited(0))
        #expect(try messages(outcome).map { $0.at("error.data.code") } == ["not_running", "parse_error"])
    }

    @Test func dataPersistsFromOneRunToTheNext() throws {
        let folder = try TemporaryFolder()
        let data = ["--data", "\(folder.path)/garden"]
        #expect(try simulate(data, Self.start + "{\"advance\":600}\n").end == .exited(0))
        let query = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\"}\n"
        let second = try simulate(data + ["--start", "2026-01-01T09:10:00Z"], query)
        let timer = try #require(try messages(second).first?["result"])
        #expect(timer["phase"] == "focus")
        #expect(timer["remainingSeconds"] == 900)

        // A real daemon may continue with it, but not at the same time.
        let home = try Home()
        let daemon = try Gardend(in: home, ["--data", "\(folder.path)/garden"])
        let refused = try simulate(data, query)
        #expect(refused.end == .exited(69))
        #expect(refused.errors.contains("is in use by process \(daemon.pid)"))
        try daemon.stop()
    }

    @Test func theOptionsSetTheSettingsAndTheZone() throws {
        let folder = try TemporaryFolder()
        try write("[timer]\nfocus_minutes = 50\n", to: "\(folder.path)/config.toml")
        let arguments = [
            "--config", "\(folder.path)/config.toml", "--timezone", "Europe/Berlin", "--start",
            "2026-03-29T01:50:00+01:00",
        ]
        let lines = try messages(simulate(arguments, Self.start))
        #expect(lines[0].at("result.totalSeconds") == 3000)
        #expect(lines[0].at("result.endsAt") == "2026-03-29T03:40:00.000+02:00")
    }

    @Test(arguments: [
        ["--timezone", "Mars/Olympus"], ["--start", "today"], ["--config", "/does/not/exist.toml"],
    ])
    func aWrongOptionIsAUsageError(arguments: [String]) throws {
        let outcome = try simulate(arguments, Self.start)
        #expect(outcome.end == .exited(64))
        #expect(outcome.errors.contains(arguments[1]))
        #expect(outcome.output == "")
    }

    @Test func aClosedPipeEndsTheSimulationWithoutAnError() throws {
        let folder = try TemporaryFolder()
        let many = String(repeating: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\"}\n", count: 2000)
        try write(many, to: "\(folder.path)/in")
        let outcome = try run([
            "/bin/sh", "-c", "\"$0\" simulate < '\(folder.path)/in' | head -n 1", Binaries.gardend,
        ])
        #expect(outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").count == 1)
    }
}
