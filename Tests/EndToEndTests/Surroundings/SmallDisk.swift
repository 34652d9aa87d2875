import Glibc

/// A folder on a small disk of its own, until the object is released. Needs root.
final class SmallDisk {
    let path: String
    private var ballast: String { "\(path)/ballast" }

    init(at path: String, kibibytes: Int = 2048) throws {
        self.path = path
        try Self.succeed(["/usr/bin/mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k,mode=0700", "garden", path])
    }

    deinit { _ = try? run(["/usr/bin/umount", path]) }

    /// Writes until nothing more fits.
    ///
    /// - Parameter freeBytes: how many are left all the same, in whole pages.
    func fill(leaving freeBytes: Int = 0) throws {
        let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 1, count: 4096)
        while Glibc.write(descriptor, bytes, bytes.count) > 0 {}
        let size = lseek(descriptor, 0, SEEK_END)
        guard ftruncate(descriptor, size - off_t(freeBytes)) == 0 else {
            throw TestFailure(call: "ftruncate \(ballast)")
        }
    }

    func makeRoom() { unlink(ballast) }

    /// Makes it read-only, for root too, or writable again.
    func remount(readOnly: Bool) throws {
        try Self.succeed(["/usr/bin/mount", "-o", "remount,\(readOnly ? "ro" : "rw")", path])
    }

    private static func succeed(_ arguments: [String]) throws {
        let outcome = try run(arguments)
        guard outcome.end == .exited(0) else { throw TestFailure("\(arguments): \(outcome.errors)") }
    }
}
