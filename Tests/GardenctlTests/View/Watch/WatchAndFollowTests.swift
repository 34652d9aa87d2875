import Foundation
import GardenAPI
import Glibc
import TestSupport
import Testing
import TimeKit

@testable import gardenctl

@Suite struct WatchAndFollowTests {
    let home = Home()

    @Test func watchPrintsALineAtTheStartAndPerChange() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(.sample(.stopped(), seq: 7)).json)
            client.notify("event", event(8, "timer.started"))
            client.receive()
            // Two events of one change: the answer covers both, so there is no request for the second.
            client.answer(GardenStatus.sample(.focus(), seq: 9).json)
            client.notify("event", event(9, "garden.grew"))
            client.notify("event", event(10, "timer.paused"))
            client.receive()
            client.answer(GardenStatus.sample(.pausedFocus, seq: 10).json)
            client.receive()
        }
        let watch = RunningCommand(home, ["watch"])

        #expect(
            watch.lines(3) == [
                "stopped\t\t\t0\t", "focus\tDefault\t23:00\t1\t", "focus\tDefault\t23:00\t1\tpaused",
            ])
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(daemon.requests().map { $0["method"] } == ["events.subscribe", "daemon.status", "daemon.status"])
    }

    /// No event says so: the daemon does not wake up for it (RULES P3).
    @Test(arguments: ["{tasksOverdue} {tasksDue}", "text"])
    func watchPrintsALineWhenATaskBecomesOverdue(format: String) throws {
        var status = GardenStatus.sample(.stopped())
        (status.tasks.open, status.tasks.dueToday) = (2, 2)
        status.tasks.nextDueAt = status.now
        status.now = Timestamp(instant: status.now.instant.advanced(byMilliseconds: -1), offsetSeconds: 32_400)
        var next = status
        (next.tasks.dueToday, next.tasks.overdue) = (1, 1)
        var last = next
        (last.tasks.dueToday, last.tasks.overdue, last.tasks.nextDueAt) = (0, 2, nil)
        let statuses = [status, next, last]
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(statuses[0]).json)
            for status in statuses.dropFirst() {
                client.receive()
                client.answer(status.json)
            }
            client.receive()
        }
        let watch = RunningCommand(home, ["watch", "-f", format])

        let texts = statuses.map { StatusFormat.text.rendered(.home($0), .plain) }.joined(separator: "\n")
        // The reader leaves out empty lines.
        let lines = format == "text" ? texts.split(separator: "\n").map(String.init) : ["0 2", "1 1", "2 0"]
        #expect(watch.lines(lines.count) == lines)
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(daemon.requests().map { $0["method"] } == ["events.subscribe", "daemon.status", "daemon.status"])
    }

    /// A daemon is there once the client has paused for so many seconds.
    ///
    /// - Returns: the pauses.
    private func daemonComes(atPauseOf seconds: Int, with status: GardenStatus) -> Recorder {
        let (path, pauses) = (home.socketPath, Recorder())
        home.pause = { paused throws(CommandError) in
            pauses.record(paused)
            guard paused == seconds else { return }
            _ = FakeDaemon(path) { daemon in
                let client = daemon.acceptClient()
                client.receive()
                client.answer(Subscription.sample(status).json)
                client.receive()
            }
        }
        return pauses
    }

    @Test func watchReconnectsWithBackoff() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(.sample(.focus())).json)
        }
        let pauses = daemonComes(atPauseOf: 4, with: .sample(.pausedFocus))
        let watch = RunningCommand(home, ["watch", "-f", "{phase}{paused}"])

        #expect(watch.lines(3) == ["focus", "away", "focuspaused"])
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(pauses.values == [1, 2, 4])
    }

    @Test func watchWithAnIntervalCountsByItself() throws {
        var status = GardenStatus.sample(.focus())
        status.now = Timestamp(
            instant: Timestamp.sample(9, 25).instant.advanced(byMilliseconds: -2200), offsetSeconds: 32_400)
        status.timer.remainingSeconds = 3
        let daemon = FakeDaemon(home.socketPath, answering: Subscription.sample(status).json)
        let watch = RunningCommand(home, ["watch", "-f", "{remaining}", "--interval", "1"])

        var seen = watch.lines(1)
        while let last = seen.last, last != "00:00" {
            let next = watch.lines(1)
            if next.isEmpty { break }
            seen += next
        }
        // A loaded machine may leave seconds out.
        #expect(seen.first == "00:03" && seen.last == "00:00")
        #expect(seen == seen.sorted().reversed())
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(daemon.requests().map { $0["method"] } == ["events.subscribe"])
    }

    @Test("before the daemon is there, it is away, and watch waits for it", arguments: [["-f", "bar"], ["--json"]])
    func watchWithoutADaemonWaits(format: [String]) throws {
        let status = GardenStatus.sample(.pausedFocus)
        let pauses = daemonComes(atPauseOf: 4, with: status)
        let watch = RunningCommand(home, ["watch"] + format)

        let first: JSON = ["status": status.json]
        #expect(watch.lines(2) == (format == ["--json"] ? [#"{"away":true}"#, first.text] : ["away", "‖ 23:00"]))
        // Some bars show what their programs write to the standard error.
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(pauses.values == [1, 2, 4])
    }

    @Test("what passes is waited for, once the daemon is away: it is busy when all bars come back")
    func aBusyDaemonIsWaitedFor() throws {
        let (path, pauses) = (home.socketPath, Recorder())
        home.pause = { seconds throws(CommandError) in
            pauses.record(seconds)
            guard seconds <= 2 else { return }
            _ = FakeDaemon(path) { daemon in
                let client = daemon.acceptClient()
                client.receive()
                guard seconds == 2 else { return client.refuse(GardenError(.overloaded, "too many clients")) }
                client.answer(Subscription.sample(.sample(.stopped())).json)
                client.receive()
            }
        }
        let watch = RunningCommand(home, ["watch", "-f", "bar"])
        #expect(watch.lines(2) == ["away", "○"])
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(pauses.values == [1, 2])
    }

    @Test func watchOfAForeignProgramFails() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            for _ in 0..<2 { daemon.acceptClient().send("SSH-2.0-OpenSSH_10.0\n") }
        }
        let outcome = try home.gardenctl("watch")

        #expect(outcome.status == 69)
        #expect(outcome.output == "")
    }

    @Test func watchAsJSONBeginsWithTheStatusAndPrintsEventsUnchanged() throws {
        let first = GardenStatus.sample(.stopped())
        let second = GardenStatus.sample(.focus(), seq: 9)
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(first).json)
            client.notify("event", event(8, "timer.started", ["new": true]))
            client.hangUp()
            let next = daemon.acceptClient()
            next.receive()
            next.answer(Subscription.sample(second).json)
            next.receive()
        }
        let watch = RunningCommand(home, ["watch", "--json"])

        let lines: [JSON] = [
            ["status": first.json], event(8, "timer.started", ["new": true]), ["away": true], ["status": second.json],
        ]
        #expect(watch.lines(4) == lines.map(\.text))
        #expect(watch.end() == Home.Outcome(status: 0))
    }

    @Test func watchInAPipePrintsAwayWithEmptyFields() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(.sample(.focus("Deep work"))).json)
        }
        home.pause = { _ throws(CommandError) in throw .readerGone }

        let outcome = try home.gardenctl("watch")

        #expect(outcome == Home.Outcome(status: 0, output: "focus\tDeep work\t23:00\t1\t\naway\t\t\t\t\n"))
    }

    @Test func followFetchesDroppedEventsAfterAResync() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(.sample(.stopped(), seq: 5)).json)
            client.notify("event", event(6, "system.slept"))
            client.notify("resync", ["seq": 8])
            // Sent before the new subscription is received: it is sent again after it, in its order.
            client.notify("event", event(9, "system.woke"))
            client.receive()
            client.answer(Subscription.sample(.sample(.stopped(), seq: 9)).json)
            for seq in 7...9 { client.notify("event", event(seq, "system.woke")) }
            client.receive()
        }
        let watch = RunningCommand(home, ["events", "--follow", "--json", "--topic", "system.*"])

        #expect(watch.lines(4).map { try? JSON.parse($0)["seq"] } == [6, 7, 8, 9])
        #expect(watch.end() == Home.Outcome(status: 0))
        #expect(
            daemon.requests().map { $0["params"] } == [
                ["topics": ["system.*"]], ["topics": ["system.*"], "since": 6],
            ])
    }

    @Test func followFetchesMissedEventsAfterAReconnect() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let first = daemon.acceptClient()
            first.receive()
            first.answer(Subscription.sample(.sample(.stopped(), seq: 5)).json)
            first.notify("event", event(6, "daemon.stopping"))
            first.hangUp()
            let second = daemon.acceptClient()
            second.receive()
            second.answer(Subscription.sample(.sample(.stopped(), seq: 7)).json)
            second.notify("event", event(7, "daemon.started"))
            second.receive()
        }

        let outcome = try home.gardenctl("events", "--follow", "--limit", "2")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                             6  2026-11-21 09:25:00  daemon.stopping
                             7  2026-11-21 09:25:00  daemon.started

                        """,
                    errors: "gardenctl: the daemon is away; reconnecting\n"))
        #expect(daemon.requests().map { $0["params"] } == [[:], ["since": 6]])
    }

    @Test func followReportsTopicsThatMatchNoEventType() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Subscription.sample(.sample(.stopped()), ignored: ["moon.*"]).json)
            client.notify("event", event(8, "system.slept"))
        }

        let outcome = try home.gardenctl(
            "events", "--follow", "--limit", "1", "--topic", "moon.*", "--topic", "system.*")

        #expect(outcome.status == 0)
        #expect(outcome.errors == "gardenctl: no type of event matches moon.*\n")
    }
}

/// gardenctl in its own thread. Its output is read through a pipe.
private final class RunningCommand: @unchecked Sendable {
    private let hasEnded = DispatchSemaphore(value: 0)
    private var outcome: Home.Outcome?
    private let reader: Int32
    private var framer = LineFramer()

    init(_ home: Home, _ arguments: [String]) {
        let writer: Int32
        (reader, writer) = newPipe()
        nonisolated(unsafe) let home = home
        Thread { [self] in
            outcome = try? home.gardenctl(arguments, writingTo: writer) { "" }
            close(writer)
            hasEnded.signal()
        }.start()
    }

    /// The next lines it prints; fewer when it ends before.
    func lines(_ count: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count {
            if case .text(let line) = framer.next() {
                lines.append(String(decoding: line, as: UTF8.self))
                continue
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(reader, &chunk, chunk.count)
            guard count > 0 else { break }
            chunk[..<count].withUnsafeBytes { framer.append($0) }
        }
        return lines
    }

    /// Reads no more, and awaits the end.
    func end() -> Home.Outcome? {
        close(reader)
        hasEnded.wait()
        return outcome
    }
}

private final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Int] = []

    func record(_ value: Int) { lock.withLock { recorded.append(value) } }
    var values: [Int] { lock.withLock { recorded } }
}
