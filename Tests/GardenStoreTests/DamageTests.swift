import Foundation
import GardenCore
import TestSupport
import Testing

@testable import GardenStore

/// Files damaged by a failing disk. In every case the file is refused and stays unchanged, or its history is the
/// written one.
struct DamageTests {
    /// Some 300 events, and the file they make.
    private static let sample = SampleGarden(events: 300)
    private static let record = Result { try sample.replayed().record }
    private static let file: Result<Data, any Error> = Result {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(sample.changes)
        try store.keepSnapshot(record.get(), seq: sample.state.seq)
        try store.close()
        return try folder.data(folder.paths.database)
    }

    @Test func aTruncatedFileIsRefusedUnchanged() throws {
        let file = try Self.file.get()
        for length in [0, 1, 99, 100, 512, 4095, 4096, 8192, file.count / 2, file.count - 4096, file.count - 1] {
            let folder = try TestFolder()
            try folder.lockAndMakeFolders()
            try folder.write(file.prefix(length), to: folder.paths.database)
            try folder.write(Data("of another file\n".utf8), to: folder.paths.cleanShutdownMarker)
            let before = try folder.contents()
            let damaged = refusal(folder)?.damaged
            #expect(damaged != nil, "cut to \(length) bytes")
            #expect(try folder.contents() == before, "cut to \(length) bytes")
        }
    }

    /// What the files say about the last run.
    enum LastRun: CaseIterable {
        /// It ended cleanly; the file has changed since. Everything is checked before anything is served.
        case stopped
        /// It was killed. What takes long is checked after the opening.
        case killed
    }

    /// More at night: contrib/nightly.sh.
    private static let seeds: ClosedRange<UInt64> = 1...(getenv("THOROUGH_KILLS") == nil ? 2 : 8)

