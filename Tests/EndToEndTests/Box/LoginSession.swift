import Glibc

/// The login session of the box's user on a desktop, which is imitated by calls.
extension Box {
    /// Runs a command as root that has to succeed.
    func succeed(_ command: String...) throws { try succeed(command) }

    func succeed(_ command: [String]) throws {
        let outcome = try root(command)
        guard outcome.end == .exited(0) else { throw TestFailure("\(command): \(outcome)") }
    }

    func beginSession() throws {
        try succeed(
            "systemd-run", "--quiet", "--unit=desktop", "--property=PAMName=login", "--property=User=gardener",
            "--setenv=XDG_SESSION_TYPE=x11", "--setenv=XDG_SESSION_CLASS=user", "sleep", "600")
    }

    /// Logs the user in from another machine, as far as logind and PAM see it, with a shell on a terminal.
    func beginRemoteSession() throws {
        try succeed("mkfifo", Self.typed)
        try succeed(
            "systemd-run", "--quiet", "--unit=remote", "bash", "-c",
            "exec 3<>\(Self.typed); exec script -qfc 'login -h 203.0.113.5 -f gardener' \(Self.typescript) <&3")
    }

    private static let typed = "/share/typed"
    private static let typescript = "/share/typescript"

    /// Types a command into the shell of that login.
    func type(_ command: String) throws {
        try succeed("bash", "-c", "printf '%s\\n' \"$1\" >\(Self.typed)", "bash", command)
    }

    /// What its terminal has shown.
    func typescript() throws -> String { try root("cat", Self.typescript).output }

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
