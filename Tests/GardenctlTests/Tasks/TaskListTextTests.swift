import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

@Suite struct TaskListTextTests {
    static let tasks: [TaskItem] = [
        .sample(3, "Write the quarterly report for the whole department") { task in
            (task.due, task.remind, task.points, task.priority) = (.sample(18, 0), .sample(17, 0), 500, 1)
            (task.estimate, task.focuses) = (4, 2)
        },
        .sample(12, "読書の会 📚 مرحبا") { $0.due = .day(CalendarDay.sample.advanced(by: -2)) },
        .sample(104, "Water the plants") { task in
            (task.category, task.remind, task.snoozedUntil) = ("Home", .sample(33, 0), .sample(9, 10))
            task.repeat = "FREQ=WEEKLY;BYDAY=MO,TH"
        },
        .sample(105, "Dishes") { ($0.category, $0.standing, $0.focuses) = ("Home", true, 3) },
        .sample(106, "Call\u{1B}[2J Mum") { $0.category = "Home" },
    ]
    static let counts = TaskCounts(open: 5, dueToday: 1, overdue: 1, next: nil, nextDueAt: nil)

    static func text(_ listing: TaskListing = TaskListing(tasks: tasks), columns: Int?, isColored: Bool = false)
        -> String
    {
        taskListText(listing, counts, .sample, Style(isColored: isColored, columns: columns))
    }

