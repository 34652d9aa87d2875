import Glibc
import Logging
import SystemdKit

/// Runs programs as children, for a daemon that is not a unit of a service manager and has no sandbox. Each has a process
/// group of its own. What leaves the group becomes our child when its parent ends, so that it is found and stopped, too;
/// but it outlives a daemon that is killed.
final class ChildProgramRunner: ProgramRunner {
    var onIdle: () -> Void = {}

    private let loop: EventLoop
    private let folder: String?
    private let log: Logger
    private var runs: [Int: ChildRun] = [:]
    private var lastRun = 0
    /// Looks again at children that may belong to a run.
    private var lookAgain: TimerSource?
    private var looks = 0
    /// Children without any environment, which belong to no run that can be known.
    private var unknown: Set<pid_t> = []
    /// How often, and after what time each.
    private static let (mostLooks, lookMicroseconds) = (50, 2000 as UInt64)
    /// How much of a program's output is logged.
    private static let mostOutputBytes = 4096

    /// - Parameter folder: the working directory of the programs; `nil` for ours.
    init(on loop: EventLoop, folder: String?, log: Logger) {
        self.loop = loop
        self.folder = folder
        self.log = log
    }

    var description: String { "run as children of gardend" }

    var isIdle: Bool { runs.isEmpty }

    func run(_ program: UserProgram, onEnd: @escaping (String?) -> Void) {
        ChildProcess.adoptOrphans()
        lastRun += 1
        let number = lastRun
        // By this variable, a process that has left the group is found again.
        let mark = "\(getpid()).\(number)"
        var variables = program.variables
        variables[ChildRun.markVariable] = mark
        variables["PATH"] = SearchPath.withOwnFolder(getenv("PATH").map { String(cString: $0) })
        do throws(SystemError) {
            let output =
                if let pipe = program.output { pipe } else {
                    try OutputPipe(limitBytes: Self.mostOutputBytes, on: loop)
                }
            let run = try ChildRun(
                program, mark: mark, on: loop, timeoutSeconds: program.timeoutSeconds,
                start: ChildProgram(
                    program.arguments, variables: variables, folder: folder,
                    input: try MemoryFile("gardend input", sealing: program.input), output: output.writer,
                    hasOwnGroup: true),
                onChildEnd: { [weak self] in self?.adopt() },
                onEnd: { [weak self] problem in
                    self?.runs[number] = nil
                    output.drain()
                    if program.output == nil { self?.logOutput(output, of: program) }
                    onEnd(problem)
                    if let self, self.isIdle { self.onIdle() }
                })
            runs[number] = run
        } catch {
            onEnd(
                error.code == ENOEXEC || error.code == ENOENT
                    ? ProgramProblem.notExecutable : "cannot be started: \(error)")
        }
    }

    private func logOutput(_ output: OutputPipe, of program: UserProgram) {
        let rest = output.omittedBytes > 0 ? " … \(output.omittedBytes) bytes more" : ""
        let text = String(decoding: output.bytes, as: UTF8.self)
        for line in text.split(separator: "\n") {
            log.info("\(program.name): \(String(line).printable(limit: 300, keepsLines: false))")
        }
        if !rest.isEmpty { log.info("\(program.name):\(rest)") }
    }

    func stopAll() { for run in runs.values where !run.outlivesDaemon { run.stop() } }

