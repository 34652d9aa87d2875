import CSystemd
import Glibc
import Logging
import TestSupport
import Testing

@testable import GardenDaemon
@testable import SystemdKit

/// Programs of a daemon that is no unit.
struct ChildProgramRunnerTests {
    @Test("N5: a stop of the daemon leaves the program that switches banners on again")
    func whatOutlivesTheDaemonIsNotStopped() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        // The lasting program waits until something is written.
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let loop = try EventLoop()
        let runner = ChildProgramRunner(
            on: loop, folder: nil, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        var ends: [String: String?] = [:]
        for (name, outlives) in [("lasting", true), ("other", false)] {
            let program = UserProgram(
                kind: "command", name: name, arguments: ["/bin/sh", "-c", "read line <'\(pipe)'; exit 7"],
                timeoutSeconds: 30, outlivesDaemon: outlives)
            runner.run(program) { ends[name] = $0 }
        }
        runner.stopAll()
        try #require(write(writer, "go\n", 3) == 3)
        try WaitLimit.wait(for: "the ends of two programs") {
            try check(sd_event_run(loop.pointer, UInt64(WaitLimit.glanceMilliseconds) * 1000), "sd_event_run")
            return ends.count == 2
        }
        // A program that was stopped is no failure.
        #expect(ends == ["lasting": "exited with status 7", "other": nil])
        #expect(runner.isIdle)
    }
}
