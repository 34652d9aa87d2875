import Glibc
import SystemdKit

/// A process that was started by ``spawn(_:output:passing:)``.
nonisolated struct Child {
    let pid: pid_t

    /// Waits for its end and answers the status as waitpid(2) gives it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status
    }
}

/// Starts a program with no signal blocked, its standard output at `output` if given, and its standard error discarded: one
/// that outlived its test would otherwise keep open what the test runner reads from. The passed descriptors are its 3, 4….
nonisolated func spawn(_ arguments: [String], output: Int32? = nil, passing descriptors: [Int32] = []) throws -> Child {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    // Moves them above all targets first, so that none overwrites another.
    let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for copy in copies { close(copy) } }
    for (index, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, 3 + Int32(index)) }
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, environ)
    guard result == 0 else { throw SystemError(code: result, call: "posix_spawn") }
    return Child(pid: pid)
}
