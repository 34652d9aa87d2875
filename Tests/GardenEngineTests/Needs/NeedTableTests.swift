import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

/// What happens to a request between its need and its answer, for every kind of need.
struct NeedTableTests {
    /// A request with a need, in a garden in which it can be asked.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: String
        let params: JSON
        let need: any Need.Type
        /// Requests that come before.
        var begin: [(String, JSON)] = []
        /// A request that is refused, or answered, before anything is obtained.
        let refused: JSON?
        /// Ends the need with an outcome with which the request succeeds.
        let end: @Sendable (NeedGarden) -> (events: [Event], use: OutcomeUse)

        /// The types of the events of a success; none for a request that changes nothing.
        let events: [String]

        var testDescription: String { method }
        var isChange: Bool { !events.isEmpty }
        var policy: NeedPolicy { need.policy }

        init<N: Need>(
            _ method: String, _ params: JSON = [:], _ need: N.Type, ends outcome: N.Outcome,
            begin: [(String, JSON)] = [],
            refused: JSON? = nil, events: [String] = []
        ) {
            (self.method, self.params, self.need, self.begin) = (method, params, need, begin)
            (self.refused, self.events) = (refused, events)
            end = { $0.engine.end(N.self, with: outcome, at: $0.now) }
        }
    }

    private static let visit: (String, JSON) = ("visit.add", ["latitude": 1, "longitude": 2])
    private static let place = LocatedPlace(
        latitude: DecimalNumber(1), longitude: DecimalNumber(2), accuracy: nil, source: .command)

    static let rows = [
        Row(
            "garden.reset", ["all": true], BackupNeed.self,
            ends: .success(GardenBackup(path: "/b", restoreCommand: "restore")), refused: ["category": "Nope"],
            events: ["garden.reset", "log.written"]),
        Row(
            "visit.here", ["title": "A"], PlaceNeed.self, ends: PlaceNeed.Outcome(.success(place), key: nil),
            events: ["visit.added"]),
        Row(
            "visit.addPhoto", ["id": 1, "upload": "u"], PhotoNeed.self,
            ends: .success(VisitPhoto(name: String(repeating: "a", count: 64), bytes: 5, type: .jpeg)), begin: [visit],
            refused: ["id": 9, "upload": "u"], events: ["visit.edited"]),
        Row("visit.newKey", [:], IdentityKeyNeed.self, ends: .success(.simulated), events: ["identity.created"]),
        Row(
            "visit.purge", ["id": 1], OldDataNeed.self, ends: ["/backups/old"],
            begin: [visit, ("visit.remove", ["id": 1])], refused: ["id": 9], events: ["visit.purged"]),
        Row("hook.list", [:], HookFilesNeed.self, ends: [Hook(event: "any", file: "any", path: "/hooks/any")]),
        Row(
            "hook.test", ["event": "timer.started"], HookTestNeed.self,
            ends: .success(HookTestReport(input: "{}", runs: [])), refused: ["event": "timer.flew"]),
        Row("journal.verify", [:], VerificationNeed.self, ends: .success(Verification(events: 1, ok: true))),
        Row("notification.test", [:], SampleNotificationNeed.self, ends: .success("dunst")),
    ]

    private static func garden(for row: Row) throws -> NeedGarden {
        let garden = try NeedGarden()
        for (method, params) in row.begin { #expect(garden.ask(method, params).text.contains("\"result\"")) }
        return garden
    }

    /// Every need that a method may state has a row: this list would be out of date otherwise.
    @Test func everyMethodWithANeedHasARow() {
        let methods = Features.methods.filter { method in
            let example = Self.rows.first { $0.method == method.request.method }?.params ?? [:]
            guard case .object(let params) = example, case .prepared? = try? method.read(params) else { return false }
            return true
        }
        #expect(Set(methods.map { $0.request.method }) == Set(Self.rows.map(\.method)))
    }

    @Test(arguments: rows) func itWaitsForItsNeedAndNothingElseDoes(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let reply = garden.ask(row.method, row.params)
        #expect(!reply.isReady && garden.tasks() == ["obtain \(row.need)"] && garden.tasks() == [])
        #expect(garden.ask("points.get").isReady)
        let ended = row.end(garden)
        #expect(ended.events.map(\.type) == row.events && ended.use == (row.isChange ? .used : .unused))
        #expect(reply.isReady && reply.text.contains("\"result\""))
        #expect(try garden.store.lastSeq() == garden.engine.state.seq && garden.tasks() == [])
    }

    @Test(arguments: rows.filter { $0.refused != nil }) func aRefusalNeedsNothing(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let before = garden.engine.state
        let reply = garden.ask(row.method, try #require(row.refused))
        #expect(reply.isReady && reply.text.contains("\"error\""))
        #expect(garden.engine.state == before && !garden.tasks().contains("obtain \(row.need)"))
    }

    @Test(arguments: rows) func aClientThatLeavesChangesNothing(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let before = garden.engine.state
        do { _ = garden.ask(row.method, row.params) }
        #expect(garden.tasks() == ["drop \(row.need)"])
        do {
            let reply = garden.ask(row.method, row.params)
            #expect(garden.tasks() == ["obtain \(row.need)"] && !reply.isReady)
        }
        let ended = row.end(garden)
        #expect(ended.events.isEmpty && ended.use == .unused)
        #expect(garden.engine.state == before && garden.tasks() == [])
    }

    @Test(arguments: rows.filter(\.isChange)) func aDiskThatRefusesChangesNothing(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let before = garden.engine.state
        let reply = garden.ask(row.method, row.params)
        #expect(garden.tasks() == ["obtain \(row.need)"])
        garden.store.isRefusing = true
        let ended = row.end(garden)
        #expect(ended.events.isEmpty && ended.use == .refusedByDisk)
        #expect(reply.text.contains("\"code\":\"storage_failed\"") && !reply.text.contains("\"outcome\""))
        // Nothing is obtained for a disk that refuses.
        #expect(garden.ask(row.method, row.params).text.contains("\"code\":\"storage_failed\""))
        #expect(garden.engine.state == before && garden.tasks() == [])
    }

    @Test(arguments: rows.filter(\.isChange)) func anUncertainDiskSaysSo(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let before = garden.engine.state
        let reply = garden.ask(row.method, row.params)
        #expect(garden.tasks() == ["obtain \(row.need)"])
        (garden.store.isRefusing, garden.store.refusal) = (true, StoreError("I/O error", .uncertain))
        let ended = row.end(garden)
        #expect(ended.events.isEmpty && ended.use == .uncertain && garden.engine.state == before)
        #expect(reply.text.contains(#""code":"storage_failed","reason":"I/O error","outcome":"unknown""#))
    }

    @Test(arguments: rows.filter(\.isChange)) func aRepeatedKeyGetsTheFirstAnswer(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let replies = [garden.ask(row.method, row.params, key: "k"), garden.ask(row.method, row.params, key: "k")]
        #expect(garden.tasks() == ["obtain \(row.need)"])
        #expect(row.end(garden).events.map(\.type) == row.events)
        #expect(!garden.tasks().contains("obtain \(row.need)"))
        #expect(replies[0].text == replies[1].text && replies[0].text.contains("\"result\""))
        let seq = garden.engine.state.seq
        #expect(garden.ask(row.method, row.params, key: "k").text == replies[0].text)
        #expect(garden.engine.state.seq == seq && garden.tasks() == [])
        let other = garden.ask("points.adjust", ["amount": 1, "reason": "x"], key: "k")
        #expect(other.text.contains(#""reason":"key_reused""#))
    }

    /// A need that is met at once holds the rest of a batch; the others are refused in one.
    @Test(arguments: rows) func aBatchIsExecutedInOrderOrRefused(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let before = garden.engine.state
        let request = String(
            decoding: LineWriter.request(id: .integer(1), method: row.method, params: row.params.encoded), as: UTF8.self
        )
        let reply = garden.ask("[\(request),{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"daemon.status\"}]")
        if let reason = row.policy.reasonNotInBatch {
            #expect(
                reply.isReady
                    && reply.text.contains(
                        "\(row.method) \(reason), which a batch cannot wait for; send it by itself")
            )
            #expect(garden.engine.state == before && garden.tasks() == [])
        } else {
            #expect(reply.isHeld && garden.tasks() == ["obtain \(row.need)"])
            var isReady = false
            reply.onReady = { isReady = true }
            #expect(row.end(garden).events.map(\.type) == row.events)
            #expect(isReady && !reply.isHeld && !reply.isDecided)
            garden.engine.decideNext(reply, at: garden.now)
            #expect(reply.isReady && !reply.text.contains("\"error\""))
            // The second request sees what the first has changed.
            #expect(reply.text.contains("\"seq\":\(garden.engine.state.seq),"))
        }
    }

    @Test(arguments: rows) func onlySoManyRequestsWait(_ row: Row) throws {
        let garden = try Self.garden(for: row)
        let replies = (0..<row.policy.mostWaiting).map { _ in garden.ask(row.method, row.params) }
        let refused = garden.ask(row.method, row.params)
        #expect(refused.text.contains("\"message\":\(JSON.string(row.policy.refusalOfMore).text)"))
        #expect(refused.text.contains(#""reason":"busy""#) && replies.allSatisfy { !$0.isReady })
        #expect(garden.tasks() == ["obtain \(row.need)"])
    }
}
