import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The answers to notifications and questions.
@Suite struct AckTests {
    let home = Home()

    @Test(
        "P29: an answer that a person has often given names the setting",
        arguments: [
            (nil, ""),
            (
                ["setting": "timer.ask_after_idle_minutes"],
                "To be asked later, or with 0 never: gardenctl config set timer.ask_after_idle_minutes 30\n"
            ),
        ] as [(JSON, String)])
    func aFrequentAnswerNamesTheSetting(meta: JSON, hint: String) throws {
        let outcome = NotificationOutcome(id: 12, kind: .idle, action: .keep, timer: .stopped())
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(outcome.json, meta: meta)
            client.receive()
        }
        #expect(
            try home.gardenctl("ack", "keep")
                == Home.Outcome(status: 0, output: "The session counts.\n\(hint)"))
        #expect(daemon.requests().map { $0["method"] } == ["notification.act"])
    }

    /// Before the question about unattended sessions has been asked, the status has it, and no notification.
    private static let asked = GardenStatus.sample(.stopped()) { status in
        status.questions = [
            Question(
                kind: .unattended, sessions: [3, 4, 5, 6], seconds: 6000, since: .sample(9, 0),
                answers: [.keep, .discard])
        ]
    }

    @Test("P20: the question that the status has already is listed and answered")
    func aQuestionWithoutANotification() throws {
        home.isInteractive = true
        var daemon = FakeDaemon(home.socketPath, answering: [], Self.asked.json)
        #expect(try home.gardenctl("ack").output.contains("Keep them? gardenctl ack keep or discard"))
        #expect(daemon.requests().map { $0["method"] } == ["notification.list", "daemon.status"])

        let resolution = LockResolution(answer: .keep, session: nil, timer: .stopped(), removed: [], missingPoints: 0)
        daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(.refused(.tooLate, "no notification can be answered with keep now"))
            client.receive()
            client.answer(Self.asked.json)
            client.receive()
            client.answer(resolution.json)
            client.receive()
        }
        #expect(
            try home.gardenctl("ack", "keep") == Home.Outcome(status: 0, output: "The sessions count.\n"))
        let asked = daemon.requests().map { [$0["method"], $0["params"]?["kind"], $0["params"]?["answer"]] }
        #expect(
            asked == [
                ["notification.act", nil, nil], ["daemon.status", nil, nil],
                ["timer.resolve", "unattended", "keep"],
            ])
    }

    @Test("P20: at a terminal, any command says what is asked; status has it itself, and scripts get JSON alone")
    func anyCommandMentionsTheQuestion() throws {
        home.mentionsQuestions = true
        let timer = FocusTimer.stopped()
        var daemon = FakeDaemon(home.socketPath, answering: timer.json, Self.asked.json)
        let outcome = try home.gardenctl("pause")
        #expect(
            outcome.errors
                == "4 sessions without a sign of you, from 2026-11-21 09:00 on. Keep them? gardenctl ack keep or discard\n"
        )
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Stopped"))
        #expect(daemon.requests().map { $0["method"] } == ["timer.pause", "daemon.status"])

        daemon = FakeDaemon(home.socketPath, answering: timer.json, GardenStatus.sample(.stopped()).json)
        #expect(try home.gardenctl("pause").errors == "")
        #expect(daemon.requests().count == 2)

        daemon = FakeDaemon(home.socketPath, answering: Self.asked.json, Self.asked.json)
        #expect(try home.gardenctl("status").errors == "")
        // The second says what rang.
        #expect(daemon.requests().map { $0["method"] } == ["daemon.status", "daemon.status"])

        daemon = FakeDaemon(home.socketPath, answering: timer.json)
        #expect(try home.gardenctl("pause", "--json").errors == "")
        #expect(daemon.requests().map { $0["method"] } == ["timer.pause"])

        // What the command did is done, whatever becomes of the daemon.
        _ = FakeDaemon(home.socketPath, answering: timer.json)
        #expect(try home.gardenctl("pause").status == 0)
    }

    @Test("P20: the question is listed beside a notification about something else, and once beside its own")
    func aQuestionBesideANotification() throws {
        func listed(_ kind: NotificationKind) throws -> String {
            let notification = GardenNotification(
                id: 63, kind: kind, at: .sample(9, 0), summary: "A question", body: "Its text", actions: [])
            _ = FakeDaemon(home.socketPath, answering: [notification.json], Self.asked.json)
            return try home.gardenctl("ack").output
        }
        let notification = "63  A question\n    Its text\n    gardenctl ack 63 …: \n"
        #expect(try listed(.unattended) == notification)
        let question =
            "4 sessions without a sign of you, from 2026-11-21 09:00 on. "
            + "Keep them? gardenctl ack keep or discard\n"
        #expect(try listed(.restCompleted) == question + notification)
    }

    @Test("P14: an answer says what the session lost with the time that does not count")
    func whatItTakesIsSaid() throws {
        let session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 10), day: .sample, seconds: 610,
            minutes: 10, category: "Work", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        var outcome = NotificationOutcome(id: 12, kind: .idle, action: .untilIdle, timer: .stopped())
        outcome.session = session
        let daemon = FakeDaemon(home.socketPath) { [outcome] daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(
                outcome.json, meta: ["gardens": [["category": "Work", "exp": -3]], "points": -300])
        }
        #expect(
            try home.gardenctl("ack", "untilIdle").output
                == "The session counts until you left: 10 min, Sat 2026-11-21 09:00–09:10.\n"
                + "Work −3 exp, −300 points\n")
        #expect(daemon.requests().map { $0["params"]?["action"] } == ["untilIdle"])
    }

    @Test("how to go on is named: undo takes back the removal of sessions, and an edit what became of another one")
    func theAdviceAfterADiscard() throws {
        home.isInteractive = true
        let session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 10), day: .sample, seconds: 610,
            minutes: 10, category: "Work", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        for (kind, removed) in [(NotificationKind.unattended, [session]), (.locked, [])] {
            var outcome = NotificationOutcome(id: 12, kind: kind, action: .discard, timer: .stopped())
            if removed.isEmpty { outcome.session = session } else { outcome.removed = removed }
            _ = FakeDaemon(home.socketPath, answering: FocusTimer.stopped().json, outcome.json)
            let text = try home.gardenctl("ack", "discard").output
            let advice =
                removed.isEmpty
                ? "To count it after all: gardenctl session edit 7 --outcome completed\n"
                : "To take it back: gardenctl undo\n"
            #expect(text.hasSuffix("\n\(advice)"), "\(text)")
        }
    }

    @Test("P14: what a discard throws away of the session in progress is said, and how to take it back")
    func theSessionInProgressIsDiscarded() throws {
        home.isInteractive = true
        let timer = FocusTimer.focus("Work") { $0.elapsedSeconds = 1234 }
        let outcome = NotificationOutcome(id: 12, kind: .locked, action: .discard, timer: .stopped())
        _ = FakeDaemon(home.socketPath, answering: timer.json, outcome.json)
        #expect(
            try home.gardenctl("ack", "discard").output
                == "20 min 34 s of Work discarded.\nTo take it back: gardenctl undo\n")
    }

    @Test("P27: an answer that brings the session to its end says what it has brought")
    func theSessionIsCompleted() throws {
        let timer = FocusTimer.open("Work") { $0.elapsedSeconds = 86_400 }
        var session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 10), day: .sample, seconds: 86_400,
            minutes: 1440, category: "Work", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        (session.exp, session.points) = (57, 570)
        let outcome = NotificationOutcome(id: 12, kind: .open, action: .keep, timer: timer)
        let page: JSON = ["sessions": [session.json], "more": false, "next": nil]
        _ = FakeDaemon(home.socketPath, answering: outcome.json, page)
        #expect(
            try home.gardenctl("ack", "keep").output
                == "Completed: \(sessionLine(session, .plain))\n"
                + "+57 exp, +570 points. To correct it: gardenctl session edit 7 --end TIME\n")
    }

    @Test("an answer to nothing is refused as the daemon refuses it")
    func nothingToAnswer() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(.refused(.tooLate, "no notification can be answered with keep now"))
            client.receive()
            client.answer(GardenStatus.sample(.stopped()).json)
            client.receive()
        }
        let outcome = try home.gardenctl("ack", "keep")
        #expect(
            outcome
                == Home.Outcome(
                    status: 1,
                    errors: "gardenctl: no notification can be answered with keep now; to see what counts: "
                        + "gardenctl session; to take one out: gardenctl session remove ID\n"))
    }

    @Test("P29: the time that is left out is named by its kind")
    func whatCountsIsSaid() {
        let session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 10), day: .sample, seconds: 610,
            minutes: 10, category: "Work", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        func text(_ action: NotificationAction) -> String {
            outcomeText(
                NotificationOutcome(id: 12, kind: .idle, action: action, timer: .stopped(), session: session), .plain)
        }
        #expect(text(.untilIdle) == "The session counts until you left: 10 min, Sat 2026-11-21 09:00–09:10.")
        #expect(text(.untilLock) == "The session counts until the lock: 10 min, Sat 2026-11-21 09:00–09:10.")
    }

    @Test("P14, P20: what was taken back is said, and which points are missing")
    func whatWasTakenBackIsSaid() {
        let session = Session(
            id: 7, uid: "a1b2c3d4-7", start: .sample(9, 0), end: .sample(9, 10), day: .sample, seconds: 610,
            minutes: 10, category: "Work", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
        func text(_ outcome: (inout NotificationOutcome) -> Void) -> String {
            var said = NotificationOutcome(id: 12, kind: .unattended, action: .discard, timer: .stopped())
            outcome(&said)
            return outcomeText(said, .plain)
        }
        #expect(text { $0.action = .keep } == "The sessions count.")
        #expect(
            text { $0.removed = [session, session, session] }
                == "3 sessions were removed, and so was what they earned.")
        #expect(
            text { ($0.removed, $0.missingPoints) = ([session], 1) }
                == "1 session was removed, and so was what it earned. 1 point of that is spent already.")
        #expect(
            text { ($0.kind, $0.session, $0.missingPoints) = (.locked, session, 20) }
                == "The session was discarded, and so was what it earned. 20 points of that are spent already.")
    }
}
