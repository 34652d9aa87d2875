import CSystemd
import FileKit
import GardenCore
import GardenEngine
import Glibc
import Logging
import TestSupport
import Testing

@testable import GardenDaemon
@testable import SystemdKit

/// Programs of a daemon that is no unit, with the real gardend as their supervisor.
struct ProgramRunnerTests {
    private let folder: TemporaryFolder
    private let loop: EventLoop
    private let runner: ProgramRunner

    init() throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        // It was built beside the tests.
        let tests = try #require(Folder.linkTarget("/proc/self/exe"))
        let products = tests[..<(tests.lastIndex(of: "/") ?? tests.endIndex)]
        runner = ProgramRunner(
            ChildLauncher(executable: "\(products)/gardend", folder: folder.path, on: loop), on: loop,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func program(_ name: String, _ script: String, outlivesDaemon: Bool = false) -> UserProgram {
        UserProgram(
            kind: "command", name: name, arguments: ["/bin/sh", "-c", script], timeoutSeconds: 300,
            outlivesDaemon: outlivesDaemon)
    }

    private func turn(until what: String, isTrue: () -> Bool) throws {
        try WaitLimit.wait(for: what) {
            try check(sd_event_run(loop.pointer, UInt64(WaitLimit.glanceMilliseconds) * 1000), "sd_event_run")
            return isTrue()
        }
    }

    /// A pipe that a script waits for: `read line <PATH`.
    private func fifo(_ name: String) throws -> (path: String, writer: Int32) {
        let path = "\(folder.path)/\(name)"
        try #require(mkfifo(path, 0o600) == 0)
        return (path, open(path, O_RDWR | O_CLOEXEC))
    }

    @Test("N5: a stop of the daemon leaves the program that switches banners on again")
    func whatOutlivesTheDaemonIsNotStopped() throws {
        // The lasting program waits until something is written.
        let (path, writer) = try fifo("pipe")
        defer { close(writer) }
        var ends: [String: String?] = [:]
        for (name, outlives) in [("lasting", true), ("other", false)] {
            runner.run(program(name, "read line <'\(path)'; exit 7", outlivesDaemon: outlives)) { ends[name] = $0 }
        }
        runner.stopAll()
        try #require(write(writer, "go\n", 3) == 3)
        try turn(until: "the ends of two programs") { ends.count == 2 && runner.isIdle }
        // A program that was stopped is no failure.
        #expect(ends == ["lasting": "exited with status 7", "other": nil])
    }

    @Test("H2: a run ends with the program itself; what it has started is counted until it ends")
    func aRunEndsWithTheProgramItself() throws {
        let (path, writer) = try fifo("pipe")
        defer { close(writer) }
        var ends: [String?] = []
        runner.run(program("leaves", "(read line <'\(path)') & exit 3")) { ends.append($0) }
        try turn(until: "the end of the run") { !ends.isEmpty }
        #expect(ends == ["exited with status 3"])
        #expect(runner.leftCount == 1)
        #expect(runner.leavingNames == ["leaves"])
        #expect(!runner.isIdle)
        try #require(write(writer, "go\n", 3) == 3)
        try turn(until: "the end of what it has left") { runner.isIdle }
        #expect(runner.leftCount == 0)
        #expect(ends.count == 1)
    }

    @Test("H4: a client is a program's if the program is among its ancestors")
    func aClientIsAProgramsByDescent() throws {
        let (path, writer) = try fifo("pipe")
        defer { close(writer) }
        let child = "sh -c 'echo $$ > child; read line <\"\(path)\"'"
        var program = program("hook", "echo $PPID > supervisor; echo $$ > pid; (\(child) &); read line <'\(path)'")
        program.author = "hook:x"
        var isEnded = false
        #expect(try author(of: getpid()) == Actor.unnamed)
        runner.run(program) { _ in isEnded = true }
        try turn(until: "two processes") { number("pid") != nil && number("child") != nil }
        #expect(try author(of: try #require(number("pid"))) == "hook:x")
        // Its parent has ended.
        #expect(try author(of: try #require(number("child"))) == "hook:x")
        #expect(try author(of: getpid()) == Actor.unnamed)
        #expect(try author(of: 1) == Actor.unnamed)
        // No process has this number, so it has gone.
        #expect(try author(of: pid_t.max) == "hook:x")
        // A program that stops its supervisor is not free of it.
        let supervisor = try #require(number("supervisor"))
        kill(supervisor, SIGSTOP)
        #expect(try author(of: getpid()) == "hook:x")
        kill(supervisor, SIGCONT)
        #expect(try author(of: getpid()) == Actor.unnamed)
        runner.stopAll()
        try turn(until: "the end") { isEnded && runner.isIdle }
        #expect(try author(of: pid_t.max) == Actor.unnamed)
    }

    private func author(of process: pid_t) throws -> String {
        var found: String?
        runner.findIdentity(of: process) { found = $0.actor }
        try turn(until: "whose process \(process) is") { found != nil }
        return try #require(found)
    }

    private func number(_ file: String) -> pid_t? {
        guard let bytes = try? SmallFile.read("\(folder.path)/\(file)", limitBytes: 100), bytes.last == 10 else {
            return nil
        }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self))
    }
}
