import GardenAPI
import Glibc

/// systemd's view of the daemon, through systemctl(1).
struct ServiceManager: Equatable {
    private static let unit = "gardend"
    private static let timeoutMilliseconds: Int32 = 2000

    let environment: EnvironmentVariables

    /// The service that listens on that socket; `nil` if there is none, or no service manager.
    ///
    /// - Parameter milliseconds: how long to wait for systemd's answer.
    func service(listeningAt socketPath: String, within milliseconds: Int32 = timeoutMilliseconds) -> Service? {
        let systemctl = Program(executable: "systemctl", environment: environment)
        let properties = "--property=Id,Listen,ActiveState,SubState,Result,ExecMainCode,ExecMainStatus"
        guard
            let text = systemctl.output(
                of: ["--user", "show", properties, "\(Self.unit).socket", "\(Self.unit).service"],
                within: milliseconds)
        else { return nil }
        return Service(shown: text, listeningAt: socketPath)
    }
}

/// The daemon's service, as systemctl(1) reports it.
struct Service: Equatable {
    static let start = "systemctl --user start gardend"
    static let restart = "systemctl --user restart gardend"
    private static let log = "journalctl --user -u gardend -n 20"

    /// `ActiveState=`: active, activating, deactivating, inactive, failed.
    var activity: String
    /// `SubState=`: for example auto-restart, when systemd is about to start an ended service again.
    var phase = ""
    /// `Result=` of the last run: success, exit-code, signal, core-dump, watchdog, timeout, oom-kill and so on.
    var result: String
    /// The exit status of the last run, or the signal that ended it.
    var lastStatus: String

    init(activity: String, phase: String, result: String, lastStatus: String) {
        self.activity = activity
        self.phase = phase
        self.result = result
        self.lastStatus = lastStatus
    }

    /// - Parameter text: a block of properties for the socket and one for the service, with an empty line between.
    init?(shown text: String, listeningAt socketPath: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let blocks = lines.split(separator: "").map { block in
            Dictionary(
                block.compactMap { line in
                    line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
                }, uniquingKeysWith: { first, _ in first })
        }
        guard let socket = blocks.first(where: { $0["Listen"] != nil }),
            let service = blocks.first(where: { $0["ExecMainStatus"] != nil }),
            socket["Listen"] == "\(socketPath) (Stream)"
        else { return nil }
        activity = service["ActiveState"] ?? ""
        phase = service["SubState"] ?? ""
        result = service["Result"] ?? ""
        lastStatus = service["ExecMainStatus"] ?? ""
    }

    /// Whether a connection to its socket would make systemd start it.
    var isAtRest: Bool { ["inactive", "failed", "deactivating"].contains(activity) }

    /// Why there is no daemon, and what to do about it.
    ///
    /// - Parameter hasProblem: whether the message names a problem that another start would meet again.
    func advice(hasProblem: Bool) -> [String] {
        let start = ConnectionFailure.howToStart(Self.start, hasProblem: hasProblem)
        switch activity {
        case "failed":
            return [reasonForFailure, ConnectionFailure.howToStart(Self.restart, hasProblem: hasProblem)].compactMap(
                \.self)
        case "activating" where phase == "auto-restart":
            return ["Its service exited: \(whyItFailed). systemd is about to restart it. Log: \(Self.log)"]
        case "activating": return ["Its service is starting. Try again in a moment."]
        case "active": return ["Its service is running, but its socket is gone. Restart it: \(Self.restart)"]
        case "deactivating": return ["Its service is stopping. \(start)"]
        default: return [start]
        }
    }

    /// Why it failed and where to read more; `nil` if it did not fail.
    var reasonForFailure: String? {
        activity == "failed" ? "Its service failed: \(whyItFailed). Log: \(Self.log)" : nil
    }

    private var whyItFailed: String {
        switch result {
        case "exit-code": "it exited with status \(lastStatus)"
        case "signal", "core-dump": "it was killed by signal \(lastStatus)"
        case "watchdog": "it hung, and the watchdog killed it"
        case "oom-kill": "the system ran out of memory and killed it"
        case "timeout": "it took too long to start or stop"
        case "start-limit-hit": "it exited too often in a short time"
        default: printable(result)
        }
    }

    /// Whether it may serve in a moment: it is starting, or has just crashed. Between a crash and the restart systemd
    /// reports deactivating, then inactive; a service without a restart is failed.
    var isComingUp: Bool {
        switch activity {
        case "activating": true
        case "deactivating", "inactive": result != "success"
        default: false
        }
    }
}
