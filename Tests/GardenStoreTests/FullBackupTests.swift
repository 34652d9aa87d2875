import Foundation
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// Full backups of a journal without photos; `EndToEndTests` has whole gardens.
struct FullBackupTests {
    let sample = SampleGarden(events: 40)
    let now: Timestamp

    init() throws { now = try #require(Timestamp("2026-11-21T09:25:00.000+09:00")) }

    private func source(_ folder: TestFolder) -> FullBackup.Source {
        FullBackup.Source(paths: folder.paths, config: "\(folder.paths.root)/config.toml", withKey: false)
    }

    private func make(
        _ folder: TestFolder, in path: String, isCancelled: () -> Bool = { false }
    ) throws(FullBackupError) -> FullBackup {
        try FullBackup.make(of: source(folder), in: path, now: now, isCancelled: isCancelled)
    }

    /// A closed garden, and a folder that a backup can have.
    private func scene() throws -> (garden: TestFolder, target: TestFolder) {
        let garden = try TestFolder()
        try garden.fill(sample.changes)
        return (garden, try TestFolder())
    }

    @Test func aBackupHasTheWholeJournalAndIsACopy() throws {
        let (garden, target) = try scene()
        let made = try make(garden, in: target.paths.root)
        let last = try #require(sample.events.last).at.instant
        #expect(made.content.journalContent == JournalContent(events: sample.events.count, lastEventAt: last))
        #expect(made.gardenId == sample.state.identity.gardenId)
        #expect((made.content.config, made.content.key, made.content.photos) == (nil, nil, []))
        let check = try FullBackupCheck(target.paths.root)
        #expect(check.content == made.content && check.gardenId == made.gardenId && check.bytes == made.bytes)

        let other = try TestFolder()
        let survey = try RestoreSurvey(of: other.paths, backup: check)
        #expect(survey.journal == .missing && survey.refusal(in: .utc, namedFolder: nil) == nil)
        let folder = try other.lock()
        let (files, journal) = try FullBackupRestore.perform(
            check, in: folder, config: "\(other.paths.root)/config.toml", now: now
        ) { () throws(StoreError) in
            try Restore.perform(in: folder, backup: check.journal, replacing: survey.journal, now: now)
        }
        #expect(files == FullBackupRestore(photos: 0, key: .absent, config: .absent))
        #expect(journal.content == made.content.journalContent && journal.keptAs == nil && journal.missingLog == nil)
        let store = try JournalStore(opening: folder)
        #expect(try store.allEvents() == sample.events)
        #expect(store.isCopy && store.missingLog == nil)
    }

    @Test func anOpenJournalIsCopiedAsItIs() throws {
        let (garden, target) = (try TestFolder(), try TestFolder())
        let store = try garden.open()
        try store.commit(Array(sample.changes.prefix(10)))
        let first = try make(garden, in: target.paths.root)
        try store.commit(Array(sample.changes.dropFirst(10)))
        let second = try make(garden, in: target.paths.root)
        #expect(first.content.events == sample.changes.prefix(10).flatMap(\.events).count)
        #expect(second.content.events == sample.events.count)
        try store.close()
    }

    @Test func aBackupThatIsCancelledAtAnyTimeLeavesTheOneBefore() throws {
        let (garden, target) = (try TestFolder(), try TestFolder())
        try garden.fill(Array(sample.changes.prefix(10)))
        _ = try make(garden, in: target.paths.root)
        let before = try target.contents()
        let store = try garden.open()
        try store.commit(Array(sample.changes.dropFirst(10)))
        try store.close()
        var asked = 0
        while true {
            var left = asked
            do throws(FullBackupError) {
                _ = try make(garden, in: target.paths.root) {
                    left -= 1
                    return left < 0
                }
                break
            } catch {
                #expect(error == .cancelled)
                // A journal that is complete may be there beside the other; nothing names it.
                let after = try target.contents()
                #expect(after.filter { before[$0.key] != nil } == before, "\(asked)")
                #expect(!after.keys.contains { $0.contains(".new") }, "\(asked)")
                #expect(try FullBackupCheck(target.paths.root).content.events < sample.events.count)
            }
            asked += 1
        }
        #expect(asked > 2)
        #expect(try FullBackupCheck(target.paths.root).content.events == sample.events.count)
        #expect(try target.contents().count == before.count)
    }

    @Test func aFolderThatAnotherBackupWritesIsRefused() throws {
        let (garden, target) = try scene()
        let held = try FullBackupFolder(taking: target.paths.root, ofGarden: "garden", data: garden.paths.root)
        let words = "another backup into \(held.path) is running; wait for its end"
        #expect(throws: FullBackupError.refused(words)) { try make(garden, in: target.paths.root) }
        withExtendedLifetime(held) {}
    }

    @Test func aMissingGardenIsNotCreated() throws {
        let (garden, target) = (try TestFolder(), try TestFolder())
        #expect(throws: FullBackupError.refused("there is no garden in \(garden.paths.root)")) {
            try make(garden, in: target.paths.root)
        }
        #expect(try garden.contents() == [:])
        #expect(try target.contents() == [:])
    }

    /// SQLite drops a damaged end of a log silently: a backup must not have an older journal.
    @Test func aDamagedLogIsNotCopied() throws {
        let (running, garden, target) = (try TestFolder(), try TestFolder(), try TestFolder())
        let store = try running.open()
        for change in sample.changes.prefix(20) { try store.commit([change]) }
        try garden.write(running.data(running.paths.database), to: garden.paths.database)
        var log = try garden.data(running.paths.writeAheadLog)
        try store.close()
        log[log.count / 8] ^= 0x10
        try garden.write(log, to: garden.paths.writeAheadLog)
        let error = #expect(throws: FullBackupError.self) { try make(garden, in: target.paths.root) }
        guard case .damaged(let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.hasPrefix("\(garden.paths.database) has a damaged log: "))
        #expect(try target.contents() == [:])
    }

    // MARK: The garden in place

    @Test func aFullBackupReplacesOnlyAGardenThatHasJustBegunWithoutForce() throws {
        var begun = SampleGarden()
        begun.ask("timer.start", [:])
        begun.pass(minutes: 3)
        begun.ask("timer.pause", [:])
        var used = begun
        used.ask("category.add", ["name": "Reading"])
        let (garden, target) = try scene()
        _ = try make(garden, in: target.paths.root)
        let check = try FullBackupCheck(target.paths.root)
        for (sample, isNew) in [(begun, true), (used, false)] {
            let place = try TestFolder()
            try place.fill(sample.changes)
            let survey = try RestoreSurvey(of: place.paths, backup: check)
            #expect(survey.terms == .init(replacesNewGarden: isNew, isOfAnotherGarden: false))
            #expect((survey.refusal(in: .utc, namedFolder: nil) == nil) == isNew)
            // A file is not a garden that moves.
            #expect(
                try RestoreSurvey(of: place.paths, backup: check.journal).refusal(in: .utc, namedFolder: nil) != nil)
        }
    }
}
