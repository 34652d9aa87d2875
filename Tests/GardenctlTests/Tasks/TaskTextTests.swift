import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

@Suite struct TaskTextTests {
    static let report = TaskItem.sample(12, "Write the quarterly report for the whole department") { task in
        (task.due, task.remind, task.points, task.priority) = (.sample(33, 0), .sample(32, 0), 500, 1)
        (task.estimate, task.focuses, task.minutes, task.repeat) = (4, 2, 50, "weekly")
        (task.occurrence, task.doneCount) = (.sample(33, 0), 1)
        task.note = "ask\u{1B}[2J Ann\n\n\tand Bo"
    }

    @Test func aTaskIsShownWithAllItsFacts() {
        let occurrences = [0, 7, 14].map { TaskDate.sample(33 + $0 * 24, 0) }

        #expect(
            taskText(Self.report, occurrences: occurrences, .sample, .plain) == """
                Write the quarterly report for the whole department
                  task        12 · Reading · position 0
                  due         Sun 2026-11-22 09:00 (in 23 h 58 min)
                  reminder    Sun 2026-11-22 08:00 (in 22 h 58 min)
                  repeat      weekly
                  next        Sun 2026-11-29 09:00 · Sun 2026-12-06 09:00
                  priority    1
                  points      500
                  focuses     2 of 4, 50 min
                  done        once
                  added       Sat 2026-11-21 09:00 (2 min ago)

                  ask [2J Ann

                      and Bo
                """)
    }

    @Test func aTaskIsWrappedToANarrowTerminal() {
        let text = taskText(Self.report, .sample, Style(isColored: false, columns: 40))

        #expect(
            text.hasPrefix(
                """
                Write the quarterly report for the whole
                department
                  task        12 · Reading · position 0
                  due         Sun 2026-11-22 09:00 (in
                              23 h 58 min)
                  reminder    Sun 2026-11-22 08:00 (in
                              22 h 58 min)

                """))
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= 40 })
    }

    @Test func aCompletedTaskIsNotOverdue() {
        var task = TaskItem.sample(3, "Buy milk") { $0.due = .sample(8, 0) }

        #expect(taskText(task, .sample, .plain).contains("08:00 (1 h 2 min ago), overdue\n"))
        task.completedAt = .sample(8, 30)
        #expect(
            taskText(task, .sample, .plain) == """
                Buy milk
                  task        3 · Reading
                  due         Sat 2026-11-21 08:00 (1 h 2 min ago)
                  points      0
                  completed   Sat 2026-11-21 08:30 (32 min ago)
                  added       Sat 2026-11-21 09:00 (2 min ago)
                """)
    }

    @Test func aChangeShowsHowTheDatesWereUnderstood() {
        #expect(
            taskText("Added", Self.report, .sample, .plain) == """
                Added Write the quarterly report for the whole department (id 12, Reading)
                  due         Sun 2026-11-22 09:00 (in 23 h 58 min)
                  reminder    Sun 2026-11-22 08:00 (in 22 h 58 min)
                  repeat      weekly
                              priority 1 · 500 points · estimate 4
                  note        ask [2J Ann and Bo
                """)
        #expect(taskText("Added", .sample(3, "Buy milk"), .sample, .plain) == "Added Buy milk (id 3, Reading)")
        var extreme = TaskItem.sample(3, "Buy milk")
        extreme.points = .min
        #expect(
            taskText("Added", extreme, .sample, .plain)
                == "Added Buy milk (id 3, Reading)\n              takes 9223372036854775807 points")
    }

    @Test func aChangeFitsIntoANarrowTerminal() {
        #expect(
            taskText("Changed", Self.report, nil, Style(isColored: false, columns: 40)) == """
                Changed Write the quarterly… (id 12, Reading)
                  due         Sun 2026-11-22 09:00
                  reminder    Sun 2026-11-22 08:00
                  repeat      weekly
                              priority 1 · 500 points ·
                              estimate 4
                  note        ask [2J Ann and Bo
                """)
    }

    @Test func aSnoozedTaskShowsItsOccurrence() {
        let task = TaskItem.sample(6, "Water the plants") { task in
            (task.snoozedUntil, task.occurrence, task.repeat) = (.sample(9, 12), .sample(9, 0), "after 4d")
        }

        #expect(
            taskText("Snoozed", task, .sample, .plain) == """
                Snoozed Water the plants (id 6, Reading)
                  snoozed     Sat 2026-11-21 09:12 (in 10 min)
                  repeat      after 4d
                  occurrence  Sat 2026-11-21 09:00 (2 min ago)
                """)
    }

    @Test func theProposalHasTheCommandToFocusOnIt() {
        #expect(
            proposalText(.sample(3, "Buy milk"), .sample, .plain).hasSuffix(
                "\n\nTo focus on it: gardenctl start-focus -t 3"))
        #expect(
            proposalText(nil, .sample, .plain) == "Nothing to do: no task is open. Add one: gardenctl task add TITLE")
    }
}

