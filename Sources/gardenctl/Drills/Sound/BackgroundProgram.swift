import GardenAPI
import Glibc
import SystemPackage

/// A program that runs beside this one, without the terminal: it reads a given input, and what it prints is dropped.
final class BackgroundProgram {
    private let process: pid_t
    private var hasEnded = false

    /// - Parameters:
    ///   - words: the program, a path or a name to find in `$PATH`, and its arguments.
    ///   - input: its standard input, at most as long as a pipe holds (64 KiB).
    init(_ words: [String], input: [UInt8] = [], environment: EnvironmentVariables) throws(Errno) {
        let (reader, writer) = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? reader.close() }
        defer { try? writer.close() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reader.rawValue, STDIN_FILENO)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        // A group of its own: the terminal's interrupt is not for it, and what it starts ends with it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let number = posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
        guard number == 0 else { throw Errno(rawValue: number) }
        self.process = process
        _ = try? writer.writeAll(input)
    }

    /// Whether it still runs.
    var isRunning: Bool {
        if !hasEnded, waitpid(process, nil, WNOHANG) != 0 { hasEnded = true }
        return !hasEnded
    }

    /// Ends it, if it still runs.
    func end() {
        guard isRunning else { return }
        kill(-process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        hasEnded = true
    }

    /// The path of a program in `$PATH`; `nil` if there is none.
    static func find(_ name: String, in environment: EnvironmentVariables) -> String? {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
