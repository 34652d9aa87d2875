import CFileKit

/// Which file is at a path, and its size.
///
/// `stat` would also return its times. Since Linux 6.13, that makes the next write record a new time, so that each sync has to write
/// the inode, too (https://docs.kernel.org/filesystems/multigrain-ts.html). This is for files that are written often.
public struct FileAtPath: Sendable {
    /// Identifies a file among all that exist at the same time: its device and its inode.
    public struct ID: Sendable, Hashable {
        private let device: UInt64
        private let inode: UInt64

        fileprivate init(_ file: cfilekit_file) {
            device = UInt64(file.device_major) << 32 | UInt64(file.device_minor)
            inode = file.inode
        }
    }

    /// Which file it is.
    public let id: ID
    /// Its size in bytes.
    public let bytes: Int

    /// Finds the file at a path.
    ///
    /// - Returns: `nil` if there is no file, or if it cannot be found. A link is not followed.
    public init?(_ path: String) {
        var file = cfilekit_file()
        guard cfilekit_find(path, &file) == 0 else { return nil }
        id = ID(file)
        bytes = Int(clamping: file.bytes)
    }
}
