import ArgumentParser
import GardenAPI
import Glibc

struct DoctorCommand: ClientCommand {
    private static let timeoutMilliseconds: Int32 = 5000

    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the daemon and everything it depends on.",
        discussion: """
            Without a daemon, it checks what it can from outside. The exit status is 69 if gardend is not running, 1 \
            if a check fails.

              gardenctl doctor
              gardenctl doctor --json
            """)

    @OptionGroup var common: CommonOptions

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        var checks: [HealthCheck] = []
        var absence: CommandError?
        let timeout = common.timeout.map { Int32($0) * 1000 } ?? Self.timeoutMilliseconds
        do throws(CommandError) {
            let hello = try client.askHere(DaemonHello(), within: timeout).value()
            checks.append(Self.check(of: hello, restart: { client.howToRestart(process: hello.pid) }))
            checks += try client.askHere(DaemonDoctor(), within: timeout).value()
        } catch {
            checks.append(Self.check(of: error, client))
            absence = error
        }
        // The socket that the daemon listens on is known only now.
        checks = SocketChecks.checks(socketPath: client.socketPath, user: geteuid()) + checks
        if absence == nil { checks += context.featureChecks() }
        if common.json {
            try context.output.printData(checks.json.text)
        } else {
            try context.print(checksText(checks, context.style))
        }
        if let absence { throw .alreadyReported(status: absence.exitStatus) }
        if checks.contains(where: { $0.verdict == .failed }) { throw .alreadyReported(status: 1) }
    }

    private static func check(of hello: Hello, restart: () -> String) -> HealthCheck {
        let detail = "\(hello.server) \(hello.version) is running, process \(hello.pid)"
        guard hello.protocol.major == ProtocolVersion.current.major else {
            return HealthCheck(
                "daemon", .failed, "\(detail), with another protocol version: \(hello.protocol.major)",
                advice: "restart it: \(restart())")
        }
        guard hello.version == GardenVersion.current else {
            return HealthCheck(
                "daemon", .warning, "\(detail); gardenctl is \(GardenVersion.current)",
                advice: "restart it: \(restart())")
        }
        return HealthCheck("daemon", .ok, detail)
    }

    private static func check(of failure: CommandError, _ client: Client) -> HealthCheck {
        if case .connectionFailed(let silence) = failure, silence.error == .silent {
            let process = client.silentProcess
            return HealthCheck(
                "daemon", .failed,
                "gardend\(process.map { ", process \($0)," } ?? "") does not answer: it hangs, or it was stopped by SIGSTOP",
                advice: process.map {
                    "continue it: kill -CONT \($0); if that does not help: \(client.howToRestart(process: $0))"
                })
        }
        let prose = (failure.prose ?? "").dropFirst("gardenctl: ".count)
        let lines = prose.split(separator: "\n").map(String.init)
        guard let advice = lines.dropFirst().last else { return HealthCheck("daemon", .failed, String(prose)) }
        return HealthCheck("daemon", .failed, lines.dropLast().joined(separator: ". "), advice: advice)
    }
}
