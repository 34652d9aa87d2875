import Foundation
import GRDB
import GardenCore
import Testing

@testable import GardenStore

/// What other programs do to the files of an open journal: nothing is acknowledged that the next opening would not find.
struct MisplacedFilesTests {
    private let sample = SampleGarden(events: 60)
    /// How many changes are acknowledged before another program comes.
    private static let acknowledged = 20
    private let folder: TestFolder
    /// An old copy of the database.
    private let copy: String

    init() throws {
        folder = try TestFolder()
        copy = "\(folder.paths.root)/copy"
        let store = try folder.open()
        try store.commit(Array(sample.changes.prefix(10)))
        try store.close()
        try FileManager.default.copyItem(atPath: folder.paths.database, toPath: copy)
    }

    private func open() throws -> JournalStore {
        let store = try folder.open()
        try store.commit(Array(sample.changes[10..<Self.acknowledged]))
        return store
    }

    private var acknowledgedEvents: [Event] { sample.changes.prefix(Self.acknowledged).flatMap(\.events) }

    private func rename(_ path: String, to other: String) {
        #expect(Glibc.rename(path, other) == 0)
    }

    /// The next change, which must be refused with a sentence about a file.
    private func expectRefusal(_ store: JournalStore, _ words: String) {
        let next = sample.changes[Self.acknowledged]
        #expect(throws: StoreError(words, .misplaced)) { try store.commit([next]) }
        #expect(throws: StoreError(words, .misplaced)) { try store.commit([]) }
    }

    private var elsewhere: String {
        "\(folder.paths.database) was removed, moved or replaced by another program; nothing more is saved until it is back"
    }

    @Test func aDatabaseThatWasReplacedIsNotWrittenAndItsLogStays() throws {
        let store = try open()
        rename(copy, to: folder.paths.database)
        expectRefusal(store, elsewhere)
        try store.close()
        #expect(!DiskFile.exists(folder.paths.cleanShutdownMarker))
        // The next opening checks everything first, and finds nothing.
        #expect(DamageNote.isPresent(folder.paths))
        let next = try folder.open()
        #expect(!next.needsCheck)
        #expect(!DamageNote.isPresent(folder.paths))
        #expect(try next.allEvents() == acknowledgedEvents)
    }

    @Test func aRemovedDatabaseIsSavedAsABackup() throws {
        let store = try open()
        try FileManager.default.removeItem(atPath: folder.paths.database)
        expectRefusal(store, elsewhere)
        try store.close()
        let backup = try #require(refusal(folder)?.damaged?.newestValidBackup)
        try FileManager.default.removeItem(atPath: folder.paths.writeAheadLog)
        try FileManager.default.removeItem(atPath: folder.paths.sharedMemory)
        rename(backup, to: folder.paths.database)
        #expect(try folder.open().allEvents() == acknowledgedEvents)
    }

    @Test func aMovedFolderKeepsItsGardenAndNoNewOneBeginsSilently() throws {
        let store = try open()
        let moved = "\(folder.paths.root)-moved"
        rename(folder.paths.root, to: moved)
        defer { try? FileManager.default.removeItem(atPath: moved) }
        expectRefusal(store, elsewhere)
        try store.close()
        #expect(refusal(folder)?.damaged != nil)
        let there = try JournalStore(opening: DataFolder(opening: DataPaths(root: moved), processId: 1))
        #expect(try there.allEvents() == acknowledgedEvents)
    }

    @Test func aDatabaseThatIsBackTakesChangesAgain() throws {
        let store = try open()
        rename(folder.paths.database, to: "\(copy)-2")
        expectRefusal(store, elsewhere)
        rename("\(copy)-2", to: folder.paths.database)
        try store.commit([sample.changes[Self.acknowledged]])
        try store.close()
        #expect(DiskFile.exists(folder.paths.cleanShutdownMarker))
        let events = sample.changes[...Self.acknowledged].flatMap(\.events)
        #expect(try folder.open().allEvents() == events)
    }

    @Test(arguments: [false, true])
    func theContentOfARemovedLogGoesIntoTheDatabaseAtOnce(isClosed: Bool) throws {
        let store = try open()
        try FileManager.default.removeItem(atPath: folder.paths.writeAheadLog)
        expectRefusal(
            store,
            "\(folder.paths.writeAheadLog) was removed, moved or replaced by another program; nothing more is saved until gardend restarts"
        )
        if isClosed { try store.close() }
        // Without the close, the file is what a killed process leaves.
        let other = try TestFolder()
        try other.write(folder.data(folder.paths.database), to: other.paths.database)
        #expect(try other.open().allEvents() == acknowledgedEvents)
    }

    @Test func aLogThatWasCutShortEndsTheWriting() throws {
        let store = try open()
        try #require(truncate(folder.paths.writeAheadLog, 0) == 0)
        expectRefusal(
            store,
            "\(folder.paths.writeAheadLog) was cut short by another program; changes of the last hours may be lost")
        try store.close()
        #expect(!DiskFile.exists(folder.paths.cleanShutdownMarker))
    }

