import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

struct TaskBrowserTests {
    static let monday = TaskDate.day(CalendarDay.sample.advanced(by: 2))
    static let today = TaskDate.day(.sample)

    static let tasks: [TaskItem] = [
        .sample(3, "Write the report") { $0.position = 0 },
        .sample(4, "読書の会") { ($0.position, $0.note) = (1, "Bring the BOOK") },
        .sample(7, "לקרוא ספר") { ($0.position, $0.tags) = (4, ["phone", "Café"]) },
        .sample(12, "Water the plants") { task in
            (task.category, task.categoryId, task.repeat) = ("Home", 5, "FREQ=DAILY")
            (task.due, task.occurrence) = (today, today)
        },
        .sample(13, "Bins 📚👩‍👩‍👧") { ($0.category, $0.categoryId, $0.position) = ("Home", 5, 1) },
    ]

    static func browser(_ tasks: [TaskItem] = tasks, isByCategory: Bool = true) -> TaskBrowser {
        var browser = TaskBrowser()
        browser.take(tasks, TaskListTextTests.counts, hidden: 0, isByCategory: isByCategory, .sample)
        browser.scroll(to: 10)
        return browser
    }

    /// Presses keys, of which only the last one may ask for something.
    private func press(_ keys: String, _ browser: inout TaskBrowser) -> TaskBrowser.Action? {
        var action: TaskBrowser.Action?
        for character in keys {
            #expect(action == nil)
            let key: Key = character == "\r" ? .enter : character == "\u{1B}" ? .escape : .character(character)
            action = browser.press(key)
        }
        return action
    }

    @Test(
        "each key asks for its action",
        arguments: [
            ("d", .complete([3], occurrence: nil)), ("\r", .complete([3], occurrence: nil)),
            ("jjjd", .complete([12], occurrence: today)), ("jjjn", .skip([12], occurrence: today)),
            ("s", .startFocus(3, restart: false)), ("xy", .remove([3])), ("xn", nil), ("u", .undo), ("U", .redo),
            ("J", .move(3, position: 1)), ("jJ", .move(4, position: 4)), ("jK", .move(4, position: 0)), ("q", .quit),
            ("\u{1B}", .quit), ("Gk\r", .complete([12], occurrence: today)), ("g", nil), ("w", nil),
            ("aBuy milk\r", .add("Buy milk")), ("a\r", nil), ("abc\u{1B}d", .complete([3], occurrence: nil)),
            ("e--due friday\r", .edit([3], "--due friday")), ("e \r", nil), ("z30\r", .snooze([3], "30")),
            ("z\r", .snooze([3], "")), ("?q", nil), ("??q", .quit), ("?dd", .complete([3], occurrence: nil)),
        ] as [(String, TaskBrowser.Action?)])
    func keysAskForActions(keys: String, action: TaskBrowser.Action?) {
        var browser = Self.browser()
        #expect(press(keys, &browser) == action)
        #expect(browser.prompt == nil && browser.question == nil)
    }

    @Test("keys with names do the same")
    func namedKeys() {
        var browser = Self.browser()
        #expect(browser.press(.control("r")) == .redo)
        #expect(browser.press(.shiftDown) == .move(3, position: 1))
        #expect(browser.press(.down) == nil)
        #expect(browser.press(.shiftUp) == .move(4, position: 0))
        #expect(browser.press(.delete) == nil)
        #expect(browser.question?.text == "Remove \"読書の会\"? y/n")
        #expect(browser.press(.escape) == nil)
        #expect(browser.message == ["Nothing was changed."])
    }

