import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The conversations with the daemon about completed tasks, whole categories and occurrences.
@Suite struct TaskCompletionClientTests {
    let home = Home()

    // MARK: Completed tasks by their titles

    static func completed(_ id: Int, _ title: String) -> TaskItem {
        .sample(id, title) { $0.completedAt = .sample(8, 30) }
    }

    /// A daemon without an open task of the title, with these completed ones.
    private func daemonWithCompleted(_ pages: [JSON], _ answers: JSON...) -> FakeDaemon {
        FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(
                GardenError(.notFound, "no task is named \"Buy milk\"", [("kind", "task"), ("name", "Buy milk")]))
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
                TaskClientTests.page([Self.completed(9, "Rebuy milk")], next: 9),
                TaskClientTests.page([Self.completed(4, "Buy milk now"), Self.completed(3, "buy MILK")]),
            ], TaskClientTests.milk.json)

        let outcome = try home.gardenctl("task", "undone", "Buy", "milk")

        #expect(outcome == Home.Outcome(status: 0, output: "Reopened Buy milk (id 3, Reading)\n"))
        let requests = daemon.requests()
        #expect(
            requests.map { $0["method"] }
                == ["task.undone", "task.list", "task.list", "task.undone"])
        #expect(requests[2]["params"] == ["status": "done", "search": "Buy milk", "before": 9])
        #expect(requests[3]["params"]?["id"] == 3)
    }

    @Test func aReopenedTaskSaysThatItsPayStays() throws {
        var task = TaskClientTests.milk
        task.points = 300
        _ = FakeDaemon(home.socketPath, answering: task.json)
        let lines = try home.gardenctl("task", "undone", "3").output.split(separator: "\n")
        #expect(lines.first == "Reopened Buy milk (id 3, Reading)")
        #expect(
            lines.last
                == "What it paid stays. If it was not done: gardenctl undo, then gardenctl undo --dry-run and --only")
    }

    @Test func aCompletedTaskIsNotRemovedByItsTitle() throws {
        let daemon = daemonWithCompleted([TaskClientTests.page([Self.completed(3, "Buy oat milk")])])

        #expect(
            try home.gardenctl("task", "remove", "Buy", "oat")
                == Home.Outcome(
                    status: 1,
                    errors: "gardenctl: \"Buy oat milk\" is completed; remove it by its id: gardenctl task remove 3\n"))
        #expect(daemon.requests().map { $0["method"] } == ["task.remove", "task.list"])
    }

    @Test("done of a task that is done already says so, and how to reopen it")
    func aCompletedTaskIsCompleted() throws {
        let daemon = daemonWithCompleted([TaskClientTests.page([Self.completed(3, "Buy oat milk")])])

        #expect(
            try home.gardenctl("done", "Buy", "oat")
                == Home.Outcome(
                    status: 1,
                    errors: "gardenctl: task 3, \"Buy oat milk\", is already done; to reopen it: "
                        + "gardenctl task undone 3\n"))
        #expect(daemon.requests().map { $0["method"] } == ["task.done", "task.list"])
    }

    @Test(
        "done of a repeating task that was done today says how to complete the next occurrence",
        arguments: [false, true])
    func aSecondPressSaysHowToGoOn(isNamed: Bool) throws {
        let problem = "task 3, \"Gym\", was done today, and the next occurrence, 2026-11-22, has not come yet"
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(.refused(.alreadyDone, problem, [("id", 3), ("occurrence", "2026-11-22")]))
            client.receive()
        }
        let words = ["done", "3"] + (isNamed ? ["--occurrence", "2026-11-21"] : [])
        let advice = isNamed ? "" : "; to complete that now: gardenctl task done 3 --early"
        #expect(
            try home.gardenctl(words) == Home.Outcome(status: 1, errors: "gardenctl: \(problem)\(advice)\n"))
        // A day needs the zone of the open occurrence.
        #expect(daemon.requests().map { $0["method"] } == [isNamed ? "task.get" : "task.done"])
    }

    @Test func manyCompletedTasksAreNotAllListed() throws {
        _ = daemonWithCompleted([TaskClientTests.page((1...25).map { Self.completed($0, "Buy milk") })])

        let outcome = try home.gardenctl("task", "show", "Buy", "milk")
        #expect(outcome.errors.hasSuffix("\n  20  Buy milk (Reading, done 2026-11-21 08:30)\n  … and 5 more\n"))
    }

    @Test func severalCompletedTasksAreListedWithTheirTimes() throws {
        _ = daemonWithCompleted([TaskClientTests.page([Self.completed(9, "Buy milk"), Self.completed(3, "Buy milk")])])

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
        _ = daemonWithCompleted([TaskClientTests.page([Self.completed(9, "Rebuy milk")])])

        #expect(
            try home.gardenctl("task", "undone", "Buy", "milk")
                == Home.Outcome(
                    status: 1, errors: "gardenctl: no task is named \"Buy milk\"; to list: gardenctl task\n"))
    }

    // MARK: All tasks of a category

    /// Of these, two can be completed: neither a standing task nor one whose occurrence lies ahead.
    private func daemonWithTasksOfACategory() -> FakeDaemon {
        FakeDaemon(
            home.socketPath,
            answering:
                TaskClientTests.page([TaskClientTests.milk, .sample(4, "Dishes") { $0.standing = true }], next: 4),
            TaskClientTests.page([
                .sample(5, "Plants") { $0.occurrence = .day(.sample) },
                .sample(6, "Later") { $0.occurrence = .sample(9, 3) },
            ]), [TaskDoneTextTests.done(TaskClientTests.milk).json])
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
        let text = tasksDoneText([TaskDoneTextTests.done(TaskClientTests.milk)], category: "Reading", .plain)
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
        _ = FakeDaemon(home.socketPath, answering: TaskClientTests.milk.json)

        #expect(
            try home.gardenctl("task", "done", "3", "--occurrence", "monday")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: --occurrence must be a date such as 2026-11-21 or 2026-11-21 09:00, not \"monday\"\n"
                ))
    }
}
