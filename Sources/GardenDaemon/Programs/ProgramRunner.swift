import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// Runs programs of the user outside of the daemon's sandbox, each with a ``ProgramSupervisor``. Nothing here waits.
final class ProgramRunner {
    /// Called when the last program has ended.
    var onIdle: () -> Void = {}

    private let launcher: any SupervisorLauncher
    private let loop: EventLoop
    private let log: Logger
    /// In the order in which they began.
    private var runs: [ProgramRun] = []
    private var lastQuery = 0
    private var isStopped = false
    /// What limits the changes of each program, by name.
    private var allowances: [String: ChangeAllowance] = [:]
    private static let mostAllowances = 1024
    /// How many runs may have left something; above that, what the oldest has left is ended.
    private static let mostLeaving = 64

    init(_ launcher: any SupervisorLauncher, on loop: EventLoop, log: Logger) {
        self.launcher = launcher
        self.loop = loop
        self.log = log
    }

    /// How programs are run, for people.
    var description: String { launcher.description }

    /// Whether no program runs, and nothing of one is left.
    var isIdle: Bool { runs.isEmpty }

    /// How many processes programs have left behind, as far as is known.
    var leftCount: Int { runs.reduce(0) { $0 + $1.leftCount } }

    /// The programs that have left processes behind.
    var leavingNames: [String] { runs.filter { $0.leftCount > 0 }.map(\.program.name) }

    /// Starts a program, and calls `onEnd` once with what went wrong, or `nil`: when the program itself has ended, or when all of it
    /// was stopped because its time was over. It may be called at once. What the program has started may run on.
    func run(_ program: UserProgram, onEnd: @escaping (_ problem: String?) -> Void) {
        guard !isStopped || program.outlivesDaemon else { return onEnd(nil) }
        do throws(SystemError) {
            let (control, farEnd) = try MessageSocket.pair()
            let run = try ProgramRun(
                program, logsOutput: !launcher.logsOutput, control: control, on: loop, log: log, onEnd: onEnd)
            runs.append(run)
            let launch = SupervisorLaunch(run.supervised, control: farEnd) { [weak run] in run?.supervisorEnded($0) }
            run.onLeaving = { [weak self] in self?.limitLeaving() }
            run.onHangUp = { [weak self] in self?.launcher.expectEnd(of: launch) }
            run.onGone = { [weak self, unowned run] in self?.remove(run) }
            launcher.launch(launch)
        } catch {
            onEnd(ProgramProblem.cannotStart(error))
        }
    }

    private func remove(_ run: ProgramRun) {
        runs.removeAll { $0 === run }
        if isIdle { onIdle() }
    }

    private func limitLeaving() {
        let leaving = runs.filter(\.isLeaving)
        guard leaving.count > Self.mostLeaving, let oldest = leaving.first else { return }
        log.warning(
            "more than \(Self.mostLeaving) runs have left programs; those of \(oldest.program.name), the oldest, are ended"
        )
        oldest.stop()
    }

    /// Asks all programs to end, and everything that they have started; 2 s later, they are killed.
    func stopAll() {
        isStopped = true
        for run in runs where !run.program.outlivesDaemon { run.stop() }
    }

    /// Has what is left be counted, for the next time that ``leftCount`` is asked for.
    func count() { for run in runs where run.isLeaving { run.count() } }

    // MARK: The program of a client

    /// How long a supervisor may take to say whether a process is one of its program.
    private static let answerMicroseconds: UInt64 = 1_000_000

    /// Finds out whether a process belongs to a program with an author. What has gone already is taken for one of the program that
    /// began last: a program that only sends a request is gone at once, and a person's request comes rarely in the very moment.
    ///
    /// - Parameter answer: called with the client; at once if no such program runs.
    func findIdentity(of process: pid_t, _ answer: @escaping (ClientIdentity) -> Void) {
        let asked = runs.filter { $0.program.author != nil }
        guard !asked.isEmpty else { return answer(ClientIdentity()) }
        lastQuery = (lastQuery + 1) % Int(Int32.max)
        let search = OwnerSearch(among: asked.reversed().map(\.program)) { [weak self] program in
            guard let self, let program, let author = program.author else { return answer(ClientIdentity()) }
            answer(ClientIdentity(known: author, self.allowance(of: program)))
        }
        search.timer = try? loop.timer(on: .monotonic) { search.giveUp() }
        search.timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + Self.answerMicroseconds)
        for (index, run) in asked.reversed().enumerated() {
            run.find(process, query: lastQuery) { descent in search.note(descent, ofProgram: index) }
        }
    }

    private func allowance(of program: UserProgram) -> ChangeAllowance {
        if let allowance = allowances[program.name] { return allowance }
        let allowance = ChangeAllowance(of: "the \(program.kind) \(program.name)")
        if allowances.count >= Self.mostAllowances { allowances = [:] }
        allowances[program.name] = allowance
        return allowance
    }

    /// How many changes of a program were refused because it makes too many.
    func refusedChanges(of name: String) -> Int { allowances[name]?.refusedCount ?? 0 }
}

/// The search for the program that a process belongs to.
private final class OwnerSearch {
    var timer: TimerSource?
    private let programs: [UserProgram]
    /// The programs that the process may belong to, as far as is known: those that have not answered, and those for which it has
    /// gone already.
    private var possible: Set<Int>
    private var unanswered: Int
    private var answer: ((UserProgram?) -> Void)?

