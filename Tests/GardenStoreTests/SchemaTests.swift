import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// A database of every schema that was released, checked in, which must always open.
struct SchemaTests {
    private static func resource(_ name: String) throws -> String {
        try #require(Bundle.module.path(forResource: name, ofType: nil, inDirectory: "Databases"))
    }

    /// A new schema needs a database of its own: `GARDEN_WRITE_DATABASES=1 swift test --filter SchemaTests` makes it, and the
    /// next build copies it to the tests. One that exists is never made again.
    @Test(arguments: 2...Schema.version)
    func anOldDatabaseOpensWithAllItsContent(version: Int) throws {
        if ProcessInfo.processInfo.environment["GARDEN_WRITE_DATABASES"] != nil { try Self.makeDatabase(of: version) }
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(folder.data(Self.resource("schema-\(version).sqlite")), to: folder.paths.database)
        let store = try folder.open()
        let expected = try String(contentsOfFile: Self.resource("schema-\(version).txt"), encoding: .utf8)
        #expect(try Self.dump(store) == expected)

        var state = GardenState()
        let checked = try store.checkedChanges(after: 0, limit: .max)
        for change in checked.changes { try state.replay(change) }
        #expect(checked.firstBad == nil)
        #expect(try state.seq == store.lastSeq())
        // A snapshot of an older form of the state counts as none.
        let snapshot = try store.snapshot()
        #expect(snapshot == nil || snapshot == state.record)
        #expect(try store.readModelProblem() == nil)
        #expect(try store.change(withKey: "resume 4")?.method == "timer.resume")
        #expect(try store.reading { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.version)
    }

    /// A journal with `settings.changed` in its version 1: it is read, upgraded, verified and replayed, and returned in
    /// the form of this release.
    @Test func anEventOfAnOlderVersionIsUpgradedWhenRead() throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(folder.data(Self.resource("settings-changed-1.sqlite")), to: folder.paths.database)
        let store = try folder.open()
        let old = try store.events(after: 0, limit: .max, types: ["settings.changed"])
        #expect(old.map(\.version) == [1, 1])
        var state = GardenState()
        let checked = try store.checkedChanges(after: 0, limit: .max)
        for change in checked.changes { try state.replay(change) }
        #expect(checked.firstBad == nil)
        #expect(state.seq == 128)
        #expect(try store.readModelProblem() == nil)
        let publisher = EventPublisher(state, zone: .utc)
        let data = try old.map { try #require(try JSON.parse(publisher.message($0))["data"]) }
        #expect(
            data == [
                [
                    "changed": ["timer.focus_minutes": 50, "rewards.points_per_focus": 5],
                    "before": ["changed": ["timer.focus_minutes": 25, "rewards.points_per_focus": 0]],
                ],
                [
                    "changed": [
                        "timer.focus_minutes": 25, "timer.rest_minutes": 10, "rewards.points_per_focus": 0,
                        "rate.tiers": [["from": 0, "rate": 1.0], ["from": 100, "rate": 2.5]],
                    ],
                    "before": [
                        "changed": [
                            "timer.focus_minutes": 50, "timer.rest_minutes": 5, "rewards.points_per_focus": 5,
                            "rate.tiers": RateTable.standard.json,
                        ]
                    ],
                ],
            ])
    }

    /// Its journal had another form, which was never released.
    @Test func theDatabaseOfAPreviewIsRefusedUnchanged() throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        let database = folder.paths.database
        try folder.write(folder.data(Self.resource("schema-1.sqlite")), to: database)
        // Its backups are of the same form.
        let backup = "\(folder.paths.backups)/garden-2026-01-01.sqlite"
        try folder.write(folder.data(database), to: backup)
        let before = try folder.contents()
        let problem = "was written by a preview of gardend, which no release can read"
        let root = folder.paths.root
        let command = "mkdir \(root)/preview && mv \(database) \(root)/backups \(root)/preview"
        let error = try #require(refusal(folder))
        #expect(
            error.message
                == "\(database) \(problem). Nothing was changed. There is no valid backup. To start a new garden, move all "
                + "files of the preview away: \(command)")
        #expect(error.remedy == "Move all files of the preview away: `\(command)`. Then start gardend again.")
        let now = try #require(Timestamp("2026-11-21T09:25:00.000+09:00"))
        #expect(throws: StoreError("cannot restore \(database): it \(problem)")) {
            try Restore.perform(in: folder.lock(), backup: database, replacing: .missing, now: now)
        }
        #expect(try folder.contents() == before)

        let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", command])
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(try folder.open().allEvents() == [])
        #expect(try folder.data("\(root)/preview/backups/garden-2026-01-01.sqlite") == before["garden.sqlite"])
    }

    @Test func aValidBackupReplacesTheDatabaseOfAPreview() throws {
        let folder = try TestFolder()
        let sample = SampleGarden(events: 20)
        try folder.fill(sample.changes)
        let day = try #require(CalendarDay("2026-01-01"))
        let backup = try Backups(folder: folder.paths.backups).make(database: folder.paths.database, day: day)
        try folder.write(folder.data(Self.resource("schema-1.sqlite")), to: folder.paths.database)
        let problem = "was written by a preview of gardend, which no release can read"
        let damaged = DamagedDatabase(file: folder.paths.database, problem: problem, newestValidBackup: backup)
        #expect(refusal(folder) == .damaged(damaged))
        let survey = try RestoreSurvey(of: folder.paths, backup: nil)
        #expect(survey.journal == .damaged(problem, upTo: nil))
        let now = try #require(Timestamp("2026-11-21T09:25:00.000+09:00"))
        _ = try Restore.perform(in: folder.lock(), backup: nil, replacing: survey.journal, now: now)
        #expect(try folder.open().allEvents() == sample.events)
    }

    /// Writes a database of the newest schema into the sources, unless that schema has one.
    private static func makeDatabase(of version: Int) throws {
        let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Databases/schema-\(version)")
        let database = target.appendingPathExtension("sqlite")
        guard version == Schema.version, !FileManager.default.fileExists(atPath: database.path) else { return }
        let sample = SampleGarden(events: 60)
        let folder = try TestFolder()
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        try store.keepSnapshot(sample.state.record, seq: sample.state.seq)
        let dump = try dump(store)
        try store.close()
        try folder.data(folder.paths.database).write(to: database)
        try Data(dump.utf8).write(to: target.appendingPathExtension("txt"))
    }

    /// Everything but the digests, as text.
    private static func dump(_ store: JournalStore) throws -> String {
        let queries = [
            """
            SELECT seq, at, "offset", recorded, method, actor, CAST(params AS TEXT), "key", CAST(events AS TEXT)
            FROM change ORDER BY seq
            """,
            "SELECT \"key\", seq, rollovers, CAST(answer AS TEXT) FROM reply ORDER BY seq",
            """
            SELECT day, id, added, start, startOffset, "end", endOffset, seconds, categoryId, category, taskId, outcome
            FROM session ORDER BY id
            """,
            "SELECT * FROM logLine ORDER BY id",
            "SELECT * FROM eventType ORDER BY type, version", "SELECT * FROM typeBlock ORDER BY type, block",
            "SELECT seq, version, CAST(state AS TEXT) FROM snapshot",
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
