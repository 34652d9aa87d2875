import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// `task list --done` (RULES T24).
@Suite struct CompletionListTests {
    let home = Home()

    private static func done(
        _ id: Int, _ task: TaskItem, _ at: String, of occurrence: String? = nil, paid: Int = 0
    ) -> TaskCompletion {
        let time = Timestamp(at)
        return TaskCompletion(
            id: id, task: task, at: time ?? .sample(9, 0), day: time?.date ?? .sample,
            occurrence: occurrence.flatMap { CalendarDay($0) }.map { .day($0) }, paid: paid, exp: 1)
    }

    private static let page = TaskCompletionPage(
        completions: [
            done(90, .sample(12, "Write report"), "2026-11-21T10:32:00.000+09:00", paid: 500),
            done(80, .sample(3, "Gym"), "2026-11-21T09:10:00.000+09:00", of: "2026-11-20", paid: 10),
            done(70, .sample(7, "Sweets"), "2026-11-20T23:50:00.000+09:00", paid: -30),
            done(60, .sample(3, "Gym"), "2026-11-19T08:00:00.000+09:00", of: "2026-11-19"),
        ], more: true, next: 60)

    @Test func theCompletionsAreListedByDay() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.page.json)
        let outcome = try home.gardenctl(
            "task", "list", "--done", "+phone", "report", "--day", "last", "week", "--priority", "1", "--limit", "4")
        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Saturday, 2026-11-21 · today
                        12  10:32  Write report  +500  Reading
                         3  09:10  Gym            +10  Reading, for 2026-11-20
                        Friday, 2026-11-20 · yesterday
                         7  23:50  Sweets         −30  Reading
                        Thursday, 2026-11-19
                         3  08:00  Gym                 Reading

                        Earlier ones: gardenctl task list +phone --done --search=report --priority=1 '--day=last week' --limit 4 --before 60

                        """))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["task.completions"])
        #expect(
            requests[0]["params"] == [
                "from": "last week", "to": "last week", "tag": "phone", "search": "report", "priority": 1, "limit": 4,
            ])
    }

    @Test(arguments: [[], ["--json"]])
    func withADueDateTheTasksAreListed(_ words: [String]) throws {
        let daemon = FakeDaemon(home.socketPath, answering: TaskClientTests.page([]))
        _ = try home.gardenctl(["task", "list", "--done", "--due", "<friday"] + words)
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["task.list"])
        #expect(requests[0]["params"] == ["status": "done", "due": "<friday"])
    }

    @Test func withoutCompletionsTheListSaysSo() throws {
        _ = FakeDaemon(home.socketPath, answering: TaskCompletionPage(completions: [], more: false).json)
        #expect(
            try home.gardenctl("task", "list", "--done")
                == Home.Outcome(status: 0, output: "Nothing was done that matches.\n"))
    }

    @Test func jsonIsTheAnswer() throws {
        _ = FakeDaemon(home.socketPath, answering: Self.page.json)
        #expect(
            try home.gardenctl("task", "list", "--done", "--json")
                == Home.Outcome(status: 0, output: "\(Self.page.json.text)\n"))
    }
}
