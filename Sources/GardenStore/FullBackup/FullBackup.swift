import FileKit
import GRDB
import GardenAPI
import GardenCore
import Glibc
import SystemPackage
import TextKit
import TimeKit

/// The work of `gardend backup`: a complete copy of a garden in a folder, for another disk or another machine.
///
/// The folder has the journal, the photos, the configuration file, and the private key if it is asked for, and a manifest
/// (``FullBackupManifest``), which is replaced last. So a backup that a full disk, a kill or a person ends leaves the one before as it
/// was, and the next one goes on with the photos that are there.
public struct FullBackup: Equatable, Sendable {
    /// What is copied.
    public struct Source: Sendable {
        public var paths: DataPaths
        /// The path of the configuration file, which need not exist.
        public var config: String
        /// Whether the private half of the garden's key is copied, too.
        public var withKey: Bool

        public init(paths: DataPaths, config: String, withKey: Bool) {
            (self.paths, self.config, self.withKey) = (paths, config, withKey)
        }
    }

    private static let mostConfigBytes = 1 << 20
    private static let mostKeyBytes = 128

    /// The path of the folder.
    public var folder: String
    public var gardenId: String
    public var content: FullBackupManifest.Content
    /// How many photos were not there before.
    public var newPhotos: Int
    /// The size of all its files but the manifest.
    public var bytes: Int

    /// Makes a backup, and checks it.
    ///
    /// - Parameters:
    ///   - folder: an absolute path: a missing or empty folder, or one with an earlier backup of this garden.
    ///   - isCancelled: asked again and again. A cancelled backup leaves what was there before.
    public static func make(
        of source: Source, in folder: String, now: Timestamp, isCancelled: () -> Bool
    ) throws(FullBackupError) -> FullBackup {
        try FullBackupError.reporting {
            let (gardenId, folder) = try FullBackupJournal.read(source.paths) { db in
                let gardenId = try FullBackupJournal.state(db).identity.gardenId
                let folder = try FullBackupFolder(taking: folder, ofGarden: gardenId, data: source.paths.root)
                try checkContinues(folder, db)
                return (gardenId, folder)
            }
            do {
                return try write(source, to: folder, gardenId, now, isCancelled)
            } catch {
                try? folder.removeUnfinished()
                throw error
            }
        }
    }

    /// Refuses a folder with a backup that has events that the journal lacks, because it continued on another machine, or an older
    /// backup was restored: they may be nowhere else.
    private static func checkContinues(_ folder: FullBackupFolder, _ db: Database) throws {
        guard let earlier = folder.manifest?.content,
            try FullBackupJournal.head(at: earlier.events, db) != earlier.head
        else { return }
        throw FullBackupError.refused(
            "the backup in \(folder.path) has events that this garden lacks: it was made at \(earlier.madeAt) with"
                + " \(earlier.events.counted("event")), and this garden went on without some of them. Name another folder"
        )
    }

    private static func write(
        _ source: Source, to folder: FullBackupFolder, _ gardenId: String, _ now: Timestamp, _ isCancelled: () -> Bool
    ) throws -> FullBackup {
        try folder.removeUnfinished()
        // From now on the folder is this garden's.
        if folder.manifest == nil { try folder.write(FullBackupManifest(gardenId: gardenId, content: nil)) }
        let (journal, summary, file) = try copyJournal(source.paths, to: folder, isCancelled)
        guard journal.state.identity.gardenId == gardenId else {
            throw FullBackupError.refused("the garden was replaced by another one meanwhile; try again")
        }
        let photos = try PhotoCopies(of: journal, in: source.paths.photos, to: folder, isCancelled)
        let earlier = folder.manifest?.content
        let content = FullBackupManifest.Content(
            madeAt: now, events: summary.content.events,
            lastEventAt: summary.content.lastEventAt.map(ZoneRules.utc.timestamp), head: journal.head, journal: file,
            config: try copy(source.config, as: .config, mostBytes: mostConfigBytes, to: folder),
            // Once a backup has the key, it must not go with the next one: it may be the only copy.
            key: source.withKey || earlier?.key != nil
                ? try copy(source.paths.identityKey, as: .key, mostBytes: mostKeyBytes, to: folder) ?? earlier?.key
                : nil,
            photos: photos.names, missingPhotos: photos.missing)
        if isCancelled() { throw FullBackupError.cancelled }
        try DiskFile.sync(folder.path)
        try folder.write(FullBackupManifest(gardenId: gardenId, content: content))
        // The backup is complete, whatever happens to the files of the one before.
        try? folder.removeAll(but: content)
        let files = [content.journal, content.config, content.key].compactMap { $0?.bytes }
        return FullBackup(
            folder: folder.path, gardenId: gardenId, content: content, newPhotos: photos.new,
            bytes: files.reduce(photos.bytes, +))
    }

