import SystemdKit

/// Runs programs as transient units of the user's service manager: each has a cgroup of its own, and nothing in it
/// outlives the daemon's unit.
final class UnitProgramRunner: ProgramRunner {
    var onIdle: () -> Void = {}

    private let services: TransientServices
    private let unit: String
    /// How many programs wait for the manager's environment.
    private var preparing = 0
    private var isStopped = false

    /// The kernel's and systemd's limit for a name is 255 bytes.
    private static let longestNameBytes = 200

    /// - Parameter unit: the daemon's own: `gardend.service`.
    init(bus: Bus, unit: String, on loop: EventLoop) {
        services = TransientServices(bus: bus, on: loop)
        self.unit = unit
    }

    var description: String { "run by systemd as units of their own, outside the sandbox" }

    var isIdle: Bool { services.isEmpty && preparing == 0 }

    func run(_ program: UserProgram, onEnd: @escaping (String?) -> Void) {
        // The person may have changed it since the daemon started.
        preparing += 1
        services.environment { [weak self] result in
            guard let self else { return }
            self.preparing -= 1
            switch result {
            case .failure(let error): self.end("cannot be started by the service manager: \(error)", onEnd)
            case .success where self.isStopped && !program.outlivesDaemon: self.end(nil, onEnd)
            case .success(let environment):
                let path = environment.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".count)
                var program = program
                program.variables["PATH"] = SearchPath.withOwnFolder(path.map(String.init))
                self.start(program, onEnd)
            }
        }
    }

    private func end(_ problem: String?, _ onEnd: (String?) -> Void) {
        onEnd(problem)
        if isIdle { onIdle() }
    }

    private func start(_ program: UserProgram, _ onEnd: @escaping (String?) -> Void) {
        do throws(SystemError) {
            let service = TransientService(
                name: unitName(program), description: "Pocket Garden: \(program.name)",
                arguments: program.arguments, variables: program.variables, identifier: program.name,
                input: try MemoryFile("gardend input", sealing: program.input), output: program.output?.writer,
                runtimeSeconds: program.timeoutSeconds, owner: program.outlivesDaemon ? nil : unit)
            try services.start(service) { [weak self] end in self?.end(end.problem(of: program), onEnd) }
        } catch {
            end("cannot be started: \(error)", onEnd)
        }
    }

    func stopAll() {
        isStopped = true
        services.stopOwned()
    }

    /// A name derived from the program's, so that no two units run the same one: also not after a kill of the daemon.
    private func unitName(_ program: UserProgram) -> String {
        let name = program.name
        let prefix = unit.hasSuffix(".service") ? String(unit.dropLast(".service".count)) : unit
        // Without the backslashes of systemd-escape(1), which D-Bus and libsystemd read differently in a match rule.
        let escaped = name.utf8.map { byte -> String in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".": String(Unicode.Scalar(byte))
            case "/": ":"
            default: (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
            }
        }.joined()
        guard escaped.utf8.count > Self.longestNameBytes else { return "\(prefix)-\(program.kind)-\(escaped).service" }
        // FNV-1a, so that the long names of two files differ, also after a restart.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return
            "\(prefix)-\(program.kind)-\(escaped.prefix(Self.longestNameBytes - 17))-\(String(hash, radix: 16)).service"
    }
}

extension TransientService.End {
    /// What went wrong; `nil` if nothing did.
    fileprivate func problem(of program: UserProgram) -> String? {
        switch self {
        case .succeeded: nil
        case .exited(code: 203): ProgramProblem.notExecutable
        case .exited(let code): ProgramProblem.exited(code)
        case .killed(let signal): ProgramProblem.killed(signal)
        case .timedOut: ProgramProblem.timedOut(program)
        case .failed(let result): "failed: \(result)"
        case .refused(let error): "cannot be started by the service manager: \(error)"
        case .lost: "ended, and the service manager did not report how"
        }
    }
}

/// What goes wrong with programs, in the words that all runners use.
enum ProgramProblem {
    static let notExecutable = "cannot be executed; check its first line, such as #!/bin/sh"
    static func exited(_ code: Int32) -> String { "exited with status \(code)" }
    static func killed(_ signal: Int32) -> String { "was killed by signal \(signal)" }
    static func timedOut(_ program: UserProgram) -> String {
        "did not end within \(program.timeoutSeconds) s, and was stopped"
    }
}
