import Glibc
import SystemdKit

/// Starts the supervisors of programs.
protocol SupervisorLauncher: AnyObject {
    /// How programs are run, for people.
    var description: String { get }

    /// Whether it keeps the output of a program without ``UserProgram/output``.
    var logsOutput: Bool { get }

    /// Starts the supervisor of a program.
    func launch(_ launch: SupervisorLaunch)

    /// A supervisor has closed its socket, so its end must be reported soon.
    func expectEnd(of launch: SupervisorLaunch)
}

/// The start of a supervisor.
final class SupervisorLaunch {
    let program: UserProgram
    /// The supervisor's end of the socket to the daemon; `nil` once it has it.
    var control: MessageSocket?
    /// The name of its unit.
    var unit: String?
    /// Called once when the supervisor has ended, with what went wrong with it, or `nil`; perhaps at once.
    let onEnd: (_ problem: String?) -> Void

    init(_ program: UserProgram, control: MessageSocket, onEnd: @escaping (String?) -> Void) {
        self.program = program
        self.control = control
        self.onEnd = onEnd
    }
}

/// Starts supervisors as children, for a daemon that is not a unit of a service manager and has no sandbox.
final class ChildLauncher: SupervisorLauncher {
    private let executable: String
    private let folder: String?
    private let loop: EventLoop
    private var children: [Int: ChildProcess] = [:]
    private var last = 0

    /// - Parameters:
    ///   - executable: the path of gardend.
    ///   - folder: the working directory of the programs; `nil` for ours.
    init(executable: String, folder: String?, on loop: EventLoop) {
        self.executable = executable
        self.folder = folder
        self.loop = loop
    }

    var description: String { "run as children of gardend" }

    var logsOutput: Bool { false }

    func launch(_ launch: SupervisorLaunch) {
        let program = launch.program
        var variables = program.variables
        variables["PATH"] = SearchPath.withOwnFolder(getenv("PATH").map { String(cString: $0) })
        last += 1
        let number = last
        do throws(SystemError) {
            let input = try MemoryFile("gardend input", sealing: program.input)
            let child = ChildProgram(
                [executable] + ProgramSupervisor.arguments(for: program), variables: variables, folder: folder,
                input: input.descriptor, output: program.output?.writer, errors: launch.control?.descriptor,
                hasOwnGroup: true)
            children[number] = try loop.spawn(child) { [weak self] exit in
                self?.children[number] = nil
                switch exit {
                case .exited(0): launch.onEnd(nil)
                case .exited(let code): launch.onEnd(ProgramProblem.exited(code))
                case .killed(let signal): launch.onEnd(ProgramProblem.killed(signal))
                }
            }
            withExtendedLifetime(input) {}
            launch.control = nil
        } catch {
            launch.onEnd(ProgramProblem.cannotStart(error))
        }
    }

    /// The kernel reports it.
    func expectEnd(of launch: SupervisorLaunch) {}
}

/// Starts supervisors as transient units of the user's service manager: each has a cgroup of its own, and nothing in it outlives
/// the daemon's unit.
final class UnitLauncher: SupervisorLauncher {
    private let executable: String
    private let services: TransientServices
    private let unit: String

    /// The kernel's and systemd's limit for a name is 255 bytes.
    private static let longestNameBytes = 200

    /// - Parameters:
    ///   - executable: the absolute path of gardend.
    ///   - unit: the daemon's own: `gardend.service`.
    init(executable: String, bus: Bus, unit: String, on loop: EventLoop) {
        self.executable = executable
        services = TransientServices(bus: bus, on: loop)
        self.unit = unit
    }

    var description: String { "run by systemd as units of their own, outside the sandbox" }

    var logsOutput: Bool { true }

    func launch(_ launch: SupervisorLaunch) {
        // The person may have changed it since the daemon started.
        services.environment { [weak self] result in
            switch result {
            case .failure(let error): launch.onEnd("cannot be started by the service manager: \(error)")
            case .success(let environment):
                let path = environment.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".count)
                self?.start(launch, path: SearchPath.withOwnFolder(path.map(String.init)))
            }
        }
    }

    private func start(_ launch: SupervisorLaunch, path: String) {
        let program = launch.program
        do throws(SystemError) {
            let name = unusedName(for: program)
            launch.unit = name
            let service = TransientService(
                name: name, description: "Pocket Garden: \(program.name)",
                arguments: [executable] + ProgramSupervisor.arguments(for: program),
                variables: program.variables.merging(["PATH": path]) { $1 },
                identifier: program.name, input: try MemoryFile("gardend input", sealing: program.input),
                output: program.output?.writer, errors: launch.control?.descriptor,
                owner: program.outlivesDaemon ? nil : unit)
            try services.start(service) { launch.onEnd($0.problem) }
            launch.control = nil
        } catch {
            launch.onEnd(ProgramProblem.cannotStart(error))
        }
    }

    func expectEnd(of launch: SupervisorLaunch) { if let unit = launch.unit { services.expectEnd(of: unit) } }

    /// A name derived from the program's, so that after a kill of the daemon no two units run the same program. While what an
    /// earlier run has left is in the unit of that name, another one.
    private func unusedName(for program: UserProgram) -> String {
        let stem = stem(for: program)
        var (name, number) = ("\(stem).service", 2)
        while services.contains(name) { (name, number) = ("\(stem):\(number).service", number + 1) }
        return name
    }

    private func stem(for program: UserProgram) -> String {
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
        guard escaped.utf8.count > Self.longestNameBytes else { return "\(prefix)-\(program.kind)-\(escaped)" }
        // FNV-1a, so that the long names of two files differ, also after a restart.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(prefix)-\(program.kind)-\(escaped.prefix(Self.longestNameBytes - 17))-\(String(hash, radix: 16))"
    }
}

extension TransientService.End {
    /// What went wrong with the supervisor; `nil` if nothing did.
    fileprivate var problem: String? {
        switch self {
        case .succeeded: nil
        case .exited(let code): ProgramProblem.exited(code)
        case .killed(let signal): ProgramProblem.killed(signal)
        case .failed(let result): "failed: \(result)"
        case .refused(let error): "cannot be started by the service manager: \(error)"
        case .lost: ProgramProblem.lost
        }
    }
}
