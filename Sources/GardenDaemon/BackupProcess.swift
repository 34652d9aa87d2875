import GardenAPI
import GardenCore
import SystemdKit

/// A running backup. It has a process of its own so that the loop is not held up. Releasing the object ends the process;
/// the next attempt removes what it leaves.
final class BackupProcess {
    private static let mostErrorBytes = 4096

    private var process: ChildProcess?

    /// - Parameter onEnd: called with the outcome.
    init(
        _ command: [String], on loop: EventLoop, onEnd: @escaping (Result<Void, StoreError>) -> Void
    ) throws(SystemError) {
        let errors = try MemoryFile("gardend backup errors")
        process = try loop.spawn(ChildProgram(command, errors: errors)) { exit in
            let text = errors.lastText(limitBytes: Self.mostErrorBytes)
            switch exit {
            case .exited(0): onEnd(.success(()))
            case .exited(let code):
                onEnd(.failure(StoreError(Self.reason(text) ?? "its process exited with status \(code)")))
            case .killed(let signal):
                let reason = Self.reason(text).map { ": \($0)" } ?? ""
                onEnd(.failure(StoreError("its process was killed by signal \(signal)\(reason)")))
            }
        }
    }

    /// The last line of the process, without the name of the program before it.
    private static func reason(_ text: String) -> String? {
        guard let line = text.split(separator: "\n").last else { return nil }
        let prefix = "gardend: "
        return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
    }
}
