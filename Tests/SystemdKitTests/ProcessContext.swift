import Glibc
import SystemdKit

/// A folder of a test's own, removed with all in it when the object is released.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/systemdkit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(code: errno, call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = try? spawn(["/bin/rm", "-rf", path]).wait() }
}

/// Two connected Unix sockets, closed when the object is released.
final class SocketPair {
    let left: Int32
    let right: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(code: errno, call: "socketpair") }
        left = ends[0]
        right = ends[1]
    }

    deinit {
        close(left)
        close(right)
    }
}

/// A Unix socket bound to `path`: `SOCK_DGRAM`, or `SOCK_STREAM` and then listening.
nonisolated func boundSocket(_ kind: __socket_type, path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(code: errno, call: "socket") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard bound == 0 else { throw SystemError(code: errno, call: "bind") }
    if kind == SOCK_STREAM, listen(descriptor, 8) != 0 { throw SystemError(code: errno, call: "listen") }
    return descriptor
}

/// The bytes available from `descriptor`: one datagram, or the content of a stream.
nonisolated func received(from descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}

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
