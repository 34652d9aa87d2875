import Foundation
import GardenAPI
import GardenCore
import Testing

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

    private func backup(_ folder: TestFolder) -> String { "\(folder.paths.backups)/garden-2026-11-20.sqlite" }

    @Test func theNewestGoodBackupComesIntoPlaceAndTheDamagedFileIsKept() throws {
        let folder = try damagedFolder()
        let kept = "\(folder.paths.root)/garden-damaged-20261121-092500.sqlite"
        let events = sample.changes.prefix(10).flatMap(\.events)
        let restore = try Restore.perform(in: folder.lock(), backup: nil, now: now)
        #expect(
            restore
                == Restore(
                    backup: backup(folder), events: events.count, lastEventAt: events.last?.at.instant, keptAs: kept))
        #expect(
            restore.message(in: .utc) == "\(backup(folder)) is in place, with \(events.count) events, the last of "
                + "\(try #require(events.last).at). What was there is kept as \(kept).")
        #expect(try folder.data(kept) == Data("worn".utf8))
        #expect(try folder.data("\(kept)-wal") == Data("a log".utf8))
        let store = try folder.open()
        #expect(try store.allEvents() == events)
        try store.commit(Array(sample.changes.dropFirst(10)))
        #expect(try store.checkedChanges(after: 0, limit: .max).changes == sample.changes.map(\.asKept))
        #expect(try store.readModelProblem() == nil)
    }

    @Test func aKeptFileIsNeverOverwritten() throws {
        let folder = try damagedFolder()
        let first = try Restore.perform(in: folder.lock(), backup: nil, now: now)
        let second = try Restore.perform(in: folder.lock(), backup: backup(folder), now: now)
        #expect(second.keptAs == "\(folder.paths.root)/garden-damaged-20261121-092500-2.sqlite")
        #expect(try folder.data(#require(first.keptAs)) == Data("worn".utf8))
        #expect(try folder.open().allEvents().count == second.events)
    }

    @Test func aMissingDatabaseIsRestoredToo() throws {
        let folder = try damagedFolder()
        try DiskFile.remove(folder.paths.database)
        try DiskFile.remove(folder.paths.writeAheadLog)
        #expect(try Restore.perform(in: folder.lock(), backup: nil, now: now).keptAs == nil)
        #expect(try folder.open().allEvents() == sample.changes.prefix(10).flatMap(\.events))
    }

    @Test func aDatabaseWithItsLogCanBeTheBackup() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        try folder.copyAsKilled(to: killed)
        let other = try damagedFolder()
        let restore = try Restore.perform(in: other.lock(), backup: killed.paths.database, now: now)
        #expect(restore.events == sample.events.count)
        #expect(try other.open().allEvents() == sample.events)
    }

    @Test func aLivingDaemonIsNotPulledFromUnder() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        #expect(
            throws: OpeningError.inUse(
                FolderInUse(folder: folder.paths.root, holder: LockHolder(processId: 1, socketPath: nil)))
        ) {
            try Restore.perform(in: folder.lock(processId: 2), backup: nil, now: now)
        }
        withExtendedLifetime(store) {}
    }

    @Test func aBadBackupChangesNothing() throws {
        let folder = try damagedFolder()
        try folder.write(folder.data(backup(folder)).dropLast(4096), to: backup(folder))
        let before = try folder.contents()
        let bad = "none of the 1 backups in \(folder.paths.backups) is sound"
        #expect(throws: StoreError(bad)) { try Restore.perform(in: folder.lock(), backup: nil, now: now) }
        #expect(throws: StoreError.self) { try Restore.perform(in: folder.lock(), backup: backup(folder), now: now) }
        #expect(throws: StoreError("there is no backup /no/such")) {
            try Restore.perform(in: folder.lock(), backup: "/no/such", now: now)
        }
        try DiskFile.remove(backup(folder))
        let none = "there is no backup in \(folder.paths.backups)"
        #expect(throws: StoreError(none)) { try Restore.perform(in: folder.lock(), backup: nil, now: now) }
        #expect(try folder.contents() == before.filter { $0.key != "backups/garden-2026-11-20.sqlite" })
    }
}
