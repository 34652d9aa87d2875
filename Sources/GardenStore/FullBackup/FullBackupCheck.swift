import FileKit
import GardenCore
import Glibc
import SystemPackage

/// A full backup that was checked completely: its manifest, each event of its journal, and the content of each file.
public struct FullBackupCheck: Equatable, Sendable {
    /// The path of the folder.
    public let folder: String
    public let gardenId: String
    public let content: FullBackupManifest.Content
    /// The size of the photos.
    public let photoBytes: Int

    /// The path of the journal in the folder.
    public var journal: String { "\(folder)/\(content.journal.name)" }
    /// The path of a photo.
    func photo(_ name: String) -> String { "\(folder)/\(FullBackupFolder.photosName)/\(name)" }
    /// The path of a file of the folder.
    public func path(of file: FullBackupManifest.File) -> String { "\(folder)/\(file.name)" }

    /// The size of all its files but the manifest.
    public var bytes: Int {
        [content.journal, content.config, content.key].reduce(photoBytes) { $0 + ($1?.bytes ?? 0) }
    }

    /// Whether a path is a folder, which only a full backup can be.
    public static func isFolder(_ path: String) -> Bool { (try? Stat(path))?.type == .directory }

    /// The path of a valid journal in a folder that may have other damage, the one with the most events; `nil` without one.
    public static func soundJournal(in folder: String) -> String? {
        let names = ((try? DiskFile.names(in: folder)) ?? []).filter { $0.hasSuffix(".sqlite") }
        let sound = names.compactMap { name in
            (try? DatabaseCheck.run("\(folder)/\(name)")).map { ("\(folder)/\(name)", $0.content.events) }
        }
        return sound.max { $0.1 < $1.1 }?.0
    }

    /// Checks a folder. Nothing is changed.
    public init(_ folder: String, isCancelled: () -> Bool = { false }) throws(FullBackupError) {
        self = try FullBackupError.reporting { try Self(checking: folder, isCancelled) }
    }

    private init(checking folder: String, _ isCancelled: () -> Bool) throws {
        guard let manifest = try FullBackupManifest(of: folder) else {
            let problem = "\(folder) has no complete backup: \(FullBackupManifest.fileName) is missing"
            throw Self.soundJournal(in: folder) == nil ? FullBackupError.refused(problem) : .damaged(problem)
        }
        guard let content = manifest.content else {
            throw FullBackupError.refused(
                "the backup in \(folder) was never completed; make it again: gardenctl backup")
        }
        self.folder = DiskFile.resolved(folder)
        gardenId = manifest.gardenId
        self.content = content
        let kinds: [(FullBackupFolder.Kind, FullBackupManifest.File?)] = [
            (.journal, content.journal), (.config, content.config), (.key, content.key),
        ]
        for (kind, file) in kinds {
            guard let file else { continue }
            guard file.name == kind.name(ofContent: file.sha256), FullBackupFolder.isDigest(file.sha256) else {
                throw FullBackupError.damaged(
                    "\(folder)/\(FullBackupManifest.fileName) is damaged: it names no \(kind)")
            }
            let path = "\(folder)/\(file.name)"
            let found = try Self.read(path, isCancelled)
            guard found == CopiedFile(bytes: file.bytes, sha256: file.sha256) else {
                throw FullBackupError.damaged("\(path) is damaged: it differs from what was written")
            }
        }
        var photoBytes = 0
        for name in content.photos {
            guard FullBackupFolder.isDigest(name) else {
                throw FullBackupError.damaged("\(folder)/\(FullBackupManifest.fileName) is damaged: it names no photo")
            }
            let path = "\(folder)/\(FullBackupFolder.photosName)/\(name)"
            let found = try Self.read(path, isCancelled)
            guard found.sha256 == name else {
                throw FullBackupError.damaged("the photo \(path) is damaged: it differs from what was written")
            }
            photoBytes += found.bytes
        }
        self.photoBytes = photoBytes
        try checkJournal()
    }

    private static func read(_ path: String, _ isCancelled: () -> Bool) throws -> CopiedFile {
        guard DiskFile.exists(path) else { throw FullBackupError.damaged("\(path) is missing") }
        return try CopiedFile(reading: path) { _ in if isCancelled() { throw FullBackupError.cancelled } }
    }

    private func checkJournal() throws {
        let found: JournalContent
        do throws(DatabaseCheck.Problem) { found = try DatabaseCheck.run(journal).content } catch {
            guard case .unreadable(let error) = error else {
                throw FullBackupError.damaged(error.words(journal))
            }
            throw error
        }
        let (id, head) = try ImmutableRead.read(journal) { db in
            (try FullBackupJournal.state(db).identity.gardenId, try FullBackupJournal.head(at: content.events, db))
        }
        guard found == content.journalContent, id == gardenId, head == content.head else {
            throw FullBackupError.damaged(
                "\(folder)/\(FullBackupManifest.fileName) is damaged: it is not about the journal \(content.journal.name)"
            )
        }
    }
}
