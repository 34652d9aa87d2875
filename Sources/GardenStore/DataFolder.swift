import FileKit
import GardenAPI
import GardenCore
import Glibc
import SystemPackage

/// The data folder, held for one writer for as long as this value lives.
///
/// The lock is the kernel's (flock(2)): it ends with its process, even after a crash, so no stale lock is possible. A
/// child does not inherit it.
public final class DataFolder {
    public let paths: DataPaths
    private let lock: FileDescriptor

    /// Creates the folder if it is missing, and takes its lock.
    ///
    /// - Parameters:
    ///   - processId: shown to a second writer.
    ///   - socketPath: the socket for clients, which they find in the lock file; `nil` if the process serves none.
    ///   - awaitEnd: waits for the end of the process that holds the lock, for a short time: a process that was killed has its
    ///     locks until the kernel has ended it, which takes some milliseconds.
    /// - Throws: ``OpeningError/inUse(_:)`` if another process holds the lock even then.
    public init(
        opening paths: DataPaths, processId: Int32, socketPath: String? = nil, awaitEnd: (Int32) -> Void = { _ in }
    ) throws(OpeningError) {
        do throws(StoreError) {
            for folder in [paths.root, paths.backups] { try DiskFile.createFolder(folder) }
            self.paths = try paths.followingLink()
            // Without this folder, files of ended days wait and report why; that must not prevent the start.
            try? DiskFile.createFolder(paths.archive)
        } catch {
            throw .failed(error)
        }
        do {
            lock = try FileDescriptor.open(
                paths.lock, .readWrite, options: [.create, .closeOnExec], permissions: DiskFile.ownerOnly)
        } catch {
            throw .failed(StoreError("cannot open \(paths.lock): \(error)"))
        }
        do throws(Errno) { try Self.take(lock, awaitEnd) } catch {
            // deinit closes the file.
            guard error == .wouldBlock else { throw .failed(StoreError("cannot lock \(paths.lock): \(error)")) }
            throw .inUse(FolderInUse(folder: paths.root, holder: Self.holder(in: lock)))
        }
        // The lock holds even without the lines, so a full disk must not prevent the start.
        fchmod(lock.rawValue, DiskFile.ownerOnly.rawValue)
        // Truncated first, so that no reader sees lines of two holders mixed.
        try? lock.resize(to: 0)
        let text = LockHolder(processId: processId, socketPath: socketPath).text
        if (try? lock.writeAll(text.utf8)) == nil { try? lock.resize(to: 0) }
    }

    private static func take(_ lock: FileDescriptor, _ awaitEnd: (Int32) -> Void) throws(Errno) {
        if flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
        if errno == EWOULDBLOCK, let holder = holder(in: lock) { awaitEnd(holder.processId) }
        try Errno.check(flock(lock.rawValue, LOCK_EX | LOCK_NB))
    }

    /// Closing alone is not enough: a process that another thread is just starting has the descriptor, too, until its exec.
    deinit {
        flock(lock.rawValue, LOCK_UN)
        try? lock.close()
    }

    /// The lines of the lock's holder; `nil` if they are invalid.
    private static func holder(in lock: FileDescriptor) -> LockHolder? {
        // The next read or write is at the beginning again.
        defer { _ = try? lock.seek(offset: 0, from: .start) }
        return (try? lock.readAll(limitBytes: 4096)).flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
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
