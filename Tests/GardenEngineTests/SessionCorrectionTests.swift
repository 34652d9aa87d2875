import GardenAPI
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
}
