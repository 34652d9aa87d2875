import ArgumentParser
import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The requests of `gardenctl tasks` to the daemon, and what the screen says about the answers.
struct TaskActionsTests {
    private let home = Home()
    private static let plants = TaskItem.sample(12, "Water the plants") { task in
        (task.repeat, task.due, task.occurrence) = ("FREQ=DAILY", TaskBrowserTests.today, TaskBrowserTests.today)
    }

    private func perform(_ action: TaskBrowser.Action) throws(CommandError) -> TaskActions.Outcome {
        try TaskActions(home.client(), columns: 78).perform(action)
    }

    /// The method and the params of the requests, without their keys.
    private func asked(_ daemon: FakeDaemon) -> [String] {
        daemon.requests().map { request in
            guard case .object(let params)? = request["params"] else { return "" }
            let own = params.members.filter { $0.name != IdempotencyKey.param }.map { ($0.name, $0.value) }
            return "\(request["method"]?.stringValue ?? "") \(JSON.object(JSONObject(own)).text)"
        }
    }

    private static func done(_ task: TaskItem, paid: Int = 0, next: TaskDate? = nil) -> JSON {
        TaskDone(task: task, paid: paid, exp: 1, balance: 700, skipped: nil, next: next).json
    }

    @Test("a repeating task is completed with the occurrence that the row shows")
    func theOccurrenceIsSent() throws {
        var after = Self.plants
        (after.due, after.occurrence, after.doneCount) = (TaskBrowserTests.monday, TaskBrowserTests.monday, 1)
        let answer = Self.done(after, paid: 200, next: TaskBrowserTests.monday)
        let daemon = FakeDaemon(home.socketPath, answering: answer)
        var browser = TaskBrowserTests.browser([Self.plants])
        let pressed = browser.press(.character("d"))
        let action = try #require(pressed)
        #expect(
            try perform(action)
                == .done([
                    "Done: Water the plants (id 12, Reading)", "+200 points, +1 exp for Reading; the balance is 700.",
                    "Next: Mon 2026-11-23 (in 2 days)",
                ]))
        #expect(asked(daemon) == [#"task.done {"id":12,"occurrence":"2026-11-21"}"#])
    }

    @Test("marked tasks are one request with their ids")
    func idsAreSent() throws {
        let answer = JSON.array([Self.done(.sample(3, "Report"), paid: 500), Self.done(.sample(4, "Milk"))])
        let daemon = FakeDaemon(home.socketPath, answering: answer)
        var browser = TaskBrowserTests.browser()
        for key in "  " { _ = browser.press(.character(key)) }
        let pressed = browser.press(.character("d"))
        let action = try #require(pressed)
        #expect(try perform(action) == .done(["Done: 2 tasks", "+500 points, +2 exp; the balance is 700."]))
        #expect(asked(daemon) == [#"task.done {"ids":[3,4]}"#])
    }

    @Test(
        "each action is one request",
        arguments: [
            (
                .skip([12], occurrence: TaskBrowserTests.today), #"task.skip {"id":12,"occurrence":"2026-11-21"}"#,
                "Skipped Sat 2026-11-21 of Water the plants (id 12, Reading)"
            ),
            (.skip([3, 12], occurrence: nil), #"task.skip {"ids":[3,12]}"#, "Skipped one occurrence of 2 tasks"),
            (.remove([12]), #"task.remove {"id":12}"#, "Removed Water the plants (id 12, Reading). u takes it back."),
            (.remove([3, 12]), #"task.remove {"ids":[3,12]}"#, "Removed 2 tasks. u takes it back."),
            (.snooze([12], ""), #"task.snooze {"id":12,"minutes":10}"#, "Snoozed Water the plants (id 12, Reading)"),
            (
                .snooze([12], " 1h30 "), #"task.snooze {"id":12,"minutes":90}"#,
                "Snoozed Water the plants (id 12, Reading)"
            ),
            (
                .snooze([3, 12], "tomorrow  9:00"), #"task.snooze {"ids":[3,12],"until":"tomorrow 9:00"}"#,
                "Snoozed 2 tasks"
            ),
            (
                .move(12, position: 4), #"task.move {"id":12,"position":4}"#,
                "Moved Water the plants (id 12, Reading, position 0)"
            ),
            (
                .edit([12], "--points 50 +phone --untag home"),
                #"task.edit {"id":12,"points":50,"addTags":["phone"],"removeTags":["home"]}"#,
                "Changed Water the plants (id 12, Reading)"
            ),
            (
                .edit([12], "pri:2 +phone"), #"task.edit {"id":12,"priority":2,"addTags":["phone"]}"#,
                "Changed Water the plants (id 12, Reading)"
            ),
            (
                .edit([3, 12], "--priority none -c 'Deep work'"),
                #"task.edit {"ids":[3,12],"category":"Deep work","priority":null}"#, "Changed 2 tasks"
            ),
        ] as [(TaskBrowser.Action, String, String)])
    func actionsAreRequests(action: TaskBrowser.Action, request: String, line: String) throws {
        let isOfSeveral = request.contains("\"ids\"")
        let answer = isOfSeveral ? JSON.array([TaskItem.sample(3, "A").json, Self.plants.json]) : Self.plants.json
        let daemon = FakeDaemon(home.socketPath, answering: answer)
        guard case .done(let lines, nil) = try perform(action) else { return #expect(Bool(false)) }
        #expect(lines.first == line)
        #expect(asked(daemon) == [request])
    }

    @Test("an added task is selected, and a new category and a level are announced")
    func addingSelects() throws {
        let added = QuickAddedTask(
            task: .sample(9, "Buy milk"), understood: [], datesInTitle: [], tagsInTitle: [], problems: [])
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(
                added.json,
                meta: [
                    "created": [CreatedCategory(name: "Raeding", similar: "Reading").json],
                    "levels": [ReachedLevel(category: "Home", level: 2).json],
                ])
            client.receive()
        }
        let lines = [
            "Added Buy milk (id 9, Reading)", "Raeding is a new category; there is also Reading.",
            "Home reached level 2.",
        ]
        #expect(try perform(.add("Buy milk #Raeding")) == .done(lines, selecting: 9))
        #expect(asked(daemon) == [##"task.quickAdd {"text":"Buy milk #Raeding"}"##])
    }

    @Test(
        "words that are no edit are refused before anything is sent",
        arguments: [
            ("friday", "begin with an option, such as --title or --due, with due:friday or with +tag"),
            ("--nope 1", "Unknown option '--nope'"),
            ("--points many", "The value 'many' is invalid for '--points <points>'"),
            ("--title 'a", "the quotation mark ' is not closed"),
        ])
    func wrongEdits(text: String, problem: String) throws {
        let error = #expect(throws: CommandError.self) { try perform(.edit([3], text)) }
        #expect(error == .usage(problem))
    }

    @Test("a title of several tasks is refused")
    func aTitleOfSeveral() throws {
        let error = #expect(throws: CommandError.self) { try perform(.edit([3, 4], "--title New")) }
        #expect(error == .usage("--title is of one task; give one id"))
    }

    @Test("while a focus session is running, it asks before it discards that")
    func aRunningSessionIsAskedAbout() throws {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(GardenError(.alreadyRunning, "a focus session is running"))
            client.receive()
            client.answer(FocusTimer.focus("Home").json)
            client.receive()
        }
        let text = "A focus session is running: Home, 2 min. Discard it, and start one on this task? y/n"
        #expect(
            try perform(.startFocus(3, restart: false))
                == .asks(TaskBrowser.Question(text: text, action: .startFocus(3, restart: true))))
        #expect(asked(daemon) == [#"timer.start {"phase":"focus","taskId":3}"#, "timer.get {}"])
    }

    @Test("a session is started, and restarted on request")
    func aSessionIsStarted() throws {
        let timer = FocusTimer.focus("Home") { $0.taskTitle = "Bins" }
        let daemon = FakeDaemon(home.socketPath, answering: timer.json)
        #expect(
            try perform(.startFocus(3, restart: true)) == .done(["Focus · Home · session 1 · Bins · ends at 09:25"]))
        #expect(asked(daemon) == [#"timer.start {"phase":"focus","taskId":3,"restart":true}"#])
    }

    @Test("undo says what it takes back, and asks if the timer was changed after that")
    func undoing() throws {
        let change = UndoableChange(
            seq: 8, at: .sample(9, 0), method: "task.done", what: "done Bins", possible: true, alone: true, why: nil,
            problem: nil)
        let event = EventMessage(seq: 9, at: .sample(9, 2), type: "timer.started", text: "Started", data: [:])
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(.array([change.json]))
            client.receive()
            client.answer(.array([event.json]))
            client.receive()
        }
        let text =
            "Undo cannot take back what the timer did last (timer.started, 09:02). Take back the change before that, done "
            + "Bins? y/n"
        #expect(
            try perform(.undo) == .asks(TaskBrowser.Question(text: text, action: .undoAllTheSame)))
        #expect(daemon.requests().map { $0["method"] } == ["journal.undoable", "journal.list"])
        let undone = RevertedChange(seq: 8, method: "task.done", what: "done Bins, −5 points")
        let second = FakeDaemon(home.socketPath, answering: UndoneChanges(undone: [undone], passed: []).json)
        #expect(
            try perform(.undoAllTheSame) == .done(["Took back: done Bins, −5 points", "U makes it again."]))
        #expect(asked(second) == ["journal.undo {}"])
        let third = FakeDaemon(home.socketPath, answering: RedoneChanges(redone: [undone]).json)
        #expect(try perform(.redo) == .done(["Made again: done Bins, −5 points"]))
        #expect(asked(third) == ["journal.redo {}"])
    }

    @Test("all pages are read, and the next change is that of a due time, a start or the end of the day")
    func theTasksAreRead() throws {
        let counts = TaskCounts(open: 3, dueToday: 1, overdue: 0, next: nil, nextDueAt: .sample(18, 0))
        let tasks = [TaskItem.sample(1, "A"), .sample(2, "B")]
        let hidden = TaskItem.sample(3, "C") { $0.start = .sample(9, 3) }
        let daemon = FakeDaemon(
            home.socketPath, answering: GardenStatus.sample(.stopped(), seq: 41).json,
            TaskPage(tasks: [tasks[0]], more: true, next: 1, counts: counts, hidden: 1).json,
            TaskPage(tasks: [tasks[1]], more: false, next: nil, counts: counts, hidden: 1).json,
            TaskPage(tasks: [hidden], more: false, next: nil).json)
        let snapshot: TaskSnapshot
        let before = ContinuousClock.now
        do {
            // askHere() opens a connection if the client has not. It ends with the client.
            let client = home.client()
            snapshot = try TaskSnapshot(TaskList(category: "Home", hidden: false), asking: client)
            #expect(!client.asksForPresent)
        }
        #expect(snapshot.tasks == tasks && snapshot.seq == 41 && snapshot.hidden == 1 && snapshot.counts == counts)
        let nextChange = try #require(snapshot.nextChange)
        let wait = Duration.milliseconds(60_001)
        #expect(nextChange >= before + wait && nextChange <= .now + wait)
        #expect(
            asked(daemon).dropFirst() == [
                #"task.list {"category":"Home","hidden":false,"limit":1000}"#,
                #"task.list {"category":"Home","hidden":false,"limit":1000,"before":1}"#,
                #"task.list {"category":"Home","hidden":true,"limit":1000}"#,
            ])
    }

    @Test("the command has the filters of the list")
    func theCommandHasTheFilters() throws {
        func request(_ line: String) throws -> String {
            let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? TasksCommand)
            #expect(command.list.isOfAllOpenTasks)
            return try command.list.request().json.text
        }
        #expect(try request("tasks") == #"{"hidden":false}"#)
        #expect(
            try request("tasks +phone milk -c Deep work --due today")
                == #"{"category":"Deep work","search":"milk","tag":"phone","due":"today","hidden":false}"#)
        for line in ["tasks --done", "tasks --all", "tasks --limit 5", "tasks --before 7", "tasks --as-of yesterday"] {
            let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? TasksCommand)
            #expect(!command.list.isOfAllOpenTasks, "\(line)")
        }
    }

    @Test("in a pipe, and with --plain or --json, it prints what task list prints")
    func aPipeGetsTheList() throws {
        for line in ["tasks +phone", "tasks +phone --plain", "tasks +phone --json"] {
            let words = line.split(separator: " ").map(String.init)
            let page = TaskPage(tasks: [Self.plants], more: false, next: nil).json
            let first = FakeDaemon(home.socketPath, answering: page)
            let outcome = try home.gardenctl(words)
            _ = first.requests()
            let second = FakeDaemon(home.socketPath, answering: page)
            let list = ["task", "list"] + words.dropFirst().filter { $0 != "--plain" }
            #expect(try home.gardenctl(list) == outcome)
            #expect(outcome.status == 0 && outcome.output.contains("Water the plants"))
            _ = second.requests()
        }
    }
}
