import GRDB
import GardenAPI
import GeoKit
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// The table of visits (RULES V5 … V8).
struct VisitTableTests {
    /// A garden with a store, written change by change.
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

        private mutating func write() throws {
            try store.commit(Array(sample.changes.dropFirst(written)))
            written = sample.changes.count
        }
    }

    /// Six visits: 2 is edited, 3 in the trash, and 4 was restored.
    private static func garden() throws -> Garden {
        var garden = try Garden()
        for id in 1...6 {
            let params: [(String, JSON)] = [
                ("latitude", .number(35 + Double(id) / 10_000)), ("longitude", 139), ("title", .string("Visit \(id)")),
                ("kind", id % 2 == 0 ? "Food" : "other"), ("labels", id < 4 ? ["a", "b"] : ["b"]), ("group", "g"),
            ]
            try garden.ask("visit.add", .object(JSONObject(params)))
        }
        try garden.ask("visit.edit", ["id": 2, "labels": ["c"], "kind": nil])
        try garden.ask("visit.remove", ["id": 3])
        try garden.ask("visit.remove", ["id": 4])
        try garden.ask("visit.restore", ["id": 4])
        return garden
    }

    private func filter(_ garden: Garden, _ change: (inout VisitFilter) -> Void = { _ in }) -> VisitFilter {
        var filter = VisitFilter(garden.sample.state)
        change(&filter)
        return filter
    }

    private func ids(_ garden: Garden, _ filter: VisitFilter) throws -> [Int] {
        try garden.store.read(VisitsQuery(filter, limit: 100)).visits.map(\.id)
    }

    // MARK: Content

    @Test func visitsAreFoundByTheirFacets() throws {
        let garden = try Self.garden()
        #expect(try ids(garden, filter(garden)) == [6, 5, 4, 2, 1])
        #expect(try ids(garden, filter(garden) { $0.isTrash = true }) == [3])
        #expect(try ids(garden, filter(garden) { $0.facets = [[.tag(.label, 1)]] }) == [1])
        #expect(try ids(garden, filter(garden) { $0.facets = [[.tag(.label, 1), .tag(.label, 3)]] }) == [2, 1])
        #expect(try ids(garden, filter(garden) { $0.facets = [[.tag(.group, 1)], [.kind("food")]] }) == [6, 4])
        #expect(
            try ids(
                garden,
                filter(garden) {
                    $0.facets = [[.tag(.label, 2)]]
                    $0.isTrash = true
                }) == [3])
        #expect(try ids(garden, filter(garden) { $0.keyword = SearchedText("visit 6") }) == [6])
        let count = try garden.store.read(VisitTagQuery(facet: .label, id: 2))
        #expect(count.count == 4)
        #expect(count.latest?.id == 6)
    }

    @Test func theTableMatchesTheEventsAndCanBeRebuilt() throws {
        let garden = try Self.garden()
        #expect(try garden.store.readModelProblem() == nil)
        let rows = try content(garden.store)
        try garden.store.writing(ReadModels.rebuild)
        #expect(try content(garden.store) == rows)
        #expect(try garden.store.readModelProblem() == nil)
    }

    private func content(_ store: JournalStore) throws -> [String] {
        try store.reading { db in
            try ["*, hex(core), hex(content) FROM visit", "* FROM visitFacet"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT \(table) ORDER BY 1, 2, 3, 4").map(\.description)
            }
        }
    }

    // MARK: Check

    @Test(arguments: [
        "DELETE FROM visit WHERE id = 2 AND next IS NULL", "DELETE FROM visit WHERE id = 2 AND next IS NOT NULL",
        "UPDATE visit SET latitude = latitude + 1 WHERE id = 1", "UPDATE visit SET text = 'other' WHERE id = 1",
        "UPDATE visit SET core = (SELECT core FROM visit WHERE id = 2) WHERE id = 1",
        "UPDATE visit SET content = (SELECT content FROM visit WHERE id = 2) WHERE id = 1",
        "UPDATE visit SET next = NULL WHERE id = 2", "UPDATE visit SET next = 99 WHERE id = 1",
        "UPDATE visit SET isGone = 1 WHERE id = 1", "UPDATE visit SET isSigned = 1 WHERE id = 1",
        "UPDATE visit SET removedOn = NULL WHERE id = 3", "UPDATE visit SET id = 9 WHERE id = 1",
        "INSERT INTO visit SELECT 999, id, added, next, at, day, latitude, longitude, removedOn, isGone, isSigned, text,"
            + " core, content FROM visit WHERE id = 1",
        "DELETE FROM visitFacet WHERE id = 1 AND facet = 0 AND value = 1", "UPDATE visitFacet SET seq = 3 WHERE id = 6",
        "INSERT INTO visitFacet SELECT facet, 7, at, id, seq FROM visitFacet WHERE id = 1 AND facet = 1",
        "INSERT INTO visitFacet SELECT 0, 1, at, id, seq FROM visit WHERE id = 3 LIMIT 1",
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

    // MARK: Near

    @Test("a search by place finds the same as a look at each visit", arguments: [1, 2])
    func nearMatchesBruteForce(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        var garden = try Garden()
        // In a city, at the date line, at a pole, and anywhere.
        let centers: [(Double, Double, Double)] = [(35.68, 139.76, 0.05), (0, 180, 0.01), (89.999, 0, 180), (0, 0, 90)]
        for _ in 0..<300 {
            let (latitude, longitude, spread) = generator.pick(centers)
            let north = latitude + Double.random(in: -1...1, using: &generator) * min(spread, 0.05)
            var east = longitude + Double.random(in: -1...1, using: &generator) * spread
            if east > 180 { east -= 360 }
            try garden.ask("visit.add", ["latitude": .number(min(90, north)), "longitude": .number(east)])
        }
        let all = try garden.store.read(VisitsQuery(filter(garden), limit: 1000)).visits
        #expect(all.count > 250)
        for _ in 0..<30 {
            let center = generator.pick(all).core.place
            let radius = generator.pick([10, 100, 1000, 20_000, 5_000_000, 20_000_000])
            let near = filter(garden) { $0.near = VisitFilter.Circle(center: center, radiusMeters: Double(radius)) }
            let expected = all.filter { center.meters(to: $0.core.place) <= Double(radius) }.map(\.id)
            #expect(try garden.store.read(VisitsQuery(near, limit: 1000)).visits.map(\.id) == expected)
            // In pages.
            var (found, last): ([Int], VisitPosition?) = ([], nil)
            repeat {
                let page = try garden.store.read(VisitsQuery(near, after: last, limit: 70))
                found += page.visits.map(\.id)
                last = page.last
            } while last != nil
            #expect(found == expected)
        }
    }

    // MARK: Staged events

    @Test func stagedChangesArePartOfAnAnswer() throws {
        var garden = try Self.garden()
        let staged = garden.sample.events.count
        for (method, params) in [
            ("visit.remove", ["id": 6]), ("visit.edit", ["id": 1, "labels": ["c"]]),
            ("visit.add", ["latitude": 1, "longitude": 2, "labels": ["c"]]), ("visit.restore", ["id": 3]),
        ] as [(String, JSON)] { garden.sample.ask(method, params, history: garden.store) }
        let events = Array(garden.sample.events.dropFirst(staged))
        #expect(events.count == 4)
        func answer<Asked: HistoryQuery>(_ query: Asked) throws -> Asked.Answer {
            try query.answer(try garden.store.read(query.anticipating(events)), after: events)
        }
        #expect(try answer(VisitsQuery(filter(garden), limit: 100)).visits.map(\.id) == [7, 5, 4, 3, 2, 1])
        #expect(try answer(VisitsQuery(filter(garden), limit: 2)).visits.map(\.id) == [7, 5])
        #expect(try answer(VisitsQuery(filter(garden), isAscending: true, limit: 3)).visits.map(\.id) == [1, 2, 3])
        let label = try answer(VisitTagQuery(facet: .label, id: 3))
        #expect(label.count == 3)
        #expect(label.latest?.id == 7)
        #expect(try answer(VisitQuery(.id(6)))?.removedOn != nil)
    }
}
