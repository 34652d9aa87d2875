import GardenAPI
import SystemdKit

/// A running backup. It has a process of its own so that the loop is not held up. Releasing the object ends the process;
/// the next attempt removes what it leaves.
final class BackupProcess {
    private var source: EventSource?

    /// - Parameter onEnd: called with the outcome.
    init(_ command: [String], on loop: EventLoop, onEnd: @escaping (HealthCheck) -> Void) throws(SystemError) {
        source = try loop.spawn(command) { exit in
            switch exit {
            case .exited(0): onEnd(HealthCheck("backup", .ok, "today's backup was made"))
            case .exited(let code): onEnd(Self.failed("its process exited with status \(code)"))
            case .killed(let signal): onEnd(Self.failed("its process was killed by signal \(signal)"))
            }
        }
    }

    private static func failed(_ how: String) -> HealthCheck {
        HealthCheck("backup", .failed, "today's backup was not made: \(how)", advice: "see the daemon's log")
    }
}
