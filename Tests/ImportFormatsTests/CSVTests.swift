import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from tables of tasks and of stretches of work (RULES I2).
struct CSVTests {
    static func read(_ text: String, today: String? = nil) throws -> ImportedFile {
        let bytes = Array(text.utf8)
        #expect(CSVReader.canRead(try UnicodeText.utf8(bytes).text), "\(text.prefix(80))")
        return try CSVReader(today: today.flatMap { CalendarDay($0) }).read(bytes)
    }

    private static func task(_ position: String, _ title: String, _ set: (inout ImportedTask) throws -> Void) rethrows
        -> ImportedTask
    {
        var task = ImportedTask(position: position, title: title)
        try set(&task)
        return task
    }

    // MARK: Tasks

    @Test("our own export comes back")
    func ofOurOwn() throws {
        let head =
            "id,uid,title,category,tags,priority,points,start,end,due,remind,repeat,estimate,focuses,minutes,times_done,standing,"
            + "note,created,completed\r\n"
        let file = try Self.read(
            head
                + "1,u-1,\"'=1+1, \"\"x\"\"\",Latin,home exam,2,15,2026-12-01,2026-12-02,2026-12-02T18:00:00.000+01:00,"
                + "2026-12-02T17:00:00.000+01:00,FREQ=WEEKLY;BYDAY=WE,3,2,50,,false,\"a\r\nb\",2026-11-30T08:00:00.000+01:00,\r\n"
                + "2,u-2,'Tis,Default,,,0,,,,,3 times a week,,,,4,true,,2026-11-30T08:00:00.000+01:00,2026-11-30T09:00:00.000+01:00"
        )
        var expected = ImportedFile("CSV (Pocket Garden, tasks)")
        expected.tasks = [
            try Self.task("line 2", "=1+1, \"x\"") {
                ($0.origin, $0.category, $0.tags, $0.note) = ("garden:u-1", "Latin", ["home", "exam"], "a\nb")
                ($0.priority, $0.points, $0.estimate, $0.rule) = (2, 15, 3, "FREQ=WEEKLY;BYDAY=WE")
                ($0.start, $0.end) = (try ICalendarTests.day("2026-12-01"), try ICalendarTests.day("2026-12-02"))
                $0.due = try ICalendarTests.instant("2026-12-02T18:00:00+01:00")
                $0.remind = try ICalendarTests.instant("2026-12-02T17:00:00+01:00")
                $0.created = try ICalendarTests.instant("2026-11-30T08:00:00+01:00")
            },
            try Self.task("line 4", "'Tis") {
                ($0.origin, $0.category, $0.points, $0.rule) = ("garden:u-2", "Default", 0, "3 times a week")
                $0.created = try ICalendarTests.instant("2026-11-30T08:00:00+01:00")
                $0.completed = try ICalendarTests.instant("2026-11-30T09:00:00+01:00")
                $0.guesses = ["it is not a standing task any more"]
            },
        ]
        #expect(file == expected)
    }

