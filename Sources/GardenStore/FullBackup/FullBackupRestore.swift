import FileKit
import GardenCore
import Glibc
import SystemPackage
import TimeKit

/// Puts the files of a full backup in place that are not the journal: photos, the key, the configuration.
///
/// They come before the journal (``Restore``): more photos harm no garden, and a restore that is interrupted is simply repeated.
public struct FullBackupRestore: Equatable, Sendable {
    /// What became of a small file of the backup.
    public enum Placing: Equatable, Sendable {
        /// The backup has none.
        case absent
        /// It is in place, or was there before.
        case placed
        /// It is in place. The path of the file that was there before.
        case replaced(keptAs: String)
        /// Another file is in its place, and was left there. The path of both.
        case left(String, inBackup: String)
    }

    /// How many photos the backup has.
    public var photos: Int
    public var key: Placing
    public var config: Placing

    /// Puts the files in place, and runs `restoreJournal` when the photos and the key are there.
    ///
    /// - Parameters:
    ///   - backup: checked.
    ///   - data: held by its lock, so that no daemon is running.
    ///   - config: the path of the configuration file. One that is there stays: it is of this machine.
    ///   - now: for the name of a key that was there before.
    /// - Throws: if a file cannot be written. The garden is as before then.
    public static func perform(
        _ backup: FullBackupCheck, in data: DataFolder, config: String, now: Timestamp,
        restoreJournal: () throws(StoreError) -> Restore
    ) throws(FullBackupError) -> (files: FullBackupRestore, journal: Restore) {
        try FullBackupError.reporting {
            let hadKey = DiskFile.exists(data.paths.identityKey)
            var added: [String] = []
            do {
                added = try copyPhotos(backup, to: data.paths.photos)
                let key = try placeKey(backup, data.paths, now)
                let journal: Restore
                do { journal = try restoreJournal() } catch {
                    takeBack(key, data.paths, hadKey: hadKey)
                    throw error
                }
                let settings = placeConfig(backup, at: config)
                return (FullBackupRestore(photos: backup.content.photos.count, key: key, config: settings), journal)
            } catch {
                for path in added { unlink(path) }
                throw error
            }
        }
    }

    /// - Returns: the paths of the photos that were not there.
    private static func copyPhotos(_ backup: FullBackupCheck, to folder: String) throws -> [String] {
        guard !backup.content.photos.isEmpty else { return [] }
        try DiskFile.createFolder(folder)
        var added: [String] = []
        do {
            for name in backup.content.photos {
                let (path, unfinished) = ("\(folder)/\(name)", "\(folder)/\(name).new")
                // A photo that is there may be a damaged one.
                if (try? CopiedFile(reading: path))?.sha256 == name { continue }
                let file = try CopiedFile(
                    copying: backup.photo(name), to: unfinished, needsPermissions: true, isCancelled: { false })
                guard file.sha256 == name else {
                    unlink(unfinished)
                    throw FullBackupError.damaged("the photo \(backup.photo(name)) has changed meanwhile")
                }
                try DiskFile.rename(unfinished, to: path)
                added.append(path)
            }
            try DiskFile.sync(folder)
        } catch {
            for path in added { unlink(path) }
            throw error
        }
        return added
    }

    private static func placeKey(_ backup: FullBackupCheck, _ paths: DataPaths, _ now: Timestamp) throws -> Placing {
        guard let file = backup.content.key else { return .absent }
        let bytes = try DiskFile.head(backup.path(of: file), count: file.bytes)
        let unfinished = "\(paths.identityKey).new"
        guard DiskFile.exists(paths.identityKey) else {
            try DiskFile.write(bytes, to: unfinished)
            try DiskFile.rename(unfinished, to: paths.identityKey)
            try DiskFile.sync(paths.root)
            return .placed
        }
        if (try? CopiedFile(reading: paths.identityKey))?.sha256 == file.sha256 { return .placed }
        let kept = unusedName("\(paths.root)/identity-before-restore-\(now.compact)")
        try DiskFile.write(bytes, to: unfinished)
        try DiskFile.rename(paths.identityKey, to: kept)
        try DiskFile.rename(unfinished, to: paths.identityKey)
        try DiskFile.sync(paths.root)
        return .replaced(keptAs: kept)
    }

    /// A garden that keeps its journal keeps its key, too.
    private static func takeBack(_ key: Placing, _ paths: DataPaths, hadKey: Bool) {
        if case .replaced(let kept) = key { try? DiskFile.rename(kept, to: paths.identityKey) }
        if !hadKey { try? DiskFile.remove(paths.identityKey) }
    }

    private static func unusedName(_ stem: String) -> String {
        var (name, number) = ("\(stem).key", 1)
        while DiskFile.exists(name) {
            number += 1
            name = "\(stem)-\(number).key"
        }
        return name
    }

    /// Puts the configuration file in place unless one exists. The garden is complete without it, so an error leaves it in the backup.
    private static func placeConfig(_ backup: FullBackupCheck, at path: String) -> Placing {
        guard let file = backup.content.config else { return .absent }
        let source = backup.path(of: file)
        let found = try? SmallFile.read(path, limitBytes: file.bytes)
        if found.map({ ContentDigest.hexadecimal(ContentDigest.sha256($0)) }) == file.sha256 { return .placed }
        let unfinished = "\(path).new"
        do {
            guard (try? Stat(path, followTargetSymlink: false)) == nil else {
                return .left(path, inBackup: source)
            }
            try DiskFile.createFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
            _ = try CopiedFile(copying: source, to: unfinished, needsPermissions: false, isCancelled: { false })
            try DiskFile.rename(unfinished, to: path)
            return .placed
        } catch {
            unlink(unfinished)
            return .left(path, inBackup: source)
        }
    }
}
