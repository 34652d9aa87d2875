import Glibc
import SystemPackage

/// The status of a file that is as it was if nothing was written to it since. It includes the time of the last change of the inode
/// (ctime), because no program can set that back.
public struct FileVersion: Sendable, Equatable {
    private let device: UInt64
    private let inode: UInt64
    /// In bytes.
    public let size: Int64
    private let written: Instant
    private let changed: Instant
    /// Whether its last change was long enough before it was looked at: the clock of a file system goes in steps of some milliseconds,
    /// and a second change within one step leaves the status as it is.
    public let isSettled: Bool

    private struct Instant: Sendable, Equatable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
    }

    /// - Parameter now: when it was looked at, in seconds since 1970.
    public init(_ status: Stat, now: Int = time(nil)) {
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
        size = Int64(status.size)
        written = Instant(status.st_mtim)
        changed = Instant(status.st_ctim)
        isSettled = abs(now - status.st_ctim.tv_sec) > 1
    }

    /// The version of the file at a path; `nil` for a missing file.
    public init?(of path: String, now: Int = time(nil)) {
        guard let status = try? Stat(path) else { return nil }
        self.init(status, now: now)
    }

    /// Two looks at the same version are equal, whenever they were.
    public static func == (one: FileVersion, other: FileVersion) -> Bool {
        (one.device, one.inode, one.size) == (other.device, other.inode, other.size)
            && one.written == other.written && one.changed == other.changed
    }
}
