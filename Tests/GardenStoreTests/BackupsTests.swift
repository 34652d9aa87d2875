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

    /// A folder whose clock was wrong: a backup for each of those days, each with one change more than the one before.
    private func folder(backedUpOn days: [Int]) throws -> TestFolder {
        let folder = try TestFolder()
        let backups = Backups(folder: folder.paths.backups)
        let store = try folder.open()
        for (change, number) in zip(sample.changes, days) {
            try store.commit([change])
            _ = try backups.make(database: folder.paths.database, day: day(number))
        }
        try store.close()
        return folder
    }

    /// Otherwise a daemon would start one backup after the other.
    @Test func aBackupIsNoLongerDueOnceItIsMadeWhateverTheDaysOfTheOthers() throws {
        let folder = try folder(backedUpOn: Array(22...28))
        let backups = Backups(folder: folder.paths.backups)
        let store = try folder.open()
        for number in 1...3 {
            try store.commit([sample.changes[6 + number]])
            #expect(try backups.isDue(day: day(number)))
            _ = try backups.make(database: folder.paths.database, day: day(number))
            #expect(try !backups.isDue(day: day(number)))
        }
        #expect(try backups.all().map(\.day) == ([1, 2, 3] + (25...28)).map(day))
    }

    @Test func theBackupWithTheFewestEventsIsDropped() throws {
        let folder = try folder(backedUpOn: [5, 7, 6, 1, 4, 2, 3])
        let backups = Backups(folder: folder.paths.backups)
        #expect(try backups.oldestFirst().map(\.day) == [5, 7, 6, 1, 4, 2, 3].map(day))
        try folder.write(Data("worn".utf8), to: "\(backups.folder)/garden-2026-01-02.sqlite")
        // The journal in place is an older one. Its own backup stays as well.
        let other = try TestFolder()
        try other.fill([sample.changes[0]])
        for number in [8, 9] { _ = try backups.make(database: other.paths.database, day: day(number)) }
        #expect(try backups.oldestFirst().map(\.day) == [8, 9, 7, 6, 1, 4, 3].map(day))
        _ = try backups.make(database: other.paths.database, day: day(10))
        #expect(try backups.oldestFirst().map(\.day) == [9, 10, 7, 6, 1, 4, 3].map(day))
    }

    @Test func theNewestValidBackupHasTheMostEvents() throws {
        let folder = try folder(backedUpOn: [28, 27, 2, 3])
        let backups = Backups(folder: folder.paths.backups)
        let newest = "\(backups.folder)/garden-2026-01-03.sqlite"
        #expect(try backups.newestValid() == newest)
        #expect(try RestoreSurvey(of: folder.paths, backup: nil).chosen?.path == newest)
        try folder.write(folder.data(newest).dropLast(4096), to: newest)
        #expect(try backups.newestValid() == "\(backups.folder)/garden-2026-01-02.sqlite")
        #expect(
            try RestoreSurvey(of: folder.paths, backup: nil).chosen?.path
                == "\(backups.folder)/garden-2026-01-02.sqlite")
    }

    @Test func aBackupBeforeAResetIsTheNewestIfItHasTheMostEvents() throws {
        let folder = try TestFolder()
        let backups = Backups(folder: folder.paths.backups)
        let store = try folder.open()
        try store.commit(Array(sample.changes.prefix(3)))
        let early = try backups.make(database: folder.paths.database, day: day(1))
        try store.commit(Array(sample.changes[3..<6]))
        let beforeReset = "\(backups.folder)/garden-before-reset-20260102T120000.sqlite"
        try backups.make(database: folder.paths.database, path: beforeReset)
        #expect(try backups.allBeforeReset() == [beforeReset])
        #expect(try backups.newestValid() == beforeReset)
        #expect(try RestoreSurvey(of: folder.paths, backup: nil).chosen?.path == beforeReset)
        // With the same events, the one of a day.
        let same = try backups.make(database: folder.paths.database, day: day(2))
        #expect(try backups.newestValid() == same)
        try store.commit(Array(sample.changes[6..<8]))
        let late = try backups.make(database: folder.paths.database, day: day(3))
        #expect(try backups.newestValid() == late)
        for path in [late, same, beforeReset] {
            try folder.write(folder.data(path).dropLast(4096), to: path)
        }
        #expect(try backups.newestValid() == early)
        #expect(try RestoreSurvey(of: folder.paths, backup: nil).chosen?.path == early)
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
        let path = "\(backups.folder)/garden-2026-01-08.sqlite"
        let reason = "cannot make the backup \(path): the copy is damaged: event \(seq) differs from what was written"
        #expect(throws: StoreError(reason, .damaged)) { try backups.make(database: folder.paths.database, day: day(8)) }
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
