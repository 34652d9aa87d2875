import Foundation
import GRDB
import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// A purge on the disk (RULES V8): every byte of a visit is gone, and nothing else is.
struct PurgeTests {
    /// A garden in a folder, written change by change. Visit 40 of 80 is the one to purge: it was edited, removed, and changed by
    /// undo and redo, with keys.
    private struct Garden {
        let folder: TestFolder
        private(set) var store: JournalStore
        var sample = SampleGarden()
        private(set) var written = 0

        static let comment = "Secret comment, " + String(repeating: "long. ", count: 1500) + "its secret end"
        static let (north, east) = (12_345_678, 98_765_432)

        init() throws {
            folder = try TestFolder()
            store = try folder.open()
            sample.remembersChanges = true
            for id in 1...80 {
                guard id == 40 else {
                    try ask(
                        "visit.add",
                        [
                            "latitude": .number(35 + Double(id) / 1000), "longitude": 139,
                            "title": .string("Visit \(id)"),
                        ])
                    continue
                }
                try ask(
                    "visit.add",
                    [
                        "latitude": 12.345678, "longitude": 98.765432, "title": "Secret title",
                        "address": "Secret street",
                        "kind": "secretive", "comment": .string(Self.comment), "labels": ["trip"],
                    ], key: "add")
            }
            try ask("visit.edit", ["id": 40, "facility": "Secret shop"], key: "edit")
            // Changes nothing.
            try ask("visit.edit", ["id": 40, "facility": "Secret shop"], key: "same")
            try ask("visit.remove", ["id": 40])
            try ask("journal.undo", ["count": 2], key: "undo")
            try ask("journal.redo", ["count": 2])
            for id in 1...30 { try ask("visit.edit", ["id": .integer(id), "labels": ["trip"], "kind": "food"]) }
        }

        mutating func ask(_ method: String, _ params: JSON, key: String? = nil) throws {
            stage(method, params, key: key)
            try write()
        }

        /// Decides a change and does not write it.
        mutating func stage(_ method: String, _ params: JSON, key: String? = nil) {
            sample.ask(method, params, key: key, history: store)
        }

        mutating func write() throws {
            try store.commit(Array(sample.changes.dropFirst(written)))
            written = sample.changes.count
        }

        mutating func reopen() throws { store = try folder.open() }

        /// What is searched for: texts, also as they are searched for, and coordinates as texts and as a table has them.
        static let needles: [(what: String, bytes: [UInt8])] =
            [
                "Secret title", "Secret street", "Secret shop", "secretive", "Secret comment", "its secret end",
                "secret title", "12345678", "98765432", "12.345678",
            ].map { ($0, Array($0.utf8)) } + [("the place in an index", [north, east].flatMap(bigEndian))]

