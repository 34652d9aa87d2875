import Foundation
import GardenAPI
import GardenCore
import Glibc
import SystemPackage
import Testing
import TimeKit

@testable import GardenStore

struct OpeningTests {
    let sample = SampleGarden(events: 20)

    @Test func theFolderAndItsFilesArePrivate() throws {
        let folder = try TestFolder()
        let inner = DataPaths(root: "\(folder.paths.root)/share/garden")
        let mask = umask(0)
        defer { umask(mask) }
        let store = try JournalStore(opening: DataFolder(opening: inner, processId: 1))
        try store.commit(sample.changes)
        _ = try Backups(folder: inner.backups).make(database: inner.database, day: #require(.init("2026-01-01")))
        var modes: [String: mode_t] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.paths.root) {
            modes[name] = DiskFile.status("\(folder.paths.root)/\(name)").map { $0.permissions.rawValue }
        }
        #expect(
            modes == [
                "share": 0o700, "share/garden": 0o700, "share/garden/archive": 0o700, "share/garden/backups": 0o700,
                "share/garden/backups/garden-2026-01-01.sqlite": 0o600, "share/garden/lock": 0o600,
                "share/garden/garden.sqlite": 0o600, "share/garden/garden.sqlite-wal": 0o600,
                "share/garden/garden.sqlite-shm": 0o600,
            ])
    }

    @Test func aFileAtTheArchivesPathDoesNotPreventAStart() throws {
        let folder = try TestFolder()
        try folder.write(Data("mine".utf8), to: folder.paths.archive)
        let store = try folder.open()
        try store.commit(sample.changes)
        #expect(try folder.data(folder.paths.archive) == Data("mine".utf8))
        let day = try #require(CalendarDay("2026-01-01"))
        #expect(throws: StoreError("\(folder.paths.archive) is not a directory")) {
            try ArchiveFolder(folder.paths).keep([], of: day)
        }
    }

    @Test func aSecondDaemonIsRefusedWithTheFirstOnesProcess() throws {
        let folder = try TestFolder()
        let first = try folder.lock(processId: 4711)
        let expected = OpeningError.inUse(
            FolderInUse(folder: folder.paths.root, holder: LockHolder(processId: 4711, socketPath: nil)))
        #expect(throws: expected) { try folder.lock(processId: 4712) }
        #expect(expected.message == "the data directory \(folder.paths.root) is in use by process 4711")
        withExtendedLifetime(first) {}
    }

    /// As a process has for a moment that another thread is just starting.
    @Test func aDuplicateOfTheDescriptorDoesNotHoldTheFolder() throws {
        let folder = try TestFolder()
        var duplicates: [Int32] = []
        do {
            let first = try folder.lock(processId: 4711)
            let lock = try Stat(folder.paths.lock)
            for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(
                Int32.init)
            where (try? Stat(FileDescriptor(rawValue: descriptor)))?.inode == lock.inode {
                duplicates.append(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
            }
            withExtendedLifetime(first) {}
        }
        defer { for duplicate in duplicates { close(duplicate) } }
        try #require(!duplicates.isEmpty)
        withExtendedLifetime(try folder.lock(processId: 4712)) {}
    }

    @Test func theLockFileNamesTheProcessAndItsSocket() throws {
        let folder = try TestFolder()
        // The longer lines of the last holder do not show through.
        withExtendedLifetime(try DataFolder(opening: folder.paths, processId: 123456, socketPath: "/a/long/path")) {}
        let holder = LockHolder(processId: 4711, socketPath: "/a/b.sock")
        let first = try DataFolder(opening: folder.paths, processId: 4711, socketPath: "/a/b.sock")
        #expect(try folder.data(folder.paths.lock) == Data("4711\n/a/b.sock\n".utf8))
        let expected = OpeningError.inUse(FolderInUse(folder: folder.paths.root, holder: holder))
        #expect(throws: expected) { try folder.lock(processId: 4712) }
        #expect(
            expected.message
                == "the data directory \(folder.paths.root) is in use by process 4711, which listens on /a/b.sock")
        withExtendedLifetime(first) {}
    }

    @Test func theLockIsReleasedWithItsHolder() throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        let store = try folder.open()
        try store.close()
        #expect(try folder.open().allEvents() == [])
        withExtendedLifetime(store) {}
    }

    @Test func aCleanStopWritesAMarkerThatTheNextStartRemoves() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(sample.changes)
        #expect(!CleanShutdownMarker.holds(folder.paths))
        try store.close()
        #expect(CleanShutdownMarker.holds(folder.paths))
        #expect(!DiskFile.exists(folder.paths.writeAheadLog))
        let again = try folder.open()
        #expect(!DiskFile.exists(folder.paths.cleanShutdownMarker))
        #expect(try again.allEvents() == sample.events)
    }

    @Test func aKilledRunLeavesNoMarkerUntilTheJournalIsChecked() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        try store.commit(sample.changes)
        try folder.copyAsKilled(to: killed)
        let unchecked = try killed.open()
        #expect(unchecked.needsCheck)
        try unchecked.close()
        #expect(!CleanShutdownMarker.exists(killed.paths))
        let next = try killed.open()
        #expect(next.needsCheck)
        next.note(try JournalCheck.run(database: killed.paths.database))
        #expect(!next.needsCheck)
        try next.close()
        #expect(CleanShutdownMarker.holds(killed.paths))
        #expect(try !killed.open().needsCheck)
    }

    @Test func aFileChangedAfterACleanStopIsCheckedCompletely() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        // No read model keeps the text of a line.
        var sample = sample
        sample.ask("log.note", ["text": "a marker"])
        try store.commit(sample.changes)
        try store.close()
        // One byte of the change, wherever SQLite left a copy of it, and the time of writing put back.
        var file = try folder.data(folder.paths.database)
        var places = 0
        while let place = file.range(of: Data("a marker".utf8)) {
            file[place.lowerBound] = UInt8(ascii: "A")
            places += 1
        }
        #expect(places > 0)
        var times = try #require(DiskFile.status(folder.paths.database)).times
        let handle = try #require(FileHandle(forWritingAtPath: folder.paths.database))
        try handle.write(contentsOf: file)
        try handle.close()
        #expect(utimensat(AT_FDCWD, folder.paths.database, &times, 0) == 0)
        #expect(!CleanShutdownMarker.holds(folder.paths))
        #expect(refusal(folder)?.damaged != nil)
    }

    @Test func aWriteAheadLogInvalidatesTheCleanShutdownMarker() throws {
        let folder = try TestFolder()
        try folder.open().close()
        #expect(CleanShutdownMarker.holds(folder.paths))
        try folder.write(Data([1]), to: folder.paths.writeAheadLog)
        #expect(!CleanShutdownMarker.holds(folder.paths))
    }

    @Test(arguments: ["garden.sqlite-wal", "clean-stop", "backups/garden-2026-01-01.sqlite", "garden-damaged-1.sqlite"])
    func aMissingDatabaseIsNotReplacedByAnEmptyOne(trace: String) throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(Data([1]), to: "\(folder.paths.root)/\(trace)")
        let before = try folder.contents()
        let damaged = try #require(refusal(folder)?.damaged)
        #expect(damaged.problem.hasPrefix("is missing, but "))
        #expect(damaged.newestValidBackup == nil)
        #expect(try folder.contents() == before)
    }

    @Test func anUnfinishedDatabaseIsDiscarded() throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(Data("half".utf8), to: folder.paths.unfinished)
        #expect(try folder.open().allEvents() == [])
        #expect(!DiskFile.exists(folder.paths.unfinished))
    }

    @Test(
        arguments: [
            Event(seq: 2, at: .sample, type: "bee.hummed", version: 1, effect: Array("[]".utf8)),
            Event(seq: 2, at: .sample, type: "garden.grew", version: 1000, effect: Array("[]".utf8)),
        ], [true, false])
    func anEventOfANewerReleaseIsRefusedUnchanged(event: Event, stoppedCleanly: Bool) throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit([.plain([.plain(1), event])])
        try store.close()
        if !stoppedCleanly { try DiskFile.remove(folder.paths.cleanShutdownMarker) }
        let before = try folder.contents()
        let newer = NewerDatabase(
            file: folder.paths.database,
            problem:
                "contains events of type \(event.type), version \(event.version), which this release does not support")
        #expect(refusal(folder) == .newer(newer))
        #expect(try folder.contents() == before)
    }

    @Test(arguments: [true, false])
    func anEventOfANewerReleaseWithItsOwnReadModelsIsRefusedUnchanged(stoppedCleanly: Bool) throws {
        let folder = try TestFolder()
        try folder.fill([.plain([.plain(1), .plain(2, type: "bee.hummed")])])
        try folder.execute(
            """
            CREATE TABLE bee (id INTEGER PRIMARY KEY) STRICT; INSERT INTO readModel (name) VALUES ('bee');
            DROP TABLE eventType; DELETE FROM readModel WHERE name = 'eventType'
            """)
        if stoppedCleanly { try CleanShutdownMarker.write(folder.paths) }
        #expect(CleanShutdownMarker.holds(folder.paths) == stoppedCleanly)
        let before = try folder.contents()
        let problem = "contains events of type bee.hummed, version 1, which this release does not support"
        #expect(refusal(folder) == .newer(NewerDatabase(file: folder.paths.database, problem: problem)))
        #expect(try folder.contents() == before)
    }

    @Test func aNewerSchemaIsRefusedUnchanged() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute(
            """
            INSERT INTO grdb_migrations (identifier) VALUES ('3'); CREATE TABLE bee (id INTEGER PRIMARY KEY);
            PRAGMA user_version = 3
            """)
        let before = try folder.contents()
        let newer = NewerDatabase(
            file: folder.paths.database, problem: "has schema 3; this release supports up to 2")
        #expect(refusal(folder) == .newer(newer))
        #expect(try folder.contents() == before)
    }

    @Test func aRefusalNamesTheNewestValidBackupAndTheCommand() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        let backups = Backups(folder: folder.paths.backups)
        for day in ["2026-01-01", "2026-01-02"] {
            _ = try backups.make(database: folder.paths.database, day: #require(.init(day)))
        }
        try folder.write(Data("worn".utf8), to: "\(folder.paths.backups)/garden-2026-01-03.sqlite")
        try folder.write(Data(), to: folder.paths.database)
        let damaged = try #require(refusal(folder)?.damaged)
        let good = "\(folder.paths.backups)/garden-2026-01-02.sqlite"
        #expect(
            damaged == DamagedDatabase(file: folder.paths.database, problem: "is empty", newestValidBackup: good))
        #expect(
            damaged.message == "\(folder.paths.database) is empty. Nothing was changed. The newest valid backup is "
                + "\(good); to restore it: gardend restore")
        #expect(
            OpeningError.damaged(damaged).remedy
                == "Restore the newest valid backup: `gardend restore`. Then start gardend again.")
    }

    @Test func withoutAValidBackupTheRemedyIsABackupFromElsewhere() {
        let damaged = DamagedDatabase(file: "f", problem: "p", newestValidBackup: nil)
        #expect(damaged.command == nil)
        #expect(
            OpeningError.damaged(damaged).remedy
                == "Restore a backup from elsewhere: `gardend restore FILE`. Then start gardend again.")
    }

    @Test func aPathWithBlanksIsQuotedForTheShell() {
        var damaged = DamagedDatabase(file: "f", problem: "p", newestValidBackup: "/b.sqlite")
        damaged.namedFolder = "/home/o'neil/my garden"
        #expect(damaged.command == "gardend restore --data '/home/o'\\''neil/my garden'")
    }
}

extension Stat {
    /// Its access and modification times, for utimensat(2).
    var times: [timespec] { [st_atim, st_mtim] }
}
