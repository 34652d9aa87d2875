import Glibc
import Logging
import SystemdKit
import Testing

@Suite("The system log")
struct SystemLogTests {
    private let sockets: SocketPair
    private let logger: Logger

    init() throws {
        let sockets = try SocketPair()
        self.sockets = sockets
        logger = Logger(label: "test") { _ in
            SystemLog(
                identifier: "gardend", fieldPrefix: "GARDEND", destination: .lines(descriptor: sockets.left))
        }
    }

    @Test func aLineHasTimestampLevelTextAndSortedMetadata() throws {
        logger.warning("late by 3 s", metadata: ["task": "17", "at": "rollover"])
        let line = received(from: sockets.right)
        let moment = try #require(line.firstMatch(of: #/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\.[0-9]{3} /#))
        #expect(line[moment.range.upperBound...] == "warning: late by 3 s at=rollover task=17\n")
    }

    @Test func theTimestampIsTheCurrentTime() throws {
        let before = Clocks.realtimeMilliseconds
        logger.info("x")
        let after = Clocks.realtimeMilliseconds
        let parts = received(from: sockets.right).split { !$0.isNumber }.compactMap { Int64($0) }
        try #require(parts.count == 7)
        var local = tm()
        local.tm_year = Int32(parts[0]) - 1900
        local.tm_mon = Int32(parts[1]) - 1
        local.tm_mday = Int32(parts[2])
        local.tm_hour = Int32(parts[3])
        local.tm_min = Int32(parts[4])
        local.tm_sec = Int32(parts[5])
        local.tm_isdst = -1
        let moment = Int64(mktime(&local)) * 1000 + parts[6]
        #expect(before <= moment && moment <= after)
    }

    @Test(arguments: [
        ("two\nlines", #"two\nlines"#),
        ("\r\n", #"\r\n"#),
        ("a\u{1B}[31mred", #"a\u{1b}[31mred"#),
        ("line\u{2028}separator\u{85}", #"line\u{2028}separator\u{85}"#),
        ("tab\there, ümlaut, 🌱", #"tab\there, ümlaut, 🌱"#),
    ])
    func foreignTextCannotForgeALogLine(text: String, written: String) {
        logger.error("\(text)", metadata: ["k": "\(text)"])
        let line = received(from: sockets.right)
        #expect(line.filter(\.isNewline) == "\n")
        #expect(line.contains("error: \(written) k="))
    }

    @Test(arguments: [
        ("plain", "plain"), ("", #""""#), ("two words", #""two words""#), ("a=b", #""a=b""#),
        (#"say "hi""#, #""say \"hi\"""#),
    ])
    func anAmbiguousValueIsQuoted(value: String, written: String) {
        logger.info("x", metadata: ["key": "\(value)"])
        #expect(received(from: sockets.right).hasSuffix("info: x key=\(written)\n"))
    }

    @Test func theMessagesMetadataOverridesTheHandlers() {
        var logger = logger
        logger[metadataKey: "garden"] = "work"
        logger[metadataKey: "task"] = "1"
        logger.info("x", metadata: ["task": "2"])
        #expect(received(from: sockets.right).hasSuffix("info: x garden=work task=2\n"))
    }

    @Test func messagesBelowTheLevelAreNotWritten() {
        logger.debug("x")
        #expect(received(from: sockets.right) == "")
    }

    @Test func standardErrorIsTheJournalOnlyIfJournalStreamMatches() async {
        await #expect(processExitsWith: .success) {
            var status = stat()
            fstat(STDERR_FILENO, &status)
            unsetenv("JOURNAL_STREAM")
            #expect(SystemLog.Destination.current() == .lines(descriptor: STDERR_FILENO))
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
            #expect(SystemLog.Destination.current() == .journal)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino + 1)", 1)
            #expect(SystemLog.Destination.current() == .lines(descriptor: STDERR_FILENO))
        }
    }

    /// A journal of the test's own, in a mount namespace of a process of its own.
    @Test(.enabled(if: mayMakeNamespaces(), "skipped: a private /run needs root and mount namespaces"))
    func theJournalReceivesStructuredFields() async {
        await #expect(processExitsWith: .success) {
            try enterNamespaceWithEmptyRun()
            mkdir("/run/systemd", 0o755)
            mkdir("/run/systemd/journal", 0o755)
            let journal = try boundSocket(SOCK_DGRAM, path: "/run/systemd/journal/socket")
            let logger = Logger(label: "test") { _ in
                SystemLog(identifier: "gardend", fieldPrefix: "GARDEND", destination: .journal)
            }
            logger.warning(
                "late", metadata: ["task": "17", "böse-key": "x=y"], file: "Core/Deadlines.swift",
                function: "advance()",
                line: 12)
            let fields = received(from: journal).split(separator: "\n").map(String.init)
            #expect(
                fields == [
                    "MESSAGE=late", "PRIORITY=4", "SYSLOG_IDENTIFIER=gardend", "CODE_FILE=Core/Deadlines.swift",
                    "CODE_LINE=12", "CODE_FUNC=advance()", "GARDEND_B_SE_KEY=x=y", "GARDEND_TASK=17",
                ])
            // A field with a line end has its length before it: systemd.io/JOURNAL_NATIVE_PROTOCOL.
            logger.critical("one\ntwo")
            #expect(received(from: journal).hasPrefix("MESSAGE\n\u{7}\0\0\0\0\0\0\0one\ntwo\nPRIORITY=2\n"))
        }
    }
}

private typealias Unshare = @convention(c) (Int32) -> Int32
private typealias Mount =
    @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
    ) -> Int32

/// Whether this process could call ``enterNamespaceWithEmptyRun()``: asked of a child, so that nothing changes here.
private nonisolated func mayMakeNamespaces() -> Bool {
    let command = ["/usr/bin/unshare", "--mount", "/bin/mount", "-t", "tmpfs", "none", "/run"]
    guard let child = try? spawn(command) else { return false }
    return child.wait() == 0
}

/// Gives the calling thread a mount table of its own, with nothing in /run. Glibc's module lacks these two functions.
private nonisolated func enterNamespaceWithEmptyRun() throws {
    let newNamespace: Int32 = 0x0002_0000
    let privateAndBelow: UInt = 1 << 18 | 1 << 14
    let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
    let mount = unsafeBitCast(try #require(dlsym(nil, "mount")), to: Mount.self)
    guard unshare(newNamespace) == 0 else { throw SystemError(code: errno, call: "unshare") }
    guard mount("none", "/", nil, privateAndBelow, nil) == 0, mount("none", "/run", "tmpfs", 0, nil) == 0 else {
        throw SystemError(code: errno, call: "mount")
    }
}
