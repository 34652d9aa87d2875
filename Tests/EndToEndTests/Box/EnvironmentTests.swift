import GardenAPI
import Glibc
import TestSupport
import Testing

/// The first command of the README in every environment: it leaves a running daemon, and a gardenctl that
/// finds it in the next shell of the same kind (API §1).
@Suite(.serialized, Needs.box)
struct EnvironmentTests {
    /// The environment of a shell.
    enum Shell: String, CaseIterable, CustomTestStringConvertible {
        /// Root's environment, for example in a container.
        case rootWithoutRuntimeFolder
        /// `su -` to a user who is logged in nowhere else.
        case su
        /// `su` without `-`, which leaves root another user's runtime folder.
        case suWithAnotherUsersRuntimeFolder
        /// `su -` to a user with a running manager.
        case suToALoggedInUser
        /// Cron's environment, without cron.
        case bareEnvironment
        /// The same while the user's manager runs.
        case bareEnvironmentWhileLoggedIn
        /// A login session.
        case session

        var testDescription: String { rawValue }

        var home: String {
            switch self {
            case .rootWithoutRuntimeFolder, .suWithAnotherUsersRuntimeFolder: "/srv/root"
            case .su, .bareEnvironment: "/home/visitor"
            case .suToALoggedInUser, .bareEnvironmentWhileLoggedIn, .session: "/home/gardener"
            }
        }

        /// Whether the manager of the user is found, and runs the daemon.
        var isService: Bool { home == "/home/gardener" }

        /// The path of the socket; `nil` for `su`, where it depends on what pam_systemd(8) does.
        var socket: String? {
            switch self {
            case .su: nil
            case _ where isService: "/run/user/1500/garden/garden.sock"
            default: "\(home)/.local/share/garden/run/garden.sock"
            }
        }

        func run(_ script: String, in box: Box) throws -> Outcome {
            switch self {
            case .rootWithoutRuntimeFolder: return try box.root("env", "HOME=\(home)", "bash", "-c", script)
            case .suWithAnotherUsersRuntimeFolder:
                return try box.root("env", "HOME=\(home)", "XDG_RUNTIME_DIR=/run/user/1500", "bash", "-c", script)
            case .su: return try box.root("su", "-", "visitor", "-c", script)
            case .suToALoggedInUser: return try box.root("su", "-", "gardener", "-c", script)
            case .bareEnvironment: return try box.root(bare("1501", script))
            case .bareEnvironmentWhileLoggedIn: return try box.root(bare("1500", script))
            case .session: return try box.userScript(script)
            }
        }

        private func bare(_ user: String, _ script: String) -> [String] {
            ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]
                + ["env", "-i", "HOME=\(home)", "PATH=/usr/bin:/bin", "sh", "-c", script]
        }
    }

    private static let install = "bash /share/contrib/install.sh --from /share/built"

    @Test(arguments: Shell.allCases)
    func theInstallerStartsADaemonInEveryEnvironment(shell: Shell) throws {
        let box = try Box()
        try box.root("mkdir", "-p", "/srv/root")
        let installed = try shell.run(Self.install, in: box)
        #expect(installed.end == .exited(0), "\(installed)")
        #expect(installed.errors == "")
        let isService = installed.output.contains("The daemon is running as gardend.service.")
        #expect(isService || installed.output.contains("The daemon is running (process "), "\(installed.output)")
        if shell != .su { #expect(isService == shell.isService) }

        try expectDaemon("\(shell.home)/.local/bin/gardenctl", at: shell.socket) { try shell.run($0, in: box) }
        // Nothing of it is where others can write.
        #expect(try box.root("find", "/tmp", "/var/tmp", "-type", "s", "-name", "garden*").output == "")
        // The next time it is an upgrade.
        let again = try shell.run(Self.install, in: box)
        #expect(again.end == .exited(0), "\(again)")
        try expectDaemon("\(shell.home)/.local/bin/gardenctl", at: shell.socket) { try shell.run($0, in: box) }
    }

    /// Status and doctor, each in a shell of its own.
    private func expectDaemon(_ gardenctl: String, at socket: String?, _ run: (String) throws -> Outcome) throws {
        let status = try run("\(gardenctl) status")
        #expect(status.end == .exited(0), "\(status)")
        #expect(status.output.hasPrefix("Focus · Default · session 1"))
        let doctor = try run("\(gardenctl) doctor --json")
        let checks = try [HealthCheck](json: JSON.parse(doctor.output))
        #expect(checks.filter { $0.verdict == .failed } == [])
        if let socket { #expect(checks.first { $0.name == "place" }?.detail == socket) }
    }

    /// A job of the real cron(8), which `@reboot` has run at once.
    @Test(Needs.program("/usr/sbin/cron"), arguments: [(Shell.bareEnvironment, "visitor"), (.session, "gardener")])
    func aCronJobStartsADaemon(shell: Shell, user: String) throws {
        let box = try Box()
        let commands = [
            "\(Self.install) >install.log 2>&1; echo $? >install.status",
            "env >environment; .local/bin/gardenctl status >status.log 2>&1; echo $? >status.status; touch done",
        ].joined(separator: "; ")
        let job = """
            rm -rf /etc/crontab /etc/cron.d/* /var/spool/cron/crontabs/* /etc/cron.*ly/*
            cat >/etc/cron.d/garden <<'END'
            @reboot \(user) \(commands)
            END
            chmod 644 /etc/cron.d/garden
            cron
            """
        let started = try box.root("bash", "-c", job)
        #expect(started.end == .exited(0), "\(started)")
        try WaitLimit.wait(for: "the cron job") {
            try box.root("test", "-e", "\(shell.home)/done").end == .exited(0)
        }
        var written: [String: String] = [:]
        for name in ["install.status", "install.log", "status.status", "status.log", "environment"] {
            written[name] = try box.root("cat", "\(shell.home)/\(name)").output
        }
        #expect(written["install.status"] == "0\n", "\(written)")
        #expect(written["status.status"] == "0\n", "\(written)")
        #expect(written["status.log"]?.hasPrefix("Focus · Default · session 1") == true, "\(written)")
        #expect(written["environment"]?.contains("XDG_RUNTIME_DIR") == false, "\(written)")
        // The person finds the same daemon in a shell.
        try expectDaemon("\(shell.home)/.local/bin/gardenctl", at: shell.socket) { try shell.run($0, in: box) }
    }
}
