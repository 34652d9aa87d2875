import TestSupport
import Testing

@testable import gardenctl

/// Reading systemd's report of the service. EndToEndTests use the real systemd.
struct ServiceManagerTests {
    private static let socketPath = "/run/user/1000/garden/garden.sock"

    private func shown(active: String, result: String, status: String) -> String {
        """
        Listen=\(Self.socketPath) (Stream)
        Result=success
        Id=gardend.socket
        ActiveState=active
        SubState=running

        Result=\(result)
        ExecMainCode=1
        ExecMainStatus=\(status)
        Id=gardend.service
        ActiveState=\(active)
        SubState=dead

        """
    }

    @Test(arguments: [
        ("inactive", "success", "0", ["Start it: systemctl --user start gardend"]),
        ("activating", "success", "0", ["Its service is starting. Try again in a moment."]),
        (
            "deactivating", "success", "0",
            ["Its service is stopping. Start it: systemctl --user start gardend"]
        ),
        ("failed", "exit-code", "65", Self.failed("it exited with status 65")),
        ("failed", "signal", "9", Self.failed("it was killed by signal 9")),
        ("failed", "core-dump", "6", Self.failed("it was killed by signal 6")),
        ("failed", "watchdog", "6", Self.failed("it hung, and the watchdog killed it")),
        ("failed", "oom-kill", "9", Self.failed("the system ran out of memory and killed it")),
        ("failed", "timeout", "15", Self.failed("it took too long to start or stop")),
        ("failed", "start-limit-hit", "1", Self.failed("it exited too often in a short time")),
        ("failed", "resources", "0", Self.failed("resources")),
    ])
    func theServiceStateOfSystemdDecidesTheAdvice(active: String, result: String, status: String, advice: [String])
        throws
    {
        let text = shown(active: active, result: result, status: status)
        let service = try #require(Service(shown: text, listeningAt: Self.socketPath))
        #expect(service == Service(activity: active, phase: "dead", result: result, lastStatus: status))
        #expect(service.advice(hasProblem: false) == advice)
    }

    private static func failed(_ why: String) -> [String] {
        [
            "Its service failed: \(why). Log: journalctl --user -u gardend -n 20",
            "Start it: systemctl --user restart gardend",
        ]
    }

    @Test func aServiceBeforeItsRestartIsComingUp() throws {
        let service = Service(activity: "activating", phase: "auto-restart", result: "signal", lastStatus: "9")
        #expect(service.isComingUp)
        #expect(
            service.advice(hasProblem: false) == [
                "Its service exited: it was killed by signal 9. systemd is about to restart it."
                    + " Log: journalctl --user -u gardend -n 20"
            ])
        let crashed = Service(activity: "deactivating", phase: "stop-post", result: "signal", lastStatus: "9")
        #expect(crashed.isComingUp)
        let stopped = Service(activity: "deactivating", phase: "stop-sigterm", result: "success", lastStatus: "0")
        #expect(!stopped.isComingUp)
        let renewed = Service(activity: "inactive", phase: "dead", result: "signal", lastStatus: "9")
        #expect(renewed.isComingUp)
        let served = Service(activity: "active", phase: "running", result: "success", lastStatus: "0")
        #expect(!served.isComingUp)
        #expect(
            served.advice(hasProblem: false)
                == ["Its service is running, but its socket is gone. Restart it: systemctl --user restart gardend"])
    }

    @Test func aServiceOnAnotherSocketIsIgnored() {
        let text = shown(active: "active", result: "success", status: "0")
        #expect(Service(shown: text, listeningAt: "/run/user/1000/other.sock") == nil)
    }

    @Test func incompleteOutputYieldsNoService() {
        let text = "Result=success\nId=gardend.socket\n\nExecMainStatus=0\nActiveState=inactive\n"
        #expect(Service(shown: text, listeningAt: Self.socketPath) == nil)
        #expect(Service(shown: "", listeningAt: Self.socketPath) == nil)
    }

    @Test func onlyASuccessfulProgramWithinTheTimeoutReturnsOutput() {
        let shell = Program(executable: "sh", environment: ["PATH": "/usr/bin:/bin"])
        #expect(
            shell.output(of: ["-c", "echo one; echo two"], within: Int32(WaitLimit.wallSeconds * 1000)) == "one\ntwo\n")
        #expect(shell.output(of: ["-c", "echo one; exit 3"], within: Int32(WaitLimit.wallSeconds * 1000)) == nil)
        #expect(shell.output(of: ["-c", "exec tail -f /dev/null"], within: 20) == nil)
        let missing = Program(executable: "no-such-program", environment: ["PATH": "/usr/bin"])
        #expect(missing.output(of: [], within: Int32(WaitLimit.wallSeconds * 1000)) == nil)
    }
}
