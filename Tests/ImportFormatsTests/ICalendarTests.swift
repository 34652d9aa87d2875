import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from calendars (RULES I2).
struct ICalendarTests {
    static func read(_ text: String, events: Bool = false) throws -> ImportedFile {
        let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
        #expect(ICalendarReader.canRead(bytes), "\(text.prefix(80))")
        return try ICalendarReader(readsEvents: events).read(bytes)
    }

    static func calendar(_ text: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\n\(text)\nEND:VCALENDAR\n" }

    /// The only to-do of a calendar with some lines.
    static func todo(_ lines: String, before: String = "") throws -> ImportedTask {
        let file = try read(calendar("\(before)BEGIN:VTODO\nSUMMARY:Read\n\(lines)\nEND:VTODO"))
        #expect(file.damage == nil && file.leftOut == [])
        return try #require(file.tasks.first)
    }

    static func instant(_ text: String) throws -> ImportedTime { .instant(try #require(Timestamp(text))) }

    static func day(_ text: String) throws -> ImportedTime { .day(try #require(CalendarDay(text))) }

    static func wall(_ day: String, _ minutes: Int) throws -> ImportedTime {
        .wall(try #require(CalendarDay(day)), millisecondsOfDay: minutes * 60_000)
    }

    @Test("our own export comes back")
    func ofOurOwn() throws {
        let file = try Self.read(
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Pocket Garden//gardenctl//EN
            CALSCALE:GREGORIAN
            BEGIN:VTODO
            UID:0193a7c2-0000-7000-8000-000000000001@garden
            DTSTAMP:20261201T080000Z
            CREATED:20261130T080000Z
            LAST-MODIFIED:20261130T090000Z
            SUMMARY:Read chapter 3\\, then 4\\; and \\\\ a very long title that is folded in it
             s middle
            DTSTART:20261201T180000
            DUE:20261201T180000
            RRULE:FREQ=DAILY
            PRIORITY:2
            CATEGORIES:Latin\\, Greek,exam,home
            DESCRIPTION:two\\nlines
            STATUS:NEEDS-ACTION
            END:VTODO
            BEGIN:VTODO
            UID:0193a7c2-0000-7000-8000-000000000002@garden
            SUMMARY:Water
            DTSTART;VALUE=DATE:20261130
            DUE;VALUE=DATE:20261231
            X-GARDEN-REPEAT:after 4d
            CATEGORIES:Default
            STATUS:COMPLETED
            COMPLETED:20261130T100000Z
            END:VTODO
            END:VCALENDAR

            """)
        var read = ImportedTask(
            position: "line 5", origin: "ical:0193a7c2-0000-7000-8000-000000000001@garden",
            title: "Read chapter 3, then 4; and \\ a very long title that is folded in its middle")
        read.category = "Latin, Greek"
        (read.tags, read.note, read.priority) = (["exam", "home"], "two\nlines", 2)
        (read.due, read.rule) = (try Self.wall("2026-12-01", 1080), "daily")
        read.created = try Self.instant("2026-11-30T08:00:00Z")
        var water = ImportedTask(
            position: "line 20", origin: "ical:0193a7c2-0000-7000-8000-000000000002@garden", title: "Water")
        (water.category, water.rule) = ("Default", "after 4d")
        (water.start, water.due) = (try Self.day("2026-11-30"), try Self.day("2026-12-31"))
        water.completed = try Self.instant("2026-11-30T10:00:00Z")
        var expected = ImportedFile("iCalendar")
        expected.tasks = [read, water]
        #expect(file == expected)
    }

    @Test("lines that are folded within a character, and those with line feeds only")
    func folds() throws {
        let text = Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:K".utf8)
        let rest = Array("che\nEND:VTODO\nEND:VCALENDAR".utf8)
        let file = try ICalendarReader().read(text + [0xC3] + Array("\n\t".utf8) + [0xBC] + rest)
        #expect(file.tasks.map(\.title) == ["Küche"] && file.repairs == [] && file.damage == nil)
        let latin = try ICalendarReader().read(text + [0xFC] + rest)
        #expect(latin.tasks.map(\.title) == ["Küche"])
        #expect(latin.repairs == ["it is not UTF-8; read as windows-1252"])
    }

    @Test("a file that is cut anywhere keeps the to-dos before the cut")
    func cut() throws {
        let whole = Array(Self.calendar("BEGIN:VTODO\nSUMMARY:é1\nEND:VTODO\nBEGIN:VTODO\nSUMMARY:é2\nEND:VTODO").utf8)
        let first = Array("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nSUMMARY:é1\nEND:VTODO".utf8).count
        let second = whole.count - Array("\nEND:VCALENDAR\n".utf8).count
        for count in "BEGIN:VCALENDAR".utf8.count..<whole.count - 1 {
            let file = try ICalendarReader().read(Array(whole.prefix(count)))
            let titles = count < first ? [] : count < second ? ["é1"] : ["é1", "é2"]
            #expect(file.tasks.map(\.title) == titles && file.leftOut == [] && file.repairs == [], "\(count)")
            #expect(file.damage != nil, "\(count)")
        }
        let file = try ICalendarReader().read(Array(whole.prefix(second - 4)))
        #expect(file.damage == LeftOut(position: "line 6", reason: "the file ends within this VTODO"))
        let end = LeftOut(position: "line 8", reason: "END:VCALENDAR is missing; is the file complete?")
        #expect(try ICalendarReader().read(Array(whole.prefix(second))).damage == end)
    }

    @Test("what is within a to-do, beside it, or not ended")
    func components() throws {
        let file = try Self.read(
            """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            SUMMARY:With an alarm
            BEGIN:VALARM
            SUMMARY:The alarm
            DESCRIPTION:not read
            END:VALARM
            ATTACH;FMTTYPE=text/plain;ENCODING=BASE64:AAAA
            END:VTODO
            BEGIN:VTODO
            SUMMARY:Not ended
            BEGIN:VTODO
            SUMMARY:
            END:VTODO
            BEGIN:VTODO
            SUMMARY:Cancelled
            STATUS:CANCELLED
            END:VTODO
            BEGIN:VTODO
            RECURRENCE-ID:20261201
            SUMMARY:Moved
            END:VTODO
            BEGIN:VEVENT
            SUMMARY:Event
            END:VEVENT
            BEGIN:VJOURNAL
            END:VJOURNAL
            END:VCALENDAR
            """)
        var expected = ImportedFile("iCalendar")
        expected.tasks = [ImportedTask(position: "line 2", title: "With an alarm")]
        expected.leftOut = [
            LeftOut(position: "line 10", reason: "its END is missing"),
            LeftOut(position: "line 12", reason: "its title is missing"),
        ]
        expected.others = ["cancelled to-do": 1, "changed date of a repetition": 1, "event": 1, "journal entry": 1]
        #expect(file == expected)
        let bare = Array("BEGIN:VTODO\nEND:VTODO".utf8)
        #expect(throws: UnreadableFile(reason: "it has no BEGIN:VCALENDAR, with which a calendar begins")) {
            try ICalendarReader().read(bare)
        }
        #expect(!ICalendarReader.canRead(Array("BEGIN:VCARD".utf8)) && !ICalendarReader.canRead([]))
    }

    @Test(
        "repetitions",
        arguments: [
            ("DUE:20261201T180000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=WEEKLY;BYDAY=MO,TH", nil),
            ("DUE;VALUE=DATE:20261231\nRRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "monthly", nil),
            ("DUE;VALUE=DATE:20261228\nRRULE:freq=monthly", "monthly", nil),
            ("DUE;VALUE=DATE:20261231\nRRULE:FREQ=MONTHLY", "FREQ=MONTHLY", nil),
            ("DTSTART:20261201\nRRULE:FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3", "so its start is its due date"),
            ("RRULE:FREQ=DAILY", nil, "no due date to begin with"),
            ("DUE:20261201\nRRULE:FREQ=SECONDLY", nil, "it does not repeat here: FREQ=SECONDLY"),
            ("DUE:20261201\nRRULE:FREQ=DAILY;UNTIL=20251201", nil, "it does not repeat here"),
            ("DUE:20261201\nRRULE:x", nil, "it does not repeat here"),
            ("DUE:20261201\nRRULE:FREQ=DAILY\nEXDATE:20261202", "daily", "without exceptions"),
            ("X-GARDEN-REPEAT:3 times a week", "3 times a week", nil),
            ("DUE:20261201\nX-GARDEN-REPEAT:3 times a week", nil, "so many times"),
            ("DUE:20261201\nRDATE:20261202", nil, "follow no rule"),
        ] as [(String, String?, String?)])
    func rules(lines: String, rule: String?, guess: String?) throws {
        let task = try Self.todo(lines)
        #expect(task.rule == rule && task.guesses.count == (guess == nil ? 0 : 1), "\(task.guesses)")
        if let guess { #expect(task.guesses.first?.contains(guess) == true, "\(task.guesses)") }
    }

    @Test(
        "completions and other fields",
        arguments: [
            ("STATUS:COMPLETED\nCOMPLETED:20261201T100000Z", "2026-12-01T10:00:00Z", 0),
            ("COMPLETED:20261201T100000Z", "2026-12-01T10:00:00Z", 0),
            ("STATUS:COMPLETED\nLAST-MODIFIED:20261202T100000Z", "2026-12-02T10:00:00Z", 1),
            ("STATUS:COMPLETED\nDTSTAMP:20261202T100000Z", "2026-12-02T10:00:00Z", 1),
            ("STATUS:NEEDS-ACTION\nCOMPLETED:20261201T100000Z", nil, 0), ("STATUS:X", nil, 0),
            ("PRIORITY:high\nDUE:tomorrow\nno name", nil, 3),
        ] as [(String, String?, Int)])
    func completions(lines: String, completed: String?, guesses: Int) throws {
        let task = try Self.todo(lines)
        #expect(task.completed == (try completed.map(Self.instant)) && task.guesses.count == guesses, "\(task.guesses)")
    }

    @Test func completionWithoutTime() throws {
        let file = try Self.read(Self.calendar("BEGIN:VTODO\nSUMMARY:x\nSTATUS:COMPLETED\nEND:VTODO"))
        #expect(file.tasks == [] && file.leftOut.count == 1)
        #expect(file.leftOut.first?.position == "line 3")
        #expect(try Self.todo("PRIORITY:0").priority == nil)
        #expect(try Self.todo("CATEGORIES:a\nCATEGORIES:,b,a").tags == ["b", "a"])
        #expect(
            try Self.todo("DTSTART:20261201T100000\nDURATION:P1DT2H").due == Self.wall("2026-12-02", 720))
    }

    @Test(
        "values with escapes, and parameters with quotation marks",
        arguments: [
            (#"SUMMARY:a\, b\; c\\ d\n e\N f\q"#, ["a, b; c\\ d\n e\n f\\q"]), (#"X:a,b\,c,"#, ["a", "b,c", ""]),
            (#"X;P="a;b:c",d;Q=e:f:g"#, ["f:g"]), ("X;P:v", ["v"]), ("X:", [""]), (#"X:\"#, ["\\"]), ("X;P=\"a", [""]),
        ])
    func values(line: String, texts: [String]) throws {
        var lines = try ContentLines(Array(line.utf8))
        let read = try #require(lines.next { _ in true })
        #expect(texts.count == 1 ? [read.text] == texts : read.texts == texts)
        #expect(lines.next { _ in true } == nil)
    }

    @Test func parameters() throws {
        var lines = try ContentLines(Array(#"x;p="a;b:c",d;tzid=Europe/Berlin;n=^'^n^^:v"#.utf8))
        let line = try #require(lines.next { $0 == "X" })
        #expect(line.parameters == ["P": "a;b:c", "TZID": "Europe/Berlin", "N": "\"\n^"] && line.value == "v")
    }

    @Test("many to-dos, and many components within each other")
    func large() throws {
        let todo = "BEGIN:VTODO\r\nSUMMARY:Read\r\nDUE:20261201\r\nCATEGORIES:a,b\r\nEND:VTODO\r\n"
        let many = "BEGIN:VCALENDAR\r\n" + String(repeating: todo, count: 20_000) + "END:VCALENDAR\r\n"
        #expect(try ICalendarReader().read(Array(many.utf8)).tasks.count == 20_000)
        let nested = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 100_000)
        let ends = String(repeating: "END:Y\n", count: 100_000)
        #expect(try ICalendarReader().read(Array((nested + ends).utf8)).damage != nil)
    }
}
