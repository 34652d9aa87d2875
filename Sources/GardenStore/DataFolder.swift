import GardenAPI
import GardenCore
import Glibc

/// The data folder, held for one writer for as long as this value lives.
///
/// The lock is the kernel's (flock(2)): it ends with its process, even after a crash, so no stale lock is possible. A
/// child does not inherit it.
public final class DataFolder {
    public let paths: DataPaths
    private let descriptor: Int32

    /// Creates the folder if it is missing, and takes its lock.
    ///
    /// - Parameters:
    ///   - processId: shown to a second writer.
    ///   - socketPath: the socket for clients, which they find in the lock file; `nil` if the process serves none.
    /// - Throws: ``OpeningError/inUse(_:)`` if another process holds the lock.
    public init(opening paths: DataPaths, processId: Int32, socketPath: String? = nil) throws(OpeningError) {
        self.paths = paths
        do throws(StoreError) {
            for folder in [paths.root, paths.backups] { try DiskFile.createFolder(folder) }
            // Without this folder, files of ended days wait and report why; that must not prevent the start.
            try? DiskFile.createFolder(paths.archive)
        } catch {
            throw .failed(error)
        }
        let descriptor = open(paths.lock, O_RDWR | O_CREAT | O_CLOEXEC, DiskFile.ownerOnly)
        guard descriptor >= 0 else {
            throw .failed(StoreError("cannot open \(paths.lock): \(String(cString: strerror(errno)))"))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = Self.holder(in: descriptor)
            close(descriptor)
            if reason == EWOULDBLOCK { throw .inUse(FolderInUse(folder: paths.root, holder: holder)) }
            throw .failed(StoreError("cannot lock \(paths.lock): \(String(cString: strerror(reason)))"))
        }
        // The lock holds even without the lines, so a full disk must not prevent the start.
        fchmod(descriptor, DiskFile.ownerOnly)
        let text = Array(LockHolder(processId: processId, socketPath: socketPath).text.utf8)
        // Truncated first, so that no reader sees lines of two holders mixed.
        ftruncate(descriptor, 0)
        if pwrite(descriptor, text, text.count, 0) != text.count { ftruncate(descriptor, 0) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The lines of the lock's holder; `nil` if they are invalid.
    private static func holder(in descriptor: Int32) -> LockHolder? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return LockHolder(text: String(decoding: bytes.prefix(count), as: UTF8.self))
    }
}

/// Another writer holds the data folder.
public struct FolderInUse: Error, Equatable {
    public var folder: String
    /// `nil` if the holder wrote no valid lines.
    public var holder: LockHolder?

    public var message: String {
        guard let holder else { return "the data directory \(folder) is in use by another process" }
        let socket = holder.socketPath.map { ", which listens on \($0)" } ?? ""
        return "the data directory \(folder) is in use by process \(holder.processId)\(socket)"
    }
}
