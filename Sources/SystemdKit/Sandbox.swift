import CSystemd
import Glibc

/// The service unit of this process, and its sandbox (systemd.exec(5)).
public enum Sandbox {
    /// The user's service unit this process belongs to; `nil` if it belongs to none: sd_pid_get_user_unit(3).
    public static func userUnit() -> String? {
        var unit: UnsafeMutablePointer<CChar>?
        guard sd_pid_get_user_unit(0, &unit) >= 0, let unit else { return nil }
        defer { free(unit) }
        return String(cString: unit)
    }

    /// Whether its system calls are filtered: seccomp(2), mode 2.
    public static func filtersSystemCalls() -> Bool { csystemd_seccomp_mode() == 2 }

    /// Whether the file system of that file or folder is read-only; `false` if it cannot be examined.
    public static func isReadOnly(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }
}
