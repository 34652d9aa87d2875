import Foundation
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

struct BackupsTests {
    let sample = SampleGarden(events: 20)

    private func day(_ day: Int) throws -> CalendarDay { try #require(CalendarDay(year: 2026, month: 1, day: day)) }

    @Test func theNewestSevenBackupsAreKeptAndOtherFilesAreNotRemoved() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        let backups = Backups(folder: folder.paths.backups)
        let unrelatedFiles = [
            "garden-2026-02-30.sqlite", "garden-2025-01-01.sqlite.bak", "Garden-2025-01-01.sqlite", "notes",
        ]
        for name in unrelatedFiles { try folder.write(Data("mine".utf8), to: "\(backups.folder)/\(name)") }
        for number in 1...9 { _ = try backups.make(database: folder.paths.database, day: day(number)) }
        let kept = (3...9).map { "garden-2026-01-0\($0).sqlite" }
        #expect(try DiskFile.names(in: backups.folder) == (unrelatedFiles + kept).sorted())
        #expect(try backups.all().map(\.day) == (3...9).map(day))
    }

    @Test func aBackupContainsTheWholeJournal() throws {
        let (folder, other) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        try store.commit(sample.changes)
        let path = try Backups(folder: folder.paths.backups).make(database: folder.paths.database, day: day(1))
        try other.lockAndMakeFolders()
        try other.write(folder.data(path), to: other.paths.database)
        #expect(try other.open().allEvents() == sample.events)
        #expect(try other.contents().keys.sorted().contains("garden.sqlite"))
        withExtendedLifetime(store) {}
    }

    @Test func oneBackupIsDuePerDay() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        let backups = Backups(folder: folder.paths.backups)
        #expect(try backups.isDue(day: day(2)))
        _ = try backups.make(database: folder.paths.database, day: day(2))
        #expect(try !backups.isDue(day: day(2)))
        #expect(try backups.isDue(day: day(3)))
        // A backup that a wrong clock dated ahead must not keep those of the right days from being made.
        #expect(try backups.isDue(day: day(1)))
    }

    @Test func commitsSucceedDuringABackup() async throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(Array(sample.changes.prefix(5)))
        let (paths, first) = (folder.paths, try day(1))
        let making = Task.detached {
            try (0..<10).map {
                try Backups(folder: paths.backups).make(database: paths.database, day: first.advanced(by: $0))
            }
        }
        for change in sample.changes.dropFirst(5) { try store.commit([change]) }
        let made = try await making.value
        #expect(try store.allEvents() == sample.events)
        for path in made.suffix(Backups.kept) {
            let events = try DatabaseCheck.run(path).content.events
            #expect((sample.changes.prefix(5).flatMap(\.events).count...sample.events.count).contains(events))
        }
    }

    @Test func aDamagedJournalIsNotBackedUpAndNoBackupIsRemoved() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        let backups = Backups(folder: folder.paths.backups)
        for number in 1...7 { _ = try backups.make(database: folder.paths.database, day: day(number)) }
        let before = try DiskFile.names(in: backups.folder)
        let seq = sample.changes[4].seq
        try folder.execute("UPDATE change SET at = at + 1 WHERE seq = \(seq)")
        let reason =
            "cannot back up \(folder.paths.database): the copy is damaged: event \(seq) differs from what was written"
        #expect(throws: StoreError(reason)) { try backups.make(database: folder.paths.database, day: day(8)) }
        #expect(try DiskFile.names(in: backups.folder) == before)
    }

    @Test func theNewestValidBackupSkipsInvalidOnes() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        let backups = Backups(folder: folder.paths.backups)
        #expect(try backups.newestValid() == nil)
        let good = try backups.make(database: folder.paths.database, day: day(1))
        let bad = try backups.make(database: folder.paths.database, day: day(2))
        try folder.write(folder.data(bad).dropLast(4096), to: bad)
        try folder.write(Data(), to: "\(backups.folder)/garden-2026-01-03.sqlite")
        #expect(try backups.newestValid() == good)
    }
}
