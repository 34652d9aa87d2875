import FileKit
import GardenCore
import Glibc
import SystemPackage

/// What the store asks of files beside SQLite: durable, private to the owner, and with its refusals in words.
enum DiskFile {
    static let ownerOnly: FilePermissions = .ownerReadWrite
    private static let folderOfOwner: FilePermissions = .ownerReadWriteExecute

    static func exists(_ path: String) -> Bool { status(path) != nil }

    /// `nil` when there is no such file.
    static func status(_ path: String) -> Stat? { try? Stat(path, followTargetSymlink: false) }

    /// How many bytes it holds; `nil` when there is no such file.
    static func size(_ path: String) -> Int? { status(path).map { Int($0.size) } }

    /// Makes an empty file, which must not be there yet, readable by its owner alone whatever the umask says.
    static func create(_ path: String) throws(StoreError) {
        try reporting("be created", path) {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: ownerOnly)
            defer { try? file.close() }
            try Errno.check(fchmod(file.rawValue, ownerOnly.rawValue))
        }
    }

    /// Makes a folder and those above it that are missing, for its owner alone. One that is there stays as it is.
    static func createFolder(_ path: String) throws(StoreError) {
        if let status = try? Stat(path) {
            guard status.type == .directory else { throw StoreError("\(path) is not a directory") }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try createFolder(String(path[..<slash]))
        }
        try reporting("be created", path) {
            try Errno.check(mkdir(path, folderOfOwner.rawValue))
            try Errno.check(chmod(path, folderOfOwner.rawValue))
        }
    }

    /// Takes from group and others what they may do to a file.
    static func makePrivate(_ path: String) throws(StoreError) {
        guard let status = status(path), status.permissions.rawValue & 0o077 != 0 else { return }
        try reporting("be kept private", path) { try Errno.check(chmod(path, ownerOnly.rawValue)) }
    }

    /// Returns once the disk has taken what was written to a file, or what was named in a folder.
    static func sync(_ path: String) throws(StoreError) {
        try reporting("be written to the disk", path) {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            try Errno.check(fsync(file.rawValue))
        }
    }

    /// Gives a file another name in the same folder; one of that name is replaced.
    static func rename(_ path: String, to other: String) throws(StoreError) {
        try reporting("be renamed to \(other)", path) { try Errno.check(Glibc.rename(path, other)) }
    }

    /// Takes a file away, if it is there.
    static func remove(_ path: String) throws(StoreError) {
        try reporting("be removed", path) {
            do { try Errno.check(unlink(path)) } catch .noSuchFileOrDirectory {}
        }
    }

    /// Writes a small file anew. Nothing of it stays where the disk refuses it.
    static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        try remove(path)
        try create(path)
        do throws(StoreError) {
            try reporting("be written", path) {
                let file = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
                defer { try? file.close() }
                try file.writeAll(bytes)
                try Errno.check(fsync(file.rawValue))
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The first bytes of a file, at most `count`.
    static func head(_ path: String, count: Int) throws(StoreError) -> [UInt8] {
        try reporting("be read", path) {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            return try file.readAll(limitBytes: count)
        }
    }

    /// The names in a folder, sorted; none where there is no such folder.
    static func names(in folder: String) throws(StoreError) -> [String] {
        try reporting("be read", folder) {
            do { return try Folder.names(in: folder).sorted() } catch .noSuchFileOrDirectory { return [] }
        }
    }

    /// The result of `body`, which makes system calls. Their failure becomes a sentence: "PATH cannot be read: REASON".
    private static func reporting<Result>(_ what: String, _ path: String, _ body: () throws -> Result)
        throws(StoreError) -> Result
    {
        do { return try body() } catch { throw StoreError("\(path) cannot \(what): \(error)") }
    }
}
