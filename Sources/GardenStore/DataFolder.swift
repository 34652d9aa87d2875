import GardenCore
import Glibc

/// The data folder, held for one writer for as long as this value lives.
///
/// The lock is the kernel's (flock(2)): it ends with the process that holds it, however that ends, so that there is no
/// stale one to clear away. A child does not inherit it.
public final class DataFolder {
    public let paths: DataPaths
    private let descriptor: Int32

    /// Makes the folder where it is missing, and takes its lock.
    ///
    /// - Parameter processId: what a second writer is told of this one.
    /// - Throws: ``OpeningError/inUse(_:)`` when another holds it.
    public init(opening paths: DataPaths, processId: Int32) throws(OpeningError) {
        self.paths = paths
        do throws(StoreError) {
            for folder in [paths.root, paths.backups] { try DiskFile.createFolder(folder) }
            // Where it cannot be made, files of ended days wait for it, and say why; that is no reason not to start.
            try? DiskFile.createFolder(paths.archive)
        } catch {
            throw .failed(error)
        }
        let descriptor = open(paths.lock, O_RDWR | O_CREAT | O_CLOEXEC, DiskFile.ownerOnly)
        guard descriptor >= 0 else {
            throw .failed(StoreError("\(paths.lock) cannot be opened: \(String(cString: strerror(errno)))"))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = Self.processId(in: descriptor)
            close(descriptor)
            if reason == EWOULDBLOCK { throw .inUse(FolderInUse(folder: paths.root, processId: holder)) }
            throw .failed(StoreError("\(paths.lock) cannot be locked: \(String(cString: strerror(reason)))"))
        }
        // The lock holds without the number too, so a full disk that refuses it is no reason to stop.
        fchmod(descriptor, DiskFile.ownerOnly)
        let line = Array("\(processId)\n".utf8)
        if pwrite(descriptor, line, line.count, 0) == line.count { ftruncate(descriptor, line.count) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// What the holder of the lock wrote; `nil` when it is no number.
    private static func processId(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

/// Another writer holds the data folder.
public struct FolderInUse: Error, Equatable {
    public var folder: String
    /// `nil` when it left none.
    public var processId: Int32?

    public var message: String {
        let holder = processId.map { "the process \($0)" } ?? "another process"
        return "the data folder \(folder) is in use by \(holder)"
    }
}