@Suite struct TaskDoneTextTests {
    static func done(
        _ task: TaskItem, paid: Int = 500, exp: Int = 1, skipped: SkippedOccurrences? = nil, next: TaskDate? = nil
    ) -> TaskDone {
        TaskDone(task: task, paid: paid, exp: exp, balance: 1250, skipped: skipped, next: next)
    }

    static let milk = TaskItem.sample(3, "Buy milk")
    static let days = (first: TaskDate.sample(-48 + 9, 0), last: TaskDate.sample(-24 + 9, 0))

    @Test(
        arguments: [
            (done(milk), "+500 points, +1 exp for Reading; the balance is 1250."),
            (
                done(.sample(3, "Buy milk") { $0.points = 250 }),
                "+500 points (×2), +1 exp for Reading; the balance is 1250."
            ),
            (
                done(.sample(3, "Buy milk") { $0.points = 500 }),
                "+500 points, +1 exp for Reading; the balance is 1250."
            ),
            (done(milk, paid: 1), "+1 point, +1 exp for Reading; the balance is 1250."),
            (done(milk, paid: 0), "+1 exp for Reading; the balance is 1250."),
            (done(milk, paid: 0, exp: 0), "It was paid before, so it earns nothing now; the balance is 1250."),
            (
                done(
                    milk, skipped: SkippedOccurrences(count: 2, first: days.first, last: days.last),
                    next: .sample(33, 0)),
                """
                +500 points, +1 exp for Reading; the balance is 1250.
                Skipped 2 occurrences without pay: Thu 2026-11-19 09:00 to Fri 2026-11-20 09:00
                Next: Sun 2026-11-22 09:00 (in 23 h 58 min)
                """
            ),
            (
                done(milk, skipped: SkippedOccurrences(count: 1, first: .day(.sample), last: .day(.sample))),
                """
                +500 points, +1 exp for Reading; the balance is 1250.
                Skipped 1 occurrence without pay: Sat 2026-11-21
                """
            ),
            (
                done(.sample(3, "Buy milk") { ($0.standing, $0.doneCount) = (true, 7) }),
                """
                +500 points, +1 exp for Reading; the balance is 1250.
                It is a standing task and stays open; done 7 times.
                """
            ),
        ] as [(TaskDone, String)])
    func aCompletionShowsWhatItPaidAndWhatFollows(done: TaskDone, text: String) {
        #expect(taskDoneText(done, .sample, .plain) == "Done: Buy milk (id 3, Reading)\n\(text)")
    }

    @Test func completionsOfACategoryAreAddedUp() {
        let long = TaskItem.sample(12, String(repeating: "long ", count: 100))

        #expect(
            tasksDoneText(
                [Self.done(Self.milk), Self.done(long, paid: 0)], category: "Reading",
                Style(isColored: false, columns: 40))
                    == """
                    Done: 2 tasks of Reading
                       3  Buy milk  +500
                      12  long long long long long long…  0
                    +500 points, +2 exp; the balance is 1250.
                    """)
        #expect(
            tasksDoneText([Self.done(Self.milk, paid: 1)], category: "Reading", .plain)
                .hasSuffix("\n+1 point, +1 exp; the balance is 1250."))
        #expect(tasksDoneText([], category: "Reading", .plain) == "No task of Reading can be completed now.")
    }
}