        private static func bigEndian(_ place: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: place >> $0) }
        }

        /// Which of the needles are in the files of the folder.
        func found(in names: [String]? = nil) throws -> [String] {
            let files = try folder.contents().filter { names?.contains($0.key) ?? true }.values
            return Self.needles.filter { needle in files.contains { $0.range(of: Data(needle.bytes)) != nil } }.map(
                \.what)
        }

        func rows() throws -> [String] {
            try store.reading { db in
                try ["change", "visit", "visitFacet", "reply"].flatMap { table in
                    try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
                        row.databaseValues.map { "\($0)" }.joined(separator: "|")
                    }
                }
            }
        }
    }

    private static let files = ["garden.sqlite", "garden.sqlite-wal", "garden.sqlite-shm"]

    /// The state that a start would make of the journal.
    private func replayed(_ store: JournalStore) throws -> GardenState {
        var state = GardenState()
        let checked = try store.checkedChanges(after: 0, limit: .max)
        #expect(checked.firstBad == nil)
        for change in checked.changes { try state.replay(change) }
        return state
    }

    // MARK: Bytes

    @Test func nothingOfAPurgedVisitIsLeftInTheFiles() throws {
        var garden = try Garden()
        try garden.store.queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        // All of it is in the database, and with one more change also in its log.
        #expect(try garden.found(in: ["garden.sqlite"]) == Garden.needles.map(\.what))
        try garden.ask("visit.restore", ["id": 40])
        try garden.ask("visit.remove", ["id": 40])
        #expect(try garden.found(in: ["garden.sqlite-wal"]).contains("Secret title"))
        try garden.ask("visit.purge", ["id": 40], key: "purge")
        #expect(try garden.found() == [])
        #expect(DiskFile.size(garden.folder.paths.writeAheadLog) == 0)
        #expect(!ErasureNote.isPresent(garden.folder.paths))
        // The garden goes on, and the next opening checks everything.
        try garden.ask("visit.add", ["latitude": 1, "longitude": 2])
        try garden.store.close()
        #expect(try garden.found() == [])
        #expect(try DatabaseCheck.run(garden.folder.paths.database).readModelProblem == nil)
        try garden.reopen()
        #expect(try replayed(garden.store) == garden.sample.stateInJournal)
        #expect(try garden.store.readModelProblem() == nil)
        let rows = try garden.rows()
        try garden.store.writing(ReadModels.rebuild)
        #expect(try garden.rows() == rows)
    }

    @Test func erasedParamsAreKnownByTheirDigest() throws {
        var garden = try Garden()
        try garden.ask("visit.add", ["latitude": 1, "longitude": 2, "title": "Fleeting"], key: "fleeting")
        let add = try #require(garden.sample.changes.last)
        try garden.ask("visit.remove", ["id": 81])
        try garden.ask("visit.purge", ["id": 81])
        let change = try #require(try garden.store.change(withKey: "fleeting"))
        #expect(change.params == [] && change.hasParams(add.params) && !change.hasParams(Array("{}".utf8)))
        #expect(change.reply?.answer == [])
    }

    @Test func answersToTheRequestsAboutItAreErasedAndOthersStay() throws {
        var garden = try Garden()
        try garden.ask("log.note", ["text": "kept"], key: "other")
        let other = try garden.store.change(withKey: "other")
        try garden.ask("visit.purge", ["id": 40], key: "purge")
        for key in ["add", "edit", "same", "undo"] {
            #expect(try garden.store.change(withKey: key)?.reply?.answer == [], "\(key)")
        }
        #expect(try garden.store.change(withKey: "other") == other)
        #expect(try garden.store.change(withKey: "purge")?.reply?.answer.isEmpty == false)
    }

    // MARK: Failures

    @Test func aPurgeThatFailsInTheMiddleChangesNothing() throws {
        var garden = try Garden()
        let rows = try garden.rows()
        let trigger = "CREATE TEMP TRIGGER refusal BEFORE UPDATE ON reply BEGIN SELECT RAISE(ABORT, 'no'); END"
        try garden.store.writing { try $0.execute(sql: trigger) }
        garden.stage("visit.purge", ["id": 40])
        #expect(throws: StoreError("a row conflicts with existing rows (SQLite 1811: no)")) { try garden.write() }
        #expect(try garden.rows() == rows)
        #expect(!ErasureNote.isPresent(garden.folder.paths))
        try garden.store.writing { try $0.execute(sql: "DROP TRIGGER refusal") }
        try garden.write()
        #expect(try garden.found() == [])
    }

    /// - Parameter isSeen: whether its end is seen; otherwise the next change comes.
    @Test(arguments: [true, false]) func aReaderDelaysTheEndOfAPurge(isSeen: Bool) throws {
        var garden = try Garden()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: garden.folder.paths.database, configuration: configuration)
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM change")
        }
        try garden.ask("visit.purge", ["id": 40])
        garden.store.noteEndOfReader()
        #expect(ErasureNote.isPresent(garden.folder.paths))
        #expect(try garden.found() != [])
        try reader.inDatabase { try $0.execute(sql: "COMMIT") }
        if isSeen { garden.store.noteEndOfReader() } else { try garden.ask("log.note", ["text": "later"]) }
        #expect(try garden.found() == [])
        #expect(!ErasureNote.isPresent(garden.folder.paths))
        try reader.close()
    }

    @Test func theNextOpeningCompletesAPurgeThatAKillInterrupted() throws {
        var garden = try Garden()
        let paths = garden.folder.paths
        garden.stage("visit.purge", ["id": 40])
        let purge = try #require(garden.sample.changes.last)
        try garden.store.close()
        // What is on the disk right after the commit of a purge.
        try ErasureNote.write(paths)
        let queue = try DatabaseQueue(path: paths.database)
        try queue.write { db in
            let row = Chain(upTo: try #require(try ChangeRow.last(db))).row(for: purge)
            try row.insert(with: PreparedStatement(db, ChangeRow.insertion))
            let readModels = ReadModels()
            try readModels.add(purge.events, to: db)
            for event in purge.events { try JournalErasure(event)?.perform(db, readModels) }
        }
        #expect(try garden.found() != [])
        try queue.close()
        try garden.reopen()
        #expect(try garden.found() == [])
        #expect(!ErasureNote.isPresent(paths))
        #expect(try replayed(garden.store).seq == garden.sample.state.seq)
    }

    // MARK: Checks

    private func purged() throws -> Garden {
        var garden = try Garden()
        try garden.ask("visit.purge", ["id": 40])
        return garden
    }

    private func problem(_ garden: Garden) throws -> String? {
        try garden.store.close()
        do throws(DatabaseCheck.Problem) { _ = try DatabaseCheck.run(garden.folder.paths.database) } catch {
            return error.words("it")
        }
        return nil
    }

    private func replacing(_ text: String, with other: String) -> String {
        "UPDATE change SET events = CAST(replace(CAST(events AS TEXT), '\(text)', '\(other)') AS BLOB)"
    }

    @Test func whatRemainsIsProtected() throws {
        let garden = try purged()
        // The day of its removal.
        try garden.store.writing { db in
            try db.execute(
                sql: replacing(",20454]", with: ",20455]") + " WHERE CAST(events AS TEXT) LIKE 'visit.removed/1#%'")
        }
        let found = try problem(garden)
        #expect(found?.contains("visit 40 is not purged as it says") == true, "\(found ?? "valid")")
    }

    @Test func dataThatIsMissingWithoutAPurgeIsFound() throws {
        let garden = try Garden()
        try garden.store.writing { db in
            var row = try #require(try ChangeRow.row(db, withEvent: 2))
            let event = try #require(row.change.events.first { $0.type == "visit.added" })
            row.change.events[event.seq - row.change.seq] = try event.erased(ofVisit: 1)
            row.change.erasedParamsDigest = ContentDigest.sha256(row.change.params)
            row.change.params = []
            try row.update(db)
        }
        // The digest of the row is as it was.
        #expect(try garden.store.checkedChanges(after: 0, limit: .max).firstBad == nil)
        let found = try problem(garden)
        #expect(found?.contains("its data is missing, and no purge has erased it") == true, "\(found ?? "valid")")
    }

    @Test func paramsThatAreMissingWithoutAPurgeAreFound() throws {
        let garden = try Garden()
        try garden.store.writing { db in
            var row = try #require(try ChangeRow.last(db))
            row.change.erasedParamsDigest = ContentDigest.sha256(row.change.params)
            row.change.params = []
            try row.update(db)
        }
        #expect(try problem(garden)?.contains("no purge has erased it") == true)
    }

    @Test(arguments: [
        "UPDATE visit SET isGone = 1 WHERE isGone = 2", "UPDATE visit SET isGone = 0 WHERE isGone = 2",
        "UPDATE visit SET text = 'a title' WHERE id = 40 AND next IS NULL", "DELETE FROM visit WHERE isGone = 2",
    ])
    func aWrongRowOfAPurgedVisitIsFoundAndRebuilt(sql: String) throws {
        let garden = try purged()
        let rows = try garden.rows()
        try garden.store.writing { try $0.execute(sql: sql) }
        #expect(try garden.rows() != rows)
        #expect(try garden.store.readModelProblem() != nil)
        try garden.store.writing(ReadModels.rebuild)
        #expect(try garden.rows() == rows)
    }

    @Test func aPurgedVisitStaysInTheChain() throws {
        var garden = try ChainGarden(signedBy: .simulated)
        let before = try garden.check()
        garden.sample.ask("visit.remove", ["id": 1], history: garden.store)
        try garden.store.commit([try #require(garden.sample.changes.last)])
        garden.sample.ask("visit.purge", ["id": 1], history: garden.store)
        try garden.store.commit([try #require(garden.sample.changes.last)])
        #expect(try garden.check() == before)
        #expect(try garden.check(garden.replayed()) == before)
        // The hash that remains is that of the line before the next one.
        try garden.rewrite(EventKind.visitAdded) { effect in
            if effect.id == 1 { effect.seal?.hash = String(repeating: "0", count: 64) }
        }
        #expect(try garden.check().firstBad?.id == 2)
    }

    @Test func aVisitThatOnlySeemsPurgedIsFound() throws {
        let garden = try ChainGarden()
        try garden.rewrite(EventKind.visitAdded) { effect in
            if effect.id == 2 { effect.isPurged = true }
        }
        #expect(
            try garden.check().firstBad
                == VisitFinding(id: 2, problem: "its data is missing, and it was not purged"))
    }

    // MARK: Backups

    @Test func theBackupsThatHaveItAreNamed() throws {
        var garden = try Garden()
        let backups = Backups(folder: garden.folder.paths.backups)
        let database = garden.folder.paths.database
        let early = try TestFolder()
        try early.fill(Array(garden.sample.changes.prefix(10)))
        try DiskFile.createFolder(backups.folder)
        try garden.folder.write(early.data(early.paths.database), to: "\(backups.folder)/garden-2025-12-30.sqlite")
        let daily = try backups.make(database: database, day: #require(CalendarDay("2026-01-01")))
        let reset = "\(backups.folder)/garden-before-reset-20260101-000000.sqlite"
        try backups.make(database: database, path: reset)
        let kept = "\(garden.folder.paths.root)/garden-before-restore-20260101-000000.sqlite"
        try garden.folder.write(garden.folder.data(daily), to: kept)
        let unreadable = "\(backups.folder)/garden-2026-01-02.sqlite"
        try garden.folder.write(Data("worn".utf8), to: unreadable)
        let unfinished = "\(backups.folder)/garden-2026-01-03.sqlite.new"
        try garden.folder.write(Data(), to: unfinished)
        let seq = try #require(try garden.store.read(VisitEventsQuery(of: 40)).first)
        let event = try #require(garden.sample.events.first { $0.seq == seq })
        let effect = WrittenEffect(seq: seq, digest: ContentDigest.sha256(event.effect))
        try garden.ask("visit.purge", ["id": 40])
        try DiskFile.remove(unfinished)
        let after = try backups.make(database: database, day: #require(CalendarDay("2026-01-04")))
        try garden.folder.write(Data(), to: unfinished)
        #expect(DiskFile.exists(after))
        #expect(
            backups.files(with: effect, beside: database) == [daily, unreadable, unfinished, reset, kept])
    }

    @Test func aRestoredBackupHasTheVisitAgain() throws {
        var garden = try Garden()
        let day = try #require(CalendarDay("2026-01-01"))
        let backup = try Backups(folder: garden.folder.paths.backups).make(
            database: garden.folder.paths.database, day: day)
        try garden.ask("visit.purge", ["id": 40])
        try garden.store.close()
        let survey = try RestoreSurvey(of: garden.folder.paths, backup: backup)
        _ = try Restore.perform(
            in: garden.folder.lock(), backup: backup, replacing: survey.journal,
            now: try #require(Timestamp("2026-01-01T09:25:00.000Z")))
        try garden.reopen()
        let visit = try garden.store.read(VisitQuery(.id(40)))
        #expect(visit?.isPurged == false && visit?.removedOn != nil)
    }
}

extension SampleGarden {
    /// The state that a replay gives: what undo remembers depends on the methods of the changes, which a sample does not note.
    fileprivate var stateInJournal: GardenState {
        var state = GardenState()
        for change in changes { try? state.replay(change) }
        return state
    }
}
