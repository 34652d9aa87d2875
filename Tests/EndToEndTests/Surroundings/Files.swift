import Glibc
import TestSupport

/// The names in a folder, sorted; empty if it cannot be read.
func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

func makeFolder(_ path: String, mode: mode_t = 0o700) throws {
    guard mkdir(path, mode) == 0, chmod(path, mode) == 0 else { throw TestFailure(call: "mkdir \(path)") }
}

/// Makes a folder and those above it.
func makeFolders(_ path: String) throws {
    guard !exists(path) else { return }
    try makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try makeFolder(path)
}

func readBytes(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure(call: "open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw TestFailure(call: "read \(path)") }
        if count == 0 { return bytes }
        bytes += buffer[..<count]
    }
}

func readText(_ path: String) throws -> String { String(decoding: try readBytes(path), as: UTF8.self) }

/// Writes a file in its place, as `>` of a shell does.
func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TestFailure(call: "open \(path)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw TestFailure(call: "write \(path)") }
}

func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

/// Awaits what happens in a folder: inotify(7).
final class FolderWatch {
    private let descriptor: Int32
    private let folder: String
    private var seen: [String] = []

    /// - Parameter mask: what to watch for; a file that is renamed into the folder when left out.
    init(_ folder: String, mask: Int = Int(IN_MOVED_TO)) throws {
        self.folder = folder
        descriptor = try Inotify.makeInstance()
        guard inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
            throw TestFailure(call: "inotify \(folder)")
        }
    }

    deinit { close(descriptor) }

    /// Waits for a file with a matching name.
    @discardableResult
    func awaitFile(where condition: (String) -> Bool) throws -> String {
        while true {
            if let index = seen.firstIndex(where: condition) { return seen.remove(at: index) }
            _ = try awaitReadiness(of: [descriptor], what: "a file in \(folder)")
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw TestFailure(call: "read of inotify") }
            // wd, mask, cookie and len, 4 bytes each, and the name in len bytes (inotify(7)).
            var offset = 0
            while offset + 16 <= count {
                let length = buffer[(offset + 12)..<(offset + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
                let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                seen.append(String(decoding: name, as: UTF8.self))
                offset += 16 + length
            }
        }
    }
}
