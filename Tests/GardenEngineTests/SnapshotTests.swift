import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

@testable import GardenStore

@Suite("Snapshots")
struct SnapshotTests {
    @Test("a snapshot is encoded in slices, with the state at its beginning, during changes; a later commit writes it")
    func theSnapshotIsEncodedInSlices() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        let now = garden.machine.now
        let note: JSON = ["text": .string(String(repeating: "x", count: 1000))]
        // It begins once a start would have much to replay.
        while !engine.hasWork { try Self.ask("log.note", note, engine, now) }
        let state = engine.state
        var slices = 0
        while engine.hasWork {
            try Self.ask("log.note", note, engine, now)
            #expect(try garden.store.snapshot(before: nil) == nil)
            engine.work()
            slices += 1
        }
        #expect((2...(state.record.count + (32 << 10) - 1) / (32 << 10)).contains(slices))
        #expect(try garden.store.snapshot(before: nil) == nil)
        try Self.ask("log.note", note, engine, now)
        #expect(try garden.store.snapshot(before: nil) == StateSnapshot(seq: state.seq, record: state.record))
        #expect(engine.state.seq > state.seq)
    }

    @Test("the stop writes a snapshot of the state with its last event")
    func theStopWritesASnapshot() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        let last = try #require(engine.stop(at: garden.machine.now).last)
        #expect(last.type == "daemon.stopping")
        let snapshot = StateSnapshot(seq: last.seq, record: engine.state.record)
        #expect(try garden.store.snapshot(before: nil) == snapshot)
    }

    @Test("a start reads only what follows the newest snapshot that can be read")
    func aStartReadsOnlyTheTail() throws {
        let journal = try JournalStore.inMemory()
        let garden = try Garden(store: FlakyStore(journal))
        for name in ["Tea", "Cake"] { try garden.ask("shop.add", ["name": .string(name), "price": 5]) }
        let state = try #require(garden.machine.engine).state
        try journal.commit([], StateSnapshot(seq: state.seq, record: state.record))
        try garden.ask("shop.add", ["name": "Soup", "price": 5])
        let last = try #require(garden.machine.engine).state.seq
        try journal.commit([], StateSnapshot(seq: last, record: Array("{}".utf8)))
        // A replay of everything would find this.
        try journal.writing { try $0.execute(sql: "UPDATE change SET actor = 'someone' WHERE seq = 1") }
        try garden.send(["down": 1])
        #expect(try garden.ask("shop.list").arrayValue?.map { $0["name"] } == ["Tea", "Cake", "Soup"])
        #expect(try garden.ask("journal.verify")["firstBad"] == 1)
    }

    private static func ask(_ method: String, _ params: JSON, _ engine: Engine, _ now: Moment) throws {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        let reply = engine.decide(.text(request.encoded), at: now)
        _ = engine.commit()
        try #require(try JSON.parse(reply.line)["result"] != nil)
    }
}
