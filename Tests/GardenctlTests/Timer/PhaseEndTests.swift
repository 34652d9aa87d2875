import GardenAPI
import TestSupport
import Testing

@testable import gardenctl

/// What the commands that end a phase say about its time.
@Suite struct PhaseEndTests {
    private let home = Home()

    @Test func endingASessionSaysWhatIsDiscarded() throws {
        _ = FakeDaemon(home.socketPath, answering: FocusTimer.focus("読書").json, FocusTimer.stopped().json)

        let outcome = try home.gardenctl("stop")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Stopped
                        To start a focus session: gardenctl start
                        2 min of 読書 discarded: only a completed session counts.

                        """))
    }

    @Test(arguments: [
        ("stop", FocusTimer.stopped(), "2 min of 読書 discarded: `gardenctl finish` completes an open session."),
        ("finish", .stopped(after: 1), "2 min of 読書 completed: +1 exp, +10 points."),
    ])
    func endingAnOpenSessionSaysWhatHappensToItsTime(command: String, after: FocusTimer, text: String) throws {
        var session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 2), day: .sample, seconds: 120, minutes: 2,
            category: "読書", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        (session.exp, session.points) = (1, 10)
        // It was entered while the other one was paused.
        var entered = session
        (entered.id, entered.start, entered.source, entered.exp) = (6, .sample(9, 1), .manual, 2)
        let page: JSON = ["sessions": [entered.json, session.json], "more": false, "next": nil]
        _ = FakeDaemon(home.socketPath, answering: FocusTimer.open("読書").json, after.json, page)

        let outcome = try home.gardenctl(command)

        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").last.map(String.init) == text)
    }

    @Test func finishingSaysHowToGiveAnotherEnd() throws {
        let session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 2), day: .sample, seconds: 120, minutes: 2,
            category: "読書", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        let page: JSON = ["sessions": [session.json], "more": false, "next": nil]
        _ = FakeDaemon(
            home.socketPath, answering: FocusTimer.open("読書").json, FocusTimer.stopped(after: 1).json, page)
        home.isInteractive = true
        let outcome = try home.gardenctl("finish")
        #expect(
            outcome.output.split(separator: "\n").suffix(3) == [
                "2 min of 読書 completed.", "To take it back: gardenctl undo",
                "If it ended earlier: gardenctl session edit 7 --end TIME",
            ])
    }

    @Test("P27: before an open session without a sign is finished, a person says whether its time counts")
    func finishingAnOpenSessionWithAQuestion() throws {
        let paused = FocusTimer.open("読書") { ($0.paused, $0.pauseReason) = (true, .unattended) }
        let asked = GardenStatus.sample(paused) { status in
            status.questions = [
                Question(
                    kind: .open, sessions: [], seconds: 7290, since: .sample(9, 0), answers: [.keep, .untilIdle])
            ]
        }
        var daemon = FakeDaemon(home.socketPath, answering: paused.json, asked.json)
        #expect(
            try home.gardenctl("finish")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: there was no sign of you for 2 h 1 min, since 2026-11-21 09:00; first say whether that time "
                        + "counts: gardenctl ack keep, or gardenctl ack untilIdle; then: gardenctl finish\n"))
        #expect(daemon.requests().map { $0["method"] } == ["timer.get", "daemon.status"])
        // Once it is answered, the session ends.
        daemon = FakeDaemon(
            home.socketPath, answering: paused.json, GardenStatus.sample(paused).json,
            FocusTimer.stopped(after: 1).json)
        #expect(try home.gardenctl("finish").status == 0)
        let methods = daemon.requests().compactMap { $0["method"]?.stringValue }
        #expect(methods.starts(with: ["timer.get", "daemon.status", "timer.finish"]))
    }

    @Test func endingARestDiscardsNothing() throws {
        let rest = FocusTimer.focus { $0.phase = .rest }
        _ = FakeDaemon(home.socketPath, answering: rest.json, FocusTimer.focus().json)

        let outcome = try home.gardenctl("skip")

        #expect(outcome.status == 0 && !outcome.output.contains("discarded"))
    }
}