    /// A child has ended, and its own children may have become ours.
    private func adopt() {
        var unclear: Set<pid_t> = []
        for child in Descendants.children(of: getpid()) where !loop.childIds.contains(child) {
            // Read once: the next time, it can have another one.
            let environment = Descendants.environment(of: child)
            if let run = runs.values.first(where: { $0.owns(child, environment) }) {
                run.adopt(child)
            } else if waitpid(child, nil, WNOHANG) == 0, environment.isEmpty {
                unclear.insert(child)
            }
        }
        unknown.formIntersection(unclear)
        // While a process is replaced by another program, its environment is empty. Until it is known which run it belongs
        // to, none ends.
        if !unclear.subtracting(unknown).isEmpty, looks < Self.mostLooks {
            looks += 1
            if lookAgain == nil { lookAgain = try? loop.timer(on: .monotonic) { [weak self] in self?.adopt() } }
            lookAgain?.arm(atMicroseconds: Clocks.monotonicMicroseconds + Self.lookMicroseconds)
            if lookAgain != nil { return }
        }
        unknown = unclear
        (lookAgain, looks) = (nil, 0)
        for run in Array(runs.values) { run.settle() }
    }
}

/// A program that runs as a child, and everything that it has started.
private final class ChildRun {
    static let markVariable = "GARDEN_RUN"

    var outlivesDaemon: Bool { program.outlivesDaemon }

    private let program: UserProgram
    private let mark: String
    private let loop: EventLoop
    private let onChildEnd: () -> Void
    private let onEnd: (String?) -> Void
    private var group: pid_t = 0
    private var exit: ChildExit?
    private var children: [pid_t: EventSource] = [:]
    private var main: ChildProcess?
    private var timer: TimerSource?
    private var isTimedOut = false
    private var isStopping = false
    private var isKilled = false
    private var isEnded = false

    init(
        _ program: UserProgram, mark: String, on loop: EventLoop, timeoutSeconds: Int, start: ChildProgram,
        onChildEnd: @escaping () -> Void, onEnd: @escaping (String?) -> Void
    ) throws(SystemError) {
        self.program = program
        self.mark = mark
        self.loop = loop
        self.onChildEnd = onChildEnd
        self.onEnd = onEnd
        timer = try loop.timer(on: .monotonic) { [weak self] in self?.limitReached() }
        main = try loop.spawn(start) { [weak self] exit in
            self?.exit = exit
            self?.onChildEnd()
        }
        group = main?.pid ?? 0
        arm(seconds: timeoutSeconds)
    }

    private func arm(seconds: Int) {
        timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + UInt64(seconds) * 1_000_000)
    }

    /// Whether a process with that environment was started by this program, directly or not.
    func owns(_ pid: pid_t, _ environment: [String]) -> Bool {
        getpgid(pid) == group || environment.contains("\(Self.markVariable)=\(mark)")
    }

    /// Watches a process that has become our child.
    func adopt(_ pid: pid_t) {
        let source = try? loop.child(pid) { [weak self] _ in
            self?.children[pid] = nil
            self?.onChildEnd()
        }
        children[pid] = source
        if isKilled { signal(SIGKILL) } else if isStopping { signal(SIGTERM) }
    }

    /// Ends the run if nothing of it is left.
    func settle() {
        guard let exit, children.isEmpty, !isEnded else { return }
        isEnded = true
        timer = nil
        switch exit {
        case _ where isTimedOut: onEnd(ProgramProblem.timedOut(program))
        case .exited(0): onEnd(nil)
        case .exited(let code): onEnd(ProgramProblem.exited(code))
        case .killed(SIGTERM), .killed(SIGHUP), .killed(SIGINT), .killed(SIGPIPE): onEnd(nil)
        case .killed(let signal): onEnd(ProgramProblem.killed(signal))
        }
    }

    /// Asks everything to end, and kills it 2 s later.
    func stop() {
        guard !isStopping else { return }
        isStopping = true
        signal(SIGTERM)
        arm(seconds: TransientService.stopSeconds)
    }

    private func limitReached() {
        guard isStopping else {
            isTimedOut = true
            return stop()
        }
        isKilled = true
        signal(SIGKILL)
        // What was started meanwhile.
        arm(seconds: 1)
    }

    private func signal(_ number: Int32) {
        let roots = Array(children.keys) + (exit == nil ? [group] : [])
        for process in roots.flatMap(Descendants.tree) { kill(process, number) }
    }
}
