import GardenAPI
import Glibc
import TestSupport
import Testing

/// A garden in a box: the service of its user, and queries about it.
final class Garden {
    static let stallStart = "/run/user/1500/garden/stall-start"
    static let stallLoop = "/run/user/1500/garden/stall-loop"
    private static let stallLibrary = PreloadedLibrary.compiled("Box/stall.c")

    let machine: Box

    /// - Parameter machine: a new one if `nil`.
    init(in machine: Box? = nil) throws { self.machine = try machine ?? Box() }

    @discardableResult
    func install() throws -> Outcome { try user("bash", "/share/contrib/install.sh", "--from", "/share/built") }

    @discardableResult
    func user(_ command: String...) throws -> Outcome {
        try machine.userScript(command.map(quoted).joined(separator: " "))
    }

    @discardableResult
    func userScript(_ script: String) throws -> Outcome { try machine.userScript(script) }

    private func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Lets the service stall on demand: from its next start, with more lines for its unit.
    func stall(_ lines: String...) throws {
        let library = try #require(Self.stallLibrary, "there is no C compiler")
        try preload(library, ["Environment=STALL_START=\(Self.stallStart) STALL_LOOP=\(Self.stallLoop)"] + lines)
    }

    /// Gives the service clocks of its own, from its next start.
    func ownClocks() throws -> MachineTime {
        let time = try MachineTime(page: "\(machine.shared)/\(Self.clockPage)")
        chmod("\(machine.shared)/\(Self.clockPage)", 0o644)
        try preload(try #require(MachineTime.library), ["Environment=CLOCKSHIM=/share/\(Self.clockPage)"])
        return time
    }

    /// Installs the service with clocks of its own, on an evening at 18:00 in UTC.
    ///
    /// - Parameter settings: lines of the configuration.
    func installInTheEvening(_ settings: String = "") throws -> MachineTime {
        let time = try ownClocks()
        try time.set(to: "2026-03-11T17:00:00Z")
        try userScript("mkdir -p .config/garden; printf '\(settings)' > .config/garden/config.toml")
        #expect(try install().end == .exited(0))
        // The focus that an installation begins is irrelevant to these tests.
        try ask("timer.stop")
        try time.pass(until: "2026-03-11T18:00:00Z")
        return time
    }

    private static let clockPage = "clock"

    /// What another program in the box needs to have the clocks of the service.
    static var clockEnvironment: [String] {
        let name = MachineTime.library?.split(separator: "/").last ?? ""
        return ["LD_PRELOAD=/share/\(name)", "CLOCKSHIM=/share/\(clockPage)"]
    }

    /// Puts a library before the service's others, from its next start, with more lines for its unit.
    private func preload(_ library: String, _ lines: [String]) throws {
        try machine.share(library)
        let name = library.split(separator: "/").last ?? ""
        let text = (["[Service]", "Environment=LD_PRELOAD=/share/\(name)"] + lines).joined(separator: "\n")
        try userScript(
            "mkdir -p .config/systemd/user/gardend.service.d; cat > .config/systemd/user/gardend.service.d/test.conf"
                + " <<'END'\n\(text)\nEND")
        try systemctl("daemon-reload")
    }

    // MARK: The service

    func systemctl(_ words: String...) throws {
        let command = (["systemctl", "--user"] + words).joined(separator: " ")
        let outcome = try userScript(command)
        guard outcome.end == .exited(0) else { throw TestFailure("\(command): \(outcome.errors)") }
    }

    func property(_ name: String, of unit: String = "gardend.service") throws -> String {
        let text = try user("systemctl", "--user", "show", "--property=\(name)", "--value", unit).output
        return String(text.dropLast())
    }

    func awaitProperty(_ name: String, _ value: String, of unit: String = "gardend.service") throws {
        var last = ""
        try waitFor("\(name) of \(unit) to be \(value), not \(last)") {
            last = (try? property(name, of: unit)) ?? ""
            return last == value
        }
    }

    func enabled() throws -> [String: String] {
        var states: [String: String] = [:]
        for unit in ["gardend.socket", "gardend.service"] {
            states[unit] = String(try user("systemctl", "--user", "is-enabled", unit).output.dropLast())
        }
        return states
    }

    // MARK: The daemon

    @discardableResult
    func ask(_ method: String, _ params: String = "{}") throws -> JSON {
        let outcome = try user("gardenctl", "call", "--timeout", "\(WaitLimit.wallSeconds)", method, params)
        guard outcome.end == .exited(0) else { throw TestFailure("\(method): \(outcome.errors)") }
        return try JSON.parse(outcome.output)
    }

    /// How many events of a type there are.
    func events(_ type: String) throws -> Int {
        try ask("journal.list", #"{"types":["\#(type)"]}"#).arrayValue?.count ?? -1
    }

    /// One of doctor's checks.
    func check(_ name: String) throws -> HealthCheck? {
        let checks = try [HealthCheck](json: JSON.parse(user("gardenctl", "doctor", "--json").output))
        return checks.first { $0.name == name }
    }

    /// The output of `gardenctl watch` while it runs.
    final class Watch {
        private let program: Program
        private let reader: Client

        init(_ template: String, in machine: Box) throws {
            var ends: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure(call: "socketpair") }
            defer { close(ends[1]) }
            reader = Client(connected: ends[0])
            program = try machine.begin("gardenctl", "watch", "-f", template, output: ends[1])
        }

        /// The command that enters the box does not pass on the signal that would end it.
        deinit {
            let children = (try? readText("/proc/\(program.pid)/task/\(program.pid)/children")) ?? ""
            for child in children.split(separator: " ") { if let pid = pid_t(child) { kill(pid, SIGKILL) } }
        }

        func nextLine() throws -> String? { try reader.nextLine() }
    }

    func watch(_ template: String) throws -> Watch { try Watch(template, in: machine) }

    func awaitArchive() throws {
        try waitFor("a file of the archive") {
            try self.userScript("ls .local/share/garden/archive/*.log").end == .exited(0)
        }
    }

    /// - Parameter dataHome: quoted for the shell if it has blanks.
    func awaitBackup(in dataHome: String = ".local/share") throws {
        try waitFor("today's backup") {
            try self.userScript("ls \(dataHome)/garden/backups/*.sqlite").end == .exited(0)
        }
    }

    // MARK: The system's journal

    struct LogEntry {
        let message: String
        let fields: JSON
    }

    /// The log lines of the service and its manager, oldest first.
    func log() throws -> [LogEntry] {
        let text = try user("journalctl", "--user", "--unit", "gardend", "--output", "json", "--no-pager").output
        return try text.split(separator: "\n").map { line in
            let fields = try JSON.parse(String(line))
            return LogEntry(
                message: fields["MESSAGE"]?.stringValue ?? "", fields: fields)
        }
    }

    func awaitLog(_ condition: ([LogEntry]) -> Bool) throws {
        try waitFor("an entry of the log") { condition(try self.log()) }
    }

    /// Each check starts a process, so repeated checks leave time for the awaited change.
    func waitFor(_ what: @autoclosure () -> String, _ isTrue: () throws -> Bool) throws {
        try WaitLimit.wait(for: what(), until: isTrue)
    }
}
