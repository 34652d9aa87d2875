import GardenAPI
import GardenDaemon
import Glibc
import SystemdKit

/// Prints what the daemon's clients of logind report, for tests in a box: one line for each report.
@main
struct LoginProbe {
    static func main() throws {
        let loop = try EventLoop()
        let bus = try Bus.system(on: loop)
        let session = try LoginSession(of: getuid(), bus: bus, on: loop)
        let inhibitor = SleepInhibitor(bus: bus, reason: "writing the garden to disk")
        session.onChange = { [unowned session] in say("\($0): \(session.status.check.detail)") }
        inhibitor.onSleep = { say("sleep") }
        inhibitor.onWake = { say("wake") }
        let signals = [
            try loop.signal(SIGTERM) { loop.exit(code: 0) },
            try loop.signal(SIGUSR1) { say("\(session.status.check.detail); \(inhibitor.status.check.detail)") },
        ]
        say("ready")
        _ = try withExtendedLifetime((session, inhibitor, signals)) { try loop.run() }
    }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
