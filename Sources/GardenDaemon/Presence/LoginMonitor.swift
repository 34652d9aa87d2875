import GardenAPI
import GardenCore
import Glibc
import SystemdKit

/// What the daemon follows on the system bus: the person's presence, and the machine's sleep.
final class LoginMonitor: DaemonPart {
    private let session: LoginSession
    private let sleep: SleepInhibitor

    init(_ host: any DaemonHost) throws(SystemError) {
        session = try LoginSession(of: getuid(), bus: host.systemBus, on: host.loop)
        sleep = SleepInhibitor(bus: host.systemBus, reason: "writing the garden to disk")
        session.onChange = { [unowned host, unowned session] presence in
            host.engine.note(LoginPresence(presence, hasProved: session.hasReportedAbsence))
            host.tick()
        }
        sleep.onSleep = { [unowned host] in
            host.tick()
            host.writeHeartbeat()
        }
        sleep.onWake = { [unowned host] in host.tick() }
    }

    var checks: [HealthCheck] { [session.status.check, sleep.status.check] }
}
