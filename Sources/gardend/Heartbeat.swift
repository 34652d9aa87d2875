import GardenAPI
import Glibc
import TimeKit

/// The sign of life at each watchdog ping: the time stamp of a file (RULES P9). It costs no extra wake-up.
struct Heartbeat {
    let path: String

    /// The time of the last heartbeat; `nil` if there is none.
    var last: Instant? {
        var status = stat()
        // Ignores a time stamp that no run of this daemon can have left.
        guard stat(path, &status) == 0, (0..<1 << 40).contains(status.st_mtim.tv_sec) else { return nil }
        return Instant(milliseconds: status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1_000_000)
    }

    /// A missing heartbeat only makes the time of a power cut less exact.
    func leave() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }
}
