import GardenAPI
import Glibc

/// The `doctor` check of whether the user's service manager, and gardend with it, keeps running after a logout.
enum LingerCheck {
    /// - Parameter unit: the unit that runs this process; `nil` without one.
    /// - Returns: `nil` if no user's service manager runs it.
    static func check(unit: String?) -> HealthCheck? {
        guard unit?.hasSuffix(".service") == true, let user = getpwuid(getuid()) else { return nil }
        let name = String(cString: user.pointee.pw_name)
        // logind keeps a file of this name for each user who lingers: loginctl(1).
        guard access("/var/lib/systemd/linger/\(name)", F_OK) == 0 else {
            return HealthCheck(
                "linger", .ok, "gardend stops when you log out, and reminders wait",
                advice: "to keep it running: loginctl enable-linger")
        }
        return HealthCheck("linger", .ok, "gardend keeps running when you log out")
    }
}
