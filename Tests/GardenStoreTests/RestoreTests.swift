import Foundation
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

struct RestoreTests {
    let sample = SampleGarden(events: 20)
    let now: Timestamp

    init() throws { now = try #require(Timestamp("2026-11-21T09:25:00.000+09:00")) }

    /// A folder with a backup of the first ten changes and a damaged database.
    private func damagedFolder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.fill(Array(sample.changes.prefix(10)))
        let day = try #require(CalendarDay("2026-11-20"))
        _ = try Backups(folder: folder.paths.backups).make(database: folder.paths.database, day: day)
        try folder.write(Data("worn".utf8), to: folder.paths.database)
        try folder.write(Data("a log".utf8), to: folder.paths.writeAheadLog)
        return folder
    }

    /// Puts it in place, whatever is there.
    private func restore(_ folder: TestFolder, _ backup: String?) throws -> Restore {
        let survey = try RestoreSurvey(of: folder.paths, backup: backup)
        return try Restore.perform(in: folder.lock(), backup: backup, replacing: survey.journal, now: now)
    }

    private func backup(_ folder: TestFolder) -> String { "\(folder.paths.backups)/garden-2026-11-20.sqlite" }

    @Test func theNewestValidBackupIsRestoredAndTheDamagedFileIsKept() throws {
        let folder = try damagedFolder()
        let kept = "\(folder.paths.root)/garden-damaged-20261121-092500.sqlite"
        let events = sample.changes.prefix(10).flatMap(\.events)
        let restore = try self.restore(folder, nil)
        #expect(
            restore
                == Restore(
                    backup: backup(folder),
                    content: JournalContent(events: events.count, lastEventAt: events.last?.at.instant), keptAs: kept))
        #expect(
            restore.message(in: .utc, namedFolder: nil)
                == "Restored \(backup(folder)): \(events.count) events, the last at "
                + "\(ZoneRules.utc.timestamp(try #require(events.last).at.instant)). The previous journal is kept "
                + "as \(kept)."
        )
        #expect(try folder.data(kept) == Data("worn".utf8))
        #expect(try folder.data("\(kept)-wal") == Data("a log".utf8))
        let store = try folder.open()
        #expect(try store.allEvents() == events)
        #expect(store.isCopy)
        try store.commit(Array(sample.changes.dropFirst(10)))
        #expect(!store.isCopy)
        #expect(try store.checkedChanges(after: 0, limit: .max).changes == sample.changes.map(\.asKept))
        #expect(try store.readModelProblem() == nil)
    }

    @Test func aKeptFileIsNeverOverwritten() throws {
        let folder = try damagedFolder()
        let first = try restore(folder, nil)
        let second = try restore(folder, backup(folder))
        #expect(second.keptAs == "\(folder.paths.root)/garden-before-restore-20261121-092500.sqlite")
        let third = try restore(folder, backup(folder))
        #expect(third.keptAs == "\(folder.paths.root)/garden-before-restore-20261121-092500-2.sqlite")
        #expect(try folder.data(#require(first.keptAs)) == Data("worn".utf8))
        #expect(try folder.open().allEvents().count == second.content.events)
    }

    @Test func aMissingDatabaseIsRestored() throws {
        let folder = try damagedFolder()
        try DiskFile.remove(folder.paths.database)
        try DiskFile.remove(folder.paths.writeAheadLog)
        #expect(try restore(folder, nil).keptAs == nil)
        #expect(try folder.open().allEvents() == sample.changes.prefix(10).flatMap(\.events))
    }

    @Test func aDatabaseWithALogCanBeRestored() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        try folder.copyAsKilled(to: killed)
        let other = try damagedFolder()
        let restore = try self.restore(other, killed.paths.database)
        #expect(restore.content.events == sample.events.count)
        #expect(try other.open().allEvents() == sample.events)
    }

    @Test func restoreIsRefusedWhileTheFolderIsLocked() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        #expect(
            throws: OpeningError.inUse(
                FolderInUse(folder: folder.paths.root, holder: LockHolder(processId: 1, socketPath: nil)))
        ) {
            try folder.lock(processId: 2)
        }
        withExtendedLifetime(store) {}
    }

    @Test func anInvalidBackupChangesNothing() throws {
        let folder = try damagedFolder()
        try folder.write(folder.data(backup(folder)).dropLast(4096), to: backup(folder))
        let before = try folder.contents()
        let bad = "none of the 1 backups in \(folder.paths.backups) is valid"
        #expect(throws: StoreError(bad)) { try restore(folder, nil) }
        let problem = "the database is damaged (SQLite 11: database disk image is malformed)"
        #expect(throws: StoreError("cannot restore \(backup(folder)): \(problem)")) {
            try restore(folder, backup(folder))
        }
        #expect(throws: StoreError("/no/such does not exist")) {
            try restore(folder, "/no/such")
        }
        try DiskFile.remove(backup(folder))
        let none = "there is no backup in \(folder.paths.backups)"
        #expect(throws: StoreError(none)) { try restore(folder, nil) }
        #expect(try folder.contents() == before.filter { $0.key != "backups/garden-2026-11-20.sqlite" })
    }

    // MARK: While the journal is valid

    /// A folder with a valid journal of all changes, a backup of the first ten, and a bad one.
    private func validFolder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.fill(Array(sample.changes.prefix(10)))
        let day = try #require(CalendarDay("2026-11-20"))
        _ = try Backups(folder: folder.paths.backups).make(database: folder.paths.database, day: day)
        let store = try folder.open()
        try store.commit(Array(sample.changes.dropFirst(10)))
        try store.close()
        try folder.write(Data("worn".utf8), to: "\(folder.paths.backups)/garden-2026-11-21.sqlite")
        return folder
    }

    @Test func aValidJournalIsNotReplacedAndTheLossIsReported() throws {
        let folder = try validFolder()
        let before = try folder.contents()
        let survey = try RestoreSurvey(of: folder.paths, backup: nil)
        let events = sample.changes.prefix(10).flatMap(\.events)
        let content = JournalContent(events: events.count, lastEventAt: events.last?.at.instant)
        let bad = "\(folder.paths.backups)/garden-2026-11-21.sqlite"
        #expect(
            survey.journal
                == .valid(JournalContent(events: sample.events.count, lastEventAt: sample.events.last?.at.instant)))
        #expect(
            survey.candidates == [
                .init(path: backup(folder), day: CalendarDay("2026-11-20"), content: content),
                .init(path: bad, day: CalendarDay("2026-11-21"), problem: "it is not an SQLite database"),
            ])
        #expect(survey.chosen == survey.candidates[0])
        let last = ZoneRules.utc.timestamp(try #require(sample.events.last).at.instant)
        let since = ZoneRules.utc.timestamp(try #require(events.last).at.instant)
        #expect(
            survey.refusal(in: .utc, namedFolder: "/my data") == """
                \(folder.paths.database) is valid: \(sample.events.count) events, the last at \(last). Nothing was \
                changed.
                Backups:
                  2026-11-20  valid, \(events.count) events, the last at \(since)  \(backup(folder))
                  2026-11-21  invalid: it is not an SQLite database  \(bad)
                If you restore \(backup(folder)), \(sample.events.count - events.count) events will be lost, \
                everything after \(since).
                To restore it anyway: gardend restore --data '/my data' --force \(backup(folder))
                """)
        #expect(try folder.contents() == before)
    }

    @Test func theNewestBackupBeforeAResetIsNamedAsTheOneThatUndoesIt() throws {
        let folder = try validFolder()
        let paths = ["20261120-090000", "20261121-090000"].map {
            "\(folder.paths.backups)/garden-before-reset-\($0).sqlite"
        }
        for path in paths { try FileManager.default.copyItem(atPath: backup(folder), toPath: path) }
        let survey = try RestoreSurvey(of: folder.paths, backup: nil)
        #expect(survey.chosen?.path == backup(folder))
        let lines = try #require(survey.refusal(in: .utc, namedFolder: nil)).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("  before a reset  valid, ") }.count == 2)
        #expect(lines.last == "To undo the last reset: gardend restore --force \(paths[1])")
        // A person who names a backup knows which one.
        #expect(throws: StoreError("/nope does not exist")) {
            try RestoreSurvey(of: folder.paths, backup: "/nope")
        }
        let named = try RestoreSurvey(of: folder.paths, backup: paths[0]).refusal(in: .utc, namedFolder: nil)
        #expect(named?.contains("To undo the last reset") == false)
    }

    @Test func aDamagedOrMissingJournalIsReplaced() throws {
        let folder = try damagedFolder()
        #expect(try RestoreSurvey(of: folder.paths, backup: nil).refusal(in: .utc, namedFolder: nil) == nil)
        try DiskFile.remove(folder.paths.database)
        let survey = try RestoreSurvey(of: folder.paths, backup: nil)
        #expect(survey.journal == .missing)
        #expect(survey.refusal(in: .utc, namedFolder: nil) == nil)
    }

    @Test func theJournalOfANewerReleaseIsNotReplaced() throws {
        let folder = try validFolder()
        try folder.execute(
            """
            INSERT INTO grdb_migrations (identifier) VALUES ('9'); CREATE TABLE bee (id INTEGER PRIMARY KEY);
            PRAGMA user_version = 9
            """)
        let refusal = try RestoreSurvey(of: folder.paths, backup: nil).refusal(in: .utc, namedFolder: nil)
        #expect(refusal?.contains(": a newer release wrote it. Nothing was changed.\n") == true)
    }

    @Test func aForcedRestoreIsUndoneByThePrintedCommand() throws {
        let folder = try validFolder()
        let forced = try restore(folder, nil)
        let kept = "\(folder.paths.root)/garden-before-restore-20261121-092500.sqlite"
        #expect(forced.keptAs == kept)
        let message = forced.message(in: .utc, namedFolder: nil)
        #expect(
            message.contains("The previous journal is kept as \(kept): \(sample.events.count) events, the last at "))
        #expect(message.hasSuffix(" To undo: gardend restore --force \(kept)"))
        #expect(try folder.open().allEvents().count < sample.events.count)
        #expect(try folder.open().isCopy)
        _ = try restore(folder, kept)
        #expect(try folder.open().allEvents() == sample.events)
    }
}
