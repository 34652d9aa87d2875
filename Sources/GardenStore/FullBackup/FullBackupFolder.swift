import FileKit
import GardenCore
import Glibc
import SystemPackage

/// The folder of a full backup, for one writer as long as this value lives.
///
/// Its journal, configuration and key have a part of their SHA-256 in their names, so that those of a new backup lie beside those of
/// the one before until the manifest names the new ones.
final class FullBackupFolder {
    /// The absolute path.
    let path: String
    /// What the folder had before; `nil` without a backup.
    let manifest: FullBackupManifest?
    private let lock: FileDescriptor

    var photos: String { "\(path)/\(Self.photosName)" }
    static let photosName = "photos"

    /// Takes an empty or missing folder, or one with an earlier backup of the same garden.
    ///
    /// - Parameters:
    ///   - path: absolute. A missing folder is created; the folder that it is in must exist, because a disk may not be mounted.
    ///   - data: the data folder, in which no backup is made.
    init(taking path: String, ofGarden gardenId: String, data: String) throws(FullBackupError) {
        let isNew = DiskFile.status(path) == nil
        let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if isNew, !parent.isEmpty, (try? Stat(parent)) == nil {
            throw .refused("\(parent) does not exist. If it is on another disk, mount that first; otherwise create it")
        }
        let place = isNew ? "\(DiskFile.resolved(parent))/" : DiskFile.resolved(path)
        if "\(place)/".hasPrefix("\(DiskFile.resolved(data))/") {
            throw .refused("\(path) is in the data directory. Name a folder elsewhere, best on another disk")
        }
        if isNew {
            try Self.create(path)
        } else if (try? Stat(path))?.type != .directory {
            throw .refused("\(path) is not a directory. Name a folder for the backup")
        }
        self.path = DiskFile.resolved(path)
        lock = try Self.takeLock(path)
        do throws(FullBackupError) {
            manifest = try Self.manifest(path)
            try Self.check(path, manifest, gardenId)
        } catch {
            // A folder that was made for nothing.
            if isNew { rmdir(path) }
            try? lock.close()
            throw error
        }
    }

    /// Closing alone is not enough: a process that another thread is just starting has the descriptor, too, until its exec.
    deinit {
        flock(lock.rawValue, LOCK_UN)
        try? lock.close()
    }

    private static func manifest(_ path: String) throws(FullBackupError) -> FullBackupManifest? {
        do throws(FullBackupError) { return try FullBackupManifest(of: path) } catch {
            guard case .damaged(let problem) = error else { throw error }
            throw .damaged("\(problem). Name another folder")
        }
    }

    private static func check(
        _ path: String, _ manifest: FullBackupManifest?, _ gardenId: String
    ) throws(FullBackupError) {
        if let manifest {
            guard manifest.gardenId == gardenId else {
                throw .refused("\(path) has the backup of another garden. Name another folder")
            }
            return
        }
        let names = try FullBackupError.reporting { try DiskFile.names(in: path) }
        if let foreign = names.first(where: { !isUnfinished($0) }) {
            throw .refused(
                "\(path) has other files, such as \(foreign), and no backup of a garden. Name an empty folder or a new one, such"
                    + " as \(path == "/" ? "" : path)/garden")
        }
    }

    /// Creates a folder for the owner only, if the file system keeps permissions.
    static func create(_ path: String) throws(FullBackupError) {
        try FullBackupError.reporting {
            try DiskFile.reporting("be created", path) {
                do { try Errno.check(mkdir(path, 0o700)) } catch .fileExists { return }
                // Only a file system without permissions refuses it.
                chmod(path, 0o700)
            }
        }
    }

