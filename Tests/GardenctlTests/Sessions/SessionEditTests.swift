import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import gardenctl

/// `gardenctl session edit` (RULES P30).
struct SessionEditTests {
    private let home = Home()

    private static func session(_ id: Int) -> Session {
        Session(
            id: id, uid: "a1b2c3d4-\(id)", start: .sample(9, 0), end: .sample(9, 25), day: .sample, seconds: 1500,
            minutes: 25, category: "Thesis", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: .completed)
    }

    /// Answers a correction, and the questions about the streak before and after it.
    ///
    /// - Parameter streak: the days after it; `nil` if the daemon ends.
    private static func answer(
        _ client: FakeDaemon.ClientConnection, session id: Int, meta: JSON = .null, streak days: Int? = 3
    ) {
        client.receive()
        client.answer(streak(3))
        client.receive()
        client.answer(session(id).json, meta: meta)
        guard let days else { return }
        client.receive()
        client.answer(streak(days))
    }

    private static func streak(_ days: Int) -> JSON {
        StreakStatistics(current: days, longest: 9, goalMinutes: 25, todayMinutes: 0, reachedToday: false).json
    }

    @Test("several sessions get the same category, each with what follows; exp of one garden is summed")
    func severalAreCorrected() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for id in [12, 13] {
                client.receive()
                client.answer(Self.session(id).json)
            }
            for id in [12, 13] {
                let gardens: JSON = [
                    ["category": "Thesis", "exp": 1], ["category": "Maths", "exp": -1],
                    ["category": "Thesis", "exp": 2],
                ]
                Self.answer(client, session: id, meta: ["gardens": gardens], streak: id == 13 ? 4 : 3)
            }
        }
        let outcome = try home.gardenctl("session", "edit", "12", "13", "-c", "Thesis")
        let lines = [12, 13].flatMap { id in
            [
                "Corrected: \(sessionLine(Self.session(id), .plain))",
                "Thesis +3 exp, Maths −1 exp\(id == 13 ? ", streak 3 → 4" : "")",
            ]
        }
        #expect(outcome == Home.Outcome(status: 0, output: lines.joined(separator: "\n") + "\n"))
        let edits = daemon.requests().filter { $0["method"] == "session.edit" }
        #expect(edits.compactMap { $0["params"]?["id"] } == [12, 13])
    }

    @Test("sessions get a task by its title, also a completed one, which is looked up once")
    func theTaskIsNamed() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for id in [12, 13] {
                client.receive()
                client.answer(Self.session(id).json)
            }
            client.receive()
            client.refuse(GardenError(.notFound, "no task is named \"Essay one\"", [("kind", "task")]))
            client.receive()
            client.answer(TaskClientTests.page([.sample(7, "Essay one") { $0.completedAt = .sample(8, 30) }]))
            client.receive()
            client.answer(TaskItem.sample(7, "Essay one").json)
            for id in [12, 13] { Self.answer(client, session: id) }
        }
        let outcome = try home.gardenctl("session", "edit", "12", "13", "-t", "Essay", "one")
        #expect(outcome.status == 0)
        let edits = daemon.requests().filter { $0["method"] == "session.edit" }
        #expect(edits.map { [$0["params"]?["id"], $0["params"]?["taskId"]] } == [[12, 7], [13, 7]])
    }

    @Test("the word none clears the task, and a number is its id", arguments: [("none", JSON.null), ("7", 7)])
    func theTaskIsAnId(word: String, expected: JSON) throws {
        let daemon = FakeDaemon(home.socketPath) { Self.answer($0.acceptClient(), session: 12) }
        #expect(try home.gardenctl("session", "edit", "12", "--task", word).status == 0)
        let edits = daemon.requests().filter { $0["method"] == "session.edit" }
        #expect(edits.map { $0["params"]?["taskId"] } == [expected])
    }

    @Test("adding a session that brings no exp says so", arguments: [0, 1])
    func aShortSession(exp: Int) throws {
        var session = Self.session(12)
        session.exp = exp
        let daemon = FakeDaemon(home.socketPath) { [session] daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Self.streak(3))
            client.receive()
            client.answer(session.json)
            client.receive()
            client.answer(Self.streak(3))
        }
        let said = "Its minutes count, but it brings no exp (1 for each rewards.exp_minutes).\n"
        #expect(
            try home.gardenctl("session", "add", "9:00-9:10", "Thesis").output
                == "Added: \(sessionLine(session, .plain))\n" + (exp == 0 ? said : ""))
        #expect(daemon.requests().filter { $0["method"] == "session.add" }.count == 1)
    }

    @Test("a session is added to a completed task by its title")
    func aCompletedTaskIsNamed() throws {
        var added = Self.session(12)
        added.exp = 1
        let daemon = FakeDaemon(home.socketPath) { [added] daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Self.streak(3))
            client.receive()
            client.refuse(GardenError(.notFound, "no task is named \"Essay\"", [("kind", "task")]))
            client.receive()
            client.answer(TaskClientTests.page([.sample(7, "Essay") { $0.completedAt = .sample(8, 30) }]))
            client.receive()
            client.answer(added.json)
            client.receive()
            client.answer(Self.streak(3))
        }
        let outcome = try home.gardenctl("session", "add", "9:00-9:25", "-t", "Essay")
        #expect(outcome == Home.Outcome(status: 0, output: "Added: \(sessionLine(added, .plain))\n"))
        let adds = daemon.requests().filter { $0["method"] == "session.add" }
        #expect(adds.map { $0["params"]?["text"] } == ["9:00-9:25", "9:00-9:25"])
        #expect(adds.map { [$0["params"]?["task"], $0["params"]?["taskId"]] } == [["Essay", nil], [nil, 7]])
    }

    @Test("the end of what lasted for days is shown with its day")
    func aLongPause() throws {
        var session = Self.session(12)
        session.end = try #require(Timestamp("2026-11-23T09:20:00+09:00"))
        session.pauses = [TimeSpan(.sample(9, 5), try #require(Timestamp("2026-11-23T09:00:00+09:00")))]
        #expect(sessionLine(session, .plain) == "12  Sat 2026-11-21 09:00–Mon 09:20  25 min  Thesis")
        #expect(sessionText(session, .plain).contains("09:05–Mon 09:00"))
        session.pauses = [TimeSpan(.sample(9, 5), .sample(9, 10))]
        #expect(sessionText(session, .plain).contains("09:05–09:10"))
    }

    @Test("after another end, the pauses that still do not count are said")
    func pausesAreSaid() throws {
        var session = Self.session(12)
        session.pauses = [TimeSpan(.sample(9, 5), .sample(9, 20))]
        for (option, text) in [
            ("--end", "15 min of pauses in it do not count; to count them: gardenctl session edit 12 --count-pauses\n"),
            ("--note", ""),
        ] {
            _ = FakeDaemon(home.socketPath, answering: Self.streak(3), session.json, Self.streak(3))
            let outcome = try home.gardenctl("session", "edit", "12", option, "9:25")
            #expect(outcome == Home.Outcome(status: 0, output: "Corrected: \(sessionLine(session, .plain))\n\(text)"))
        }
    }

    @Test("what was not corrected is named")
    func aRefusalNamesWhatIsLeft() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for id in [12, 13, 14] {
                client.receive()
                client.answer(Self.session(id).json)
            }
            Self.answer(client, session: 12)
            client.receive()
            client.answer(Self.streak(3))
            client.receive()
            client.refuse(GardenError(.insufficientPoints, "the balance is too small"))
        }
        home.isInteractive = true
        let outcome = try home.gardenctl("session", "edit", "12", "13", "14", "--note", "calm")
        #expect(
            outcome.output == """
                Corrected: \(sessionLine(Self.session(12), .plain))
                Not corrected: 13 14
                To take it back: gardenctl undo

                """)
        #expect(outcome.status != 0)
    }

    @Test("a person at a terminal reads how to take back several corrections")
    func theAdviceAfterSeveral() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for id in [12, 13] {
                client.receive()
                client.answer(Self.session(id).json)
            }
            for id in [12, 13] { Self.answer(client, session: id) }
        }
        home.isInteractive = true
        let outcome = try home.gardenctl("session", "edit", "12", "13", "--note", "calm")
        let lines = [12, 13].map { "Corrected: \(sessionLine(Self.session($0), .plain))\n" }.joined()
        #expect(outcome == Home.Outcome(status: 0, output: lines + "To take them back: gardenctl undo 2\n"))
    }

    @Test("one that is missing is found before anything is changed")
    func oneThatIsMissing() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Self.session(12).json)
            client.receive()
            client.refuse(GardenError(.notFound, "no session has the id 99", [("kind", "session"), ("id", 99)]))
        }
        let outcome = try home.gardenctl("session", "edit", "12", "99", "-c", "Thesis")
        #expect(outcome == Home.Outcome(status: 1, errors: "gardenctl: no session has the id 99\n"))
        #expect(daemon.requests().map { $0["method"] } == ["session.get", "session.get"])
    }

    @Test("what is missing in the middle of a range is left out; a range with nothing in it is refused")
    func aRange() throws {
        let missing = { @Sendable (id: Int) in
            GardenError(.notFound, "no session has the id \(id)", [("id", .integer(id))])
        }
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for id in 12...14 {
                client.receive()
                if id == 13 { client.refuse(missing(13)) } else { client.answer(Self.session(id).json) }
            }
            for id in [12, 14] { Self.answer(client, session: id) }
            let other = daemon.acceptClient()
            for id in 20...21 {
                other.receive()
                other.refuse(missing(id))
            }
        }
        let outcome = try home.gardenctl("session", "edit", "12-14", "--note", "calm")
        let lines = [12, 14].map { "Corrected: \(sessionLine(Self.session($0), .plain))\n" }.joined()
        #expect(outcome == Home.Outcome(status: 0, output: lines))
        let refused = try home.gardenctl("session", "remove", "20-21")
        #expect(refused == Home.Outcome(status: 1, errors: "gardenctl: no session has the id 20\n"))
        #expect(
            daemon.requests().compactMap { $0["method"]?.stringValue }.filter { $0 == "session.edit" }.count == 2)
    }

    @Test("a change that is made is a success, whatever becomes of the daemon after it")
    func aDaemonThatEndsAfterTheChange() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            Self.answer(daemon.acceptClient(), session: 12, streak: nil)
        }
        let outcome = try home.gardenctl("session", "edit", "12", "-c", "Thesis")
        #expect(outcome == Home.Outcome(status: 0, output: "Corrected: \(sessionLine(Self.session(12), .plain))\n"))
    }

    @Test("times are those of one session")
    func timesAreOfOne() throws {
        let outcome = try home.gardenctl("session", "edit", "12", "13", "--end", "10:05")
        #expect(outcome.errors.contains("--start, --end, --minutes and --count-pauses correct one session, not 2"))
    }

    @Test(arguments: ["3-", "4-2", "1-2-3", "1–3", "2-1002", "1..3", "", "a-b", "9223372036854775808-1", "5-0", "0-0"])
    func whatIsNoRange(_ argument: String) { #expect(IDRange(argument: argument) == nil) }

    @Test func tooManySessions() throws {
        let outcome = try home.gardenctl("session", "remove", "1-600", "601-1200")
        #expect(outcome.errors.hasPrefix("gardenctl: 1200 ids are given, and at most 1000 at a time are changed\n"))
        #expect(outcome.status == 64)
    }

    @Test("each id once, in the order of the ranges")
    func theIdsOfRanges() throws {
        let ranges = try ["5", "3-6", "1-2", "6"].map { try #require(IDRange(argument: $0)) }
        #expect(IDRange.ids(ranges) == [5, 3, 4, 6, 1, 2])
    }

    @Test("a session of more than twelve hours shows the day of its end")
    func aLongSession() throws {
        var session = Self.session(12)
        session.start = try #require(Timestamp("2026-03-10T10:00:00+01:00"))
        session.end = try #require(Timestamp("2026-03-11T09:00:00+01:00"))
        #expect(sessionLine(session, .plain).contains("10:00–Wed 09:00"))
        session.end = try #require(Timestamp("2026-03-10T22:00:00+01:00"))
        #expect(sessionLine(session, .plain).contains("10:00–22:00"))
    }
}
