import GardenAPI
import Glibc
import Testing

/// The rate table of the settings file in a running daemon (RULES M9, API §6).
struct RateTableTests {
    private static func rows(_ rows: (from: String, rate: String)...) -> String {
        rows.map { "[[rate.tiers]]\nfrom = \($0.from)\nrate = \($0.rate)\n" }.joined()
    }

    static let badTables: [(text: String, words: String)] = [
        (rows(("0", "1.0"), ("3000", "1.5"), ("3000", "2.0")), "row 3: from must be more than 3000 (the row before)"),
        (rows(("0", "1.0"), ("3000", "1.5"), ("2999", "2.0")), "row 3: from must be more than 3000 (the row before)"),
        (rows(("5", "1.0")), "row 1: from must be 0 in the first row, not 5"),
        (rows(("0", "1.0"), ("-1", "1.5")), "row 2: from must be an integer of at least 0, not -1"),
        (rows(("0", "1.0"), ("1.5", "1.5")), "row 2: from must be an integer of at least 0, not 1.5"),
        (rows(("0", "1.0"), ("10", "0.9")), "row 2: rate must be from 1.0 to 1000.0, not 0.9"),
        (rows(("0", "1.0"), ("10", "1000.1")), "row 2: rate must be from 1.0 to 1000.0, not 1000.1"),
        (rows(("0", "1.0"), ("10", "1.25")), "row 2: rate must be a number with one decimal, not 1.25"),
        (rows(("0", "1.0"), ("10", "nan")), "row 2: rate must be a number with one decimal, not \"nan\""),
        (rows(("0", "1.0"), ("10", "inf")), "row 2: rate must be a number with one decimal, not \"inf\""),
        (rows(("0", "1.0"), ("10", "\"2.0\"")), "row 2: rate must be a number with one decimal, not \"2.0\""),
        ("[[rate.tiers]]\nfrom = 0\n", "row 1: rate is missing"),
        ("[[rate.tiers]]\nrate = 1.0\n", "row 1: from is missing"),
        ("[[rate.tiers]]\nfrom = 0\nrate = 1.0\nform = 3\n", "row 1: form is unknown; did you mean from?"),
        ("[rate]\ntiers = [{ from = 0, rate = 1.0 }, 7]\n", "row 2: the row must be an object, not 7"),
        ("[rate]\ntiers = []\n", "must have 1 to 100 rows, not 0"),
        ("[rate]\ntiers = 5\n", "a list of 1 to 100 rows"),
        (
            "[rate]\ntiers = [\(( 0...100).map { "{from=\($0),rate=1}" }.joined(separator: ","))]\n",
            "must have 1 to 100 rows, not 101"
        ),
    ]

    // MARK: A wrong row

