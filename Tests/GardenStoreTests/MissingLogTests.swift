import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The mark of an open journal, and what it says without a log.
struct MissingLogTests {
    let sample = SampleGarden(events: 30)

    /// The mark in the file alone, without its log.
    private func mark(inFileOf folder: TestFolder) throws -> Int? {
        let copy = try TestFolder()
        try copy.write(folder.data(folder.paths.database), to: copy.paths.database)
        return try ImmutableRead.read(copy.paths.database, OpenMark.inode)
    }

    private func inode(_ path: String) throws -> Int {
        let status = try #require(DiskFile.status(path))
        return Int(bitPattern: status.inode.rawValue)
    }

    @Test func theFileIsMarkedFromTheOpeningToTheCleanClose() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        #expect(try mark(inFileOf: folder) == inode(folder.paths.database))
        try store.commit([sample.changes[0]])
        #expect(try mark(inFileOf: folder) == inode(folder.paths.database))
        try store.commit(Array(sample.changes.dropFirst()))
        #expect(try mark(inFileOf: folder) == inode(folder.paths.database))
        try store.close()
        #expect(try mark(inFileOf: folder) == nil)
        #expect(MissingLog.find(folder.paths.database) == nil)
    }

    @Test func aCopyOfTheFileAloneLacksItsLog() throws {
        let (folder, copy) = (try TestFolder(), try TestFolder())
        let store = try folder.open()
        try store.commit([sample.changes[0]])
        try store.commit(Array(sample.changes.dropFirst()))
        try copy.write(folder.data(folder.paths.database), to: copy.paths.database)
        #expect(MissingLog.find(copy.paths.database) == .wasNotCopied)
        // With its log it is complete.
        try copy.write(folder.data(folder.paths.writeAheadLog), to: copy.paths.writeAheadLog)
        #expect(MissingLog.find(copy.paths.database) == nil)
        try DiskFile.remove(copy.paths.writeAheadLog)
        let opened = try copy.open()
        #expect(opened.missingLog == .wasNotCopied)
        #expect(try opened.allEvents() == [])
        #expect(MissingLogNote.read(copy.paths) == MissingLog.wasNotCopied.words(copy.paths.database))
        // The next opening has nothing to say, and leaves the note.
        try opened.commit([sample.changes[0]])
        try opened.close()
        #expect(try copy.open().missingLog == nil)
        #expect(MissingLogNote.read(copy.paths) != nil)
        try store.close()
    }

    @Test func anOpeningAfterAKillHasNothingToSay() throws {
        let folder = try TestFolder()
        do {
            let store = try folder.open()
            try store.commit(sample.changes)
        }
        #expect(MissingLog.find(folder.paths.database) == nil)
        let next = try folder.open()
        #expect(next.missingLog == nil)
        #expect(try next.allEvents() == sample.events)
    }

    @Test func anotherProgramThatTakesTheLogIsNotTakenForACopy() throws {
        let folder = try TestFolder()
        do {
            let store = try folder.open()
            try store.commit(sample.changes)
        }
        try folder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(!DiskFile.exists(folder.paths.writeAheadLog))
        let next = try folder.open()
        #expect(next.missingLog == .wasTakenOrRemoved)
        #expect(try next.allEvents() == sample.events)
    }

    @Test func aBackupHasNoMark() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(sample.changes)
        let day = try #require(CalendarDay("2026-11-20"))
        let backup = try Backups(folder: folder.paths.backups).make(database: folder.paths.database, day: day)
        #expect(try ImmutableRead.read(backup, OpenMark.inode) == nil)
        #expect(MissingLog.find(backup) == nil)
        try store.close()
    }
}
