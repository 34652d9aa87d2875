import GardenCore
import Glibc

/// What the store asks of files beside SQLite: durable, private to the owner, and with its refusals in words.
enum DiskFile {
    static let ownerOnly: mode_t = 0o600
    static let folderOfOwner: mode_t = 0o700

    static func exists(_ path: String) -> Bool { status(path) != nil }

    /// `nil` when there is no such file.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// How many bytes it holds; `nil` when there is no such file.
    static func size(_ path: String) -> Int? { status(path).map { Int($0.st_size) } }

    /// Makes an empty file, which must not be there yet, readable by its owner alone whatever the umask says.
    static func create(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly)
        guard descriptor >= 0 else { throw refusal("be created", path) }
        defer { close(descriptor) }
        guard fchmod(descriptor, ownerOnly) == 0 else { throw refusal("be kept private", path) }
    }

    /// Makes a folder and those above it that are missing, for its owner alone. One that is there stays as it is.
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

    /// Takes from group and others what they may do to a file.
    static func makePrivate(_ path: String) throws(StoreError) {
        guard let status = status(path), status.st_mode & 0o077 != 0 else { return }
        guard chmod(path, ownerOnly) == 0 else { throw refusal("be kept private", path) }
    }

    /// Returns once the disk has taken what was written to a file, or what was named in a folder.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("be opened", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal("be written to the disk", path) }
    }

    /// Gives a file another name in the same folder; one of that name is replaced.
    static func rename(_ path: String, to other: String) throws(StoreError) {
        guard Glibc.rename(path, other) == 0 else { throw refusal("be renamed to \(other)", path) }
    }

    /// Takes a file away, if it is there.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal("be removed", path) }
    }

    /// Writes a small file anew. Nothing of it stays where the disk refuses it.
    static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        try remove(path)
        try create(path)
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("be opened", path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        // A disk that is about to be full takes a part, and says why only of the rest.
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
