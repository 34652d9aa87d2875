import GardenAPI
import SystemdKit

/// The `doctor` check of the service unit and its sandbox.
struct ServiceCheck {
    var unit: String?
    var filtersSystemCalls: Bool
    /// Whether the sandbox allows writes only in the daemon's own folders.
    var restrictsWrites: Bool

    /// Checks the running process.
    ///
    /// - Parameter foreignFolder: a folder that the daemon only reads.
    static func ofThisProcess(foreignFolder: String) -> ServiceCheck {
        ServiceCheck(
            unit: Sandbox.userUnit(), filtersSystemCalls: Sandbox.filtersSystemCalls(),
            restrictsWrites: Sandbox.isReadOnly(foreignFolder))
    }

    var check: HealthCheck {
        guard let unit, unit.hasSuffix(".service") else {
            return HealthCheck("service", .ok, "not run by systemd: no automatic restart, no sandbox")
        }
        switch (restrictsWrites, filtersSystemCalls) {
        case (true, true):
            return HealthCheck("service", .ok, "\(unit), in its sandbox: it can write to its own directories only")
        case (true, false):
            return HealthCheck("service", .ok, "\(unit), in a sandbox that does not filter system calls")
        case (false, true):
            return HealthCheck(
                "service", .warning,
                "\(unit), without most of its sandbox: only system calls are filtered",
                advice: "if you can, allow user namespaces, then run contrib/install.sh again")
        case (false, false): return HealthCheck("service", .warning, "\(unit), without a sandbox")
        }
    }
}
