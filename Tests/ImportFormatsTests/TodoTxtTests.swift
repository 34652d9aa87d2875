import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from todo.txt (RULES I2).
struct TodoTxtTests {
    private static func read(_ text: String) -> ImportedFile {
        var reader = TodoTxtReader()
        reader.read(Array(text.utf8))
        return reader.file
    }

    private static func task(
        _ line: Int, _ title: String, _ change: (inout ImportedTask) throws -> Void = { _ in }
    ) rethrows -> ImportedTask {
        var task = ImportedTask(position: "line \(line)", title: title)
        try change(&task)
        return task
    }

    private static func day(_ text: String) throws -> ImportedTime { .day(try #require(CalendarDay(text))) }

    private static func wall(_ day: String, _ minutes: Int) throws -> ImportedTime {
        .wall(try #require(CalendarDay(day)), millisecondsOfDay: minutes * 60_000)
    }

    @Test("marks are fields, all else is the title")
    func marks() throws {
        let file = Self.read(
            [
                "(A) 2026-11-01 Call Mom +Family @phone due:2026-12-01 +Parents", "",
                "x 2026-11-30 2026-11-02 (B) Pay\r",
                "x (C) 2026-11-30 Old pri:A rec:1w",
                "  (a) xylophone (A) lesson http://example.org sup:1 + @ due: +1 @,",
                "(K) Low +A due:2026-12-01 due:2026-12-02 t:2026-11-30", "h:1 +Project @context", "(A) ",
                "X 2026-11-30 no", "x", "pri:B due:20261201 id:4 uid:abc", "(B)x",
            ].joined(separator: "\n"))
        var expected = ImportedFile("todo.txt")
        expected.tasks = [
            try Self.task(1, "Call Mom") {
                ($0.category, $0.tags, $0.priority) = ("Family", ["phone", "Parents"], 1)
                ($0.due, $0.created) = (try Self.day("2026-12-01"), try Self.day("2026-11-01"))
            },
            try Self.task(3, "(B) Pay") {
                ($0.completed, $0.created) = (try Self.day("2026-11-30"), try Self.day("2026-11-02"))
            },
            try Self.task(4, "Old") { ($0.priority, $0.completed) = (3, try Self.day("2026-11-30")) },
            try Self.task(5, "(a) xylophone (A) lesson http://example.org sup:1 + @ due: +1 @,"),
            try Self.task(6, "Low due:2026-12-02") {
                ($0.category, $0.priority, $0.guesses) = ("A", 9, ["the priority K is beyond I, the lowest one"])
                ($0.due, $0.start) = (try Self.day("2026-12-01"), try Self.day("2026-11-30"))
            },
            try Self.task(8, "(A)"), try Self.task(9, "X 2026-11-30 no"), try Self.task(10, "x"),
            try Self.task(11, "id:4") {
                ($0.origin, $0.priority, $0.due) = ("todotxt:abc", 2, try Self.day("2026-12-01"))
            }, try Self.task(12, "(B)x"),
        ]
        expected.others = ["hidden line": 1]
        #expect(file == expected)
    }

    @Test("our own export comes back, also with a title that looks like marks")
    func export() throws {
        let file = Self.read(
            """
            (A) 2026-11-30 Buy milk +Deep_Work @shop @phone due:2026-12-01 time:18:00 rec:+1w est:2 points:200 uid:bc301c94-3
            2026-11-30 x (A) weird, title; with \\ chars +Deep_Work due:2026-12-04 t:2026-11-30 start:09:05 uid:bc301c94-4
            x 2026-11-30 2026-11-29 =SUM(A1) +Deep_Work pri:I uid:bc301c94-5
            2026-11-30 Walk +Deep_Work due:2027-01-31 rec:4d uid:bc301c94-6
            2026-11-30 Rent +Deep_Work due:2027-01-31 rec:+1m uid:bc301c94-7
            2026-11-30 Bins +Deep_Work due:2026-12-01 rec:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR uid:bc301c94-8
            2026-11-30 2026-12-01 +home @x due:1 uid:y +Deep_Work uid:bc301c94-9
            2026-11-30 Moved uid:bc301c94-10 +Deep_Work @later +Added
            """)
        let created = try Self.day("2026-11-30")
        func exported(_ line: Int, _ title: String, _ change: (inout ImportedTask) throws -> Void) rethrows
            -> ImportedTask
        {
            try Self.task(line, title) {
                ($0.origin, $0.category, $0.created) = ("garden:bc301c94-\(line + 2)", "Deep_Work", created)
                try change(&$0)
            }
        }
        let january = try Self.day("2027-01-31")
        let tasks = [
            try exported(1, "Buy milk") {
                ($0.tags, $0.priority, $0.points, $0.estimate) = (["shop", "phone"], 1, 200, 2)
                ($0.due, $0.rule) = (try Self.wall("2026-12-01", 18 * 60), "weekly")
            },
            try exported(2, "x (A) weird, title; with \\ chars") {
                ($0.start, $0.due) = (try Self.wall("2026-11-30", 9 * 60 + 5), try Self.day("2026-12-04"))
            },
            try exported(3, "=SUM(A1)") {
                ($0.priority, $0.completed, $0.created) = (9, created, try Self.day("2026-11-29"))
            },
            exported(4, "Walk") { ($0.due, $0.rule) = (january, "after 4d") },
            exported(5, "Rent") { ($0.due, $0.rule) = (january, "monthly") },
            try exported(6, "Bins") {
                ($0.due, $0.rule) = (try Self.day("2026-12-01"), "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR")
            },
            exported(7, "2026-12-01 +home @x due:1 uid:y") { _ in },
            exported(8, "Moved") { $0.tags = ["later", "Added"] },
        ]
        #expect(file.tasks == tasks && file.leftOut == [] && file.others == [:])
    }

    @Test(
        "repetitions",
        arguments: [
            ("+1d", "daily"), ("+2w", "FREQ=WEEKLY;INTERVAL=2"), ("+1y", "yearly"), ("+d", "daily"),
            ("+1b", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("+3m", "FREQ=MONTHLY;INTERVAL=3"), ("1d", "after 1d"),
            ("2w", "after 2w"), ("3m", "after 3mo"), ("1y", "after 12mo"), ("daily", "after 1d"), ("+0d", nil),
            ("5b", nil), ("+", nil), ("x", nil), ("+FREQ=DAILY", nil),
        ] as [(String, String?)])
    func repetitions(value: String, rule: String?) throws {
        let file = Self.read("A due:2026-12-15 rec:\(value)")
        let due = try Self.day("2026-12-15")
        let expected = Self.task(1, rule == nil ? "A rec:\(value)" : "A") {
            ($0.due, $0.rule) = (due, rule)
            if rule == nil { $0.guesses = ["the repetition \"\(value)\" is not understood"] }
        }
        #expect(file.tasks == [expected])
    }

    @Test("the 31st is the last day of shorter months")
    func lastDays() {
        let file = Self.read("A due:2026-12-31 rec:+2m\nB due:2026-12-28 rec:+2m")
        let rule = "FREQ=MONTHLY;INTERVAL=2"
        #expect(file.tasks.map(\.rule) == ["RSCALE=GREGORIAN;\(rule);SKIP=BACKWARD", rule])
    }

    @Test("a repetition begins with the due date, else the start, else the day of creation")
    func beginnings() throws {
        let guess = "it repeats without a due date; the first one is when it starts"
        let file = Self.read(
            "A t:2026-12-05 rec:+1w\n2026-12-01 B rec:+1w\nC rec:+1w time:18:00\nD due:soon t:x start:9")
        #expect(
            file.tasks == [
                try Self.task(1, "A") {
                    ($0.due, $0.start) = (try Self.day("2026-12-05"), try Self.day("2026-12-05"))
                    ($0.rule, $0.guesses) = ("weekly", [guess])
                },
                try Self.task(2, "B") {
                    ($0.due, $0.created) = (try Self.day("2026-12-01"), try Self.day("2026-12-01"))
                    ($0.rule, $0.guesses) = ("weekly", [guess])
                },
                Self.task(3, "C time:18:00") {
                    $0.guesses = ["it repeats without a date to begin with, so the repetition is left out"]
                },
                Self.task(4, "D due:soon t:x start:9") {
                    $0.guesses = [
                        "the due date, \"soon\", is not understood", "the start, \"x\", is not understood",
                    ]
                },
            ])
    }

    @Test("lines that are no task")
    func mistakes() {
        let long = "A " + String(repeating: "+a ", count: 30_000)
        let file = Self.read(
            "x Buy milk\n+Project @context due:2026-12-01\n\(long)\nx 2026-02-30 B\nx 2026-11-30 2026-1")
        #expect(
            file.leftOut == [
                LeftOut(position: "line 1", reason: "it is completed, and does not say when"),
                LeftOut(position: "line 2", reason: "its title is missing"),
                LeftOut(position: "line 3", reason: "it is longer than 64 KiB"),
                LeftOut(position: "line 4", reason: "it is completed, and does not say when"),
            ])
        #expect(file.tasks.map(\.title) == ["2026-1"])
    }

    @Test("a text is taken for todo.txt if half of its lines have marks, and one a sure one")
    func detection() {
        for (text, isTodoTxt) in [
            ("(A) Call Mom\nBuy milk @shop\nWrite\nRead +Books", true), ("x 2026-11-30 Done", true),
            ("A due:2026-12-01", true), ("\n\n2026-11-01 Plan t:2026-12-01 +Home", true), ("", false),
            ("Buy milk\nx Done\nWrite", false), ("(A) one\ntwo\nthree", false), ("Buy milk @shop", false),
            ("title,due\nBuy milk,2026-12-01\n(A) a,b", false), ("+added\n@@ -1,2 +3,4 @@\n-gone", false),
            ("2026-11-30 12:00:01 INFO started\n2026-11-30 12:00:02 INFO ended", false),
            ("BEGIN:VCALENDAR\nDUE:20261201", false), ("inc 20261130T080000Z - 20261130T090000Z # a", false),
            ("- [ ] Buy milk\n- [x] Write", false), ("from: a@example.org\nsee @home", false),
        ] {
            #expect(TodoTxtReader.canRead(Array(text.utf8)) == isTodoTxt, "\(text)")
        }
    }

    @Test("a list of plain lines is one by its name")
    func names() {
        let formats: [(String, ImportFormat?)] = [
            ("todo.txt", .todoTxt), ("Done.TXT", .todoTxt), ("work.todo.txt", .todoTxt), ("mytodo.txt", nil),
            ("a.txt", nil),
            ("a.GPX", .gpx), ("a.b.kml", .kml), ("a.geojson", .geojson), ("a.ics", .ical), ("a.tsv", .csv),
            ("csv", nil),
            ("", nil), ("a.json", nil), (".gpx", nil),
        ]
        for (name, format) in formats { #expect(ImportFormat.named(name) == format, "\(name)") }
    }
}
