import CSystemd
import Glibc

/// How a child process ended: waitid(2).
public enum ChildExit: Equatable, Sendable {
    /// It exited by itself with this status, 0…255.
    case exited(code: Int32)
    /// This signal ended it.
    case killed(signal: Int32)

    /// - Parameter status: of waitpid(2), for a process that has ended.
    public init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited(code: (status >> 8) & 0xff) : .killed(signal: signal)
    }

    init(_ info: UnsafePointer<siginfo_t>) {
        let status = csystemd_child_status(info)
        self = csystemd_child_exited(info) != 0 ? .exited(code: status) : .killed(signal: status)
    }
}

/// A running child process.
@MainActor
public final class ChildProcess {
    public let pid: pid_t
    private let source: EventSource

    init(pid: pid_t, source: EventSource) {
        self.pid = pid
        self.source = source
    }

    /// Kills the process if it has not ended, and forgets its handler. Releasing the object does the same.
    public func cancel() { source.cancel() }

    /// From now on, this process is killed when its parent ends, even by SIGKILL: PR_SET_PDEATHSIG of prctl(2). For a child of ours
    /// that only works for us. The parent must have started it from a thread that lasts as long as itself.
    ///
    /// - Parameter parent: its process.
    nonisolated public static func endWithParent(_ parent: pid_t) {
        _ = csystemd_end_with_parent()
        // It has ended before.
        if getppid() != parent { exit(EXIT_FAILURE) }
    }

    /// From now on, a descendant of ours becomes our child when its parent ends: PR_SET_CHILD_SUBREAPER of prctl(2).
    public static func adoptOrphans() { _ = csystemd_become_subreaper() }
}
