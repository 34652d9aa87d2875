import CSystemd
import Glibc

/// How a child process ended: waitid(2).
public enum ChildExit: Equatable, Sendable {
    /// It exited by itself with this status, 0…255.
    case exited(code: Int32)
    /// This signal ended it.
    case killed(signal: Int32)

    init(_ info: UnsafePointer<siginfo_t>) {
        let status = csystemd_child_status(info)
        self = csystemd_child_exited(info) != 0 ? .exited(code: status) : .killed(signal: status)
    }
}
