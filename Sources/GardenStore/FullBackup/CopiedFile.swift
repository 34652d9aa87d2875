import FileKit
import GardenCore
import Glibc
import NettleKit
import SystemPackage

/// A file that is copied or read as a whole, in parts: its size, and the SHA-256 of its content.
struct CopiedFile: Equatable {
    private static let partBytes = 1 << 20

    var bytes: Int
    var sha256: String

    init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }

    /// Reads a regular file. A link is not followed.
    ///
    /// - Parameter work: called for each part; it can end the reading with an error.
    init(reading path: String, _ work: (_ part: [UInt8]) throws -> Void = { _ in }) throws {
        let file = try Self.open(path)
        defer { try? file.close() }
        var (hash, bytes) = (SHA256(), 0)
        while true {
            let part = try DiskFile.reporting("be read", path) { try file.readAll(limitBytes: Self.partBytes) }
            guard !part.isEmpty else { break }
            hash.update(part)
            bytes += part.count
            try work(part)
        }
        self.bytes = bytes
        sha256 = ContentDigest.hexadecimal(hash.digest())
    }

    /// Copies a file. On an error no copy remains.
    ///
    /// - Parameters:
    ///   - copy: the path of the copy, which is on the disk afterwards.
    ///   - isCancelled: asked before each part is written.
    init(
        copying path: String, to copy: String, needsPermissions: Bool, isCancelled: () -> Bool
    ) throws {
        try DiskFile.remove(copy)
        try DiskFile.create(copy, needsPermissions: needsPermissions)
        do {
            let file = try DiskFile.reporting("be written", copy) {
                try FileDescriptor.open(copy, .writeOnly, options: .closeOnExec)
            }
            defer { try? file.close() }
            self = try CopiedFile(reading: path) { part in
                if isCancelled() { throw FullBackupError.cancelled }
                try DiskFile.reporting("be written", copy) { _ = try file.writeAll(part) }
            }
            try DiskFile.reporting("be written", copy) { try Errno.check(fsync(file.rawValue)) }
        } catch {
            unlink(copy)
            throw error
        }
    }

    /// Reads a file again that was just written, from the disk and not from memory.
    init(readingBack path: String, isCancelled: () -> Bool) throws {
        let file = try Self.open(path)
        // It is only advice: what another process still maps stays in memory.
        _ = posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        try? file.close()
        try self.init(reading: path) { _ in if isCancelled() { throw FullBackupError.cancelled } }
    }

    private static func open(_ path: String) throws -> FileDescriptor {
        try DiskFile.reporting("be read", path) {
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec, .init(rawValue: O_NOCTTY)])
            do {
                let type = try Stat(file).type
                guard type == .regular else { throw SmallFile.ReadError.notRegular(type) }
                return file
            } catch {
                try? file.close()
                throw error
            }
        }
    }
}
