import Glibc
import SystemdKit

/// A real message bus of a test's own, killed when the object is released.
final class MessageBus {
    /// Whether the machine has the program.
    nonisolated static let isInstalled = access(program, X_OK) == 0
    private nonisolated static let program = "/usr/bin/dbus-daemon"

    private let child: Child

    /// Starts a bus that listens at `path`, and waits until it does.
    init(path: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError(code: errno, call: "pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let escaped = path.split(separator: " ").joined(separator: "%20")
        let command = [
            Self.program, "--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:path=\(escaped)",
        ]
        child = try spawn(command, output: ends[1])
        close(ends[1])
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else { throw SystemError(code: EPIPE, call: Self.program) }
    }

    deinit {
        kill(child.pid, SIGKILL)
        child.wait()
    }
}
