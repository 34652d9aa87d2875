import Foundation
import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

struct TaskBrowserLayoutTests {
    private static let sizes = [
        ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 60),
        ScreenSize(columns: 20, rows: 4), ScreenSize(columns: 60, rows: 7), ScreenSize(columns: 10, rows: 3),
    ]

    private static let tasks: [TaskItem] = [
        .sample(3, "Write the quarterly report for the whole department, and read it once more") { task in
            (task.due, task.points, task.priority, task.position) = (.sample(8, 0), 500, 1, 0)
            (task.estimate, task.focuses, task.note) = (4, 2, "Ask Ann\nfor the numbers")
        },
        .sample(104, "日本語の本を読んで感想を書く、そして先生に送る") { task in
            (task.due, task.tags, task.position) = (.day(CalendarDay.sample.advanced(by: 2)), ["本", "phone"], 1)
        },
        .sample(5, "לקרוא ספר בעברית") { ($0.priority, $0.tags, $0.position) = (2, ["phone"], 2) },
        .sample(6, "Call 👩‍👩‍👧 and 🇯🇵, e\u{301}t\u{200F}é\u{1B}[2J") { task in
            (task.category, task.categoryId, task.due) = ("家 🏠", 7, .sample(18, 30))
        },
        .sample(7, "Water the plants") { task in
            (task.category, task.categoryId, task.repeat, task.position) = ("家 🏠", 7, "FREQ=WEEKLY;BYDAY=MO,TH", 1)
            (task.due, task.occurrence) = (.day(.sample), .day(.sample))
        },
        .sample(8, "Tidy up") { task in
            (task.category, task.categoryId, task.standing, task.points, task.position) = ("家 🏠", 7, true, 50, 2)
        },
    ]

    private static func browsers() -> [(name: String, browser: TaskBrowser)] {
        func browser(_ keys: String, _ change: (inout TaskBrowser) -> Void = { _ in }) -> TaskBrowser {
            var browser = TaskBrowserTests.browser(tasks)
            for character in keys { _ = browser.press(.character(character)) }
            change(&browser)
            return browser
        }
        let done = [
            "Done: Water the plants (id 7, 家 🏠)", "+200 points, +1 exp for 家 🏠; the balance is 700.",
            "Next: Mon 2026-11-23 (in 2 days)",
        ]
        var empty = TaskBrowser()
        empty.take([], TaskCounts.none, hidden: 0, isByCategory: true, .sample)
        var many = TaskBrowser()
        let numbered = (1...100).map { number in TaskItem.sample(number, "Task \(number)") { $0.position = number } }
        many.take(numbered, nil, hidden: 0, isByCategory: true, .sample)
        for _ in 0..<70 { _ = many.press(.character("j")) }
        return [
            ("first", browser("")), ("marks", browser("  jj ")), ("done", browser("G") { $0.message = done }),
            ("question", browser("jx")), ("filter", browser("/+ph")), ("edit", browser("je--due friday 18:00")),
            ("away", browser("") { $0.isAway = true }), ("help", browser("?")), ("empty", empty), ("many", many),
        ]
    }

    private static func canvas(_ browser: TaskBrowser, _ size: ScreenSize, _ style: Style = .plain) -> Canvas {
        var browser = browser
        return TaskBrowserLayout(size, style).canvas(&browser)
    }

    @Test("the screens are those of the file screens.txt")
    func screensAreTheGoldenOnes() throws {
        var text = ""
        for size in Self.sizes {
            for (name, browser) in Self.browsers() where size.rows < 60 || ["first", "done"].contains(name) {
                text += "# \(name), \(size.columns) × \(size.rows)\n"
                text += Self.canvas(browser, size).lines.joined(separator: "\n") + "\n"
            }
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "screens.txt")
        if ProcessInfo.processInfo.environment["GARDEN_WRITE_GOLDENS"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
    }

    @Test("every screen has its width, in any terminal and with any colours")
    func nothingIsWider() {
        for style in [Style.plain, Style(.sixteen), Style(.exact)] {
            for size in Self.sizes + [ScreenSize(columns: 1, rows: 1), ScreenSize(columns: 33, rows: 5)] {
                for (name, browser) in Self.browsers() {
                    let canvas = Self.canvas(browser, size, style)
                    #expect(canvas.lines.allSatisfy { $0.columns <= size.columns }, "\(name) at \(size)")
                    #expect(canvas.lines == Self.canvas(browser, size).lines, "\(name) at \(size)")
                    #expect(!canvas.lines.joined().hasTerminalControls)
                }
            }
        }
    }

    @Test("the columns begin at the same place in each row, whatever the titles are")
    func columnsAreAligned() throws {
        let size = ScreenSize(columns: 80, rows: 24)
        let canvas = Self.canvas(Self.browsers()[0].browser, size)
        func column(_ text: String) throws -> Int {
            try #require(
                canvas.rows.dropFirst().compactMap { row in
                    (0..<size.columns).first { row[$0...].map(\.text).joined().hasPrefix(text) }
                }.first)
        }
        let due = try column("due")
        for text in ["overdue 1 h", "Mon", "today 18:30"] { #expect(try column(text) == due, "\(text)") }
        #expect(try column("today  ") == due)
    }

    @Test("the selected row is marked with a sign and reversed, without colours, too")
    func theSelectionIsMarked() {
        for style in [Style.plain, Style(.exact)] {
            let canvas = Self.canvas(Self.browsers()[1].browser, ScreenSize(columns: 80, rows: 24), style)
            let selected = canvas.rows.filter { $0.allSatisfy { $0.style == "7" || $0.style.hasSuffix(";7") } }
            #expect(selected.map { $0[0].text } == [">"])
            #expect(canvas.lines.count { $0.hasPrefix(" * ") } == 3)
        }
    }

    @Test("the next row costs few bytes, and the same screen none")
    func movingIsCheap() {
        let size = ScreenSize(columns: 80, rows: 24)
        var browser = Self.browsers()[9].browser
        let before = Self.canvas(browser, size, Style(.exact))
        #expect(Self.canvas(browser, size, Style(.exact)).update(from: before) == "")
        _ = browser.press(.character("k"))
        #expect(Self.canvas(browser, size, Style(.exact)).update(from: before).utf8.count < 600)
    }

    @Test("a question shows the keys that answer it, however narrow the terminal is")
    func aQuestionIsNotCut() {
        let question = Self.browsers()[3].browser
        #expect(Self.canvas(question, ScreenSize(columns: 20, rows: 4)).lines.last == " Remove \"日本… y/n")
    }

    @Test("lines that do not fit are joined, and then cut")
    func messagesAreWrapped() {
        let lines = ["Done: Milk", "+5 points", "Next: Mon"]
        #expect(TaskBrowserLayout.wrapped(lines, width: 40, rows: 3) == lines)
        #expect(TaskBrowserLayout.wrapped(lines, width: 40, rows: 1) == ["Done: Milk · +5 points · Next: Mon"])
        #expect(TaskBrowserLayout.wrapped(lines, width: 20, rows: 1) == ["Done: Milk · +5 poi…"])
    }
}