    @Test func ofAnyTable() throws {
        let file = try Self.read(
            """
            Aufgabe;Fällig am;Priorität;Projekt;Notizen;Erledigt;Tags
            Lesen;31.12.2026;hoch;Latein;"zwei
            Zeilen";nein;schule, heim
            Gießen;1.12.2026 18:00;dringend;;;1.11.2026;#garten
            Fertig;;;;;ja;
            ;1.1.2027;;;;;
            Zu;viele;;;;;;Zellen
            """)
        var expected = ImportedFile("CSV (tasks)")
        expected.tasks = [
            try Self.task("line 2", "Lesen") {
                ($0.priority, $0.category, $0.note, $0.tags) = (1, "Latein", "zwei\nZeilen", ["schule", "heim"])
                $0.due = try ICalendarTests.day("2026-12-31")
            },
            try Self.task("line 4", "Gießen") {
                $0.due = try ICalendarTests.wall("2026-12-01", 1080)
                ($0.completed, $0.tags) = (try ICalendarTests.day("2026-11-01"), ["garten"])
                $0.guesses = [#"the priority, "dringend", is not understood"#]
            },
        ]
        expected.leftOut = [
            LeftOut(position: "line 5", reason: "it is completed, but the table does not say when"),
            LeftOut(position: "line 6", reason: "its title is missing"),
            LeftOut(position: "line 7", reason: "it has 8 cells and the header 7; is a text not quoted?"),
        ]
        #expect(file == expected)
    }

    @Test(
        "repetitions",
        arguments: [
            ("2026-12-01,,daily", "daily", 0), (",2026-12-01 09:00,FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO", 0),
            (",,weekly", nil, 1), ("2026-12-01,,sometimes", nil, 1), ("1/2/2026,,after 4d", "after 4d", 1),
        ] as [(String, String?, Int)])
    func rules(cells: String, rule: String?, guesses: Int) throws {
        let file = try Self.read("title,due,remind,repeat\nRead,\(cells)\n")
        let task = try #require(file.tasks.first)
        #expect(task.rule == rule && task.guesses.count == guesses, "\(task.guesses)")
    }

    @Test(
        "headers in other languages",
        arguments: [
            "Task,Due date,Done", "tâche;échéance;terminé", "Tarea;Fecha límite;Hecho", "タスク\t期限\t完了", "任务,截止日期,已完成",
            "sep=;\nTitle;DUE_DATE;Status",
        ])
    func headers(header: String) throws {
        let separator = header.contains("\t") ? "\t" : header.contains(";") ? ";" : ","
        let file = try Self.read("\u{FEFF}\(header)\nRead\(separator)2026-12-01\(separator)\n")
        let due = try ICalendarTests.day("2026-12-01")
        #expect(file.tasks.map(\.title) == ["Read"] && file.tasks.map(\.due) == [due])
    }

    @Test("columns that a person names")
    func named() throws {
        let reader = try CSVReader(columns: ["-", "Title", "due", "points"])
        let file = try reader.read(Array("1,Read,2026-12-01,5\n2,Water,,many\n".utf8))
        #expect(
            file.tasks == [
                try Self.task("line 1", "Read") { ($0.due, $0.points) = (try ICalendarTests.day("2026-12-01"), 5) },
                Self.task("line 2", "Water") { $0.guesses = [#"the points, "many", are not taken"#] },
            ])
        let names = CSVField.names
        #expect(throws: UnreadableFile(reason: "\"titel\" is no field; use \(names), or - for none")) {
            try CSVReader(columns: ["titel"])
        }
        #expect(
            throws: UnreadableFile(
                reason:
                    "tasks need a column title; sessions need date or start, and end, duration, minutes, hours or seconds"
            )
        ) { try CSVReader(columns: ["due"]) }
        #expect(
            throws: UnreadableFile(
                reason:
                    #"its columns are not understood: "lat", "lon"; give their names, such as title,due or date,start,end"#,
                position: "line 1")
        ) { try CSVReader().read(Array("lat,lon\n1,2".utf8)) }
    }

    @Test(
        "tables of something else",
        arguments: ["", "\n", "name,lat,lon\na,1,2", "{\"a\": 1}", "a,b", "title\nRead", "Date,Amount\n2026-12-01,5"])
    func others(text: String) { #expect(!CSVReader.canRead(Array(text.utf8))) }

    @Test("of a due date and a date, the due date counts")
    func bothDates() throws {
        let file = try Self.read("Task;Date;Due date;Priority\nFile tax;2026-01-02;2027-05-31;high\n")
        let day = try #require(CalendarDay("2027-05-31"))
        #expect(file.tasks.map(\.due) == [.day(day)])
        #expect(file.tasks.map(\.guesses) == [[]])
    }

    @Test("what has no counterpart is counted")
    func counted() throws {
        let single = try Self.read("Date,Value,Notes\n2026-12-01,YES_MANUAL,2\n2026-12-02,NO,\n")
        #expect(single.others == ["day of a habit without a name": 1] && single.count == 0)
        let cards = try Self.read("#separator:tab\n#html:false\nfront\tback\n\"a\nb\"\tc\n")
        #expect(cards.others == ["card": 2] && cards.format == "Anki notes")
    }

    @Test("many rows, and bytes of an older encoding")
    func large() throws {
        let row = "Read,2026-12-01,1,\"a, b\"\n"
        let file = try CSVReader().read(
            Array(("title,due,priority,tags\n" + String(repeating: row, count: 20_000)).utf8))
        #expect(file.tasks.count == 20_000 && file.leftOut == [])
        let latin = try CSVReader().read(Array("title,due\nK".utf8) + [0xFC] + Array("che,\n".utf8))
        #expect(latin.tasks.map(\.title) == ["Küche"] && latin.repairs.count == 1)
        let header = Array("Titel;F".utf8) + [0xE4] + Array("llig\nLesen;1.12.2026\n".utf8)
        #expect(CSVReader.canRead(header))
        let due = try ICalendarTests.day("2026-12-01")
        #expect(try CSVReader().read(header).tasks.map(\.due) == [due])
    }

    // MARK: Todoist

    @Test func ofTodoist() throws {
        let file = try Self.read(
            """
            TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
            meta,view_style=list,,,,,,,,
            task,Read @home @exam chapter 3,both parts,1,1,Ann (1),,every mon at 18:00,en,Europe/Berlin
            note,my comment,,,,Ann (1),,,,
            ,,,,,,,,,
            section,Later,,,,,,,,
            task,Garden,,4,1,Ann (1),,2027-01-05,en,Europe/Berlin
            task,Water,,2,2,Ann (1),,jeden Tag,de,Europe/Berlin
            """, today: "2026-12-01")
        var expected = ImportedFile("CSV (Todoist)")
        expected.tasks = [
            try Self.task("line 3", "Read chapter 3") {
                ($0.tags, $0.note, $0.priority) = (["home", "exam"], "both parts\nmy comment", 1)
                ($0.due, $0.rule) = (try ICalendarTests.wall("2026-12-07", 1080), "FREQ=WEEKLY;BYDAY=MO")
                $0.guesses = [#"the date, "every mon at 18:00", begins on the day of the import"#]
            },
            try Self.task("line 7", "Garden") {
                ($0.category, $0.due) = ("Later", try ICalendarTests.day("2027-01-05"))
            },
            Self.task("line 8", "Water") {
                ($0.category, $0.priority, $0.note) = ("Later", 5, "Part of: Garden\nDate: jeden Tag")
                $0.guesses = [#"the date, "jeden Tag", is not understood"#]
            },
        ]
        #expect(file == expected)
    }

    @Test("a deadline is taken where the date is missing, or not understood")
    func deadlines() throws {
        let file = try Self.read(
            """
            TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG,DEADLINE,LABELS
            task,Read,4,1,,en,2026-12-05,"home, exam"
            task,Water,4,1,some day,en,2026-12-05,
            task,Write,4,1,2026-12-01,en,2026-12-05,
            """)
        let days = try [5, 5, 1].map { try ICalendarTests.day("2026-12-0\($0)") }
        #expect(file.tasks.map(\.due) == days && file.tasks.map(\.guesses.count) == [0, 1, 0])
        #expect(file.tasks.first?.tags == ["home", "exam"])
    }

    @Test(
        "dates of Todoist",
        arguments: [
            ("today", "2026-12-01", nil), ("tomorrow at 9am", "2026-12-02 540", nil), ("fri", "2026-12-04", nil),
            ("tue", "2026-12-08", nil), ("Dec 5", "2026-12-05", nil), ("5 jan", "2027-01-05", nil),
            ("29 february", "2028-02-29", nil), ("Jan 5 2026", "2026-01-05", nil),
            ("October 5, 2026 9:00 AM", "2026-10-05 540", nil),
            ("1st March 2027", "2027-03-01", nil),
            ("every day", "2026-12-01", "daily"),
            ("every 3 days starting 2026-12-10", "2026-12-10", "FREQ=DAILY;INTERVAL=3"),
            ("every other week", "2026-12-01", "FREQ=WEEKLY;INTERVAL=2"), ("every! 2 weeks", "2026-12-01", "after 2w"),
            ("every weekday", "2026-12-01", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("every thu, mon", "2026-12-03", "FREQ=WEEKLY;BYDAY=MO,TH"), ("monthly", "2026-12-01", "monthly"),
            ("every", nil, nil), ("someday", nil, nil), ("every full moon", nil, nil), ("", nil, nil),
            ("32 foo", nil, nil),
            ("every! monday", nil, nil), ("jan 99", nil, nil), ("at", nil, nil),
        ] as [(String, String?, String?)])
    func datesOfTodoist(text: String, due: String?, rule: String?) throws {
        let date = TodoistDate(text, isEnglish: true, today: CalendarDay("2026-12-01"))
        let parts = due?.split(separator: " ").map(String.init) ?? []
        let expected: ImportedTime? =
            switch parts.count {
            case 1: try ICalendarTests.day(parts[0])
            case 2: try ICalendarTests.wall(parts[0], try #require(Int(parts[1])))
            default: nil
            }
        #expect(date?.due == expected && date?.rule == rule)
        let isAbsolute = text.contains("2026") || text.contains("2027")
        #expect((TodoistDate(text, isEnglish: true, today: nil) != nil) == isAbsolute)
    }
}
