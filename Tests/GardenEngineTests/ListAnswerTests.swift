import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

@Suite("Lists that take several turns")
struct ListAnswerTests {
    /// A garden with so many items.
    private func shop(_ count: Int) throws -> (garden: Garden, engine: Engine) {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        for number in 0..<count {
            _ = try result(of: "shop.add", ["name": .string("n\(number)"), "price": 1], engine, garden)
        }
        return (garden, engine)
    }

    private func begin(_ method: String, _ params: JSON, _ engine: Engine, _ garden: Garden) -> Reply {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        return engine.decide(.text(request.encoded), at: garden.machine.now)
    }

    private func result(of method: String, _ params: JSON, _ engine: Engine, _ garden: Garden) throws -> JSON {
        let reply = begin(method, params, engine, garden)
        _ = engine.commit()
        while engine.hasWork, !reply.isReady { engine.work() }
        return try #require(try JSON.parse(reply.line)["result"])
    }

    private func names(_ reply: Reply) throws -> [String]? {
        try JSON.parse(reply.line)["result"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
    }

    @Test("a long list has the state at its beginning, while others change it and ask for the same")
    func aLongListIsOfItsBeginning() throws {
        let (garden, engine) = try shop(600)
        let first = begin("shop.list", [:], engine, garden)
        #expect(!first.isReady)
        engine.work()
        _ = begin("shop.remove", ["id": 1], engine, garden)
        _ = engine.commit()
        let second = begin("shop.list", [:], engine, garden)
        #expect(!first.isReady && !second.isReady)
        while engine.hasWork { engine.work() }
        #expect(try names(first) == (0..<600).map { "n\($0)" })
        #expect(try names(second) == (1..<600).map { "n\($0)" })
    }

    @Test("a large answer is sent in three parts, a small one in one")
    func aLargeAnswerIsSentInParts() throws {
        let (garden, engine) = try shop(600)
        let reply = begin("shop.list", [:], engine, garden)
        while engine.hasWork { engine.work() }
        let parts = try #require(reply.parts)
        #expect(parts.count == 3 && parts.flatMap(\.self) == reply.line)
        #expect(String(decoding: parts[0], as: UTF8.self) == #"{"jsonrpc":"2.0","id":1,"result":"#)
        #expect(parts[1].count > 1 << 16)
        #expect(try JSON.parse(parts[1]).arrayValue?.count == 600)
        #expect(String(decoding: parts[2], as: UTF8.self) == "}\n")
        #expect(begin("shop.get", ["id": 1], engine, garden).parts == nil)
        #expect(begin("shop.get", ["id": 0], engine, garden).parts == nil)
    }

    @Test("a short list is answered at once")
    func aShortListIsAnsweredAtOnce() throws {
        let (garden, engine) = try shop(250)
        let reply = begin("shop.list", [:], engine, garden)
        #expect(reply.isReady)
        #expect(try names(reply)?.count == 250)
        #expect(try names(begin("shop.list", [:], engine, garden))?.count == 250)
    }

    @Test("a list after a change that the disk refuses is refused, too")
    func aListOfWhatWasNotSavedIsRefused() throws {
        let (garden, engine) = try shop(300)
        let before = begin("shop.list", [:], engine, garden)
        garden.store.isRefusing = true
        let added = begin("shop.add", ["name": "new", "price": 1], engine, garden)
        let after = begin("shop.list", [:], engine, garden)
        _ = engine.commit()
        #expect(try JSON.parse(added.line)["error"]?["data"]?["code"] == "storage_failed")
        #expect(try JSON.parse(after.line)["error"]?["data"]?["code"] == "storage_failed")
        garden.store.isRefusing = false
        while engine.hasWork { engine.work() }
        #expect(try names(before)?.count == 300)
    }

    @Test("a list after a change of the same turn has it")
    func aListAfterAChangeHasIt() throws {
        let (garden, engine) = try shop(300)
        _ = begin("shop.add", ["name": "new", "price": 1], engine, garden)
        let list = begin("shop.list", [:], engine, garden)
        _ = begin("shop.add", ["name": "later", "price": 1], engine, garden)
        _ = engine.commit()
        while engine.hasWork { engine.work() }
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
            engine.work()
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
        while engine.hasWork { engine.work() }
        let seqs = try JSON.parse(reply.line)["result"]?.arrayValue?.compactMap { $0["seq"]?.integerValue }
        #expect(seqs?.count == 121)
        #expect(seqs.map { Array($0.dropFirst()) } == all)
    }

    @Test("a list of events in slices is the one that one piece gives, from both ends and of some types")
    func aListOfEventsIsTheSame() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        for number in 1...300 {
            _ = try result(of: "points.adjust", ["amount": .integer(number), "reason": "gift"], engine, garden)
        }
        let seqs = { (params: JSON) in
            try self.result(of: "journal.list", params, engine, garden).arrayValue?.compactMap {
                $0["seq"]?.integerValue
            }
        }
        let all = Array(1...engine.head)
        let adjusted = try engine.history.events(after: 0, limit: 1000, types: ["points.adjusted"]).map(\.seq)
        #expect(adjusted.count == 300)
        for limit in [1, 127, 128, 129, 255, 256, 257, 299, 300, 301, 1000] {
            #expect(try seqs(["limit": .integer(limit)]) == all.suffix(limit), "\(limit)")
            #expect(
                try seqs(["limit": .integer(limit), "since": 7]) == Array(all.dropFirst(7).prefix(limit)), "\(limit)")
            let types: JSON = ["points.adjusted"]
            #expect(try seqs(["limit": .integer(limit), "types": types]) == adjusted.suffix(limit), "\(limit)")
            let oldest = try seqs(["limit": .integer(limit), "types": types, "since": 0])
            #expect(oldest == Array(adjusted.prefix(limit)), "\(limit)")
        }
        #expect(try seqs(["since": .integer(engine.head)]) == [])
        #expect(try seqs(["types": ["task.added"]]) == [])
    }

    @Test("a list of events ends where the journal did when it began, with what was staged", arguments: [true, false])
    func aListOfEventsIsOfItsBeginning(isFromTheOldest: Bool) throws {
        let (garden, engine) = try shop(300)
        let head = engine.head
        _ = begin("shop.add", ["name": "staged", "price": 1], engine, garden)
        let params: JSON = isFromTheOldest ? ["limit": 1000, "since": 0] : ["limit": 1000]
        let reply = begin("journal.list", params, engine, garden)
        #expect(!reply.isReady)
        _ = engine.commit()
        let staged = engine.head
        #expect(staged > head)
        engine.work()
        _ = begin("shop.add", ["name": "later", "price": 1], engine, garden)
        _ = engine.commit()
        while engine.hasWork { engine.work() }
        let seqs = try JSON.parse(reply.line)["result"]?.arrayValue?.compactMap { $0["seq"]?.integerValue }
        #expect(seqs == Array(1...staged))
    }

    @Test("the next request of a batch waits for a list that takes several turns, and for nothing else")
    func aBatchWaitsForItsList() throws {
        let (garden, engine) = try shop(600)
        let now = garden.machine.now
        let requests = [("timer.get", 1), ("shop.list", 2), ("shop.add", 3), ("shop.list", 4)].map { method, id in
            let params: JSON = method == "shop.add" ? ["name": "new", "price": 1] : [:]
            return ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params] as JSON
        }
        let reply = engine.decide(.text(JSON.array(requests).encoded), at: now)
        #expect(!reply.isHeld)
        engine.decideNext(reply, at: now)
        #expect(reply.isHeld && !reply.isDecided)
        let head = engine.head
        engine.decideNext(reply, at: now)
        #expect(engine.isSettled && engine.head == head)
        var wasReleased = false
        reply.onReady = { wasReleased = true }
        while reply.isHeld { engine.work() }
        #expect(wasReleased && !reply.isDecided && !reply.isReady)
        while !reply.isDecided { engine.decideNext(reply, at: now) }
        _ = engine.commit()
        // The last one of a batch holds nothing.
        #expect(!reply.isHeld && !reply.isReady)
        while engine.hasWork { engine.work() }
        let answers = try #require(try JSON.parse(reply.line).arrayValue)
        #expect(answers.map { $0["id"]?.integerValue } == [1, 2, 3, 4])
        #expect(answers.map { $0["result"]?.arrayValue?.count } == [nil, 600, nil, 601])
    }
}
