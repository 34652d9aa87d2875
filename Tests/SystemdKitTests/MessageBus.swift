import Glibc
import SystemdKit
import TestSupport

/// A real message bus of a test's own, killed when the object is released.
final class MessageBus {
    /// Whether the machine has the program.
    nonisolated static let isInstalled = access(program, X_OK) == 0
    private nonisolated static let program = "/usr/bin/dbus-daemon"

    private let child: Child

    /// Starts a bus that listens at `path`, and waits until it does.
    init(path: String) throws {
        let (reader, writer) = newPipe()
        defer { close(reader) }
        let escaped = path.split(separator: " ").joined(separator: "%20")
        let command = [
            Self.program, "--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:path=\(escaped)",
        ]
        child = try spawn(command, output: writer)
        close(writer)
        var byte: UInt8 = 0
        guard read(reader, &byte, 1) == 1 else { throw SystemError(code: EPIPE, call: Self.program) }
    }

    deinit {
        kill(child.pid, SIGKILL)
        child.wait()
    }
}
