import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

@Suite("Snapshots")
struct SnapshotTests {
    @Test("a day's snapshot is written in slices, with the state at the start of the day, during changes")
    func theSnapshotIsWrittenInSlices() throws {
        let garden = try Garden()
        for number in 0..<1500 {
            try garden.ask("shop.add", ["name": .string("Item \(number)"), "price": .integer(number)])
        }
        let engine = try #require(garden.machine.engine)
        let kept = try garden.store.snapshot()
        try garden.send(["advance": 3600])
        let now = Self.aDay(after: garden.machine.now)
        _ = engine.catchUp(to: now)
        let state = engine.state
        #expect(state.day.rollovers == 1)
        var slices = 0
        while engine.hasWork {
            #expect(try garden.store.snapshot() == kept)
            let request: JSON = [
                "jsonrpc": "2.0", "id": 1, "method": "shop.remove", "params": ["id": .integer(1 + slices)],
            ]
            let reply = engine.decide(.text(request.encoded), at: now)
            _ = engine.commit()
            #expect(try JSON.parse(reply.line)["result"] != nil)
            engine.work(at: now)
            slices += 1
        }
        #expect(slices == (state.record.count + (32 << 10) - 1) / (32 << 10))
        #expect(try garden.store.snapshot() == state.record)
        #expect(engine.state.seq > state.seq)
    }

    @Test("a snapshot that the disk refuses is discarded, and the next day has one")
    func aRefusedSnapshotIsDiscarded() throws {
        let garden = try Garden()
        try garden.send(["advance": 86_400])
        let first = try #require(try garden.store.snapshot())
        let engine = try #require(garden.machine.engine)
        var now = Self.aDay(after: garden.machine.now)
        _ = engine.catchUp(to: now)
        garden.store.isRefusing = true
        while engine.hasWork { engine.work(at: now) }
        #expect(engine.storageError == nil)
        garden.store.isRefusing = false
        #expect(try garden.store.snapshot() == first)
        now = Self.aDay(after: now)
        _ = engine.catchUp(to: now)
        while engine.hasWork { engine.work(at: now) }
        let next = try #require(try garden.store.snapshot())
        #expect(try GardenState(record: JSON.parse(next)).day.rollovers == 3)
    }

    private static func aDay(after now: Moment) -> Moment {
        var now = now
        now.wall = now.wall.advanced(byMilliseconds: 86_400_000)
        now.awakeMilliseconds += 86_400_000
        now.bootMilliseconds += 86_400_000
        return now
    }
}
