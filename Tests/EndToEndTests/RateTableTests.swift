import GardenAPI
import Glibc
import Testing

/// The rate table of the settings file in a running daemon (RULES M9, API §6).
struct RateTableTests {
    private static func rows(_ rows: (from: String, rate: String)...) -> String {
        rows.map { "[[rate.tiers]]\nfrom = \($0.from)\nrate = \($0.rate)\n" }.joined()
    }

    /// The messages for the other invalid rows are tested with the settings file.
    static let badTables: [(text: String, words: String)] = [
        (rows(("0", "1.0"), ("3000", "1.5"), ("3000", "2.0")), "row 3: from must be more than 3000 (the row before)"),
        (rows(("0", "1.0"), ("10", "nan")), "row 2: rate must be a number with one decimal, not \"nan\""),
    ]

    // MARK: A wrong row

    @Test(arguments: badTables)
    func anInvalidRowIsRefusedAtTheStartWithItsNumber(text: String, words: String) throws {
        let home = try Home()
        try write(text, to: home.config)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(64))
        #expect(outcome.errors.hasPrefix("gardend: \(home.config), line 1: rate.tiers "), "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        let check = try run([Binaries.gardend, "check-config"], environment: home.environment)
        #expect(check == Outcome(end: .exited(64), output: "", errors: outcome.errors))
        // Nothing has begun.
        #expect(!exists(home.database) || names(in: home.archive).isEmpty)
    }

    @Test(arguments: badTables)
    func anInvalidRowAtAReloadKeepsTheOldTableAndIsReportedByDoctor(text: String, words: String) throws {
        let home = try Home()
        try write(Self.rows(("0", "1.0"), ("100", "2.0")), to: home.config)
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(try client.call("rate.add", ["amount": 150])["rate"] == 2.0)
        let before = try client.call("daemon.hello")["seq"]
        try write(text, to: home.config)
        let refusal = try client.ask("daemon.reload")
        #expect(refusal.at("error.data") == ["code": "invalid_params", "param": "rate.tiers"])
        let message = try #require(refusal.at("error.message")?.stringValue)
        #expect(message.contains("rate.tiers ") && message.contains(words), "\(message)")
        #expect(message.hasSuffix("the old settings remain"))
        let check = try #require(try settingsCheck(client))
        #expect(check.verdict == .failed)
        #expect(check.detail.contains(words), "\(check.detail)")
        #expect(try client.call("rate.get")["rate"] == 2.0)
        #expect(try client.call("settings.get").at("values")?["rate.tiers"] == Self.table((0, 1.0), (100, 2.0)))
        #expect(try client.call("daemon.hello")["seq"] == before)

        unlink(home.config)
        try client.call("daemon.reload")
        #expect(try settingsCheck(client)?.verdict == .ok)
        #expect(try client.call("rate.get")["rate"] == 1.0)
    }

    private func settingsCheck(_ client: Client) throws -> HealthCheck? {
        try [HealthCheck](json: client.call("daemon.doctor")).first { $0.name == "settings" }
    }

    // MARK: Another table

    private static func table(_ rows: (Int, Double)...) -> JSON {
        .array(rows.map { ["from": .integer($0.0), "rate": .number($0.1)] })
    }

    @Test func anotherTableAppliesAtAReloadAndIsPublished() throws {
        let home = try Home()
        try write(Self.rows(("0", "1.0"), ("100", "2.0")), to: home.config)
        let daemon = try Gardend(in: home)
        let (client, listener) = (try daemon.connect(), try daemon.subscriber())
        try client.call("rate.add", ["amount": 150])
        try write(Self.rows(("0", "1.0"), ("50", "1.5"), ("120", "3")), to: home.config)
        // The daemon watches the file, and may have read it before the request.
        try client.call("daemon.reload")
        try listener.event("settings.changed")
        let raised = try listener.events(through: "rate.raised")
        #expect(raised.map(\.type) == ["rate.tableChanged", "log.written", "rate.raised"])
        #expect(raised[0].at("data.tiers") == Self.table((0, 1.0), (50, 1.5), (120, 3.0)))
        let rate = try client.call("rate.get")
        #expect([rate["tier"], rate["rate"], rate["daysLeft"], rate["meter"]] == [2, 3.0, 2, 150])

        // No file: the built-in table, in which 150 is tier 0.
        unlink(home.config)
        try client.call("daemon.reload")
        #expect(try client.call("rate.get")["tier"] == 0)
        #expect(try client.call("journal.verify")["ok"] == true)
    }

    /// A table edited while the daemon is down applies at the next start, without a reload.
    @Test func anotherTableFoundAtTheStartAppliesAndIsJournaled() throws {
        let home = try Home()
        var daemon: Gardend? = try Gardend(in: home)
        try daemon?.connect().call("rate.add", ["amount": 3500])
        try daemon?.stop()
        daemon = nil
        try write(Self.rows(("0", "1.0"), ("3501", "5.0")), to: home.config)
        let client = try Gardend(in: home).connect()
        #expect(try client.call("rate.get")["tier"] == 0)
        let lowered = try #require(try client.call("journal.list", ["types": ["rate.lowered"]]).arrayValue)
        #expect(lowered.map { $0.at("data.cause") } == ["rate.tableChanged"])
        let lines = try #require(try client.call("log.list")["lines"]?.arrayValue)
        #expect(lines.last?["text"]?.stringValue?.hasSuffix("→ ×1.0") == true)
        #expect(try client.call("journal.verify")["ok"] == true)
    }
}
