import CSystemd
import Glibc

/// Starts other programs, without a shell.
public enum Spawn {
    /// Starts `arguments[0]` with an empty standard input and no signal blocked; it inherits our output.
    ///
    /// - Parameter errors: its standard error; `nil` for ours.
    /// - Returns: the process; pass it to ``EventLoop/child(_:handler:)`` at once.
    static func start(_ arguments: [String], errors: Int32? = nil) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        // The loop blocks its signals, and a child would inherit that.
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in argv { free(pointer) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, environ)
        guard result == 0 else { throw SystemError(code: result, call: "posix_spawn \(arguments[0])") }
        return pid
    }
}
