import Glibc
import TestSupport

/// A private systemd for a test, with one user and an empty home: `box.sh`. It is powered off when the object is
/// released.
final class Box {
    /// What this machine lacks for a box; `nil` if it lacks nothing.
    static let lack: String? = {
        guard getuid() == 0 else { return "root" }
        for program in ["systemd-nspawn", "unshare", "nsenter", "setpriv", "loginctl"]
        where !["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains(where: { access("\($0)/\(program)", X_OK) == 0 }) {
            return program
        }
        let groups = exists("/sys/fs/cgroup/unified") ? "/sys/fs/cgroup/unified" : "/sys/fs/cgroup"
        guard exists("\(groups)/cgroup.procs"), access(groups, W_OK) == 0 else { return "a control group of its own" }
        return nil
    }()

    private static let script = "\(here)/box.sh"
    /// The folder of this file.
    static let here = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    private static let repository = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    private static let environment = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]

    private let folder: TemporaryFolder
    private var state: String { "\(folder.path)/state" }
    /// The folder outside of the box that is `/share` inside.
    var shared: String { "\(folder.path)/share" }

    /// Boots it. In `/share` are the programs that were built with these tests, and the scripts and units of the
    /// repository.
    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        for path in [state, shared] { try makeFolder(path, mode: 0o755) }
        for source in ["contrib", "systemd"] {
            try Self.succeed(["cp", "-r", "\(Self.repository)/\(source)", shared])
        }
        try makeFolder("\(shared)/built", mode: 0o755)
        for program in ["gardend", "gardenctl"] {
            try Self.succeed(["install", "\(Binaries.folder)/\(program)", "\(shared)/built"])
        }
        let boot: Outcome
        do { boot = try EndToEndTests.run([Self.script, "up", state, shared], environment: Self.environment) } catch {
            throw TestFailure("the box did not boot: \(error)\n\(bootReport)")
        }
        guard boot.end == .exited(0) else { throw TestFailure("the box did not boot: \(boot)\n\(bootReport)") }
    }

    /// How far its boot came, and what its systemd said.
    private var bootReport: String {
        let (step, console) = (try? readText("\(state)/step"), try? readText("\(state)/console"))
        return (["step: \(step ?? "none")", "console: \(console ?? "")"] + [Inotify.lack].compactMap(\.self))
            .joined(separator: "\n")
    }

    deinit { _ = try? EndToEndTests.run([Self.script, "down", state], environment: Self.environment) }

    private static func succeed(_ command: [String]) throws {
        let outcome = try EndToEndTests.run(command, environment: environment)
        guard outcome.end == .exited(0) else { throw TestFailure("\(command): \(outcome)") }
    }

    /// Puts a file into `/share`.
    func share(_ path: String) throws { try Self.succeed(["install", "-m", "755", path, shared]) }

    /// Runs a command in the box as its root.
    @discardableResult
    func root(_ command: String...) throws -> Outcome { try enter("root", command) }

    @discardableResult
    func root(_ command: [String]) throws -> Outcome { try enter("root", command) }

    /// Runs a command in the box as its user.
    @discardableResult
    func user(_ command: String...) throws -> Outcome { try enter("user", command) }

    /// Runs a script of bash(1) in the box as its user.
    @discardableResult
    func userScript(_ script: String) throws -> Outcome { try enter("user", ["bash", "-c", script]) }

    /// Begins a command in the box as its user.
    func begin(_ command: String..., output: Int32? = nil) throws -> Program {
        try Program([Self.script, "user", state] + command, environment: Self.environment, output: output)
    }

    private func enter(_ who: String, _ command: [String]) throws -> Outcome {
        try EndToEndTests.run([Self.script, who, state] + command, environment: Self.environment)
    }
}