    private static func takeLock(_ path: String) throws(FullBackupError) -> FileDescriptor {
        let lock: FileDescriptor
        do { lock = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) } catch {
            throw .failed("\(path) cannot be opened: \(error)")
        }
        // A file system without locks must not prevent a backup.
        guard flock(lock.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return lock }
        try? lock.close()
        throw .refused("another backup into \(path) is running; wait for its end")
    }

    // MARK: Names

    enum Kind: String, CaseIterable {
        case journal = "garden"
        case config
        case key = "identity"

        private var suffix: String {
            switch self {
            case .journal: "sqlite"
            case .config: "toml"
            case .key: "key"
            }
        }

        func name(ofContent sha256: String) -> String { "\(rawValue)-\(sha256.prefix(16)).\(suffix)" }

        /// A file under construction, without value after a crash.
        var unfinished: String { "\(rawValue).\(suffix).new" }
    }

    /// A name of a file under construction.
    private static func isUnfinished(_ name: String) -> Bool {
        name == "\(FullBackupManifest.fileName).new"
            || Kind.allCases.contains { kind in
                ["", "-wal", "-shm", "-journal"].contains { name == kind.unfinished + $0 }
            }
    }

    /// Whether a backup has given a file its name.
    private static func isOurs(_ name: String) -> Bool {
        Kind.allCases.contains { kind in
            let parts = name.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, parts[0] == kind.rawValue else { return false }
            let digits = parts[1].prefix { $0 != "." }
            return isHexadecimal(digits) && digits.count == 16 && name == kind.name(ofContent: String(digits))
        }
    }

    /// Whether a file can be a photo by its name.
    static func isPhoto(_ name: String) -> Bool { isDigest(name) }

    /// Whether a text can be a SHA-256 in hexadecimal digits.
    static func isDigest(_ text: String) -> Bool { text.utf8.count == 64 && isHexadecimal(text[...]) }

    private static func isHexadecimal(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "0"..."9", "a"..."f": true
            default: false
            }
        }
    }

    // MARK: Removal

    /// Removes what killed or cancelled attempts have left.
    func removeUnfinished() throws(StoreError) {
        for name in try DiskFile.names(in: path) where Self.isUnfinished(name) {
            try DiskFile.remove("\(path)/\(name)")
        }
        let suffix = ".new"
        for name in try DiskFile.names(in: photos)
        where name.hasSuffix(suffix) && Self.isPhoto(String(name.dropLast(suffix.count))) {
            try DiskFile.remove("\(photos)/\(name)")
        }
    }

    /// Removes the files of earlier backups that this one does not have. Other files stay.
    func removeAll(but content: FullBackupManifest.Content) throws(StoreError) {
        let kept = Set([content.journal, content.config, content.key].compactMap { $0?.name })
        for name in try DiskFile.names(in: path) where Self.isOurs(name) && !kept.contains(name) {
            try DiskFile.remove("\(path)/\(name)")
        }
        let photosKept = Set(content.photos)
        for name in try DiskFile.names(in: photos) where Self.isPhoto(name) && !photosKept.contains(name) {
            try DiskFile.remove("\(photos)/\(name)")
        }
    }

    // MARK: Writing

    /// Replaces the manifest, which makes a backup complete.
    func write(_ manifest: FullBackupManifest) throws(StoreError) {
        let name = "\(path)/\(FullBackupManifest.fileName)"
        try DiskFile.write(manifest.encoded + [UInt8(ascii: "\n")], to: "\(name).new", needsPermissions: false)
        try DiskFile.rename("\(name).new", to: name)
        try DiskFile.sync(path)
    }

    /// Writes a small file, and gives it the name of its content.
    func write(_ bytes: [UInt8], as kind: Kind) throws(StoreError) -> FullBackupManifest.File {
        let unfinished = "\(path)/\(kind.unfinished)"
        try DiskFile.write(bytes, to: unfinished, needsPermissions: false)
        return try name(
            kind, CopiedFile(bytes: bytes.count, sha256: ContentDigest.hexadecimal(ContentDigest.sha256(bytes))))
    }

    /// Gives a complete file under construction the name of its content.
    func name(_ kind: Kind, _ file: CopiedFile) throws(StoreError) -> FullBackupManifest.File {
        let name = kind.name(ofContent: file.sha256)
        try DiskFile.rename("\(path)/\(kind.unfinished)", to: "\(path)/\(name)")
        return FullBackupManifest.File(name: name, bytes: file.bytes, sha256: file.sha256)
    }
}