    @Test(arguments: badTables)
    func aWrongRowIsRefusedAtTheStartByItsNumber(text: String, words: String) throws {
        let home = try Home()
        try write(text, to: home.config)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(64))
        #expect(outcome.errors.hasPrefix("gardend: \(home.config): rate.tiers "), "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        let check = try run([Binaries.gardend, "check-config"], environment: home.environment)
        #expect(check == Outcome(end: .exited(64), output: "", errors: outcome.errors))
        // Nothing has begun.
        #expect(!exists(home.database) || names(in: home.archive).isEmpty)
    }

    @Test(arguments: badTables)
    func aWrongRowAtAReloadLeavesTheOldTableInForceAndTheDoctorSaysSo(text: String, words: String) throws {
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

    @Test func anotherTableAppliesAtTheReloadAndIsLogged() throws {
        let home = try Home()
        try write(Self.rows(("0", "1.0"), ("100", "2.0")), to: home.config)
        let daemon = try Gardend(in: home)
        let (client, listener) = (try daemon.connect(), try daemon.subscriber())
        try client.call("rate.add", ["amount": 150])
        try client.call("points.adjust", ["amount": 1000, "reason": "r"])
        try client.call("shop.add", ["name": "coffee", "price": 10])
        try listener.event("shop.added")

        // A step between: the meter of 150 rises to tier 2.
        try write(Self.rows(("0", "1.0"), ("50", "1.5"), ("120", "3")), to: home.config)
        try client.call("daemon.reload")
        let raised = try listener.events(through: "rate.raised")
        #expect(raised.map(\.type) == ["settings.changed", "rate.tableChanged", "log.written", "rate.raised"])
        let table = Self.table((0, 1.0), (50, 1.5), (120, 3.0))
        #expect(raised[0].at("data.changed")?["rate.tiers"] == table)
        #expect(raised[0].at("data.before.changed")?["rate.tiers"] == Self.table((0, 1.0), (100, 2.0)))
        #expect(raised[1].at("data.tiers") == table)
        #expect(raised[1].at("data.before.tiers") == Self.table((0, 1.0), (100, 2.0)))
        #expect(
            try line(raised[2]) == "rate table: ×1.0 from 0, ×1.5 from 50, ×3.0 from 120")
        #expect(raised[3].at("data.cause") == "rate.tableChanged")
        #expect(raised[3].at("data.before.tier") == 1)
        #expect(try line(listener.event("log.written")) == "rate ×2.0 → ×3.0 (2 days left)")
        try expectRate(client, tier: 2, rate: 3.0, daysLeft: 2, price: 30)

        // The same tier by another price: nothing rises, and the price is another at once.
        try write(Self.rows(("0", "1.0"), ("50", "1.5"), ("120", "4.0")), to: home.config)
        try client.call("daemon.reload")
        #expect(try line(listener.event("log.written")) == "rate table: ×1.0 from 0, ×1.5 from 50, ×4.0 from 120")
        try expectRate(client, tier: 2, rate: 4.0, daysLeft: 2, price: 40)

        // No file: the built-in table, by which 150 is nothing.
        unlink(home.config)
        try client.call("daemon.reload")
        let lowered = try listener.events(through: "rate.lowered")
        #expect(lowered.map(\.type) == ["settings.changed", "rate.tableChanged", "log.written", "rate.lowered"])
        #expect(lowered[3].at("data.daysLeft") == 0)
        #expect(try line(listener.event("log.written")) == "rate ×4.0 → ×1.0")
        try expectRate(client, tier: 0, rate: 1.0, daysLeft: 0, price: 10)
        #expect(try client.call("journal.verify")["ok"] == true)
    }

    /// A reload of a sound file whose table is the same writes no line, whatever else it has.
    @Test func theSameTableInOtherWordsIsNoChange() throws {
        let home = try Home()
        try write(Self.rows(("0", "1"), ("3000", "1.5"), ("6000", "2")), to: home.config)
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try write("[rate]\ntiers = [{from=0,rate=1.0},{from=3_000,rate=1.5},{from=6000,rate=2.0}]\n", to: home.config)
        #expect(try client.call("daemon.reload") == ["changed": []])
        #expect(try client.call("log.list").at("lines") == [])
    }

    /// While the daemon was away nobody reloaded: the table that is found at the next start counts.
    @Test func anotherTableFoundAtTheStartAppliesAndIsTold() throws {
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

    /// The text of a line that was written, without its time.
    private func line(_ event: JSON) throws -> String {
        let text = try #require(event.at("data.text")?.stringValue)
        return String(text.drop { $0 != "]" }.dropFirst(2))
    }

    private func expectRate(_ client: Client, tier: Int, rate: Double, daysLeft: Int, price: Int) throws {
        let now = try client.call("rate.get")
        #expect(now["tier"] == .integer(tier))
        #expect(now["rate"] == .number(rate))
        #expect(now["daysLeft"] == .integer(daysLeft))
        #expect(now["meter"] == 150)
        #expect(try client.call("shop.list").arrayValue?.map { $0["priceNow"] } == [.integer(price)])
    }
}
