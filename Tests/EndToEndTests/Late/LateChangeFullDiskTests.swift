import GardenAPI
import Glibc
import Testing

/// Late changes, corrections, and their undo and redo on a full disk (RULES P22, P30, T26, A5, L4).
@Suite(Needs.root, Needs.clocks, Needs.program("/usr/bin/mount"))
struct LateChangeFullDiskTests {
    /// A garden of which a folder has a disk of its own.
    private final class SmallDiskGarden {
        private(set) var garden: PastDays!
        private(set) var disk: SmallDisk!

        init(at place: (Home) -> String) throws {
            garden = try PastDays { home in
                rmdir(home.backups)
                try makeFolder(home.archive)
                disk = try SmallDisk(at: place(home))
                try makeFolders(home.backups)
            }
        }

        /// The disk is released before its folder.
        deinit { disk = nil }
    }

    /// Whether a change meets the full disk: each at night, a fourth of them else, of which every third one is an undo and every
    /// third one a redo.
    private static func meetsFullDisk(_ index: Int) -> Bool { FatalCall.isThorough || index % 4 == 0 }

    @Test func aRefusedChangeOfAPastDaySaysWhyChangesNothingAndIsMadeOnceThereIsSpace() throws {
        let fixture = try SmallDiskGarden(at: \.data)
        let garden = try #require(fixture.garden)
        var journal: [String] = []
        var (refused, made) = (0, 0)
        // A new write-ahead log has no room for another page, so each change is refused, until a checkpoint leaves room in it. That comes
        // when the daemon has time: a change that finds room is made.
        for first in stride(from: 0, to: PastDays.changes.count, by: 9) {
            let daemon = try garden.start()
            let client = try daemon.connect()
            if journal.isEmpty { journal = try PastDays.journal(client) }
            #expect(try PastDays.journal(client) == journal)
            for (index, change) in PastDays.changes.enumerated().dropFirst(first).prefix(9) {
                guard Self.meetsFullDisk(index) else {
                    try client.call(change.method, change.params)
                    continue
                }
                let label = Comment("\(change)")
                let before = try (PastDays.view(client), FoundFile.all(in: garden.home.archive))
                try fixture.disk.fill()
                let answer = try client.ask(change.method, change.params)
                guard answer.at("error.data.code") == "storage_failed" else {
                    try #require(answer.at("result") != nil, label)
                    fixture.disk.makeRoom()
                    made += 1
                    continue
                }
                refused += 1
                #expect(answer.at("error.data.reason") == "the disk is full", label)
                try #require(try PastDays.view(client) == before.0, label)
                #expect(try FoundFile.all(in: garden.home.archive) == before.1, label)

                fixture.disk.makeRoom()
                let result = try client.call(change.method, change.params)
                #expect(try PastDays.view(client) != before.0, label)
                #expect(try client.call(change.method, change.params) == result, label)
                #expect(try client.call("journal.verify")["ok"] == true, label)
                // A note that was undone stays in its file.
                if change.method == "journal.undo" { continue }
                #expect(try FoundFile.all(in: garden.home.archive) == PastDays.expectedFiles(client), label)
            }
            journal = try PastDays.journal(client)
            #expect(try daemon.stop() == .exited(0))
        }
        #expect(journal.count { $0 == "change.undone" } == PastDays.changes.count / 3)
        #expect(refused > 2 * made, "\(refused) changes were refused, \(made) were made")
    }

    /// The change is in the journal and in the log of its day; its file is as before until there is space.
    @Test func aFullArchiveDelaysOnlyTheFilesOfPastDays() throws {
        let fixture = try SmallDiskGarden(at: \.archive)
        let garden = try #require(fixture.garden)
        let daemon = try garden.start()
        let client = try daemon.connect()
        var delayed = 0
        for (index, change) in PastDays.changes.enumerated() {
            guard Self.meetsFullDisk(index) else {
                try client.call(change.method, change.params)
                continue
            }
            // The files of the change before are written behind its answer, and before the next one.
            try client.call("daemon.status")
            let before = try FoundFile.all(in: garden.home.archive)
            try fixture.disk.fill()
            try client.call(change.method, change.params)
            let isUndo = change.method == "journal.undo"
            #expect(try client.call("journal.verify")["ok"] == true)
            let found = try FoundFile.all(in: garden.home.archive).filter { $0.key != "ballast" }
            #expect(found == before, "\(change)")
            if try found != PastDays.expectedFiles(client) && !isUndo { delayed += 1 }

            fixture.disk.makeRoom()
            try client.call("daemon.reload")
            let expected = try PastDays.expectedFiles(client)
            if !isUndo { #expect(try FoundFile.all(in: garden.home.archive) == expected, "\(change)") }
        }
        // Corrections have their lines in the log of the current day.
        #expect(delayed > 1)
        #expect(try client.call("journal.verify")["ok"] == true)
        #expect(try daemon.stop() == .exited(0))
    }
}
