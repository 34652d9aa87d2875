import Glibc
import SystemPackage

/// A new content for a file, on the disk beside it: the file is replaced completely or not at all. A device or a pipe, which must not
/// be replaced by a file, gets the content itself.
public struct FileDraft: ~Copyable {
    /// The path of the draft itself.
    public let path: String
    private let target: String
    private let file: FileDescriptor

    /// Begins an empty draft. It is removed with the value.
    ///
    /// - Parameter target: the file to replace, which need not exist. Of a link, the file it leads to is replaced.
    public init(replacing target: String, permissions: FilePermissions) throws(Errno) {
        let target =
            realpath(target, nil).map { resolved in
                defer { free(resolved) }
                return String(cString: resolved)
            } ?? target
        let type = (try? Stat(target))?.type
        if type == .directory { throw .isDirectory }
        let isReplaced = type == nil || type == .regular
        let path = isReplaced ? "\(target).new-\(getpid())" : target
        let file = try Self.opened(path, isReplaced ? permissions : nil)
        (self.target, self.path, self.file) = (target, path, file)
    }

    /// - Parameter permissions: those of a new file; `nil` to open what is there.
    private static func opened(_ path: String, _ permissions: FilePermissions?) throws(Errno) -> FileDescriptor {
        let new: FileDescriptor.OpenOptions = permissions == nil ? [] : [.create, .exclusiveCreate]
        do {
            return try FileDescriptor.open(
                path, .writeOnly, options: new.union(.closeOnExec), permissions: permissions)
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Creates a draft with a text.
    public static func replacing(
        _ target: String, with text: String, permissions: FilePermissions
    ) throws(Errno) -> FileDraft {
        let draft = try FileDraft(replacing: target, permissions: permissions)
        try draft.append(text)
        return draft
    }

    deinit {
        try? file.close()
        if path != target { unlink(path) }
    }

    /// Writes more to its end.
    public func append(_ text: String) throws(Errno) {
        do { _ = try file.writeAll(text.utf8) } catch { throw error as? Errno ?? .ioError }
    }

    /// Puts the draft in the place of the file.
    public consuming func commit() throws(Errno) {
        guard path != target else { return }
        try Errno.check(fsync(file.rawValue))
        try Errno.check(rename(path, target))
    }
}

extension SmallFile {
    /// Writes a text to a file, as a ``FileDraft``.
    public static func write(_ text: String, to path: String, permissions: FilePermissions) throws(Errno) {
        try FileDraft.replacing(path, with: text, permissions: permissions).commit()
    }
}
