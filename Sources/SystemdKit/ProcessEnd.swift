import CSystemd
import Glibc

/// The end of a process that is not a child: pidfd_open(2).
public enum ProcessEnd {
    /// How long the kernel may take to end a process that was killed.
    private static let milliseconds: Int32 = 500

    /// Returns as soon as the process has ended and its files are closed, after half a second at most.
    public static func wait(for pid: pid_t) {
        let descriptor = csystemd_pidfd_open(pid)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, milliseconds)
    }
}