    /// - Parameter programs: the one that began last first.
    init(among programs: [UserProgram], _ answer: @escaping (UserProgram?) -> Void) {
        self.programs = programs
        possible = Set(programs.indices)
        unanswered = programs.count
        self.answer = answer
    }

    func note(_ descent: Descent, ofProgram index: Int) {
        unanswered -= 1
        switch descent {
        case .descendant: return end(programs[index])
        case .unrelated: possible.remove(index)
        case .gone: break
        }
        if unanswered == 0 { giveUp() }
    }

    /// A supervisor that does not answer was stopped, perhaps by its own program.
    func giveUp() { end(possible.min().map { programs[$0] }) }

    private func end(_ program: UserProgram?) {
        timer = nil
        let answer = answer
        self.answer = nil
        answer?(program)
    }
}

/// A run of a program, and what it has left.
private final class ProgramRun {
    let program: UserProgram
    private let logsOutput: Bool
    private let output: OutputPipe?
    private let log: Logger
    private let control: MessageSocket
    private var source: IOSource?
    private var onEnd: ((String?) -> Void)?
    /// What is said when the supervisor has ended.
    private var outcome: String??
    private var loggedBytes = 0
    private var queries: [Int: (Descent) -> Void] = [:]
    private(set) var leftCount = 0
    /// Called when the program has ended and something of it is left.
    var onLeaving: () -> Void = {}
    /// Called when the supervisor's end of the socket is closed.
    var onHangUp: () -> Void = {}
    /// Called when nothing is left.
    var onGone: () -> Void = {}
    /// How much of a program's output is logged.
    private static let mostOutputBytes = 4096

    init(
        _ program: UserProgram, logsOutput: Bool, control: MessageSocket, on loop: EventLoop, log: Logger,
        onEnd: @escaping (String?) -> Void
    ) throws(SystemError) {
        self.program = program
        self.control = control
        self.log = log
        self.onEnd = onEnd
        self.logsOutput = logsOutput && program.output == nil
        output = self.logsOutput ? try OutputPipe(limitBytes: Self.mostOutputBytes, on: loop) : program.output
        source = try loop.io(control.descriptor, .readable) { [unowned self] _ in self.takeReports() }
    }

    /// Whether the program itself has ended.
    var isLeaving: Bool { onEnd == nil }

    /// The program with what keeps its output.
    var supervised: UserProgram {
        var program = program
        program.output = output
        return program
    }

    // MARK: Reports

    private func takeReports() {
        while true {
            switch control.receive() {
            case .message(let text): if let report = SupervisorReport(text) { take(report) }
            case .nothing: return
            case .ended:
                source = nil
                answerQueries()
                onHangUp()
                return
            }
        }
    }

    private func take(_ report: SupervisorReport) {
        switch report {
        case .notStarted(let code):
            outcome =
                code == ENOEXEC || code == ENOENT
                ? ProgramProblem.notExecutable
                : ProgramProblem.cannotStart(SystemError(code: code, call: "posix_spawn \(program.arguments[0])"))
        case .timedOut: outcome = ProgramProblem.timedOut(program)
        case .ended(let exit, let leaves):
            outcome = .some(problem(exit))
            guard leaves else { return }
            leftCount = 1
            end()
            count()
            onLeaving()
        case .left(let count): leftCount = count
        case .found(let query, let descent): queries.removeValue(forKey: query)?(descent)
        }
    }

    private func problem(_ exit: ChildExit) -> String? {
        switch exit {
        case .exited(0): nil
        case .exited(let code): ProgramProblem.exited(code)
        // It was asked to end.
        case .killed(SIGTERM), .killed(SIGHUP), .killed(SIGINT), .killed(SIGPIPE): nil
        case .killed(let signal): ProgramProblem.killed(signal)
        }
    }

    private func end() {
        guard let onEnd else { return }
        self.onEnd = nil
        logOutput()
        onEnd(outcome ?? ProgramProblem.lost)
    }

    /// The supervisor is gone, and with it all that the program has started.
    ///
    /// - Parameter problem: what went wrong with the supervisor itself.
    func supervisorEnded(_ problem: String?) {
        if source != nil { takeReports() }
        source = nil
        answerQueries()
        if outcome == nil, let problem { outcome = problem }
        leftCount = 0
        if isLeaving { logOutput() } else { end() }
        onGone()
    }

    private func logOutput() {
        guard logsOutput, let output else { return }
        output.drain()
        let text = String(decoding: output.bytes[loggedBytes...], as: UTF8.self)
        loggedBytes = output.bytes.count
        for line in text.split(separator: "\n") {
            log.info("\(program.name): \(String(line).printable(limit: 300, keepsLines: false))")
        }
        if isLeaving, output.omittedBytes > 0 { log.info("\(program.name): … \(output.omittedBytes) bytes more") }
    }

    // MARK: Requests

    func stop() { control.send(SupervisorRequest.stop.text) }

    func count() { control.send(SupervisorRequest.count.text) }

    func find(_ process: pid_t, query: Int, _ answer: @escaping (Descent) -> Void) {
        guard source != nil else { return answer(.unrelated) }
        queries[query] = answer
        control.send(SupervisorRequest.find(query: query, process: process).text)
    }

    private func answerQueries() {
        let waiting = queries.values
        queries = [:]
        for answer in waiting { answer(.unrelated) }
    }
}
