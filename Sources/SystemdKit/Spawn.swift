import CSystemd
import Glibc

/// A program to start as a child process, without a shell: posix_spawn(3).
public struct ChildProgram {
    /// The path of the program, and its arguments.
    public var arguments: [String]
    /// Variables in addition to our own environment, or in place of them.
    public var variables: [String: String]
    /// Its working directory; `nil` for ours.
    public var folder: String?
    /// The descriptor of its standard input; `nil` for an empty one.
    public var input: Int32?
    /// The descriptor of its standard output and standard error; `nil` for ours.
    public var output: Int32?
    /// The descriptor of its standard error; `nil` for that of `output`.
    public var errors: Int32?
    /// Whether it leads a process group of its own, so that signals can reach its children, too.
    public var hasOwnGroup: Bool

    public init(
        _ arguments: [String], variables: [String: String] = [:], folder: String? = nil, input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil, hasOwnGroup: Bool = false
    ) {
        self.arguments = arguments
        self.variables = variables
        self.folder = folder
        self.input = input
        self.output = output
        self.errors = errors
        self.hasOwnGroup = hasOwnGroup
    }

    /// Starts it with no signal blocked or ignored, and with no descriptor but the standard three.
    ///
    /// - Returns: the process, for ``EventLoop/child(_:handler:)`` or waitpid(2).
    /// - Throws: `ENOENT`, `EACCES`, `ENOEXEC`, … when it cannot be executed.
    public func start() throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
        if let folder { csystemd_spawn_in_folder(&actions, folder) }
        // The kernel lets us go on before it closes our descriptors in the child (O_CLOEXEC). If we end or close one in that
        // moment, the child would still hold its lock, or its connection. Closed here, they are gone before we go on.
        csystemd_spawn_closing_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        // The loop blocks its signals, and a child would inherit that.
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(group))
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in argv { free(pointer) } }
        var environment = self.environment.map { strdup($0) } + [nil]
        defer { for pointer in environment { free(pointer) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &environment)
        guard result == 0 else { throw SystemError(code: result, call: "posix_spawn \(arguments[0])") }
        return pid
    }

    private var environment: [String] {
        var entries: [String] = []
        var entry = environ
        while let pointer = entry.pointee {
            entries.append(String(cString: pointer))
            entry += 1
        }
        let inherited = entries.filter { entry in
            entry.prefix { $0 != "=" }.isEmpty || variables[String(entry.prefix { $0 != "=" })] == nil
        }
        return inherited + variables.map { "\($0.key)=\($0.value)" }
    }
}
