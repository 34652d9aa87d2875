import FileKit
import GardenAPI
import GardenCore
import Glibc
import SystemPackage

/// The data folder, held for one writer for as long as this value lives.
///
/// The lock is the kernel's (flock(2)): it ends with the process that holds it, however that ends, so that there is no
/// stale one to clear away. A child does not inherit it.
public final class DataFolder {
    public let paths: DataPaths
    private let lock: FileDescriptor

    /// Makes the folder where it is missing, and takes its lock.
    ///
    /// - Parameters:
    ///   - processId: what a second writer is told about this one.
    ///   - socketPath: where this process serves clients; `nil` where it serves none. Clients find it in the lock file.
    /// - Throws: ``OpeningError/inUse(_:)`` when another holds it.
    public init(opening paths: DataPaths, processId: Int32, socketPath: String? = nil) throws(OpeningError) {
        self.paths = paths
        do throws(StoreError) {
            for folder in [paths.root, paths.backups] { try DiskFile.createFolder(folder) }
            // Where it cannot be made, files of ended days wait for it, and say why; that is no reason not to start.
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
        do throws(Errno) { try Errno.check(flock(lock.rawValue, LOCK_EX | LOCK_NB)) } catch {
            // The end of this object closes the file.
            guard error == .wouldBlock else { throw .failed(StoreError("cannot lock \(paths.lock): \(error)")) }
            throw .inUse(FolderInUse(folder: paths.root, holder: Self.holder(in: lock)))
        }
        // The lock holds without the lines too, so a full disk that refuses them is no reason to stop.
        fchmod(lock.rawValue, DiskFile.ownerOnly.rawValue)
        // Emptied first: no reader finds the beginning of one holder's lines before the end of another's.
        try? lock.resize(to: 0)
        let text = LockHolder(processId: processId, socketPath: socketPath).text
        if (try? lock.writeAll(text.utf8)) == nil { try? lock.resize(to: 0) }
    }

    deinit { try? lock.close() }

    /// What the holder of the lock wrote; `nil` when that makes no sense.
    private static func holder(in lock: FileDescriptor) -> LockHolder? {
        (try? lock.readAll(limitBytes: 4096)).flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
    }
}

/// Another writer holds the data folder.
public struct FolderInUse: Error, Equatable {
    public var folder: String
    /// `nil` when it left no word of itself.
    public var holder: LockHolder?

    public var message: String {
        guard let holder else { return "the data directory \(folder) is in use by another process" }
        let socket = holder.socketPath.map { ", which listens on \($0)" } ?? ""
        return "the data directory \(folder) is in use by process \(holder.processId)\(socket)"
    }
}
