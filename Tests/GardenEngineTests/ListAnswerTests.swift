import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

@Suite("Lists that take several turns")
struct ListAnswerTests {
    /// A garden with so many items.
    private func shop(_ count: Int) throws -> (garden: Garden, engine: Engine, now: Moment) {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        for number in 0..<count {
            _ = try result(of: "shop.add", ["name": .string("n\(number)"), "price": 1], engine, garden)
        }
        return (garden, engine, garden.machine.now)
    }

    private func begin(_ method: String, _ params: JSON, _ engine: Engine, _ garden: Garden) -> Reply {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        return engine.decide(.text(request.encoded), at: garden.machine.now)
    }

    private func result(of method: String, _ params: JSON, _ engine: Engine, _ garden: Garden) throws -> JSON {
        let reply = begin(method, params, engine, garden)
        _ = engine.commit()
        while engine.hasWork, !reply.isReady { engine.work(at: garden.machine.now) }
        return try #require(try JSON.parse(reply.line)["result"])
    }

    private func names(_ reply: Reply) throws -> [String]? {
        try JSON.parse(reply.line)["result"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
    }

    @Test("a long list has the state at its beginning, while others change it and ask for the same")
    func aLongListIsOfItsBeginning() throws {
        let (garden, engine, now) = try shop(600)
        let first = begin("shop.list", [:], engine, garden)
        #expect(!first.isReady)
        engine.work(at: now)
        _ = begin("shop.remove", ["id": 1], engine, garden)
        _ = engine.commit()
        let second = begin("shop.list", [:], engine, garden)
        #expect(!first.isReady && !second.isReady)
        while engine.hasWork { engine.work(at: now) }
        #expect(try names(first) == (0..<600).map { "n\($0)" })
        #expect(try names(second) == (1..<600).map { "n\($0)" })
    }

    @Test("a short list is answered at once")
    func aShortListIsAnsweredAtOnce() throws {
        let (garden, engine, _) = try shop(250)
        let reply = begin("shop.list", [:], engine, garden)
        #expect(reply.isReady)
        #expect(try names(reply)?.count == 250)
        #expect(try names(begin("shop.list", [:], engine, garden))?.count == 250)
    }

    @Test("a list after a change that the disk refuses is refused, too")
    func aListOfWhatWasNotSavedIsRefused() throws {
        let (garden, engine, now) = try shop(300)
        let before = begin("shop.list", [:], engine, garden)
        garden.store.isRefusing = true
        let added = begin("shop.add", ["name": "new", "price": 1], engine, garden)
        let after = begin("shop.list", [:], engine, garden)
        _ = engine.commit()
        #expect(try JSON.parse(added.line)["error"]?["data"]?["code"] == "storage_failed")
        #expect(try JSON.parse(after.line)["error"]?["data"]?["code"] == "storage_failed")
        garden.store.isRefusing = false
        while engine.hasWork { engine.work(at: now) }
        #expect(try names(before)?.count == 300)
    }

    @Test("a list after a change of the same turn has it")
    func aListAfterAChangeHasIt() throws {
        let (garden, engine, now) = try shop(300)
        _ = begin("shop.add", ["name": "new", "price": 1], engine, garden)
        let list = begin("shop.list", [:], engine, garden)
        _ = begin("shop.add", ["name": "later", "price": 1], engine, garden)
        _ = engine.commit()
        while engine.hasWork { engine.work(at: now) }
        #expect(try names(list) == (0..<300).map { "n\($0)" } + ["new"])
    }

    @Test("a long explanation is made in slices of 25 events, of which the request's turn makes two")
    func aLongExplanationTakesSeveralTurns() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        for number in 1...120 {
            _ = try result(of: "points.adjust", ["amount": .integer(number), "reason": "gift"], engine, garden)
        }
        let reply = begin("journal.explain", ["what": "balance", "limit": 1000], engine, garden)
        var turns = 0
        while engine.hasWork, !reply.isReady {
            engine.work(at: garden.machine.now)
            turns += 1
        }
        // Three for the other events, and one that finds no more.
        #expect(turns == 4)
        #expect(try JSON.parse(reply.line)["result"]?.arrayValue?.count == 120)
    }

    @Test("an explanation in slices is the one that one piece gives")
    func anExplanationIsTheSame() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        for number in 1...120 {
            _ = try result(of: "points.adjust", ["amount": .integer(number), "reason": "gift"], engine, garden)
        }
        let balance = { (limit: Int) in
            try self.result(of: "journal.explain", ["what": "balance", "limit": .integer(limit)], engine, garden)
                .arrayValue?.compactMap { $0["seq"]?.integerValue }
        }
        let all = try #require(try balance(1000))
        #expect(all.count == 120)
        #expect(all == all.sorted(by: >))
        for limit in [1, 24, 25, 26, 119, 120, 121] {
            #expect(try balance(limit) == Array(all.prefix(limit)), "\(limit)")
        }
        // Staged changes come first, and once.
        _ = begin("points.adjust", ["amount": 1, "reason": "gift"], engine, garden)
        let reply = begin("journal.explain", ["what": "balance", "limit": 1000], engine, garden)
        _ = engine.commit()
        while engine.hasWork { engine.work(at: garden.machine.now) }
        let seqs = try JSON.parse(reply.line)["result"]?.arrayValue?.compactMap { $0["seq"]?.integerValue }
        #expect(seqs?.count == 121)
        #expect(seqs.map { Array($0.dropFirst()) } == all)
    }
}
