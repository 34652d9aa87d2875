import GardenAPI
import Glibc
import TimeKit

/// The sign of life that a watchdog ping leaves: the time stamp of a file (RULES P9). It costs no wake-up of its own.
struct Heartbeat {
    let path: String

    /// When the last one was left; `nil` when there is none.
    var last: Instant? {
        var status = stat()
        // A time stamp that no run of this daemon can have left is none.
        guard stat(path, &status) == 0, (0..<1 << 40).contains(status.st_mtim.tv_sec) else { return nil }
        return Instant(milliseconds: status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1_000_000)
    }

    /// A mark that cannot be left is only a less exact one after a power cut.
    func leave() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }
}