    @Test(arguments: seeds, LastRun.allCases)
    func aFlippedBitIsFoundOrChangesNothing(seed: UInt64, lastRun: LastRun) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var file = try Self.file.get()
            let bit = Int.random(in: 0..<file.count * 8, using: &random)
            file[bit / 8] ^= 1 << (bit % 8)
            try expectFoundOrComplete(file, lastRun, "seed \(seed), bit \(bit)")
        }
    }

    @Test(arguments: LastRun.allCases)
    func aFlippedBitInTheHeaderIsFoundOrChangesNothing(lastRun: LastRun) throws {
        for byte in 0..<100 {
            var file = try Self.file.get()
            file[byte] ^= 1 << (byte % 8)
            try expectFoundOrComplete(file, lastRun, "byte \(byte)")
        }
    }

    private func expectFoundOrComplete(_ file: Data, _ lastRun: LastRun, _ what: Comment) throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(file, to: folder.paths.database)
        if lastRun == .stopped {
            try folder.write(Data("of another file\n".utf8), to: folder.paths.cleanShutdownMarker)
        }
        let before = try folder.contents()
        switch opening(folder) {
        case .failure(let error):
            #expect(error.damaged != nil, "\(what): \(error)")
            #expect(try folder.contents() == before, what)
        case .success(let store):
            // A bit of the names of read models leads to a check of everything before the start.
            #expect(!store.needsCheck || lastRun == .killed, what)
            if store.needsCheck {
                let check = try JournalCheck.run(database: folder.paths.database)
                store.note(check)
                guard check == .valid else { return }
            }
            #expect(!store.needsCheck, what)
            #expect(try store.allEvents() == Self.sample.events, what)
            let checked = try store.checkedChanges(after: 0, limit: .max)
            #expect(checked.changes == Self.sample.changes.map(\.asKept), what)
            #expect(checked.firstBad == nil, what)
            #expect(try store.readModelProblem() == nil, what)
            let keys = Self.sample.changes.compactMap(\.reply?.key)
            #expect(try keys.compactMap { try store.change(withKey: $0) } == Self.sample.answered, what)
            let (snapshot, record) = (try store.snapshot(), try Self.record.get())
            #expect(snapshot == nil || snapshot == record, what)
        }
    }

    @Test func aTextFileIsRefusedAsADatabase() throws {
        let folder = try TestFolder()
        try folder.lockAndMakeFolders()
        try folder.write(Data(String(repeating: "once upon a time ", count: 900).utf8), to: folder.paths.database)
        let expected = DamagedDatabase(
            file: folder.paths.database, problem: "is not an SQLite database", newestValidBackup: nil)
        #expect(refusal(folder) == .damaged(expected))
    }

    @Test func aDamagedFileAndItsLogStayUnchanged() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        try store.commit(Self.sample.changes)
        try folder.copyAsKilled(to: killed)
        var file = try killed.data(killed.paths.database)
        // The log of a new database contains all of it, so the damage must be in the log's header.
        file[16] ^= 0xFF
        try killed.write(file, to: killed.paths.database)
        var log = try killed.data(killed.paths.writeAheadLog)
        log[32 + 24 + 16] ^= 0xFF
        try killed.write(log, to: killed.paths.writeAheadLog)
        let before = try killed.contents()
        #expect(before["garden.sqlite-wal"]?.isEmpty == false)
        #expect(refusal(killed)?.damaged != nil)
        #expect(try killed.contents() == before)
    }

    @Test func theWriteAheadLogOfAKilledDaemonIsRecovered() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        for change in Self.sample.changes { try store.commit([change]) }
        try folder.copyAsKilled(to: killed)
        let before = try killed.contents()
        _ = try DatabaseCheck.run(killed.paths.database)
        #expect(try killed.contents() == before)
        #expect(try killed.open().allEvents() == Self.sample.events)
        #expect(try killed.open().allEvents() == Self.sample.events)
    }

    @Test func aFlippedBitInALogIsFoundOrLosesAtMostTheLastCommit() throws {
        let folder = try TestFolder()
        let sample = SampleGarden(events: 30)
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        let log = try folder.data(folder.paths.writeAheadLog)
        let acknowledgedBefore = sample.changes.dropLast().flatMap(\.events)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            let killed = try TestFolder()
            try folder.copyAsKilled(to: killed)
            var log = log
            let bit = Int.random(in: 0..<log.count * 8, using: &random)
            log[bit / 8] ^= 1 << (bit % 8)
            try killed.write(log, to: killed.paths.writeAheadLog)
            let before = try killed.contents()
            switch opening(killed) {
            case .failure(let error):
                #expect(error.damaged != nil, "seed 5, bit \(bit)")
                #expect(try killed.contents() == before, "seed 5, bit \(bit)")
            case .success(let store):
                #expect(try store.allEvents().starts(with: acknowledgedBefore), "seed 5, bit \(bit)")
            }
        }
    }

    @Test(arguments: [1, 24, 25, 1000, 4120, 4121, 9000])
    func aTornLogIsRecoveredUpToTheTear(bytesLost: Int) throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let sample = SampleGarden(events: 30)
        let store = try folder.open()
        for change in sample.changes { try store.commit([change]) }
        // The last commit is of several pages, so that none of these tears reaches the one before.
        let long = String(repeating: "x", count: 20_000)
        try store.commit([.plain([.plain(sample.state.seq + 1, type: "hook.recovered", effect: "[\"\(long)\"]")])])
        try folder.copyAsKilled(to: killed)
        try killed.write(killed.data(killed.paths.writeAheadLog).dropLast(bytesLost), to: killed.paths.writeAheadLog)
        #expect(try killed.open().allEvents() == sample.events)
    }

    @Test func anEmptyDatabaseWithALogIsRefused() throws {
        let (folder, killed) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        try store.commit(Self.sample.changes)
        try folder.copyAsKilled(to: killed)
        try killed.write(Data(), to: killed.paths.database)
        let before = try killed.contents()
        #expect(refusal(killed)?.damaged?.problem == "is empty")
        #expect(try killed.contents() == before)
    }
}

extension TestFolder {
    func lockAndMakeFolders() throws { _ = try lock() }

    /// The current files, without a close.
    func copyAsKilled(to other: TestFolder) throws {
        try other.lockAndMakeFolders()
        for suffix in ["", "-wal", "-shm"] {
            try other.write(data(paths.database + suffix), to: other.paths.database + suffix)
        }
    }
}
