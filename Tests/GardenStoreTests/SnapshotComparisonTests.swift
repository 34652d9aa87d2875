import GardenAPI
import TestSupport
import Testing

@testable import GardenCore
@testable import GardenStore

/// A snapshot with a fitting digest, and a state other than the journal's.
@Suite("A wrong state in a snapshot")
struct SnapshotComparisonTests {
    private static let sample = SampleGarden(events: 300)
    private static let problem =
        "has a saved state after event \(sample.state.seq) other than the one that its events lead to"

    /// - Parameter points: how many the balance has too many.
    private static func snapshot(with points: Int) throws -> StateSnapshot {
        var state = try sample.replayed()
        state.points.balance += points
        return StateSnapshot(seq: state.seq, record: state.record)
    }

    private static func folder(with snapshot: StateSnapshot) throws -> (TestFolder, JournalStore) {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(sample.changes, snapshot)
        return (folder, store)
    }

    @Test("the check after a kill finds it; a start replays the journal, and the note of the damage is gone")
    func aWrongSnapshotIsServedOnceAtMost() throws {
        let (folder, store) = try Self.folder(with: Self.snapshot(with: 1))
        let check = try JournalCheck.run(database: folder.paths.database)
        #expect(check == .damaged("the journal \(Self.problem)"))
        store.note(check)
        #expect(store.damage == StoreError("the journal \(Self.problem)", .damaged))
        #expect(throws: StoreError("the journal \(Self.problem)", .damaged)) { try store.commit([], nil) }
        try store.close()
        #expect(DamageNote.isPresent(folder.paths))

        let next = try folder.open()
        #expect(!DamageNote.isPresent(folder.paths))
        #expect(try next.snapshot(before: nil) == nil)
        #expect(try next.allEvents() == Self.sample.events)
        #expect(next.damage == nil)
        try next.commit([], Self.snapshot(with: 0))
        #expect(try JournalCheck.run(database: folder.paths.database) == .valid)
    }

    @Test("the backup of the day is not made of it")
    func theBackupOfTheDayFindsIt() throws {
        let (folder, store) = try Self.folder(with: Self.snapshot(with: 1))
        let backups = Backups(folder: folder.paths.backups)
        let day = Self.sample.state.day.day
        let path = "\(backups.folder)/garden-\(day).sqlite"
        #expect(throws: StoreError("cannot make the backup \(path): the copy \(Self.problem)", .damaged)) {
            try backups.make(database: folder.paths.database, day: day)
        }
        #expect(try backups.all() == [])
        withExtendedLifetime(store) {}
    }

    @Test("a right one, and one that no start would read, are no problem")
    func otherSnapshotsAreNoProblem() throws {
        for snapshot in [try Self.snapshot(with: 0), StateSnapshot(seq: Self.sample.state.seq, record: [6])] {
            let (folder, store) = try Self.folder(with: snapshot)
            #expect(try JournalCheck.run(database: folder.paths.database) == .valid)
            withExtendedLifetime(store) {}
        }
    }

    @Test("a state that is nested as deeply as memory allows is not read")
    func aDeepSnapshotIsNotRead() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let record = deep + [UInt8](repeating: UInt8(ascii: "]"), count: deep.count)
        #expect(StateSnapshot(seq: 1, record: record).state == nil)
    }
}
