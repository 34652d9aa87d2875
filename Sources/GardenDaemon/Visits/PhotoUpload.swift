import FileKit
import GardenAPI
import GardenCore
import Glibc
import NettleKit
import SystemPackage

/// The file of an upload while it is checked and hashed, in slices (RULES V9). The file is open, so that it stays the same whatever
/// happens to its name.
nonisolated final class PhotoUpload {
    /// A link is not followed, and a pipe without a writer does not block.
    static let options: FileDescriptor.OpenOptions = [
        .noFollow, .nonBlocking, .closeOnExec, .init(rawValue: O_NOCTTY),
    ]

    private let file: FileDescriptor
    private let status: Stat
    private var hash: PhotoHash
    private var type: PhotoType?
    /// Its hash, once all of it was read and it is on the disk.
    private var name: String?

    /// Opens an upload, and refuses what is no regular file of the user with one name.
    init(_ path: String) throws(PhotoProblem) {
        let file: FileDescriptor
        do throws(Errno) { file = try FileDescriptor.opening(path, .readOnly, options: Self.options) } catch {
            switch error {
            case .noSuchFileOrDirectory: throw .missing
            case .tooManySymbolicLinkLevels: throw .unsuitable("it is a symbolic link")
            default: throw .unsuitable("it cannot be opened: \(error)")
            }
        }
        do throws(PhotoProblem) { status = try Self.checked(file) } catch {
            try? file.close()
            throw error
        }
        self.file = file
        hash = PhotoHash(file)
    }

    deinit { try? file.close() }

    private static func checked(_ file: FileDescriptor) throws(PhotoProblem) -> Stat {
        let status = try Self.status(file)
        guard status.type == .regular else { throw .unsuitable("it is not a regular file") }
        guard status.userID.rawValue == geteuid() else { throw .unsuitable("it belongs to another user") }
        // The other name could change it later.
        guard status.linkCount == 1 else { throw .unsuitable("it has several names; send a copy") }
        guard status.size > 0 else { throw .unsuitable("it is empty") }
        guard status.size <= Limits.photoBytes else { throw .tooLarge(Int(status.size)) }
        guard status.permissions != .ownerReadWrite else { return status }
        guard fchmod(file.rawValue, FilePermissions.ownerReadWrite.rawValue) == 0 else {
            throw .unsuitable("its mode cannot be set: \(Errno(rawValue: errno))")
        }
        return try Self.status(file)
    }

    private static func status(_ file: FileDescriptor) throws(PhotoProblem) -> Stat {
        do throws(Errno) { return try Stat(file) } catch { throw .unreadable("\(error)") }
    }

    /// Does a slice.
    ///
    /// - Returns: the photo after the last one.
    func advance() throws(PhotoProblem) -> VisitPhoto? {
        if let name { return try photo(name) }
        do throws(Errno) { name = try hash.advance() } catch { throw .unreadable("\(error)") }
        // Clients have synced it, and then there is nothing to write.
        if name != nil, fsync(file.rawValue) != 0 { throw .unreadable("\(Errno(rawValue: errno))") }
        if type == nil {
            type = PhotoType(head: hash.head)
            guard type != nil else { throw .otherContent }
        }
        return nil
    }

    private func photo(_ name: String) throws(PhotoProblem) -> VisitPhoto {
        guard FileVersion(try Self.status(file)) == FileVersion(status), hash.bytes == status.size, let type else {
            throw .unsuitable("it has changed while it was read")
        }
        return VisitPhoto(name: name, bytes: hash.bytes, type: type)
    }

    /// Whether a path still leads to it.
    func isAt(_ path: String) -> Bool {
        guard let found = try? Stat(path, followTargetSymlink: false) else { return false }
        return found.inode == status.inode && found.deviceID == status.deviceID
    }
}

/// The SHA-256 of a file, in slices.
nonisolated struct PhotoHash: ~Copyable {
    /// Less than a millisecond of work (ARCHITECTURE: no handler holds the loop longer than 10 ms).
    private static let sliceBytes = 256 << 10

    private let file: FileDescriptor
    private var sha = SHA256()
    /// How many bytes were read.
    private(set) var bytes = 0
    /// The first bytes.
    private(set) var head: [UInt8] = []

    /// - Parameter file: at its beginning. It stays the caller's.
    init(_ file: FileDescriptor) { self.file = file }

    /// Does a slice.
    ///
    /// - Returns: the hash in hexadecimal digits, at the end of the file.
    mutating func advance() throws(Errno) -> String? {
        let slice: [UInt8]
        do { slice = try file.readAll(limitBytes: Self.sliceBytes) } catch { throw error as? Errno ?? .ioError }
        guard !slice.isEmpty else { return ContentDigest.hexadecimal(sha.digest()) }
        if bytes == 0 { head = Array(slice.prefix(PhotoType.headBytes)) }
        sha.update(slice)
        bytes += slice.count
        return nil
    }
}
