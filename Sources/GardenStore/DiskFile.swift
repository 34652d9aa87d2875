import GardenCore
import Glibc

/// The store's file operations besides SQLite: durable, private to the owner, with errors in words.
enum DiskFile {
    static let ownerOnly: mode_t = 0o600
    static let folderOfOwner: mode_t = 0o700

    static func exists(_ path: String) -> Bool { status(path) != nil }

    /// `nil` if the file does not exist.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// How many bytes it holds; `nil` if the file does not exist.
    static func size(_ path: String) -> Int? { status(path).map { Int($0.st_size) } }

    /// Creates an empty file, which must not exist yet, readable by its owner only, whatever the umask.
    static func create(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly)
        guard descriptor >= 0 else { throw refusal("be created", path) }
        defer { close(descriptor) }
        guard fchmod(descriptor, ownerOnly) == 0 else { throw refusal("be kept private", path) }
    }

    /// Creates a folder and its missing parents, for the owner only. An existing folder stays unchanged.
    static func createFolder(_ path: String) throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError("\(path) is not a directory") }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try createFolder(String(path[..<slash]))
        }
        guard mkdir(path, folderOfOwner) == 0, chmod(path, folderOfOwner) == 0 else {
            throw refusal("be created", path)
        }
    }

    /// Removes all permissions of group and others from a file.
    static func makePrivate(_ path: String) throws(StoreError) {
        guard let status = status(path), status.st_mode & 0o077 != 0 else { return }
        guard chmod(path, ownerOnly) == 0 else { throw refusal("be kept private", path) }
    }

    /// Returns once the content of a file, or the names in a folder, are on the disk.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("be opened", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal("be written to the disk", path) }
    }

    /// Renames a file within its folder; replaces a file of that name.
    static func rename(_ path: String, to other: String) throws(StoreError) {
        guard Glibc.rename(path, other) == 0 else { throw refusal("be renamed to \(other)", path) }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal("be removed", path) }
    }

    /// Replaces a small file. Removes it if the disk refuses the bytes.
    static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        try remove(path)
        try create(path)
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("be opened", path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        // A nearly full disk accepts a part, and reports the reason only for the rest.
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw refusalOfWrite(path) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw refusalOfWrite(path) }
    }

    private static func refusalOfWrite(_ path: String) -> StoreError {
        let error = refusal("be written", path)
        unlink(path)
        return error
    }

    /// The first bytes of a file, at most `count`.
    static func head(_ path: String, count: Int) throws(StoreError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("be opened", path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = Glibc.read(descriptor, &bytes, count)
        guard read >= 0 else { throw refusal("be read", path) }
        return Array(bytes.prefix(read))
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(StoreError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw refusal("be read", folder)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func refusal(_ what: String, _ path: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        return StoreError("\(path) cannot \(what): \(reason)")
    }
}
