import ArgumentParser
import GardenAPI
import Testing

@testable import gardenctl

struct PickTests {
    private let home = Home()
    private static let rows = [
        PickRow(id: 3, name: "Write the report", facts: ["Writing", "due Fri 18:00", ""]),
        PickRow(id: 104, name: "日本語の本", facts: ["Reading", "+phone"]),
        PickRow(id: 5, name: "לקרוא\u{1B}[2J ספר 👩‍👩‍👧", facts: ["Reading"]),
    ]

    private func press(_ keys: [Key], _ list: inout PickList) -> PickList.End? {
        var end: PickList.End?
        for key in keys {
            #expect(end == nil)
            end = list.press(key)
        }
        return end
    }

    @Test(
        "keys choose a row",
        arguments: [
            ([.enter], 3), ([.down, .enter], 104), ([.control("n"), .tab, .control("n"), .enter], 5),
            ([.end, .control("p"), .enter], 104), ([.character("q"), .backspace, .enter], 3),
            ([.character("R"), .character("E"), .character("A"), .enter], 104), ([.character("5"), .enter], 5),
            ([.character("r"), .character(" "), .character("W"), .enter], 3),
        ] as [([Key], Int)])
    func keysChoose(keys: [Key], id: Int) {
        var list = PickList("Task", Self.rows)
        #expect(press(keys, &list) == Self.rows.first { $0.id == id }.map(PickList.End.chosen))
    }

    @Test("some keys leave the list, and enter chooses nothing where nothing is left")
    func keysLeave() {
        for key in [Key.escape, .control("c"), .control("d"), .control("g")] {
            var list = PickList("Task", Self.rows)
            #expect(press([.character("q"), .character("q"), .enter, key], &list) == .left)
        }
    }

    @Test("the screens, at several sizes")
    func screens() {
        var list = PickList("Task", Self.rows)
        let style = Style.plain
        #expect(
            list.canvas(ScreenSize(columns: 40, rows: 6), style).lines == [
                " Task:                              1/3",
                ">    3  Write the report  Writing · due…",
                "   104  日本語の本  Reading · +phone",
                "     5  לקרוא [2J ספר 👩‍👩‍👧  Reading",
                "",
                " enter choose   esc leave   type to fi…",
            ])
        _ = list.press(.down)
        #expect(
            list.canvas(ScreenSize(columns: 20, rows: 3), style).lines == [
                " Task:          2/3", "     3  Write the r…", ">  104  日本語の本",
            ])
        for key in "rea" { _ = list.press(.character(key)) }
        #expect(
            list.canvas(ScreenSize(columns: 60, rows: 5), style).lines == [
                " Task: rea                                              1/2",
                ">  104  日本語の本  Reading · +phone",
                "     5  לקרוא [2J ספר 👩‍👩‍👧  Reading",
                "",
                " enter choose   esc leave   type to filter   up, down move",
            ])
        _ = list.press(.character("x"))
        #expect(list.canvas(ScreenSize(columns: 60, rows: 5), style).lines[1] == " Nothing has these words.")
        for columns in [1, 2, 5, 13] {
            for rows in 1...4 {
                let canvas = list.canvas(ScreenSize(columns: columns, rows: rows), Style(.exact))
                #expect(canvas.lines.allSatisfy { $0.columns <= columns })
            }
        }
    }

    @Test("each kind lists what there is")
    func kindsHaveRows() throws {
        let task = TaskItem.sample(3, "Milk") { ($0.due, $0.tags) = (.sample(18, 0), ["shop"]) }
        let answers: [(PickKind, JSON, PickRow)] = [
            (
                .task, TaskPage(tasks: [task], more: false, next: nil).json,
                PickRow(id: 3, name: "Milk", facts: ["Reading", "due today 18:00", "+shop"])
            ),
            (
                .item, .array([ShopItem.sample(7, "Coffee", 500, now: 750, balance: 0).json]),
                PickRow(id: 7, name: "Coffee", facts: ["Treats", "750 points"])
            ),
        ]
        for (kind, answer, row) in answers {
            let daemon = FakeDaemon(home.socketPath, answering: answer)
            #expect(try kind.rows(asking: home.client()) == [row])
            _ = daemon.requests()
        }
    }

    @Test("without a terminal that can place the cursor, it says so, and asks nothing", arguments: [nil, "dumb"])
    func withoutATerminal(terminal: String?) throws {
        home.environment["TERM"] = terminal
        let outcome = try home.gardenctl("pick", "task")
        let problem = "gardenctl: to choose something, a person needs a terminal that can place the cursor\n"
        #expect(outcome == Home.Outcome(status: 64, errors: problem))
    }

    @Test("wrong words are refused", arguments: ["pick", "pick nope", "pick session --name", "pick task --json"])
    func wrongWords(line: String) throws {
        #expect(try home.gardenctl(line.split(separator: " ").map(String.init)).status == 64)
    }

    @Test("the words of the command are read")
    func words() throws {
        let command = try #require(
            try Gardenctl.parseAsRoot(["pick", "category", "--title", "--no-fzf"]) as? PickCommand)
        #expect(command.kind == .category && command.printsName && command.avoidsFzf)
    }

    @Test(
        "fzf gets printable lines, and prints the line that is chosen; what it is missing is an error",
        arguments: [
            ("cat >\"$HOME/lines\"; printf 'query\\n104\\tany\\n'", 104, nil), ("exit 1", nil, nil),
            ("exit 130", nil, nil),
            ("exit 2", nil, "fzf ended with status 2; without it: gardenctl pick --no-fzf"),
            ("echo 9", nil, "fzf printed no line of the list; without it: gardenctl pick --no-fzf"),
        ] as [(String, Int?, String?)])
    func fzf(script: String, id: Int?, problem: String?) throws {
        try home.write("#!/bin/sh\n\(script)\n", to: "fzf", executable: true)
        home.environment["PATH"] = "relative:/nowhere:\(home.path):/usr/bin:/bin"
        let environment = EnvironmentVariables(home.environment)
        #expect(Program.path(of: "fzf", in: environment) == "\(home.path)/fzf")
        let fzf = try #require(Fzf(in: environment))
        do throws(CommandError) {
            let choice = try fzf.choice(from: Self.rows, "Task")
            #expect(choice?.id == id && problem == nil)
        } catch { #expect(error == problem.map(CommandError.system)) }
        guard id != nil else { return }
        #expect(
            try home.read("lines") == """
                3\tWrite the report  Writing · due Fri 18:00
                104\t日本語の本  Reading · +phone
                5\tלקרוא [2J ספר 👩‍👩‍👧  Reading

                """)
    }

    @Test("a program that reads nothing does not stop it")
    func aProgramThatReadsNothing() throws {
        try home.write("#!/bin/sh\nexit 130\n", to: "fzf", executable: true)
        home.environment["PATH"] = home.path
        let rows = (1...20_000).map { PickRow(id: $0, name: "Task \($0)", facts: []) }
        #expect(try Fzf(in: EnvironmentVariables(home.environment))?.choice(from: rows, "Task") == nil)
        home.environment["PATH"] = "/nowhere"
        #expect(Fzf(in: EnvironmentVariables(home.environment)) == nil)
    }
}