    /// Copies and checks the journal, and reads it back.
    private static func copyJournal(
        _ paths: DataPaths, to folder: FullBackupFolder, _ isCancelled: () -> Bool
    ) throws -> (FullBackupJournal, DatabaseCheck.Summary, FullBackupManifest.File) {
        let unfinished = "\(folder.path)/\(FullBackupFolder.Kind.journal.unfinished)"
        let summary: DatabaseCheck.Summary
        do throws(DatabaseCheck.Problem) {
            summary = try DatabaseCopy.make(at: unfinished, comparesSnapshots: true, needsPermissions: false) {
                try FullBackupJournal.read(paths, $0)
            }
        } catch {
            guard case .unreadable(let error) = error else { throw error }
            throw StoreError("cannot make the backup in \(folder.path): \(error.reason)", error.cause)
        }
        if isCancelled() { throw FullBackupError.cancelled }
        if summary.readModelProblem != nil {
            try FullBackupJournal.rebuildReadModels(of: unfinished)
            try DiskFile.sync(unfinished)
        }
        let journal = try ImmutableRead.read(unfinished, FullBackupJournal.init)
        let written = try CopiedFile(reading: unfinished)
        guard try CopiedFile(readingBack: unfinished, isCancelled: isCancelled) == written else {
            throw FullBackupError.damaged(
                "\(folder.path): the disk returns other bytes than were written; use another disk")
        }
        return (journal, summary, try folder.name(.journal, written))
    }

    /// Copies a small file. A link is followed: configuration files are often links into a folder of dotfiles.
    ///
    /// - Returns: `nil` if it does not exist.
    private static func copy(
        _ path: String, as kind: FullBackupFolder.Kind, mostBytes: Int, to folder: FullBackupFolder
    ) throws -> FullBackupManifest.File? {
        let bytes: [UInt8]
        do throws(SmallFile.ReadError) { bytes = try SmallFile.read(path, limitBytes: mostBytes) } catch {
            if case .system(.noSuchFileOrDirectory) = error { return nil }
            throw FullBackupError.failed("\(path) cannot be read: \(error)")
        }
        return try folder.write(bytes, as: kind)
    }
}

/// The photos of a backup. Those that are there, with the size that the journal has, are not copied again.
private struct PhotoCopies {
    private(set) var names: [String] = []
    /// Those that visits have and the garden does not, or with another content.
    private(set) var missing: [String] = []
    private(set) var new = 0
    private(set) var bytes = 0

    init(
        of journal: FullBackupJournal, in source: String, to folder: FullBackupFolder, _ isCancelled: () -> Bool
    ) throws {
        guard !journal.photos.isEmpty else { return }
        try FullBackupFolder.create(folder.photos)
        let wanted = journal.photos.filter { Self.size("\(folder.photos)/\($0.name)") != $0.bytes }
        let found = wanted.filter { Self.size("\(source)/\($0.name)") == $0.bytes }
        try checkRoom(for: found.reduce(0) { $0 + $1.bytes }, in: folder.path)
        var lost = Set(wanted.map(\.name)).subtracting(found.map(\.name))
        for photo in found {
            if isCancelled() { throw FullBackupError.cancelled }
            if try !Self.copy(photo.name, from: source, to: folder.photos, isCancelled) { lost.insert(photo.name) }
        }
        try DiskFile.sync(folder.photos)
        new = found.count { !lost.contains($0.name) }
        names = journal.photos.map(\.name).filter { !lost.contains($0) }
        bytes = journal.photos.reduce(0) { lost.contains($1.name) ? $0 : $0 + $1.bytes }
        missing = journal.photos.map(\.name).filter { lost.contains($0) && journal.shown.contains($0) }
    }

    private static func size(_ path: String) -> Int? {
        DiskFile.status(path).flatMap { $0.type == .regular ? Int($0.size) : nil }
    }

    private func checkRoom(for bytes: Int, in folder: String) throws {
        var status = statvfs()
        guard bytes > 0, statvfs(folder, &status) == 0 else { return }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        guard bytes > free else { return }
        throw FullBackupError.failed(
            "the disk of \(folder) is full: the photos need \(bytes.mebibytes), \(free.mebibytes) are free")
    }

    /// - Returns: `false` if the file has another content than its name says.
    private static func copy(
        _ name: String, from source: String, to photos: String, _ isCancelled: () -> Bool
    ) throws -> Bool {
        let (copy, unfinished) = ("\(photos)/\(name)", "\(photos)/\(name).new")
        let file = try CopiedFile(
            copying: "\(source)/\(name)", to: unfinished, needsPermissions: false, isCancelled: isCancelled)
        guard file.sha256 == name else {
            try DiskFile.remove(unfinished)
            return false
        }
        guard try CopiedFile(readingBack: unfinished, isCancelled: isCancelled) == file else {
            throw FullBackupError.damaged("\(copy): the disk returns other bytes than were written; use another disk")
        }
        try DiskFile.rename(unfinished, to: copy)
        return true
    }
}

extension Int {
    /// A number of bytes for people: "2.1 MiB", "17 KiB".
    public var mebibytes: String {
        guard self >= 1 << 20 else { return "\((self + 1023) >> 10) KiB" }
        let tenths = self / (1 << 20) * 10 + self % (1 << 20) * 10 / (1 << 20)
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
