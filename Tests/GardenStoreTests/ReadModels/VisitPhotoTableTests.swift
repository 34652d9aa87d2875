import GRDB
import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// The table of photos (RULES V9).
struct VisitPhotoTableTests {
    private struct Garden {
        var sample = SampleGarden()
        let store: JournalStore
        private var written = 0

        init() throws {
            store = try JournalStore.inMemory()
            try write()
        }

        mutating func ask(_ method: String, _ params: JSON) throws {
            sample.ask(method, params, history: store)
            try write()
        }

        mutating func add(_ digit: Character, to id: Int) throws {
            try sample.change(VisitAddPhoto.method, history: store) { t throws(GardenError) in
                _ = try VisitAddPhoto(id: id, upload: "u").perform(with: .success(photo(digit)), in: &t)
            }
            try write()
        }

        private mutating func write() throws {
            try store.commit(Array(sample.changes.dropFirst(written)))
            written = sample.changes.count
        }

        /// Whether a visit of the scope has the photo.
        func has(_ digit: Character, _ change: (inout PhotoScope) -> Void = { _ in }) throws -> Bool {
            var scope = PhotoScope(revertibleSince: .max, prunedBefore: nil, addedAfter: 0)
            change(&scope)
            let named = try store.read(PhotosQuery(limit: 100, in: scope)).map(\.name)
            let isUsed = try store.read(PhotoUseQuery(photo(digit).name, in: scope))
            #expect(named.contains(photo(digit).name) == isUsed)
            return isUsed
        }
    }

    private static func photo(_ digit: Character) -> VisitPhoto {
        VisitPhoto(name: String(repeating: digit, count: 64), bytes: 5, type: .jpeg)
    }

    /// Visit 1 had photo a and has b, visit 2 has b and c.
    private static func garden() throws -> Garden {
        var garden = try Garden()
        for _ in 1...2 { try garden.ask("visit.add", ["latitude": 1, "longitude": 2]) }
        for digit in ["a", "b"] as [Character] { try garden.add(digit, to: 1) }
        for digit in ["b", "c"] as [Character] { try garden.add(digit, to: 2) }
        try garden.ask("visit.removePhoto", ["id": 1, "photo": "aaaa"])
        return garden
    }

    @Test func aPhotoIsUsedByTheVisitsThatHaveIt() throws {
        var garden = try Self.garden()
        let scope = PhotoScope(revertibleSince: .max, prunedBefore: nil, addedAfter: 0)
        #expect(
            try garden.store.read(PhotosQuery(limit: 100, in: scope)) == [
                NamedPhoto(name: Self.photo("b").name, bytes: 5, visit: 2),
                NamedPhoto(name: Self.photo("c").name, bytes: 5, visit: 2),
            ])
        #expect(
            try garden.store.read(PhotosQuery(after: Self.photo("b").name, limit: 1, in: scope)).map(\.name)
                == [Self.photo("c").name])
        // One visit loses it, the other keeps it.
        try garden.ask("visit.removePhoto", ["id": 2, "photo": "bbbb"])
        #expect(try garden.has("b"))
        try garden.ask("visit.removePhoto", ["id": 1, "photo": "bbbb"])
        #expect(try !garden.has("b"))
        #expect(try !garden.has("d"))
    }

    @Test func whatUndoCanBringBackIsUsed() throws {
        let garden = try Self.garden()
        let last = garden.sample.state.seq
        #expect(try !garden.has("a"))
        #expect(try garden.has("a") { $0.revertibleSince = last })
        #expect(try !garden.has("a") { $0.revertibleSince = last + 1 })
    }

    @Test func theTrashHasPhotosUntilItsDaysHavePassed() throws {
        var garden = try Self.garden()
        try garden.ask("visit.remove", ["id": 2])
        let day = garden.sample.state.day.day
        #expect(try garden.has("c"))
        #expect(try garden.has("c") { $0.prunedBefore = day })
        #expect(try !garden.has("c") { $0.prunedBefore = day.advanced(by: 1) })
        // Visit 1 still has it.
        #expect(try garden.has("b") { $0.prunedBefore = day.advanced(by: 1) })
    }

    @Test func visitsBeforeAnEventDoNotCount() throws {
        let garden = try Self.garden()
        let second = try #require(garden.sample.events.last { $0.type == "visit.added" }?.seq)
        #expect(try garden.has("c") { $0.addedAfter = second - 1 })
        #expect(try !garden.has("c") { $0.addedAfter = second })
    }

    @Test func theTableMatchesTheEventsAndCanBeRebuilt() throws {
        let garden = try Self.garden()
        #expect(try garden.store.readModelProblem() == nil)
        let rows = try content(garden.store)
        #expect(rows.count == 7)
        try garden.store.writing(ReadModels.rebuild)
        #expect(try content(garden.store) == rows)
        #expect(try garden.store.readModelProblem() == nil)
    }

    private func content(_ store: JournalStore) throws -> [String] {
        try store.reading { db in
            try Row.fetchAll(db, sql: "SELECT * FROM visitPhoto ORDER BY name, seq").map(\.description)
        }
    }

    @Test(arguments: [
        "DELETE FROM visitPhoto WHERE name LIKE 'a%'", "UPDATE visitPhoto SET bytes = 6 WHERE name LIKE 'c%'",
        "INSERT INTO visitPhoto SELECT 'e', seq, id, 5 FROM visitPhoto WHERE name LIKE 'c%'",
        "INSERT INTO visitPhoto VALUES ('e', 1, 1, 5)", "UPDATE visitPhoto SET seq = 999 WHERE name LIKE 'c%'",
    ])
    func aWrongRowIsFoundAndRebuilt(sql: String) throws {
        let garden = try Self.garden()
        let rows = try content(garden.store)
        try garden.store.writing { try $0.execute(sql: sql) }
        #expect(try content(garden.store) != rows)
        #expect(try garden.store.readModelProblem() != nil)
        try garden.store.writing(ReadModels.rebuild)
        #expect(try content(garden.store) == rows)
    }
}
