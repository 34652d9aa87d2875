import Glibc

/// The login session of the box's user on a desktop, which is imitated by calls.
extension Box {
    /// Runs a command as root that has to succeed.
    func succeed(_ command: String...) throws {
        let outcome = try root(command)
        guard outcome.end == .exited(0) else { throw TestFailure("\(command): \(outcome)") }
    }

    func beginSession() throws {
        try succeed(
            "systemd-run", "--quiet", "--unit=desktop", "--property=PAMName=login", "--property=User=gardener",
            "--setenv=XDG_SESSION_TYPE=x11", "--setenv=XDG_SESSION_CLASS=user", "sleep", "600")
    }

    /// Sets a hint as the desktop does: `LockedHint`, `IdleHint`.
    func set(_ hint: String, _ value: Bool) throws {
        let script = """
            path=$(busctl --system get-property org.freedesktop.login1 /org/freedesktop/login1/user/_1500 \
            org.freedesktop.login1.User Display | cut -d '"' -f 4)
            busctl --system call org.freedesktop.login1 "$path" org.freedesktop.login1.Session Set\(hint) b \(value)
            """
        let outcome = try userScript(script)
        guard outcome.end == .exited(0) else { throw TestFailure("\(hint): \(outcome)") }
    }
}