    /// sqlite3(1) may move the whole log into the database.
    @Test func aLogThatSQLiteItselfEmptiedIsInOrder() throws {
        let store = try open()
        let other = try DatabaseQueue(path: folder.paths.database)
        try other.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        #expect(DiskFile.size(folder.paths.writeAheadLog) == 0)
        try store.commit(Array(sample.changes[Self.acknowledged...]))
        try other.close()
        try store.commit([])
        try store.close()
        #expect(try folder.open().allEvents() == sample.events)
    }

    // MARK: Links

    /// `garden.sqlite` as a link to a file elsewhere, with that file's path.
    private func linked() throws -> (folder: TestFolder, target: String, elsewhere: TestFolder) {
        let (linking, elsewhere) = (try TestFolder(), try TestFolder())
        let target = "\(elsewhere.paths.root)/mine.db"
        rename(copy, to: target)
        try FileManager.default.createSymbolicLink(atPath: linking.paths.database, withDestinationPath: target)
        return (linking, target, elsewhere)
    }

    @Test func theLogOfALinkedDatabaseIsCheckedBesideItsTarget() throws {
        let (linking, target, elsewhere) = try linked()
        let store = try linking.open()
        store.note(try JournalCheck.run(database: linking.paths.database))
        try store.commit(Array(sample.changes[10..<Self.acknowledged]))
        try store.commit([sample.changes[Self.acknowledged]])
        // As a killed process leaves it, with a flipped bit in the first frame.
        var log = try elsewhere.data("\(target)-wal")
        let database = try elsewhere.data(target)
        try store.close()
        #expect(DiskFile.exists(linking.paths.cleanShutdownMarker))
        log[32 + 24 + 100] ^= 1
        try elsewhere.write(log, to: "\(target)-wal")
        try elsewhere.write(database, to: target)
        #expect(refusal(linking)?.damaged?.problem.hasPrefix("has a damaged log: frame 1 differs") == true)
        log[32 + 24 + 100] ^= 1
        try elsewhere.write(log, to: "\(target)-wal")
        #expect(try linking.open().allEvents() == sample.changes[...Self.acknowledged].flatMap(\.events))
    }

    @Test func theMarkerOfACleanStopIsAboutTheTargetOfALink() throws {
        let (linking, target, elsewhere) = try linked()
        defer { withExtendedLifetime(elsewhere) {} }
        let store = try linking.open()
        // Without a check of everything, the close leaves no marker.
        store.note(try JournalCheck.run(database: linking.paths.database))
        try store.close()
        #expect(DiskFile.exists(linking.paths.cleanShutdownMarker))
        var database = try elsewhere.data(target)
        // Only a check of every row finds it.
        let note = try #require(database.range(of: Data("note 1, edited".utf8)))
        database[note.lowerBound] ^= 1
        try elsewhere.write(database, to: target)
        #expect(refusal(linking)?.damaged != nil)
    }

    @Test func aLinkToNothingIsRefusedInWords() throws {
        let (linking, target, elsewhere) = try linked()
        defer { withExtendedLifetime(elsewhere) {} }
        try FileManager.default.removeItem(atPath: target)
        let expected = OpeningError.failed(
            StoreError("\(linking.paths.database) is a symbolic link to a file that does not exist"))
        #expect(refusal(linking) == expected)
        #expect(DiskFile.status(linking.paths.database)?.type == .symbolicLink)
    }

    // MARK: Damage

    @Test func aJournalFoundDamagedTakesNoChangesAndLeavesNoMarker() throws {
        let store = try open()
        store.note(.damaged("the journal is damaged: event 3: its digest does not match"))
        let next = sample.changes[Self.acknowledged]
        #expect(throws: StoreError("the journal is damaged: event 3: its digest does not match", .damaged)) {
            try store.commit([next])
        }
        #expect(try store.allEvents() == acknowledgedEvents)
        try store.close()
        #expect(!DiskFile.exists(folder.paths.cleanShutdownMarker))
        #expect(DiskFile.exists(folder.paths.writeAheadLog))
        #expect(try folder.open().allEvents() == acknowledgedEvents)
    }

    @Test func damageThatSQLiteReportsEndsTheWriting() throws {
        let store = try folder.open()
        try store.commit(Array(sample.changes.dropFirst(10)))
        try store.queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        store.queue.releaseMemory()
        try #require(truncate(folder.paths.database, 8192) == 0)
        let error = #expect(throws: StoreError.self) { try store.allEvents() }
        let damage = try #require(store.damage)
        #expect(error == damage)
        #expect(damage.cause == .damaged)
        #expect(throws: damage) { try store.commit([]) }
        try store.close()
        #expect(!DiskFile.exists(folder.paths.cleanShutdownMarker))
        #expect(refusal(folder)?.damaged != nil)
    }

    @Test func wrongReadModelsAreBuiltAgainAtTheNextOpening() throws {
        let store = try open()
        try store.writing { db in try db.execute(sql: "DELETE FROM logLine") }
        store.note(.wrongReadModels)
        try store.commit([sample.changes[Self.acknowledged]])
        try store.close()
        #expect(try folder.open().readModelProblem() == nil)
    }
}
