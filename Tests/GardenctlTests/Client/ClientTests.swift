import Dispatch
import GardenAPI
import Glibc
import TestSupport
import Testing

@testable import gardenctl

@Suite struct ClientTests {
    let home = Home()

    @Test func anAnswerSentByteByByteIsOneAnswer() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            let result = FocusTimer.focus("読書").json.text
            client.send("\r\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\(result)}\r\n", pieceBytes: 1)
            client.receive()
        }

        let outcome = try home.gardenctl("toggle")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Focus · 読書 · session 1
                        23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8%  ends at 09:25

                        """))
        #expect(daemon.requests().count == 1)
    }

    @Test func aNotificationIsNotTakenForTheAnswer() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.notify("event", event(1, "timer.paused"))
            client.answer(true)
            client.receive()
        }

        #expect(try home.gardenctl("call", "events.unsubscribe") == Home.Outcome(status: 0, output: "true\n"))
    }

    @Test func anAnswerToARequestThatWasNotMadeEndsTheWait() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.sendLine(["jsonrpc": "2.0", "id": 99, "result": "another request's"])
            client.answer(true)
        }

        let outcome = try home.gardenctl("call", "day.get")

        #expect(outcome.status == 69 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("protocol of gardend: it answers a request that was not made"))
    }

    @Test func jsonOutputIsTheUnchangedResult() throws {
        _ = FakeDaemon(home.socketPath, answering: ["phase": "stopped", "of a later release": [1.5, nil]])

        #expect(
            try home.gardenctl("pause", "--json")
                == Home.Outcome(status: 0, output: "{\"phase\":\"stopped\",\"of a later release\":[1.5,null]}\n"))
    }

    @Test func anAnswerMayExceedTheDaemonsLineLimit() throws {
        let long = String(repeating: "grass ", count: 500_000)
        _ = FakeDaemon(home.socketPath, answering: .string(long))

        #expect(
            try home.gardenctl("call", "log.list", "--timeout", "60")
                == Home.Outcome(status: 0, output: "\"\(long)\"\n"))
    }

    @Test func eachChangeHasAFreshKeyAndAQueryHasNone() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            for _ in 1...3 {
                let client = daemon.acceptClient()
                client.receive()
                client.answer(FocusTimer.stopped().json)
            }
        }

        _ = try home.gardenctl("pause", "--json")
        _ = try home.gardenctl("pause", "--json")
        _ = try home.gardenctl("day", "--json")

        let params = daemon.requests().map { $0["params"] }
        let keys = params.compactMap { $0?["key"]?.stringValue }
        #expect(keys.count == 2 && keys[0] != keys[1])
        #expect(keys.allSatisfy { $0.count == 16 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
        #expect(params[2] == [:])
    }

    @Test func aChangeIsRetriedOnceWithTheSameKey() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let first = daemon.acceptClient()
            first.receive()
            first.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"res")
            first.hangUp()
            let second = daemon.acceptClient()
            second.receive()
            second.answer(FocusTimer.stopped().json)
            second.receive()
        }

        let outcome = try home.gardenctl("pause")

        #expect(outcome.status == 0)
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["timer.pause", "timer.pause"])
        #expect(requests.count == 2 && requests[0]["params"]?["key"] == requests[1]["params"]?["key"])
        #expect(requests.first?["params"]?["key"] != nil)
    }

    @Test func aChangeWithoutAnAnswerAfterARetryIsReportedAsUncertain() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            for _ in 1...2 {
                let client = daemon.acceptClient()
                client.receive()
                client.hangUp()
            }
        }

        let outcome = try home.gardenctl("pause")

        #expect(
            outcome
                == Home.Outcome(
                    status: 69,
                    errors: """
                        gardenctl: gardend at \(home.socketPath) closed the connection before it answered
                        The change may or may not have been made (timer.pause). Check before you repeat it.
                        See its log.

                        """))
        #expect(daemon.requests().count == 2)
    }

    @Test func aQueryWithoutAnAnswerIsNotReportedAsUncertain() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            for _ in 1...2 { daemon.acceptClient().hangUp() }
        }

        let outcome = try home.gardenctl("day")

        #expect(outcome.status == 69)
        #expect(!outcome.errors.contains("may or may not have been made"))
    }

    @Test(
        "a change that a daemon takes and does not answer in time may still be made; a query cannot",
        arguments: ["pause", "day"])
    func aSilentDaemonLeavesAChangeInDoubt(command: String) throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            // Until gardenctl gives up.
            client.receive()
        }

        let outcome = try home.gardenctl(command, "--timeout", "1")

        let doubt = "The change may or may not have been made (timer.pause). Check before you repeat it.\n"
        let silence = "gardenctl: gardend at \(home.socketPath) does not answer; to find out why: gardenctl doctor\n"
        #expect(outcome == Home.Outcome(status: 69, errors: silence + (command == "pause" ? doubt : "")))
        #expect(daemon.requests().count == 1)
    }

    @Test("a daemon that sends a little again and again has no more time than a silent one")
    func aDrippingDaemonIsGivenUp() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.drip()
        }

        let outcome = try home.gardenctl("day", "--timeout", "1")

        #expect(
            outcome
                == Home.Outcome(
                    status: 69,
                    errors:
                        "gardenctl: gardend at \(home.socketPath) does not answer; to find out why: gardenctl doctor\n")
        )
    }

    @Test func aListThatRepeatsItselfIsGivenUp() throws {
        let log: JSON = [
            "day": "2026-11-21", "archived": false, "more": true, "source": "day",
            "lines": [LogLine.sample(3, .note, "x").json],
        ]
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            while client.receive() != nil { client.answer(log) }
        }

        let outcome = try home.gardenctl("log")

        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("gardenctl: the answers to log.list repeat themselves\n"), "\(outcome)")
        #expect(daemon.requests().count == 2)
    }

    @Test func aCallIsRetriedOnlyWithAKey() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            for _ in 1...2 {
                let client = daemon.acceptClient()
                client.receive()
                client.hangUp()
            }
            let client = daemon.acceptClient()
            client.receive()
            client.answer(nil)
        }

        let without = try home.gardenctl("call", "timer.toggle")
        let with = try home.gardenctl("call", "timer.toggle", #"{"key":"k"}"#)

        #expect(without.status == 69 && without.errors.contains("may or may not have been made (timer.toggle)"))
        #expect(with == Home.Outcome(status: 0, output: "null\n"))
        #expect(daemon.requests().count == 3)
    }

    @Test(arguments: [
        (GardenError(.alreadyRunning, "a focus is running"), 1, "a focus is running"),
        (GardenError(.invalidParams, "minutes is wrong"), 1, "minutes is wrong"),
        (GardenError(.storageFailed, "the disk is full"), 74, "the disk is full"),
        (
            .storageUncertain("EIO"), 71,
            "cannot write to disk, and whether the change was saved is unknown: EIO"
        ),
        (GardenError(.overloaded, "256 are connected"), 75, "256 are connected"),
        (
            GardenError.refused(.outOfRange, "two items are named so", [("candidates", ["coffee (3)", "Coffee (7)"])]),
            1,
            "two items are named so\n  coffee (3)\n  Coffee (7)"
        ),
    ])
    func aRefusalIsPrintedAndHasItsExitStatus(error: GardenError, status: Int32, words: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(error)
            client.receive()
        }

        #expect(
            try home.gardenctl("start-focus") == Home.Outcome(status: status, errors: "gardenctl: \(words)\n"))
    }

    @Test func anOverloadedDaemonsRefusalIsPrinted() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.refuse(GardenError(.overloaded, "256 are connected"))
            client.hangUp()
        }

        #expect(
            try home.gardenctl("pause") == Home.Outcome(status: 75, errors: "gardenctl: 256 are connected\n"))
    }

    @Test func aLateAnswerIsAwaitedAndTheSilenceIsReportedOnce() throws {
        let isReported = DispatchSemaphore(value: 0)
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            isReported.wait()
            client.answer("late")
            client.receive()
        }
        let place = DaemonPlace(Endpoint(socketPath: home.socketPath, source: .named), dataFolder: home.path)
        let client = Client(place: place, manager: ServiceManager(environment: [:]))
        client.noticeMilliseconds = 1
        var count = 0
        client.onSilence = {
            count += 1
            isReported.signal()
        }
        #expect(try client.ask("timer.get", JSONObject(), changes: false, mayRepeat: true) == "late")
        #expect(count == 1)
    }

    @Test func aCategoryIdIsResolvedToItsName() throws {
        let categories: JSON = [["id": 3, "uid": "a-3", "name": "Reading", "color": "blue", "position": 1, "open": 0]]
        let daemon = FakeDaemon(home.socketPath, answering: categories, FocusTimer.focus("Reading").json)

        let outcome = try home.gardenctl("start-focus", "-c", "3")

        #expect(outcome.status == 0)
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["category.list", "timer.start"])
        #expect(requests.last?["params"]?["category"] == "Reading")
    }

    @Test func anUnknownCategoryIdIsRefused() throws {
        let daemon = FakeDaemon(home.socketPath, answering: [])

        let outcome = try home.gardenctl("start-focus", "-c", "3")

        #expect(
            outcome
                == Home.Outcome(status: 1, errors: "gardenctl: no category has the id 3; to list: gardenctl category\n")
        )
        #expect(daemon.requests().count == 1)
    }

    /// Status 74 means that nothing was changed, so that a script may repeat the command.
    @Test(arguments: [
        (["points", "adjust", "+5", "x"], "; the request was carried out, so do not repeat it"),
        (["category", "list"], ""),
    ])
    func anUnwritableOutputIsAnErrorOfItsOwn(arguments: [String], advice: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            while client.receive() != nil { client.answer([]) }
        }
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }

        let outcome = try home.gardenctl(arguments + ["--json"], writingTo: full) { "" }

        #expect(
            outcome
                == Home.Outcome(
                    status: 73,
                    errors: """
                        {"error":{"status":73,"message":"cannot write the output: No space left on device\(advice)"}}

                        """))
    }

    @Test(arguments: [["--version"], ["--help"], ["call", "x"]])
    func aClosedPipeEndsTheCommandWithoutAnError(arguments: [String]) throws {
        _ = FakeDaemon(home.socketPath, answering: true)
        let (reader, writer) = newPipe()
        close(reader)
        defer { close(writer) }

        #expect(try home.gardenctl(arguments, writingTo: writer) { "" } == Home.Outcome(status: 0))
    }

    @Test func aDamagedJournalExitsWithStatus1() throws {
        _ = FakeDaemon(home.socketPath, answering: ["events": 4, "ok": false, "firstBad": 2])

        let outcome = try home.gardenctl("verify")

        #expect(outcome == Home.Outcome(status: 1, output: "damaged at event 2  (4 events read)\n"))
    }

    @Test func eventsArePrintedOnePerLine() throws {
        let daemon = FakeDaemon(home.socketPath, answering: [event(1, "system.slept"), event(2, "system.woke")])

        let outcome = try home.gardenctl("events", "--since", "0", "--limit", "5", "--topic", "system.*")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                             1  2026-11-21 09:25:00  system.slept
                             2  2026-11-21 09:25:00  system.woke

                        """))
        #expect(daemon.requests()[0]["params"] == ["since": 0, "limit": 5, "types": ["system.*"]])
    }
}
