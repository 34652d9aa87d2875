import FileKit
import GardenCore
import Glibc
import SystemPackage

/// The store's file operations besides SQLite: durable, private to the owner, with errors in words.
enum DiskFile {
    static let ownerOnly: FilePermissions = .ownerReadWrite
    private static let folderOfOwner: FilePermissions = .ownerReadWriteExecute

    static func exists(_ path: String) -> Bool { status(path) != nil }

    /// `nil` if the file does not exist.
    static func status(_ path: String) -> Stat? { try? Stat(path, followTargetSymlink: false) }

    /// Why a file, or what it is a link to, cannot be a database: opening a named pipe would wait for a writer.
    static func kindProblem(_ path: String) -> String? {
        guard let type = status(resolved(path))?.type, type != .regular else { return nil }
        return type == .directory ? "is a directory" : "is not a regular file"
    }

    /// The path without symbolic links; the same path if the file does not exist.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// How many bytes it holds; `nil` if the file does not exist.
    static func size(_ path: String) -> Int? { status(path).map { Int($0.size) } }

    /// The status of a file that is as it was if nothing was written to it since; `nil` if the file does not exist. It includes
    /// the time of the last inode change (ctime), because no program can set that back.
    static func fingerprint(_ path: String) -> String? {
        guard let status = status(path) else { return nil }
        let (written, changed) = (status.st_mtim, status.st_ctim)
        return "size \(status.size) mtime \(written.tv_sec).\(written.tv_nsec)"
            + " ctime \(changed.tv_sec).\(changed.tv_nsec) inode \(status.inode.rawValue)"
    }

    /// The first unused name for a database: STEM.sqlite, STEM-2.sqlite, …
    static func unusedDatabase(_ stem: String) -> String {
        var (name, number) = ("\(stem).sqlite", 1)
        while ["", "-wal", "-shm"].contains(where: { exists(name + $0) }) {
            number += 1
            name = "\(stem)-\(number).sqlite"
        }
        return name
    }

    /// Creates an empty file, which must not exist yet, readable by its owner only, whatever the umask.
    ///
    /// - Parameter needsPermissions: whether to refuse a file system that keeps no permissions, such as one of a USB stick.
    static func create(_ path: String, needsPermissions: Bool = true) throws(StoreError) {
        try reporting("be created", path) {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: ownerOnly)
            defer { try? file.close() }
            do { try Errno.check(fchmod(file.rawValue, ownerOnly.rawValue)) } catch {
                // The file is ours: only a file system without permissions refuses to set them.
                if needsPermissions { throw error }
            }
        }
    }

    /// Creates a folder and its missing parents, for the owner only. An existing folder stays unchanged.
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
        // Some parents, such as those of a sandbox, cannot be read; the folder is then as lasting as the system makes it.
        if let slash = path.lastIndex(of: "/") { try? sync(String(path[...slash])) }
    }

    /// Removes all permissions of group and others from a file.
    static func makePrivate(_ path: String) throws(StoreError) {
        guard let status = status(path), status.permissions.rawValue & 0o077 != 0 else { return }
        try reporting("be kept private", path) { try Errno.check(chmod(path, ownerOnly.rawValue)) }
    }

    /// Returns once the content of a file, or the names in a folder, are on the disk.
    static func sync(_ path: String) throws(StoreError) {
        try reporting("be written to the disk", path) {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            try Errno.check(fsync(file.rawValue))
        }
    }

    /// Renames a file within its folder; replaces a file of that name.
    static func rename(_ path: String, to other: String) throws(StoreError) {
        try reporting("be renamed to \(other)", path) { try Errno.check(Glibc.rename(path, other)) }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) throws(StoreError) {
        try reporting("be removed", path) {
            do { try Errno.check(unlink(path)) } catch .noSuchFileOrDirectory {}
        }
    }

    /// Replaces a small file. Removes it if the disk refuses the bytes.
    ///
    /// - Parameter needsPermissions: as for ``create(_:needsPermissions:)``.
    static func write(_ bytes: [UInt8], to path: String, needsPermissions: Bool = true) throws(StoreError) {
        try remove(path)
        try create(path, needsPermissions: needsPermissions)
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

    /// The names in a folder, sorted; empty if the folder does not exist.
    static func names(in folder: String) throws(StoreError) -> [String] {
        try reporting("be read", folder) {
            do { return try Folder.names(in: folder).sorted() } catch .noSuchFileOrDirectory { return [] }
        }
    }

    /// Returns the result of `body`. An error becomes a sentence: "PATH cannot be read: REASON".
    static func reporting<Result>(_ what: String, _ path: String, _ body: () throws -> Result)
        throws(StoreError) -> Result
    {
        do { return try body() } catch { throw StoreError("\(path) cannot \(what): \(error)") }
    }
}
