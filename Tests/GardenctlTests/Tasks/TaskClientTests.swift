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
        #expect(requests[1]["params"] == ["category": "Deep work", "search": "oat milk", "hidden": false, "limit": 1])
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

    @Test("words of a title that gardenctl add takes as a date or a mark are named")
    func wordsOfATitleAreNamed() throws {
        let task = TaskItem.sample(3, "Buy bread tomorrow +shop")
        let understood = [
            UnderstoodText(text: "tomorrow", meaning: "due Sun"), UnderstoodText(text: "+shop", meaning: "tag shop"),
        ]
        let sentence = QuickAddedTask(task: Self.milk, understood: understood, datesInTitle: [])
        let remark =
            "  tomorrow +shop: a part of the title here; gardenctl add understands it, and so do the options of task edit\n"
        let daemon = FakeDaemon(home.socketPath, answering: task.json, sentence.json)
        let added = "Added Buy bread tomorrow +shop (id 3, Reading)\n"
        #expect(
            try home.gardenctl("task", "add", "Buy", "bread", "tomorrow", "+shop")
                == Home.Outcome(status: 0, output: added + remark))
        let asked = daemon.requests().last
        #expect(asked?["method"] == "task.quickAdd")
        #expect(asked?["params"]?["text"] == "Buy bread tomorrow +shop" && asked?["params"]?["dryRun"] == true)
        // Nothing to name, no answer, and nothing to ask about.
        let nothing = QuickAddedTask(task: Self.milk, understood: [], datesInTitle: [])
        for (words, answers) in [
            (["Buy", "bread"], [task.json, nothing.json]), (["Buy", "bread"], [task.json]), (["Bread"], [task.json]),
            (["Buy", "bread", "tomorrow", "--due", "friday"], [task.json]),
        ] {
            let daemon = FakeDaemon(home.socketPath) { daemon in
                let client = daemon.acceptClient()
                for answer in answers {
                    client.receive()
                    client.answer(answer)
                }
                client.receive()
            }
            #expect(try home.gardenctl(["task", "add"] + words) == Home.Outcome(status: 0, output: added))
            #expect(daemon.requests().count <= 2)
        }
    }

    @Test(
        "T4, T17: what becomes of a reminder when the due date is changed is said, below the dates with their distances",
        arguments: [
            (.sample(17, 0), nil, nil, .sample(18, 30), nil, nil, "Its reminder moves with the due date."),
            (
                .sample(17, 0), nil, nil, nil, nil, nil,
                "Its reminder moves with the due date, and will not ring: that is past."
            ),
            (.sample(17, 0), RemindBefore(minutes: 60), nil, nil, nil, nil, "Its reminder went with the due date."),
            (nil, nil, .sample(17, 0), nil, nil, nil, "It is no longer snoozed."),
            (
                .sample(17, 0), RemindBefore(minutes: 60), nil, .sample(18, 30), RemindBefore(minutes: 60), nil, ""
            ),
            (.sample(17, 0), nil, nil, .sample(17, 0), nil, nil, ""),
        ] as [(Timestamp?, RemindBefore?, Timestamp?, Timestamp?, RemindBefore?, Timestamp?, String)])
    func aMovedDueDate(
        remind: Timestamp?, distance: RemindBefore?, snoozed: Timestamp?, remindAfter: Timestamp?,
        distanceAfter: RemindBefore?, snoozedAfter: Timestamp?, remark: String
    ) throws {
        let before = TaskItem.sample(3, "Buy milk") {
            ($0.due, $0.remind, $0.remindBefore, $0.snoozedUntil) = (.sample(18, 0), remind, distance, snoozed)
        }
        let after = TaskItem.sample(3, "Buy milk") {
            ($0.due, $0.remind) = (.sample(19, 30), remindAfter)
            ($0.remindBefore, $0.snoozedUntil) = (distanceAfter, snoozedAfter)
        }
        let daemon = FakeDaemon(home.socketPath, answering: before.json, after.json, after.json)
        let outcome = try home.gardenctl("task", "edit", "3", "--due", "19:30")
        #expect(outcome.status == 0 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(2) == [
                "Changed Buy milk (id 3, Reading)", "  due         Sat 2026-11-21 19:30 (in 10 h 28 min)",
            ])
        #expect(lines.last == (remark.isEmpty ? lines.dropFirst(2).last : "  \(remark)"))
        #expect(outcome.output.contains("Its reminder") == remark.hasPrefix("Its reminder"))
        #expect(daemon.requests().map { $0["method"] } == ["task.get", "task.edit", "task.get"])
    }

    @Test(
        "T20: the answer to an edit of a repeating task says which occurrences it is for",
        arguments: [
            ([], MovedDates.series, 21, "This is for all occurrences from this one on."),
            ([], .skipped, 28, "The occurrences before it are skipped without pay."),
            ([], .skipped, 14, "An earlier occurrence is open again."),
            (
                [], .occurrence, 21,
                "This is for this occurrence only; the next one is Sat 2026-11-28. For all of them: --series"
            ),
            (
                ["--occurrence-only"], .occurrence, 21,
                "This is for this occurrence only; the next one is Sat 2026-11-28."
            ),
        ] as [([String], MovedDates, Int, String)])
    func anEditSaysWhichOccurrencesItIsFor(flags: [String], moved: MovedDates, day: Int, remark: String) throws {
        @Sendable func task(_ day: Int) -> TaskItem {
            TaskItem.sample(3, "Bins") {
                ($0.repeat, $0.occurrence) = ("weekly", TaskDate.day(CalendarDay(year: 2026, month: 11, day: day)!))
            }
        }
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(task(21).json)
            client.receive()
            client.answer(task(day).json, meta: ["dates": .string(moved.rawValue)])
            client.receive()
            client.answer(task(day).json)
            if moved == .occurrence {
                client.receive()
                client.answer(["2026-11-21", "2026-11-28"])
            }
            client.receive()
        }
        let outcome = try home.gardenctl(["task", "edit", "3", "--due", "tuesday"] + flags)
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").last == "  \(remark)")
        let last = moved == .occurrence ? ["task.occurrences"] : []
        #expect(daemon.requests().map { $0["method"]?.stringValue } == ["task.get", "task.edit", "task.get"] + last)
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
            "gardenctl: task 3, \"Buy milk\", has nothing to reopen; to take a completion back: gardenctl undo, or "
                + "--only NUMBER of gardenctl undo --dry-run\n"
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
}
