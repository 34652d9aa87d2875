import Foundation

/// A folder of a test's own, removed with all in it when the object is released.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// - Parameter parent: `/dev/shm` if a test syncs so often that a disk would slow it down.
    public init(in parent: String = "/tmp") throws {
        // Short, because the path of a socket has at most 107 bytes.
        path = "\(parent)/garden-\(UInt64.random(in: 0...(.max)))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
