import Glibc
import SystemPackage

/// A new text for a file, on the disk beside it: the file is replaced completely or not at all.
public struct FileDraft: ~Copyable {
    /// The path of the draft itself.
    public let path: String
    private let target: String

    /// Writes a draft. It is removed with the value.
    ///
    /// - Parameter target: the file to replace, which need not exist. Of a link, the file it leads to is replaced.
    public init(replacing target: String, with text: String, permissions: FilePermissions) throws(Errno) {
        let target =
            realpath(target, nil).map { resolved in
                defer { free(resolved) }
                return String(cString: resolved)
            } ?? target
        self.target = target
        path = "\(target).new-\(getpid())"
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
            try file.closeAfter {
                _ = try file.writeAll(text.utf8)
                try Errno.check(fsync(file.rawValue))
            }
        } catch {
            unlink(path)
            throw error as? Errno ?? .ioError
        }
    }

    deinit { unlink(path) }

    /// Puts the draft in the place of the file.
    public consuming func commit() throws(Errno) { try Errno.check(rename(path, target)) }
}

extension SmallFile {
    /// Writes a text to a file: a regular file is replaced completely or not at all. A device or a pipe, which must not be
    /// replaced by a file, gets the text.
    public static func write(_ text: String, to path: String, permissions: FilePermissions) throws(Errno) {
        guard let status = try? Stat(path), status.type != .regular else {
            return try FileDraft(replacing: path, with: text, permissions: permissions).commit()
        }
        do {
            let file = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
            _ = try file.closeAfter { try file.writeAll(text.utf8) }
        } catch {
            throw error as? Errno ?? .ioError
        }
    }
}