    @Test func aTaskThatCannotBeginYetHasItsStart() {
        let tasks: [TaskItem] = [
            .sample(3, "Winter tyres") { task in
                (task.start, task.tags) = (.day(CalendarDay.sample.advanced(by: 3)), ["car", "phone"])
            },
            .sample(4, "Buy milk") { $0.start = .day(CalendarDay.sample) },
        ]
        let listing = TaskListing(tasks: tasks, isByCategory: false, isFiltered: true, hidden: 2)
        #expect(
            Self.text(listing, columns: 80) == """
                id  task          start  tags         category
                 3  Winter tyres  Tue    +car +phone  Reading
                 4  Buy milk                          Reading

                2 tasks are hidden for now: gardenctl task list --all
                """)
        #expect(
            Self.text(TaskListing(tasks: [], hidden: 1), columns: 80)
                == """
                No task can begin yet.

                5 tasks open · 1 overdue · 1 due today

                1 task is hidden for now: gardenctl task list --all
                """)
    }

    @Test func severalTasksAreInColumns() {
        let tasks: [TaskItem] = [
            .sample(3, "Report") { $0.due = .day(CalendarDay.sample.advanced(by: 1)) }, .sample(14, "Milk"),
        ]
        #expect(
            tasksText("Changed", tasks, .sample, Style(isColored: false, columns: 80)) == """
                Changed 2 tasks
                id  task    due       category
                 3  Report  tomorrow  Reading
                14  Milk              Reading
                """)
    }

    @Test func whatIsNotUnderstoodIsNamedWithTheCommandForIt() {
        let answer = QuickAddedTask(
            task: .sample(3, "Call Ann tomorrow 25:00 +home @phone"), understood: [], datesInTitle: [],
            tagsInTitle: ["+home", "@phone"],
            problems: [UnreadText(text: "tomorrow 25:00", problem: "there is no time \"25:00\"")])
        let text = quickAddText(answer, isDryRun: false, .sample, Style(isColored: false, columns: nil))
        #expect(
            text.split(separator: "\n").dropFirst().map(String.init) == [
                "  \"tomorrow 25:00\" stays in the title: there is no time \"25:00\".",
                "  To set what is missing: gardenctl task edit 3 --due DATE --title TITLE",
                "  \"+home\" and \"@phone\" stay in the title. As a tag: gardenctl task edit 3 +home +phone --title 'Call Ann tomorrow 25:00'",
            ])
    }

    @Test(arguments: [200, nil])
    func aWideListHasOneLinePerTask(columns: Int?) {
        #expect(
            Self.text(columns: columns) == """
                 id  task                                                 due             reminder     repeat             prio  points  focuses
                Reading
                  3  Write the quarterly report for the whole department  today 18:00     17:00                              1     500  2/4
                 12  読書の会 📚 مرحبا                                    overdue 2 days
                Home
                104  Water the plants                                                     today 09:10  every Mon and Thu
                105  Dishes                                                                            standing                         3
                106  Call [2J Mum

                5 tasks open · 1 overdue · 1 due today
                """)
    }

    @Test func theTitleIsCutWhereTheColumnsNeedTheRoom() {
        let text = Self.text(TaskListing(tasks: Array(Self.tasks[...1])), columns: 80)
        #expect(
            text == """
                id  task                         due             reminder  prio  points  focuses
                Reading
                 3  Write the quarterly report…  today 18:00     17:00        1     500  2/4
                12  読書の会 📚 مرحبا            overdue 2 days

                5 tasks open · 1 overdue · 1 due today
                """)
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= 80 })
    }

    @Test func aNarrowListHasTheFactsBelowTheTitle() {
        let text = Self.text(columns: 40)
        #expect(
            text == """
                Reading
                  3  Write the quarterly report for the…
                     due today 18:00 · reminder 17:00
                     priority 1 · 500 points
                     2/4 focuses
                 12  読書の会 📚 مرحبا
                     overdue 2 days
                Home
                104  Water the plants
                     reminder today 09:10
                     every Mon and Thu
                105  Dishes
                     standing · 3 focuses
                106  Call [2J Mum

                5 tasks open · 1 overdue · 1 due today
                """)
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= 40 })
    }

    @Test func aLongTitleIsCutOnATerminalAndCompleteElsewhere() {
        let title = String(repeating: "読書", count: 250)
        let listing = TaskListing(tasks: [.sample(3, title) { $0.points = 5 }])

        #expect(
            Self.text(listing, columns: 40).split(separator: "\n")[2]
                == " 3  \(String(repeating: "読書", count: 6))読…        5")
        #expect(
            Self.text(listing, columns: nil).split(separator: "\n")[2] == " 3  \(title)       5")
    }

    @Test func overdueTasksAreRedAndThoseDueTodayYellow() {
        #expect(
            Self.text(TaskListing(tasks: Array(Self.tasks[...1])), columns: 60, isColored: true) == """
                \u{1B}[1mReading\u{1B}[0m
                 3  Write the quarterly report for the whole department
                    \u{1B}[1;33mdue today 18:00\u{1B}[0m · reminder 17:00 · priority 1
                    500 points · 2/4 focuses
                12  読書の会 📚 مرحبا
                    \u{1B}[1;31moverdue 2 days\u{1B}[0m

                5 tasks open · \u{1B}[1;31m1 overdue\u{1B}[0m · \u{1B}[1;33m1 due today\u{1B}[0m
                """)
    }

    @Test func completedTasksShowTheirCategoryAndWhenTheyWereDone() {
        let done = TaskItem.sample(3, "Buy milk") { task in
            (task.due, task.points, task.completedAt) = (.sample(8, 0), 20, .sample(8, 30))
        }
        let listing = TaskListing(tasks: [done], isByCategory: false, isFiltered: true)

        #expect(
            Self.text(listing, columns: 80) == """
                id  task      points  category  completed
                 3  Buy milk      20  Reading   today 08:30
                """)
        #expect(
            Self.text(listing, columns: 80, isColored: true).hasSuffix(
                " 3  \u{1B}[2mBuy milk\u{1B}[0m  \u{1B}[2m    20\u{1B}[0m  \u{1B}[2mReading \u{1B}[0m  "
                    + "\u{1B}[2mtoday 08:30\u{1B}[0m"))
    }

    @Test(
        arguments: [
            (TaskListing(tasks: []), "No open tasks. Add one: gardenctl task add TITLE"),
            (TaskListing(tasks: [], isFiltered: true), "No tasks match."),
            (
                TaskListing(tasks: [], commandForMore: "gardenctl task list --search x --before 9", isFiltered: true),
                "No task found so far.\n\nMore tasks follow: gardenctl task list --search x --before 9"
            ),
        ] as [(TaskListing, String)])
    func anEmptyListSaysWhy(listing: TaskListing, text: String) {
        #expect(Self.text(listing, columns: 80) == text)
    }
}
