import GardenCore
import TestSupport
import Testing

@testable import GardenStore

/// Events that the rows of a read model name.
struct NamedEventsTests {
    @Test("rows that name the same two events in turn read each of them once")
    func eachEventIsReadOnce() throws {
        let sample = SampleGarden(events: 30)
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        var read: [Int] = []
        var named = NamedEvents { event in
            read.append(event.seq)
            return event.type
        }
        try store.reading { db in
            for _ in 1...100 {
                for seq in [7, 20] { #expect(try named.facts(of: seq, in: db) == sample.events[seq - 1].type) }
            }
            #expect(read == [7, 20])
            // The one asked for longest ago is forgotten first.
            for seq in [1, 2, 3, 7] { _ = try named.facts(of: seq, in: db) }
            #expect(read == [7, 20, 1, 2, 3, 7])
            #expect(try named.facts(of: sample.events.count + 1, in: db) == nil)
        }
    }
}
