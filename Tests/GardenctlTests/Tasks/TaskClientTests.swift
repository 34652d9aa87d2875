import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The conversations of the task commands with the daemon.
@Suite struct TaskClientTests {
    static let milk = TaskItem.sample(3, "Buy milk")
    static let status = GardenStatus.sample(.stopped())

    let home = Home()

    static func page(_ tasks: [TaskItem], next: Int? = nil) -> JSON {
        TaskPage(tasks: tasks, more: next != nil, next: next, counts: TaskCounts.none).json
    }

    @Test func theListAsksForTheDayAndShowsHowToContinue() throws {
        let daemon = FakeDaemon(
            home.socketPath,
            answering: [["id": 3, "uid": "a-3", "name": "Deep work", "color": "blue", "position": 1, "open": 2]],
            Self.page([Self.milk], next: 3))

        let outcome = try home.gardenctl("task", "-c", "3", "--search", "oat", "milk", "--limit", "1")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        id  task
                        Reading
                         3  Buy milk

                        More tasks follow: gardenctl task list -c=3 '--search=oat milk' --limit 1 --before 3

                        """))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["category.list", "task.list"])
        #expect(requests[1]["params"] == ["category": "Deep work", "search": "oat milk", "limit": 1])
    }

    @Test func aStaleStateIsAnnouncedAboveTheList() throws {
        _ = FakeDaemon(home.socketPath, hello: .sample(isStale: true), answering: Self.page([]))

        let warning = try #require(staleWarning(true, .plain))
        #expect(
            try home.gardenctl("task")
                == Home.Outcome(
                    status: 0, output: "\(warning)\n\nNo open tasks. Add one: gardenctl task add TITLE\n"))
    }

    @Test(
        arguments: [
            (["task"], page([milk])), (["task", "add", "Buy", "milk"], milk.json), (["task", "show", "3"], milk.json),
            (["add", "Buy", "milk"], QuickAddedTask(task: milk, understood: [], datesInTitle: []).json),
            (["task", "done", "3"], TaskDoneTextTests.done(milk).json), (["task", "next"], .null),
            (["task", "done", "--all", "-c", "Reading", "--yes"], [TaskDoneTextTests.done(milk).json]),
        ] as [([String], JSON)])
    func jsonOutputIsTheAnswerToOneRequest(words: [String], answer: JSON) throws {
        let daemon = FakeDaemon(home.socketPath, answering: answer)

        #expect(try home.gardenctl(words + ["--json"]) == Home.Outcome(status: 0, output: "\(answer.text)\n"))
        #expect(daemon.requests().count == 1)
    }

    @Test func anAddedTaskIsShownWithItsDates() throws {
        let task = TaskItem.sample(3, "Buy milk") { $0.due = .sample(18, 0) }
        let daemon = FakeDaemon(home.socketPath, answering: task.json)

        let outcome = try home.gardenctl("task", "add", "Buy", "milk", "-d", "today", "18:00")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added Buy milk (id 3, Reading)
                          due         Sat 2026-11-21 18:00 (in 8 h 58 min)

                        """))
        #expect(daemon.requests().map { $0["method"] } == ["task.add"])
    }

    @Test func aSentenceIsShownWithWhatWasUnderstood() throws {
        let task = TaskItem.sample(3, "Buy milk") { ($0.due, $0.points) = (.sample(18, 0), 200) }
        let understood = [
            UnderstoodText(text: "today 18:00", meaning: "due Sat 2026-11-21 18:00"),
            UnderstoodText(text: "+200", meaning: "pays 200 points"),
        ]
        let answer = QuickAddedTask(task: task, understood: understood, datesInTitle: []).json
        let daemon = FakeDaemon(
            home.socketPath, answering: answer)

        #expect(
            try home.gardenctl("add", "Buy", "milk", "today", "18:00", "+200")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added Buy milk (id 3, Reading)
                          due         Sat 2026-11-21 18:00 (in 8 h 58 min)
                                      200 points
                          today 18:00 → due Sat 2026-11-21 18:00
                          +200 → pays 200 points

                        """))
        #expect(daemon.requests()[0]["params"]?["text"] == "Buy milk today 18:00 +200")
    }

    @Test func aDryRunShowsWhatWouldBeAdded() throws {
        let task = TaskItem.sample(3, "Buy milk") { $0.due = .sample(18, 0) }
        let understood = [UnderstoodText(text: "today 18:00", meaning: "due Sat 2026-11-21 18:00")]
        let answer = QuickAddedTask(task: task, understood: understood, datesInTitle: []).json
        let daemon = FakeDaemon(
            home.socketPath, answering: answer)

        #expect(
            try home.gardenctl("add", "--dry-run", "Buy milk today 18:00")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Would add Buy milk (Reading)
                          today 18:00 → due Sat 2026-11-21 18:00

                        """))
        #expect(daemon.requests()[0]["params"]?["dryRun"] == true)
    }

    @Test func aSentenceIsNeeded() throws {
        let outcome = try home.gardenctl("add", "--dry-run")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("the sentence is missing: gardenctl add SENTENCE"))
    }

    /// The change is done: an error would make a script repeat it.
    @Test func anEarlierDaemonLeavesOutDistancesAndCounts() throws {
        let task = TaskItem.sample(3, "Buy milk") { $0.due = .sample(18, 0) }
        let daemon = FakeDaemon(home.socketPath, hello: .earlier, answering: task.json)
        #expect(
            try home.gardenctl("task", "add", "Buy", "milk", "-d", "today", "18:00")
                == Home.Outcome(
                    status: 0, output: "Added Buy milk (id 3, Reading)\n  due         Sat 2026-11-21 18:00\n"))
        #expect(daemon.requests().count == 1)

        let page = TaskPage(tasks: [task], more: false, next: nil)
        let other = FakeDaemon(home.socketPath, hello: .earlier, answering: page.json)
        #expect(
            try home.gardenctl("task")
                == Home.Outcome(
                    status: 0,
                    output: """
                        id  task      due
                        Reading
                         3  Buy milk  2026-11-21 18:00

                        """))
        #expect(other.requests().count == 1)
    }

    @Test func aRepeatedRequestHasThePresentOfItsAnswer() throws {
        let task = TaskItem.sample(3, "Buy milk") { $0.due = .sample(18, 0) }
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let first = daemon.acceptClient()
            first.receive()
            first.hangUp()
            let second = daemon.acceptClient()
            second.receive()
            second.answer(task.json)
            second.receive()
        }
        #expect(
            try home.gardenctl("task", "add", "Buy", "milk", "-d", "today", "18:00")
                == Home.Outcome(
                    status: 0,
                    output: "Added Buy milk (id 3, Reading)\n  due         Sat 2026-11-21 18:00 (in 8 h 58 min)\n"))
        #expect(daemon.requests().count == 2)
    }

    @Test(arguments: [
        (
            ["task", "done", "Buy"],
            GardenError.refused(
                .ambiguous, "2 open tasks begin with \"Buy\"; use the id of one",
                [
                    (
                        "candidates",
                        [
                            ["id": 3, "title": "Buy milk", "category": "Reading"],
                            ["id": 12, "title": "Buy\u{1B} bread", "category": "Home"],
                        ]
                    )
                ]),
            """
            gardenctl: 2 open tasks begin with "Buy"; use the id of one
              3  Buy milk (Reading)
              12  Buy bread (Home)

            """
        ),
        (
            ["task", "done", "Buy"],
            .refused(
                .ambiguous, "500 open tasks begin with \"Buy\"; use the id of one",
                [
                    ("candidates", JSON.array([["id": 3, "title": "Buy milk", "category": "Reading"]])),
                    ("more", JSON.integer(499)),
                ]),
            """
            gardenctl: 500 open tasks begin with "Buy"; use the id of one
              3  Buy milk (Reading)
              … and 499 more

            """
        ),
        (
            ["task", "edit", "Buy", "--standing"],
            .invalidParam("due", "is not allowed for a standing task, which has no date of its own"),
            "gardenctl: due is not allowed for a standing task, which has no date of its own; to clear it: --due none\n"
        ),
        (
            ["task", "add", "Buy", "--standing", "--due", "friday"],
            .invalidParam("due", "is not allowed for a standing task, which has no date of its own"),
            "gardenctl: due is not allowed for a standing task, which has no date of its own\n"
        ),
        (
            ["task", "add", "x", "-d", "fridey"],
            .refused(.notUnderstood, "due: \"fridey\" is not understood as part of a date", [("word", "fridey")]),
            "gardenctl: due: \"fridey\" is not understood as part of a date\n"
        ),
        (
            ["task", "snooze", "3"], .refused(.alreadyDone, "task 3, \"Buy milk\", is already done", []),
            "gardenctl: task 3, \"Buy milk\", is already done\n"
        ),
        (
            ["task", "undone", "3"], .refused(.notDone, "task 3, \"Buy milk\", has nothing to reopen", []),
            "gardenctl: task 3, \"Buy milk\", has nothing to reopen\n"
        ),
    ])
    func aRefusalExitsWithStatus1(words: [String], error: GardenError, message: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(error)
            client.receive()
        }

        #expect(try home.gardenctl(words) == Home.Outcome(status: 1, errors: message))
    }

    // MARK: Completed tasks by their titles

    static func completed(_ id: Int, _ title: String) -> TaskItem {
        .sample(id, title) { $0.completedAt = .sample(8, 30) }
    }

    /// A daemon without an open task of the title, with these completed ones.
    private func daemonWithCompleted(_ pages: [JSON], _ answers: JSON...) -> FakeDaemon {
        FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(GardenError(.notFound, "no task is named \"Buy milk\""))
            for answer in pages + answers {
                client.receive()
                client.answer(answer)
            }
            client.receive()
        }
    }

    @Test func aCompletedTaskIsReopenedByItsTitle() throws {
        let daemon = daemonWithCompleted(
            [
                Self.page([Self.completed(9, "Rebuy milk")], next: 9),
                Self.page([Self.completed(4, "Buy milk now"), Self.completed(3, "buy MILK")]),
            ], Self.milk.json)

        let outcome = try home.gardenctl("task", "undone", "Buy", "milk")

        #expect(outcome == Home.Outcome(status: 0, output: "Reopened Buy milk (id 3, Reading)\n"))
        let requests = daemon.requests()
        #expect(
            requests.map { $0["method"] }
                == ["task.undone", "task.list", "task.list", "task.undone"])
        #expect(requests[2]["params"] == ["status": "done", "search": "Buy milk", "before": 9])
        #expect(requests[3]["params"]?["id"] == 3)
    }

    @Test func aCompletedTaskIsNotRemovedByItsTitle() throws {
        let daemon = daemonWithCompleted([Self.page([Self.completed(3, "Buy oat milk")])])

        #expect(
            try home.gardenctl("task", "remove", "Buy", "oat")
                == Home.Outcome(
                    status: 1,
                    errors: "gardenctl: \"Buy oat milk\" is completed; remove it by its id: gardenctl task remove 3\n"))
        #expect(daemon.requests().map { $0["method"] } == ["task.remove", "task.list"])
    }

    @Test func manyCompletedTasksAreNotAllListed() throws {
        _ = daemonWithCompleted([Self.page((1...25).map { Self.completed($0, "Buy milk") })])

        let outcome = try home.gardenctl("task", "show", "Buy", "milk")
        #expect(outcome.errors.hasSuffix("\n  20  Buy milk (Reading, done 2026-11-21 08:30)\n  … and 5 more\n"))
    }

    @Test func severalCompletedTasksAreListedWithTheirTimes() throws {
        _ = daemonWithCompleted([Self.page([Self.completed(9, "Buy milk"), Self.completed(3, "Buy milk")])])

        #expect(
            try home.gardenctl("task", "show", "Buy", "milk")
                == Home.Outcome(
                    status: 1,
                    errors: """
                        gardenctl: 2 completed tasks begin with "Buy milk"; use the id of one
                          9  Buy milk (Reading, done 2026-11-21 08:30)
                          3  Buy milk (Reading, done 2026-11-21 08:30)

                        """))
    }

    @Test func withoutACompletedTaskTheFirstRefusalStays() throws {
        _ = daemonWithCompleted([Self.page([Self.completed(9, "Rebuy milk")])])

        #expect(
            try home.gardenctl("task", "undone", "Buy", "milk")
                == Home.Outcome(status: 1, errors: "gardenctl: no task is named \"Buy milk\"\n"))
    }

    // MARK: All tasks of a category

    /// Of these, two can be completed: neither a standing task nor one whose occurrence lies ahead.
    private func daemonWithTasksOfACategory() -> FakeDaemon {
        FakeDaemon(
            home.socketPath,
            answering:
                Self.page([Self.milk, .sample(4, "Dishes") { $0.standing = true }], next: 4),
            Self.page([
                .sample(5, "Plants") { $0.occurrence = .day(.sample) },
                .sample(6, "Later") { $0.occurrence = .sample(9, 3) },
            ]), [TaskDoneTextTests.done(Self.milk).json])
    }

    @Test func completingACategoryWithoutATerminalNeedsYes() throws {
        let daemon = daemonWithTasksOfACategory()

        #expect(
            try home.gardenctl("task", "done", "--all", "-c", "Reading")
                == Home.Outcome(
                    status: 64, errors: "gardenctl: this completes 2 tasks of Reading; to confirm, add --yes\n"))
        #expect(daemon.requests().map { $0["method"] } == ["task.list", "task.list"])
    }

    @Test(arguments: [["y"], ["YES"], ["n"], []])
    func completingACategoryOnATerminalAsksFirst(typed: [String]) throws {
        _ = daemonWithTasksOfACategory()
        home.isInteractive = true
        home.typed = typed

        let outcome = try home.gardenctl("task", "done", "--all", "-c", "Reading")

        let isConfirmed = typed != ["n"] && !typed.isEmpty
        let text = tasksDoneText([TaskDoneTextTests.done(Self.milk)], category: "Reading", .plain)
        #expect(
            outcome
                == Home.Outcome(
                    status: 0, output: isConfirmed ? "\(text)\nTo take it back: gardenctl undo\n" : "",
                    errors: "Complete 2 tasks of Reading? [y/N]\n" + (isConfirmed ? "" : "Nothing was changed.\n")))
    }

    // MARK: Occurrences

    @Test(
        arguments: [
            ("2026-11-21", "2026-11-21T09:00:00.000+09:00"), ("2026-11-21 09:00", "2026-11-21T09:00:00.000+09:00"),
            ("2026-11-22 09:00", "2026-11-22T09:00:00.000+09:00"), ("2026-11-22", "2026-11-22"),
        ])
    func anOccurrenceIsNamedByItsDayOrItsTime(text: String, sent: String) throws {
        let task = TaskItem.sample(3, "Plants") { $0.occurrence = .sample(9, 0) }
        let daemon = FakeDaemon(
            home.socketPath, answering: task.json, task.json)

        #expect(try home.gardenctl(["task", "skip", "3", "--occurrence"] + words(text)).status == 0)
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] }.prefix(2) == ["task.get", "task.skip"])
        #expect(requests[1]["params"]?["occurrence"] == .string(sent))
    }

    @Test func aSkipNamesTheOccurrence() throws {
        let task = TaskItem.sample(3, "Plants") { $0.occurrence = .day(.sample) }
        let after = TaskItem.sample(3, "Plants") { ($0.occurrence, $0.due) = (.sample(33, 0), .sample(33, 0)) }
        let daemon = FakeDaemon(
            home.socketPath, answering: task.json, after.json)

        #expect(
            try home.gardenctl("task", "skip", "Pla")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Skipped Sat 2026-11-21 of Plants (id 3, Reading)
                          due         Sun 2026-11-22 09:00 (in 23 h 58 min)

                        """))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["task.get", "task.skip"])
        #expect(requests[1]["params"]?["occurrence"] == "2026-11-21")
    }

    @Test func anOccurrenceThatIsNoDateIsRefused() throws {
        _ = FakeDaemon(home.socketPath, answering: Self.milk.json)

        #expect(
            try home.gardenctl("task", "done", "3", "--occurrence", "monday")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: --occurrence must be a date such as 2026-11-21 or 2026-11-21 09:00, not \"monday\"\n"
                ))
    }
}
