import GardenAPI
import Glibc
import SystemPackage
import TimeKit

/// The sign of life that a watchdog ping leaves: the time stamp of a file (RULES P9). It costs no wake-up of its own.
struct Heartbeat {
    let path: String

    /// When the last one was left; `nil` when there is none.
    var last: Instant? {
        // A time stamp that no run of this daemon can have left is none.
        guard let time = (try? Stat(path))?.st_mtim, (0..<1 << 40).contains(time.tv_sec) else { return nil }
        return Instant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// A mark that cannot be left is only a less exact one after a power cut.
    func leave() {
        let file = try? FileDescriptor.open(
            path, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard let file else { return }
        futimens(file.rawValue, nil)
        try? file.close()
    }
}
