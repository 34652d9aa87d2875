import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing

/// A purge in a turn with other requests, and what keys and checks say after it (RULES V8).
struct PurgeTurnTests {
    private static let place: [(String, JSON)] = [("latitude", 1), ("longitude", 2)]
    private static let visit: JSON = .object(JSONObject(place + [("title", "Secret"), ("key", "add-1")]))

    private func request(_ id: Int, _ method: String, _ params: JSON) -> JSON {
        ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
    }

    private func journal(_ garden: Garden) throws -> String {
        try garden.store.events(after: 0, limit: .max, types: nil).map { String(decoding: $0.effect, as: UTF8.self) }
            .joined()
    }

    @Test func aVisitCanBeAddedRemovedAndPurgedInOneBatch() throws {
        let garden = try Garden()
        let batch = try garden.askTogether([
            [
                request(1, "visit.add", Self.visit), request(2, "visit.purge", ["id": 1]),
                request(3, "visit.remove", ["id": 1]), request(4, "visit.purge", ["id": 1]),
                request(5, "visit.purge", ["id": 1]), request(6, "visit.get", ["id": 1]),
                request(7, "visit.list", ["trashed": true]), request(8, "visit.verify", [:]),
            ]
        ])
        guard case .array(let answers) = batch[0] else { preconditionFailure("the answer to a batch is no list") }
        #expect(answers[0]["result"]?["title"] == "Secret")
        #expect(answers[1]["error"]?["data"]?["reason"] == "not_in_trash")
        #expect(answers[3]["result"]?.only("id", "backups") == ["id": 1, "backups": []])
        #expect(answers[4]["error"]?["message"] == "visit 1 was purged")
        #expect(answers[5]["error"]?["data"]?["code"] == "not_found")
        #expect(answers[6]["result"]?["visits"] == [])
        #expect(answers[7]["result"]?["ok"] == true)
        #expect(try !journal(garden).contains("Secret"))
        #expect(try garden.ask("journal.verify")["ok"] == true)
        #expect(try garden.ask("visit.verify").only("ok", "visits") == ["ok": true, "visits": 1])
    }

    @Test func aKeyOfAPurgedVisitAddsNothingAgain() throws {
        let garden = try Garden()
        try garden.ask("visit.add", Self.visit)
        try garden.ask("visit.remove", ["id": 1])
        try garden.ask("visit.purge", ["id": 1, "key": "purge-1"])
        #expect(try garden.refusal("visit.add", Self.visit) == "refused purged")
        let other = JSON.object(JSONObject(Self.place + [("title", "Other"), ("key", "add-1")]))
        #expect(try garden.refusal("visit.add", other) == "refused key_reused")
        #expect(try garden.ask("visit.purge", ["id": 1, "key": "purge-1"])["id"] == 1)
        #expect(try garden.ask("visit.list")["visits"] == [])
    }

    @Test func aPurgeThatTheDiskRefusesChangesNothing() throws {
        let garden = try Garden()
        try garden.ask("visit.add", Self.visit)
        try garden.ask("visit.remove", ["id": 1])
        garden.store.isRefusing = true
        #expect(try garden.refusal("visit.purge", ["id": 1]).hasPrefix("storage_failed"))
        garden.store.isRefusing = false
        try garden.send(["advance": 60_000])
        #expect(try garden.ask("visit.get", ["id": 1])["title"] == "Secret")
        try garden.ask("visit.purge", ["id": 1])
        #expect(try !journal(garden).contains("Secret"))
    }

    /// The check reads events before and after the purge erases data from them.
    @Test(arguments: [1, 100, 200]) func aPurgeDuringACheckOfTheVisitsIsNoDamage(visit: Int) throws {
        let (garden, engine) = try Self.garden(removing: visit)
        let check = garden.decide(request(1, "visit.verify", [:]), engine)
        for _ in 1...3 { engine.work() }
        #expect(!check.isReady)
        try purge(visit, garden, engine)
        while engine.hasWork { engine.work() }
        #expect(try JSON.parse(check.line)["result"]?["ok"] == true)
        #expect(try garden.ask("daemon.status")["stale"] != true)
    }

    /// The process that verifies may open the journal after the purge.
    @Test(arguments: [1, 100, 200]) func aPurgeDuringAVerificationIsNoDamage(visit: Int) throws {
        let (garden, engine) = try Self.garden(removing: visit)
        let before = engine.state
        try purge(visit, garden, engine)
        let found = try garden.store.verification(of: before)
        #expect(found == Verification(events: before.seq, ok: true))
        #expect(garden.store.damage == nil)
    }

    private static func garden(removing visit: Int) throws -> (Garden, Engine) {
        let garden = try Garden()
        for _ in 1...200 { try garden.ask("visit.add", .object(JSONObject(place))) }
        try garden.ask("visit.remove", ["id": .integer(visit)])
        return (garden, try #require(garden.machine.engine))
    }

    private func purge(_ visit: Int, _ garden: Garden, _ engine: Engine) throws {
        let purge = garden.decide(request(2, "visit.purge", ["id": .integer(visit)]), engine)
        _ = engine.commit()
        garden.machine.obtainNeeds()
        #expect(try JSON.parse(purge.line)["result"]?["id"] == .integer(visit))
    }
}
