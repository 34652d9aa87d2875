import GardenAPI
import Glibc
import SystemdKit

/// What the daemon follows on the system bus: the person's presence, and the machine's sleep.
final class LoginMonitor {
    let session: LoginSession
    let sleep: SleepInhibitor

    /// - Parameter bus: the system bus.
    init(bus: Bus, on loop: EventLoop) throws(SystemError) {
        session = try LoginSession(of: getuid(), bus: bus, on: loop)
        sleep = SleepInhibitor(bus: bus, reason: "writing the garden to disk")
    }

    /// The `doctor` checks.
    var checks: [HealthCheck] { [session.status.check, sleep.status.check] }
}