    @Test("what cannot be moved says why")
    func movesHaveBounds() {
        var browser = Self.browser()
        #expect(press("K", &browser) == nil)
        #expect(browser.message == ["It is the first one of its category here."])
        #expect(press("jjJ", &browser) == nil)
        #expect(browser.message == ["It is the last one of its category here."])
        var sorted = Self.browser(isByCategory: false)
        #expect(press("J", &sorted) == nil)
        #expect(
            sorted.message == ["These tasks are not in the order of their positions, so they cannot be moved here."])
    }

    @Test("marked tasks are acted on together, without their occurrences; a focus session is on one")
    func marks() {
        var browser = Self.browser()
        #expect(press("  d", &browser) == .complete([3, 4], occurrence: nil))
        #expect(press("s", &browser) == nil)
        #expect(browser.message == ["A focus session is on one task; 2 are marked. Esc takes the marks away."])
        #expect(press("xy", &browser) == .remove([3, 4]))
        #expect(press("z1h\r", &browser) == .snooze([3, 4], "1h"))
        #expect(browser.header(.plain).right == "2 marked  3/5")
        browser.finish(.snooze([3, 4], "1h"), ["Snoozed"])
        #expect(press("d", &browser) == .complete([7], occurrence: nil))
        #expect(press(" \u{1B}d", &browser) == .complete([12], occurrence: Self.today))
    }

    @Test("the filter follows what is typed, enter keeps it, and esc clears it")
    func theFilter() {
        var browser = Self.browser()
        for (text, ids) in [
            ("/w", [3, 12]), ("a", [12]), ("\u{1B}/book", [4]), ("\u{1B}/+PH", [7]), (" לק", [7]), ("x", []),
        ] {
            #expect(press(text, &browser) == nil)
            #expect(browser.list.items.map(\.id) == ids, "\(text)")
        }
        #expect(press("\r", &browser) == nil)
        #expect(browser.emptyText == "No task has these words. Esc clears the filter.")
        #expect(browser.note?.lines == ["Filter: +PH לקx, which esc clears"])
        #expect(press("d", &browser) == nil)
        #expect(browser.message == ["There is no task here. To add one, press a."])
        #expect(press("\u{1B}", &browser) == nil)
        #expect(browser.list.items.count == 5)
        #expect(press("/caf", &browser) == nil)
        #expect(browser.list.items.map(\.id) == [])
        #expect(press("\u{1B}/+caf\rd", &browser) == .complete([7], occurrence: nil))
    }

    @Test("a repeating task that was completed here is asked about when the key is pressed again")
    func aSecondPressAsks() {
        var browser = Self.browser()
        let action = press("jjjd", &browser)
        #expect(action == .complete([12], occurrence: Self.today))
        var tasks = Self.tasks
        (tasks[3].due, tasks[3].occurrence, tasks[3].doneCount) = (Self.monday, Self.monday, 1)
        browser.take(tasks, nil, hidden: 0, isByCategory: true, .sample)
        browser.finish(.complete([12], occurrence: Self.today), ["Done"])
        #expect(press("d", &browser) == nil)
        #expect(
            browser.question?.text
                == "\"Water the plants\" was done; it comes again Mon 2026-11-23 (in 2 days). Complete that now? y/n")
        // The same key is no answer.
        #expect(press("d", &browser) == nil)
        #expect(browser.message == ["Nothing was changed."])
        #expect(press("dy", &browser) == .complete([12], occurrence: Self.monday))
        // Also one that is due today already, after one that was missed.
        (tasks[3].due, tasks[3].occurrence) = (Self.today, Self.today)
        browser.take(tasks, nil, hidden: 0, isByCategory: true, .sample)
        #expect(press("d", &browser) == nil)
        #expect(browser.question != nil)
    }

    /// A browser in which keys completed tasks.
    private func browser(completing keys: String, _ ids: Set<Int>) -> TaskBrowser {
        var browser = Self.browser()
        let action = press(keys, &browser)
        browser.take(Self.tasks.filter { !ids.contains($0.id) }, nil, hidden: 0, isByCategory: true, .sample)
        if let action { browser.finish(action, ["Done"]) }
        return browser
    }

    @Test("the row of a completed task stays until another key, so a second press is not about the next task")
    func completedRowsStay() {
        for keys in ["jd", "j\r"] {
            var browser = browser(completing: keys, [4])
            #expect(browser.list.items.map(\.id) == [3, 4, 7, 12, 13])
            #expect(browser.list.items.filter(\.isDone).map(\.id) == [4])
            for key in "d\rnsxzeJK " {
                #expect(press(String(key), &browser) == nil)
                #expect(browser.message == ["\"読書の会\" is done. u takes it back, j goes to the next task."])
                #expect(browser.prompt == nil && browser.question == nil && browser.list.marked.isEmpty)
            }
            // News from the daemon leave it.
            browser.take(Self.tasks.filter { $0.id != 4 }, nil, hidden: 0, isByCategory: true, .sample)
            #expect(browser.list.selected?.id == 4)
            #expect(press("j", &browser) == nil)
            #expect(browser.list.items.map(\.id) == [3, 7, 12, 13])
            #expect(press("d", &browser) == .complete([7], occurrence: nil))
        }
    }

    @Test("an occurrence is skipped once for each press that means it")
    func aSecondSkipAsks() {
        var browser = Self.browser()
        let action = press("jjjn", &browser)
        #expect(action == .skip([12], occurrence: Self.today))
        var tasks = Self.tasks
        (tasks[3].due, tasks[3].occurrence) = (Self.monday, Self.monday)
        browser.take(tasks, nil, hidden: 0, isByCategory: true, .sample)
        browser.finish(.skip([12], occurrence: Self.today), ["Skipped"])
        #expect(press("n", &browser) == nil)
        #expect(
            browser.question?.text
                == "\"Water the plants\" was skipped just now. Skip Mon 2026-11-23 (in 2 days), too? y/n")
        #expect(press("n", &browser) == nil)
        #expect(browser.message == ["Nothing was changed."])
        #expect(press("ny", &browser) == .skip([12], occurrence: Self.monday))
        browser.finish(.skip([12], occurrence: Self.monday), ["Skipped"])
        // After another key it is a new decision.
        #expect(press("kjn", &browser) == .skip([12], occurrence: Self.monday))
    }

    @Test("the first Esc lets a message go, the next one leaves")
    func escapeLetsAMessageGo() {
        var browser = Self.browser()
        browser.finish(.undo, ["Took back"])
        #expect(press("\u{1B}", &browser) == nil)
        #expect(browser.message == [])
        #expect(press("\u{1B}", &browser) == .quit)
    }

    @Test("undo opens the row again; any other key lets it go")
    func undoOpensTheRow() {
        var browser = browser(completing: "jd", [4])
        #expect(press("u", &browser) == .undo)
        browser.take(Self.tasks, nil, hidden: 0, isByCategory: true, .sample)
        browser.finish(.undo, ["Took back"])
        #expect(browser.list.selected?.id == 4)
        #expect(press("d", &browser) == .complete([4], occurrence: nil))
        for key in "k/aU?" {
            var browser = self.browser(completing: "jd", [4])
            _ = browser.press(.character(key))
            #expect(browser.list.items.map(\.id) == [3, 7, 12, 13], "\(key)")
        }
    }

    @Test("after marked tasks, the same key is not about the selected one, and a refusal leaves no row")
    func completedMarkedRowsStay() {
        var browser = browser(completing: "  d", [3, 4])
        #expect(browser.list.items.map(\.id) == [3, 4, 7, 12, 13])
        #expect(browser.list.selected?.id == 7)
        #expect(press("d", &browser) == nil)
        #expect(browser.message == ["\"Write the report\" is done. u takes it back, j goes to the next task."])
        // The next press is about the selected one.
        #expect(browser.list.items.map(\.id) == [7, 12, 13])
        #expect(press("d", &browser) == .complete([7], occurrence: nil))
        var refused = Self.browser()
        let action = press("d", &refused)
        if let action { refused.reopen(action) }
        refused.take(Array(Self.tasks.dropFirst()), nil, hidden: 0, isByCategory: true, .sample)
        #expect(refused.list.items.map(\.id) == [4, 7, 12, 13])
    }

    @Test("one that was done elsewhere is asked about until its day comes; one that was never done is not")
    func anOccurrenceAheadAsks() {
        func task(_ date: TaskDate, doneCount: Int) -> TaskItem {
            .sample(3, "Bins") { ($0.due, $0.occurrence, $0.doneCount) = (date, date, doneCount) }
        }
        for (date, count, asks) in [
            (Self.monday, 1, true), (Self.monday, 0, false), (Self.today, 3, false), (.sample(18, 0), 3, false),
            (.sample(32, 0), 3, true),
        ] {
            var browser = Self.browser([task(date, doneCount: count)])
            let action = press("d", &browser)
            #expect((action == nil) == asks, "\(date)")
            #expect(action == nil || action == .complete([3], occurrence: date))
        }
    }

    @Test("that the daemon is away comes first, then a question, then the answer, then a disk that refuses")
    func notes() {
        var browser = Self.browser()
        var present = Present.sample
        present.isStale = true
        browser.take(Self.tasks, nil, hidden: 2, isByCategory: true, present)
        #expect(browser.note?.lines == ["Changes cannot be saved to disk: gardenctl doctor"])
        browser.message = ["Done"]
        #expect(browser.note?.lines == ["Done"] && browser.note?.isWarning == false)
        _ = press("x", &browser)
        #expect(browser.note?.lines == ["Remove \"Write the report\"? y/n"] && browser.note?.isWarning == true)
        browser.isAway = true
        #expect(browser.note?.lines == ["gardend is away; reconnecting …"])
        #expect(browser.header(.plain).left == " · 2 hidden for now")
    }

    @Test(
        "words are taken apart as by a shell, but an apostrophe within a word is one",
        arguments: [
            ("--due friday 18:00", ["--due", "friday", "18:00"]),
            ("--title 'a  b' \"c d\"", ["--title", "a  b", "c d"]),
            ("--title=\"a b\"", ["--title=a b"]), ("Don't stop", ["Don't", "stop"]), ("a\\ b \\'", ["a b", "'"]),
            ("'a\\b' \"a\\\"b\" ''", ["a\\b", "a\"b", ""]), ("  ", []), ("日本　語", ["日本", "語"]),
        ])
    func shellWords(line: String, words: [String]) throws {
        #expect(try ShellWords.split(line) == words)
    }

    @Test("a line that was refused is shown again, and pasted lines outside of it do nothing")
    func aRefusedLineIsShownAgain() {
        var browser = TaskBrowser()
        browser.reopen(.edit([3], "--due firday"))
        browser.message = ["due: not understood"]
        #expect(browser.promptLabel?.label == "Edit 3: " && browser.line.text == "--due firday")
        #expect(browser.press(.backspace) == nil && browser.message == [])
        #expect(browser.press(.enter) == .edit([3], "--due firda"))
        for character in "dddq" { #expect(browser.press(.pasted(character)) == nil) }
    }

    @Test func anOpenQuotationMarkIsRefused() {
        #expect(throws: CommandError.usage("the quotation mark ' is not closed")) { try ShellWords.split("--title 'a") }
    }
}
