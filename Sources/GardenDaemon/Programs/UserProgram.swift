import SystemdKit

/// A program of the user to run, without a shell: a hook, or a command of the settings.
struct UserProgram {
    /// What kind of program it is, for the service manager: `hook`.
    var kind: String
    /// What it is, for the service manager and the system's journal: `focus.completed.d/10-sound`.
    var name: String
    /// Its absolute path, and its arguments.
    var arguments: [String]
    /// Variables in addition to the user's environment.
    var variables: [String: String] = [:]
    /// What it reads on standard input.
    var input: [UInt8] = []
    /// After this long, it is stopped with everything that it has started.
    var timeoutSeconds: Int
    /// What keeps its output; `nil` for the system's journal, or for our own log.
    var output: OutputPipe?
    /// Whether it may run on when the daemon's service is stopped.
    var outlivesDaemon = false
}

/// Runs programs of the user outside of the daemon's sandbox. Nothing here waits.
protocol ProgramRunner: AnyObject {
    /// How programs are run, for people.
    var description: String { get }

    /// Whether no program runs.
    var isIdle: Bool { get }

    /// Called when the last program has ended.
    var onIdle: () -> Void { get set }

    /// Starts a program, and calls `onEnd` once: when its last process has ended, with what went wrong, or `nil`. It may be
    /// called at once. No program with that name may be running.
    func run(_ program: UserProgram, onEnd: @escaping (_ problem: String?) -> Void)

    /// Asks all programs to end, and everything that they have started; 2 s later, they are killed.
    func stopAll()
}
