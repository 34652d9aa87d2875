import GardenAPI
import GardenCore
import Testing

/// Corrected sessions in the history (RULES P14).
@Suite struct SessionCorrectionTests {
    @Test func aSessionThatIsCorrectedTwiceVerifies() throws {
        let garden = try Garden()
        _ = try garden.send(["presence": "active"])
        _ = try garden.ask("timer.start")
        for directive: JSON in [
            ["advance": 300], ["presence": "locked"], ["advance": 420], ["presence": "active"], ["advance": 180],
            ["presence": "locked"], ["advance": 660],
        ] {
            _ = try garden.send(directive)
        }
        let first = try garden.ask("timer.resolve", ["answer": "untilLock"])
        #expect(first["session"]?["seconds"] == 1080)
        #expect(try garden.ask("journal.verify")["ok"] == true)
        _ = try garden.send(["presence": "active"])
        let second = try garden.ask("timer.resolve", ["answer": "discard"])
        #expect(second["session"]?["outcome"] == "discarded")
        #expect(second["session"]?["seconds"] == 1080)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    /// A paid session that ends during a lock, and is discarded.
    private func discarded(after directives: [JSON] = []) throws -> Garden {
        var settings = Settings.standard
        settings.pointsPerFocus = 7
        let garden = try Garden(start: "2026-01-01T05:00:00Z", settings: settings)
        for directive in directives { try garden.send(directive) }
        try garden.ask("timer.start")
        for directive: JSON in [["advance": 100], ["presence": "locked"], ["advance": 1500], ["presence": "active"]] {
            try garden.send(directive)
        }
        #expect(try garden.ask("points.get").only("balance", "earnedToday") == ["balance": 7, "earnedToday": 7])
        try garden.ask("timer.resolve", ["answer": "discard"])
        return garden
    }

    @Test func whatADiscardTakesBackIsOfItsCategory() throws {
        let garden = try discarded()
        let summary = try garden.ask("stats.summary")
        let earned = summary["categories"]?.arrayValue?.map { $0.only("category", "earned") }
        #expect(earned == [["category": "Default", "earned": 0]])
        #expect(try garden.ask("stats.summary", ["category": "Default"])["earned"] == summary["earned"])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    /// The day of the garden remains until the calendar has passed it (RULES L7).
    @Test func aClockThatWasSetBackDoesNotEndTheDayOfThePay() throws {
        let garden = try discarded(after: [["stepClock": -7200]])
        #expect(try garden.ask("points.get").only("balance", "earnedToday") == ["balance": 0, "earnedToday": 0])
        #expect(try garden.ask("stats.day")["earned"] == 0)
    }

    @Test func aResetOfTheSessionNumberIsAnEvent() throws {
        var settings = Settings.standard
        settings.startFocus = .never
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        try garden.send(["advance": 1800])
        #expect(try garden.ask("timer.get").only("phase", "session") == ["phase": "stopped", "session": 1])
        let before = try garden.ask("daemon.hello")["seq"] ?? 0
        try garden.ask("garden.reset", ["all": true])
        let events = try garden.ask("journal.list", ["since": before]).arrayValue ?? []
        #expect(events.map { $0["type"] } == ["timer.edited", "garden.reset", "log.written"])
        #expect(events[0]["data"]?.only("session", "before") == ["session": 0, "before": ["session": 1]])
        #expect(try garden.ask("timer.get")["session"] == 0)
    }
}
