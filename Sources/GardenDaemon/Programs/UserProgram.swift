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
    /// The author of the changes that it makes through the socket; `nil` if those are as a person's.
    var author: String?
}

/// What goes wrong with programs, in words.
enum ProgramProblem {
    static let notExecutable = "cannot be executed; check its first line, such as #!/bin/sh"
    static let lost = "ended, and nothing reported how"
    static func exited(_ code: Int32) -> String { "exited with status \(code)" }
    static func killed(_ signal: Int32) -> String { "was killed by signal \(signal)" }
    static func timedOut(_ program: UserProgram) -> String {
        "did not end within \(program.timeoutSeconds) s, and was stopped"
    }
    static func cannotStart(_ error: SystemError) -> String { "cannot be started: \(error)" }
}
