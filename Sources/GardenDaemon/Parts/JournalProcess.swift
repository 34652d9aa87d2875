import GardenAPI
import GardenCore
import SystemdKit

/// A child process that reads the whole journal, so that the loop is not held up: a backup, which checks its copy, or a check.
/// Releasing the object ends the process; the next attempt removes what it leaves.
final class JournalProcess {
    private static let mostErrorBytes = 4096

    private var process: ChildProcess?

    /// - Parameters:
    ///   - input: its standard input; `nil` for an empty one.
    ///   - output: its standard output; `nil` for ours.
    ///   - onEnd: called with what it has found out, or with the reason why it failed.
    init(
        _ command: [String], on loop: EventLoop, input: MemoryFile? = nil, output: MemoryFile? = nil,
        onEnd: @escaping (Result<JournalCheck, StoreError>) -> Void
    ) throws(SystemError) {
        let errors = try MemoryFile("gardend child errors")
        let program = ChildProgram(
            command, input: input?.descriptor, output: output?.descriptor, errors: errors.descriptor)
        process = try loop.spawn(program) { exit in
            let reason = Self.reason(errors.lastText(limitBytes: Self.mostErrorBytes))
            switch exit {
            case .exited(0): onEnd(.success(.valid))
            case .exited(ExitStatus.wrongReadModels): onEnd(.success(.wrongReadModels))
            case .exited(ExitStatus.damagedData): onEnd(.success(.damaged(reason ?? "the journal is damaged")))
            case .exited(let code): onEnd(.failure(StoreError(reason ?? "its process exited with status \(code)")))
            case .killed(let signal):
                let words = reason.map { ": \($0)" } ?? ""
                onEnd(.failure(StoreError("its process was killed by signal \(signal)\(words)")))
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
