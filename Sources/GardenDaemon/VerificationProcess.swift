import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit

/// A verification of the journal by a child process, which gets the state in use on its standard input. Releasing the object ends it.
final class VerificationProcess {
    typealias Outcome = Result<(answer: Verification, check: JournalCheck), StoreError>
    /// Starts a program that reads the journal, with files for its standard input and output.
    typealias Start = (
        _ arguments: [String], _ input: MemoryFile, _ output: MemoryFile,
        _ onEnd: @escaping (Result<JournalCheck, StoreError>) -> Void
    ) throws(SystemError) -> JournalProcess

    private static let mostAnswerBytes = 64 << 10

    private let loop: EventLoop
    private let start: Start
    private let onEnd: (Outcome) -> Void
    private var snapshot: SnapshotRun
    private var process: JournalProcess?

    /// - Parameter onEnd: called once, later.
    init(
        of state: GardenState, on loop: EventLoop, start: @escaping Start, onEnd: @escaping (Outcome) -> Void
    ) {
        (self.loop, self.start, self.onEnd) = (loop, start, onEnd)
        snapshot = SnapshotRun(of: state)
        encodeNext()
    }

    /// Encodes the state in slices, because it can be large.
    private func encodeNext() {
        loop.defer { [weak self] in
            guard let self else { return }
            guard let record = snapshot.advance() else { return encodeNext() }
            begin(with: record)
        }
    }

    private func begin(with record: [UInt8]) {
        do throws(SystemError) {
            let input = try MemoryFile("gardend state", sealing: record)
            let output = try MemoryFile("gardend verification")
            process = try start(["check-journal", "--state", "\(snapshot.seq)"], input, output) { [onEnd] outcome in
                onEnd(outcome.flatMap { Self.outcome($0, output) })
            }
        } catch {
            onEnd(.failure(StoreError("its check cannot be started: \(error)")))
        }
    }

    private static func outcome(_ check: JournalCheck, _ output: MemoryFile) -> Outcome {
        let text = output.lastText(limitBytes: mostAnswerBytes)
        guard let json = try? JSON.parse(Array(text.utf8)), let answer = try? Verification(json: json) else {
            return .failure(StoreError("the answer of its check cannot be read"))
        }
        return .success((answer, check))
    }
}
