import Glibc
import SystemPackage

/// Reads directories and links, which swift-system does not.
public enum Folder {
    /// The names in a directory, without `.` and `..`, unsorted.
    public static func names(in path: String) throws(Errno) -> [String] {
        guard let stream = opendir(path) else { throw Errno(rawValue: errno) }
        defer { closedir(stream) }
        return try names(of: stream)
    }

    /// ``names(in:)`` of an open directory.
    static func names(of stream: OpaquePointer) throws(Errno) -> [String] {
        var names: [String] = []
        while let entry = try next(of: stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The next entry of a directory; `nil` at its end. readdir(3) returns no entry at the end and after an error; only
    /// the error sets `errno`.
    private static func next(of stream: OpaquePointer) throws(Errno) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        let entry = readdir(stream)
        guard entry != nil || errno == 0 else { throw Errno(rawValue: errno) }
        return entry
    }

    /// The target of a symbolic link; `nil` if the path is not one.
    public static func linkTarget(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

extension Errno {
    /// Throws `errno` if the result of a system call is negative. For calls that swift-system does not have.
    public static func check(_ result: Int32) throws(Errno) {
        guard result >= 0 else { throw Errno(rawValue: errno) }
    }
}
