import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

/// A database of every schema there was, checked in, which must open for ever.
struct SchemaTests {
    private static func resource(_ name: String) throws -> String {
        try #require(Bundle.module.path(forResource: name, ofType: nil, inDirectory: "Databases"))
    }

    @Test(arguments: [1])
    func anOldDatabaseOpensWithAllItHolds(version: Int) throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(folder.data(Self.resource("schema-\(version).sqlite")), to: folder.paths.database)
        let store = try folder.open()
        let expected = try String(contentsOfFile: Self.resource("schema-\(version).txt"), encoding: .utf8)
        #expect(try Self.dump(store) == expected)

        var state = GardenState()
        for event in try store.allEvents() { try state.replay(event) }
        #expect(try store.readModelProblem(of: store.allEvents()) == nil)
        #expect(try store.strayRowProblem(in: state) == nil)
        #expect(try store.change(withKey: "key 4")?.cause == "timer.resume")
        #expect(try store.reading { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.version)
    }

    /// How `schema-1.sqlite` was made. A released one is never made again; the next schema gets its own.
    @Test(.disabled("it writes into the sources"))
    func makeTheDatabaseOfTheNewestSchema() throws {
        let sample = SampleGarden(events: 60)
        let folder = try TestFolder()
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        try store.keepSnapshot(sample.state.encoded, seq: sample.state.seq, lastChange: sample.lastChange)
        let dump = try Self.dump(store)
        try store.close()
        let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Databases/schema-\(Schema.version)")
        try folder.data(folder.paths.database).write(to: target.appendingPathExtension("sqlite"))
        try Data(dump.utf8).write(to: target.appendingPathExtension("txt"))
    }

    /// Everything but the digests, in words.
    private static func dump(_ store: JournalStore) throws -> String {
        let queries = [
            "SELECT seq, change, at, type, version, CAST(data AS TEXT) FROM event ORDER BY seq",
            """
            SELECT id, at, cause, CAST(params AS TEXT), "key", CAST(answer AS TEXT), rollovers FROM change ORDER BY id
            """,
            "SELECT * FROM session ORDER BY id", "SELECT * FROM kind ORDER BY type, version",
            "SELECT * FROM stretch ORDER BY type, number",
            "SELECT seq, version, lastChange, CAST(state AS TEXT) FROM snapshot",
        ]
        return try store.reading { db in
            try queries.flatMap { sql in
                try Row.fetchAll(db, sql: sql).map { row in
                    row.databaseValues.map(\.description).joined(separator: " | ") + "\n"
                }
            }.joined()
        }
    }
}
