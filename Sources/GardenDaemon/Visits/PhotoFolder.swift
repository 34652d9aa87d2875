import FileKit
import GardenAPI
import GardenCore
import Glibc
import SystemPackage

/// The folder of photos in the data directory (RULES V9): a file has the SHA-256 of its content as its name. The folder `incoming` in
/// it has the files that clients send. Other files are never touched.
public nonisolated struct PhotoFolder: Sendable {
    public let path: String

    /// - Parameter dataFolder: the data folder, which daily backups do not copy.
    public init(in dataFolder: String) { path = "\(dataFolder)/photos" }

    private var incoming: String { "\(path)/\(photoUploadFolder)" }
    private var unnamed: String { "\(path)/unnamed" }

    func path(of name: String) -> String { "\(path)/\(name)" }
    func path(ofUpload name: String) -> String { "\(incoming)/\(name)" }

    /// Whether a file can be a photo by its name.
    static func isPhoto(_ name: String) -> Bool {
        name.utf8.count == 64
            && name.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "0"..."9", "a"..."f": true
                default: false
                }
            }
    }

    /// Creates the folders, for the owner only.
    func create() throws(Errno) {
        for folder in [path, incoming] { try Self.create(folder) }
    }

    private static func create(_ folder: String) throws(Errno) {
        do { try Errno.check(mkdir(folder, FilePermissions.ownerReadWriteExecute.rawValue)) } catch .fileExists {}
    }

    /// The names of photos; empty if the folder does not exist.
    func names() throws(Errno) -> [String] {
        do { return try Folder.names(in: path).filter(Self.isPhoto) } catch .noSuchFileOrDirectory { return [] }
    }

    func remove(_ name: String) throws(Errno) {
        do { try Errno.check(unlink(path(of: name))) } catch .noSuchFileOrDirectory {}
    }

    /// Moves a photo that no visit has to a folder beside the others.
    func moveAside(_ name: String) throws(Errno) {
        try Self.create(unnamed)
        try Errno.check(rename(path(of: name), "\(unnamed)/\(name)"))
    }

    // MARK: Uploads

    func removeUpload(_ name: String) { unlink(path(ofUpload: name)) }

    /// Renames an upload. It is on the disk under its new name afterwards.
    func keep(_ upload: String, as name: String) throws(Errno) {
        try Errno.check(rename(path(ofUpload: upload), path(of: name)))
        let folder = try FileDescriptor.opening(path, .readOnly, options: [.directory, .closeOnExec])
        defer { try? folder.close() }
        try Errno.check(fsync(folder.rawValue))
    }

    /// Makes a photo the upload again that it was.
    func giveBack(_ name: String, as upload: String) throws(Errno) {
        try Errno.check(rename(path(of: name), path(ofUpload: upload)))
    }

    /// Removes uploads that no client is about to send: a client holds a lock on its copy until it has the answer.
    func removeOldUploads() throws(Errno) {
        let names: [String]
        do { names = try Folder.names(in: incoming) } catch .noSuchFileOrDirectory { return }
        for name in names { removeUnlessLocked(name) }
    }

    /// The lock is held meanwhile: a client that waits for it finds that its copy has no name left, and begins again.
    private func removeUnlessLocked(_ upload: String) {
        let file = try? FileDescriptor.opening(path(ofUpload: upload), .readOnly, options: PhotoUpload.options)
        defer { try? file?.close() }
        if let file, flock(file.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return }
        removeUpload(upload)
    }
}

extension FileDescriptor {
    /// Opens a file, with the error in its type.
    nonisolated static func opening(_ path: String, _ mode: AccessMode, options: OpenOptions) throws(Errno) -> Self {
        do { return try open(path, mode, options: options) } catch { throw error as? Errno ?? .ioError }
    }
}
