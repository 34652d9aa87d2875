import Glibc
import SystemdKit

/// The process between the daemon and a program of the user, one for each run: `gardend supervise-program`.
///
/// It is the subreaper of the program: whatever the program starts stays its descendant. So it can end all of it, count what is left
/// of it, and say whether a client of the daemon's socket belongs to it. The daemon itself cannot: in its sandbox, it does not see
/// other processes. Standard input and standard output are the program's; standard error is the socket to the daemon.
public final class ProgramSupervisor {
    /// The first argument of gardend in this process.
    public nonisolated static let command = "supervise-program"
    /// In place of the option: the program may run on when the daemon is gone.
    private static let lastingOption = "--outlives-daemon"
    /// How long the processes may take to end when they are asked to.
    private static let stopMicroseconds: UInt64 = 2_000_000
    /// After how long it looks for processes that were started while the others were killed; twice as long each time.
    private static let (firstLookMicroseconds, lastLookMicroseconds) = (10_000 as UInt64, 1_000_000 as UInt64)
    /// After how long it reports that something that was left has ended.
    private static let reportMicroseconds: UInt64 = 1_000_000

    /// The arguments of gardend for a program.
    static func arguments(for program: UserProgram) -> [String] {
        [command] + (program.outlivesDaemon ? [lastingOption] : []) + ["\(program.timeoutSeconds)"] + program.arguments
    }

    private let loop: EventLoop
    private let control = MessageSocket(owning: STDERR_FILENO)
    private let isLasting: Bool
    private let timeoutSeconds: UInt64
    private let program: [String]
    private var sources: [EventSource] = []
    private var timer: TimerSource?
    private var main: pid_t = 0
    private var mainExit: ChildExit?
    private var phase = Phase.running
    private var isTimedOut = false
    private var hasReported = false

    private enum Phase: Equatable {
        /// The program runs, or what it has left.
        case running
        /// Everything was asked to end.
        case ending
        /// Everything is killed.
        case killing(nextLookMicroseconds: UInt64)
    }

    /// Runs a program to the end of all that it has started.
    ///
    /// - Parameter arguments: those after ``command``.
    /// - Returns: whether it could.
    public nonisolated static func run(_ arguments: [String]) -> Bool {
        MainActor.assumeIsolated {
            do throws(SystemError) { return try ProgramSupervisor(arguments)?.run() != nil } catch { return false }
        }
    }

    private init?(_ arguments: [String]) throws(SystemError) {
        var arguments = arguments[...]
        isLasting = arguments.first == Self.lastingOption
        if isLasting { arguments.removeFirst() }
        guard let seconds = arguments.popFirst().flatMap(UInt64.init), !arguments.isEmpty else { return nil }
        (timeoutSeconds, program) = (seconds, Array(arguments))
        loop = try EventLoop()
    }

    private func run() throws(SystemError) {
        ChildProcess.adoptOrphans()
        timer = try loop.timer(on: .monotonic) { [unowned self] in self.timeIsUp() }
        sources = [
            try loop.signal(SIGCHLD) { [unowned self] in self.reap() },
            try loop.signal(SIGTERM) { [unowned self] in self.end() },
            try loop.io(control.descriptor, .readable) { [unowned self] _ in self.takeRequests() },
        ]
        // It may have been stopped before it began.
        takeRequests()
        guard phase == .running else {
            report(.ended(.killed(signal: SIGTERM), leaves: false))
            return
        }
        do throws(SystemError) {
            main = try ChildProgram(program, input: STDIN_FILENO, output: STDOUT_FILENO, hasOwnGroup: true).start()
        } catch {
            report(.notStarted(code: error.code))
            return
        }
        arm(timeoutSeconds * 1_000_000)
        _ = try loop.run()
    }

    private func arm(_ microseconds: UInt64) {
        timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + microseconds)
    }

    private func report(_ report: SupervisorReport) { control.send(report.text) }

    // MARK: Requests of the daemon

    private func takeRequests() {
        while true {
            switch control.receive() {
            case .message(let text): if let request = SupervisorRequest(text) { take(request) }
            case .nothing: return
            case .ended:
                sources.removeAll { $0 is IOSource }
                if !isLasting { end() }
                return
            }
        }
    }

    private func take(_ request: SupervisorRequest) {
        switch request {
        case .stop: end()
        case .count: report(.left(Descendants.all(of: getpid()).count))
        case .find(let query, let process):
            report(.found(query: query, Descendants.descent(of: process, from: getpid())))
        }
    }

    // MARK: The end of processes

    /// Children have ended: the program, or what was handed on to this process.
    private func reap() {
        var status: Int32 = 0
        var reaped: pid_t
        repeat {
            reaped = waitpid(-1, &status, WNOHANG)
            if reaped == main { mainExit = ChildExit(status: status) }
        } while reaped > 0
        let isEmpty = reaped < 0
        guard let mainExit else { return }
        // Of one that is being stopped, the end is that of the last process.
        if !hasReported, isEmpty || phase == .running {
            hasReported = true
            report(isTimedOut ? .timedOut : .ended(mainExit, leaves: !isEmpty))
        }
        if isEmpty { loop.exit(code: 0) } else if phase == .running { arm(Self.reportMicroseconds) }
    }

    private func timeIsUp() {
        switch phase {
        case .running where mainExit == nil:
            isTimedOut = true
            end()
        case .running: report(.left(Descendants.all(of: getpid()).count))
        case .ending: killAll(nextLookMicroseconds: Self.firstLookMicroseconds)
        case .killing(let microseconds): killAll(nextLookMicroseconds: microseconds)
        }
    }

    /// Asks everything to end, and kills it 2 s later.
    private func end() {
        guard phase == .running else { return }
        phase = .ending
        for process in Descendants.all(of: getpid()) { kill(process, SIGTERM) }
        arm(Self.stopMicroseconds)
    }

    /// A process that is stopped starts no other one, so everything is stopped before it is killed.
    private func killAll(nextLookMicroseconds: UInt64) {
        var stopped: Set<pid_t> = []
        while true {
            let new = Descendants.all(of: getpid()).filter { !stopped.contains($0) }
            guard !new.isEmpty, stopped.count < Self.mostStopped else { break }
            for process in new {
                kill(process, SIGSTOP)
                stopped.insert(process)
            }
        }
        for process in stopped { kill(process, SIGKILL) }
        phase = .killing(nextLookMicroseconds: min(nextLookMicroseconds * 2, Self.lastLookMicroseconds))
        arm(nextLookMicroseconds)
    }

    /// With more, they are killed before the others are looked for.
    private static let mostStopped = 10_000
}
