import GardenAPI
import Testing

@testable import gardenctl

/// A daemon that cannot be reached, or is something else: the message says why, and what to do.
@Suite struct UnreachableDaemonTests {
    let home = Home()

    @Test func aMissingDaemonIsReportedWithTheStartCommand() throws {
        #expect(
            try home.gardenctl("status")
                == Home.Outcome(
                    status: 69,
                    errors: """
                        gardenctl: gardend is not running (no socket at \(home.socketPath))
                        Start it: setsid -f gardend

                        """))
    }

    @Test func lastWordsArePrintedWithTheStartCommand() throws {
        try home.write("the disk is full\u{1B}[2J\n", to: "last-words")

        #expect(
            try home.gardenctl("status").errors == """
                gardenctl: gardend is not running (no socket at \(home.socketPath))
                the disk is full [2J
                Once that is fixed, start it: setsid -f gardend

                """)
    }

    /// If the last daemon left a remedy, another start would end the same way.
    @Test func aRemedyReplacesTheStartCommand() throws {
        try home.write(
            "the journal is damaged\nRestore the newest valid backup: `gardend restore`.\n", to: "last-words")

        #expect(
            try home.gardenctl("status").errors == """
                gardenctl: gardend is not running (no socket at \(home.socketPath))
                the journal is damaged
                Restore the newest valid backup: `gardend restore`.

                """)
    }

    @Test func aSocketPathThatIsTooLongIsReported() throws {
        let path = "/" + String(repeating: "x", count: 200)

        let outcome = try home.gardenctl("status", "--socket", path)

        #expect(outcome.status == 69)
        #expect(
            outcome.errors == """
                gardenctl: the socket path has 201 bytes, at most 107 are possible: \(path); give a shorter one with \
                --socket or GARDEN_SOCKET, or set XDG_RUNTIME_DIR to a directory of yours

                """)
    }

    @Test func aServerOfAnotherProtocolIsReported() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.send("HTTP/1.1 400 Bad Request\r\n")
        }

        let outcome = try home.gardenctl("pause")

        #expect(outcome.status == 69)
        #expect(
            outcome.errors.contains("does not speak the protocol of gardend: the value is not valid JSON: at byte 0"))
    }
}
