import GardenAPI
import Glibc
import SystemPackage
import TimeKit

/// The sign of life at each watchdog ping: the time stamp of a file (RULES P9). It costs no extra wake-up.
struct Heartbeat {
    let path: String

    /// The time of the last heartbeat; `nil` if there is none.
    var last: Instant? {
        // Ignores a time stamp that no run of this daemon can have left.
        guard let time = (try? Stat(path))?.st_mtim, (0..<1 << 40).contains(time.tv_sec) else { return nil }
        return Instant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// A missing heartbeat only makes the time of a power cut less exact.
    func write() {
        let file = try? FileDescriptor.open(
            path, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard let file else { return }
        futimens(file.rawValue, nil)
        try? file.close()
    }
}
