import Glibc

/// Runs other programs and waits for them.
struct Program {
    /// Where the standard output of a program goes.
    enum Destination {
        case sameAsOurs
        case standardError
        /// A new file, which must not exist.
        case newFile(String)
    }

    /// A path; or a name, looked for in `$PATH`.
    let executable: String
    let environment: [String: String]

    /// `gardend` beside gardenctl, else the one in `$PATH`.
    static func gardend(in surroundings: Surroundings) -> Program {
        let neighbor = surroundings.ownFolder.map { "\($0)/gardend" }
        let executable = neighbor.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "gardend"
        return Program(executable: executable, environment: surroundings.environment)
    }

    /// - Returns: its exit status, or 128 and the number of the signal that ended it, as a shell tells it.
    func run(_ arguments: [String], output: Destination = .sameAsOurs) throws(Failure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        switch output {
        case .sameAsOurs: break
        case .standardError: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        case .newFile(let path):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        }

        // gardenctl ignores SIGPIPE; the programs it runs are not to inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let number = posix_spawnp(&process, executable, &actions, &attributes, words, variables)
        guard number == 0 else { throw .system("\(printable(executable)) cannot be run: \(systemError(number))") }
        return try Self.wait(for: process)
    }

    private static func wait(for process: pid_t) throws(Failure) -> Int32 {
        var status: Int32 = 0
        guard retryingInterrupted({ waitpid(process, &status, 0) }) == process else {
            throw .system("the end of process \(process) was missed: \(systemError(errno))")
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
