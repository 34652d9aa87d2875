import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import ExportFormats

/// Values of the garden as other programs read them.
struct ExportFormatsTests {
    private static let at = Timestamp("2026-11-30T22:37:57.258+01:00")!
    private let berlin: ZoneRules

    init() throws { berlin = try ZoneDirectory().load(named: "Europe/Berlin") }

    static func task(_ number: Int, _ title: String, _ change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
        var task = TaskItem(
            id: number, uid: "bc301c94-\(number)", title: title, category: "Deep Work", categoryId: 1,
            categoryUid: "bc301c94-2", points: 0, priority: nil, standing: false, note: nil, start: nil, end: nil,
            due: nil,
            remind: nil, remindBefore: nil, snoozedUntil: nil, repeat: nil, occurrence: nil, estimate: nil, focuses: 0,
            minutes: 0,
            doneCount: 0, position: 0, createdAt: at, updatedAt: at, completedAt: nil)
        change(&task)
        return task
    }

    private static let tasks = [
        task(3, "Buy milk") { task in
            (task.tags, task.priority, task.points, task.estimate) = (["shop", "phone"], 1, 200, 2)
            task.due = .instant(Timestamp("2026-12-01T18:00:00+01:00")!)
            task.repeat = "weekly"
        },
        task(4, "x (A) weird, title; with \\ chars") { task in
            (task.start, task.due) = (.day(CalendarDay("2026-11-30")!), .day(CalendarDay("2026-12-04")!))
            task.note = "line one\nline, two"
        }, task(5, "=SUM(A1)") { ($0.completedAt, $0.priority) = (at, 9) },
        task(6, "Walk") { ($0.due, $0.repeat) = (.day(CalendarDay("2027-01-31")!), "after 4d") },
        task(7, "Rent") { ($0.due, $0.repeat) = (.day(CalendarDay("2027-01-31")!), "monthly") },
        task(8, "Bins") {
            ($0.due, $0.repeat) = (.day(CalendarDay("2026-12-01")!), "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR")
        },
    ]

    @Test func todoTxt() {
        #expect(
            TodoTxt.text(Self.tasks) == """
                (A) 2026-11-30 Buy milk +Deep_Work @shop @phone due:2026-12-01 time:18:00 rec:+1w est:2 points:200 uid:bc301c94-3
                2026-11-30 x (A) weird, title; with \\ chars +Deep_Work due:2026-12-04 t:2026-11-30 uid:bc301c94-4
                x 2026-11-30 2026-11-30 =SUM(A1) +Deep_Work pri:I uid:bc301c94-5
                2026-11-30 Walk +Deep_Work due:2027-01-31 rec:4d uid:bc301c94-6
                2026-11-30 Rent +Deep_Work due:2027-01-31 rec:+1m uid:bc301c94-7
                2026-11-30 Bins +Deep_Work due:2026-12-01 rec:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR uid:bc301c94-8
                """)
        #expect(TodoTxt.text([]) == "")
    }

    @Test func taskwarrior() throws {
        let list = try JSON.parse(Taskwarrior.text(Self.tasks, zone: berlin))
        let tasks = try #require(list.arrayValue)
        #expect(
            tasks[0].text
                == #"{"uuid":"bc301c94-0000-8000-8000-000000000003","description":"Buy milk","status":"recurring","#
                + #""entry":"20261130T213757Z","modified":"20261130T213757Z","project":"Deep Work","due":"20261201T170000Z","#
                + #""recur":"1weeks","priority":"H","tags":["shop","phone"]}"#)
        #expect(tasks[1]["due"] == "20261203T230000Z" && tasks[1]["wait"] == "20261129T230000Z")
        #expect(
            tasks[1]["annotations"]?.text
                == #"[{"entry":"20261130T213757Z","description":"line one"},{"entry":"20261130T213758Z","description":"line, two"}]"#
        )
        #expect(
            tasks[2]["status"] == "completed" && tasks[2]["end"] == "20261130T213757Z" && tasks[2]["priority"] == "L")
        #expect(tasks[3]["status"] == "pending" && tasks[3]["annotations"]?.text.contains("repeats: after 4d") == true)
        #expect(tasks[4]["recur"] == "1months")
        #expect(tasks[5]["recur"] == nil && tasks[5]["annotations"]?.text.contains("BYDAY=TU,FR") == true)
        #expect(Taskwarrior.text([], zone: berlin) == "[]")
        #expect(Taskwarrior.uuid("ffffffff-281474976710655") == "ffffffff-0000-8000-8000-ffffffffffff")
    }

    @Test func toDosOfICalendar() {
        let text = ICalendar.tasks(Self.tasks, zone: berlin, now: Self.at.instant)
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(text.hasSuffix("END:VCALENDAR\r\n") && lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
        let stamps = ["DTSTAMP:20261130T213757Z", "CREATED:20261130T213757Z", "LAST-MODIFIED:20261130T213757Z"]
        #expect(
            Array(lines[4..<32]) == [
                "BEGIN:VTODO", "UID:bc301c94-3@garden",
            ] + stamps + [
                "SUMMARY:Buy milk", "DTSTART:20261201T180000", "DUE:20261201T180000", "RRULE:FREQ=WEEKLY",
                "PRIORITY:1",
                "CATEGORIES:Deep Work,shop,phone", "STATUS:NEEDS-ACTION", "END:VTODO", "BEGIN:VTODO",
                "UID:bc301c94-4@garden",
            ] + stamps + [
                "SUMMARY:x (A) weird\\, title\\; with \\\\ chars", "DTSTART;VALUE=DATE:20261130",
                "DUE;VALUE=DATE:20261204",
                "CATEGORIES:Deep Work", "DESCRIPTION:line one\\nline\\, two", "STATUS:NEEDS-ACTION", "END:VTODO",
                "BEGIN:VTODO", "UID:bc301c94-5@garden", stamps[0],
            ])
        #expect(lines.contains("STATUS:COMPLETED") && lines.contains("COMPLETED:20261130T213757Z"))
        #expect(lines.contains("X-GARDEN-REPEAT:after 4d"))
        #expect(lines.contains("RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD"))
        #expect(lines.contains("RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR"))
    }

    @Test("long lines are folded between characters, and a text cannot end its line")
    func contentLines() {
        #expect(ContentLine("SUMMARY", text: "a\r\nb\rc\u{2028}d\u{7}\te").folded == "SUMMARY:a\\nb\\nc\\nd\te\r\n")
        let folded = ContentLine("SUMMARY", text: String(repeating: "語", count: 50)).folded
        let parts = folded.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        #expect(parts.map(\.utf8.count) == [74, 73, 13, 0] && parts[1].hasPrefix(" ") && parts[2].hasPrefix(" "))
        let marks = ContentLine("SUMMARY", text: "a" + String(repeating: "\u{301}", count: 100)).folded
        #expect(marks.utf8.split(separator: 10).allSatisfy { $0.count <= 76 })
    }

    @Test("dates of a rule are on the wall clock, and its end is in their form")
    func datesOfRules() {
        func lines(_ due: TaskDate, _ repetition: String?, start: TaskDate? = nil) -> [String] {
            let task = Self.task(9, "A") { ($0.due, $0.repeat, $0.start) = (due, repetition, start) }
            let text = ICalendar.tasks([task], zone: berlin, now: Self.at.instant)
            return text.split(separator: "\r\n").map(String.init).filter { line in
                ["DTSTART", "DUE", "RRULE", "X-"].contains { line.hasPrefix($0) }
            }
        }
        let monday = TaskDate.instant(Timestamp("2026-12-07T00:30:00+01:00")!)
        let day = TaskDate.day(CalendarDay("2026-12-07")!)
        #expect(
            lines(monday, "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301")
                == [
                    "DTSTART:20261207T003000", "DUE:20261207T003000",
                    "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T235959",
                ])
        #expect(
            lines(monday, "FREQ=DAILY;UNTIL=20270301T080000Z").last == "RRULE:FREQ=DAILY;UNTIL=20270301T090000")
        #expect(
            lines(day, "FREQ=DAILY;UNTIL=20270301T233000Z")
                == ["DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261207", "RRULE:FREQ=DAILY;UNTIL=20270302"])
        #expect(lines(monday, "3 times a week") == ["DUE:20261206T233000Z", "X-GARDEN-REPEAT:3 times a week"])
        // A start that is not earlier is left out.
        #expect(lines(day, nil, start: .day(CalendarDay("2026-12-10")!)) == ["DUE;VALUE=DATE:20261207"])
        #expect(lines(day, nil, start: day) == ["DUE;VALUE=DATE:20261207"])
        #expect(
            lines(monday, nil, start: .day(CalendarDay("2026-12-01")!)) == [
                "DTSTART:20261130T230000Z", "DUE:20261206T233000Z",
            ])
    }

    @Test("a separator with a combining mark is still one")
    func combiningMarks() {
        #expect(CSV.text([["a,\u{301}b", "c\"\u{301}", "d"]]) == "\"a,\u{301}b\",\"c\"\"\u{301}\",d")
        let session = Self.session("2026-11-30T10:00:00+01:00", "2026-11-30T10:25:00+01:00") { session in
            (session.category, session.note) = ("A", "say \"\u{301}hi\\\u{301}\r\nx")
        }
        #expect(Timewarrior.text([session]).hasSuffix("# A # \"say \\\"\u{301}hi\\\\\u{301}  x\""))
    }

    @Test("delays and counts in todo.txt")
    func recurrencesOfTodoTxt() {
        for (repetition, word) in [
            ("after 2mo", "rec:2m"), ("after 4d", "rec:4d"), ("after 12h", nil), ("3 times a week", nil),
            ("yearly", "rec:+1y"),
        ] as [(String, String?)] {
            let words = TodoTxt.line(Self.task(9, "A") { $0.repeat = repetition }).split(separator: " ")
            #expect(words.first { $0.hasPrefix("rec:") }.map(String.init) == word, "\(repetition)")
        }
    }

    static func session(_ start: String, _ end: String, _ change: (inout Session) -> Void = { _ in }) -> Session {
        var session = Session(
            id: 7, uid: "bc301c94-9", start: Timestamp(start)!, end: Timestamp(end)!, day: CalendarDay("2026-11-30")!,
            seconds: 1500, minutes: 25, category: "Deep Work", categoryId: 1, categoryUid: "bc301c94-2",
            outcome: .completed)
        change(&session)
        return session
    }

    @Test("an interval for each stretch between pauses, in order, with tags and a note")
    func timewarrior() throws {
        let later = Self.session("2026-11-30T10:00:00+01:00", "2026-11-30T10:25:00+01:00") { $0.category = "Reading" }
        let paused = Self.session("2026-11-30T09:00:00.500+01:00", "2026-11-30T09:40:00+01:00") { session in
            (session.category, session.taskTitle, session.note) = ("Deep Work", "The \"plan\"", "a \\ b")
            session.pauses = [
                TimeSpan(Timestamp("2026-11-30T09:10:00+01:00")!, Timestamp("2026-11-30T09:20:00+01:00")!)
            ]
        }
        #expect(
            Timewarrior.text([later, paused]) == #"""
                inc 20261130T080000Z - 20261130T081000Z # "Deep Work" "The \"plan\"" # "a \\ b"
                inc 20261130T082000Z - 20261130T084000Z # "Deep Work" "The \"plan\"" # "a \\ b"
                inc 20261130T090000Z - 20261130T092500Z # Reading
                """#)
    }

    @Test func eventsOfICalendar() {
        let session = Self.session("2026-11-30T10:00:00+01:00", "2026-11-30T10:25:00+01:00") { session in
            (session.uid, session.category, session.taskTitle, session.note) = ("bc301c94-9", "Reading", "A, B", "n")
        }
        let lines = ICalendar.sessions([session], now: Self.at.instant).split(separator: "\r\n").map(String.init)
        #expect(
            Array(lines.dropFirst(4)) == [
                "BEGIN:VEVENT", "UID:bc301c94-9@garden", "DTSTAMP:20261130T213757Z", "DTSTART:20261130T090000Z",
                "DTEND:20261130T092500Z", "SUMMARY:Reading: A\\, B", "CATEGORIES:Reading", "DESCRIPTION:n",
                "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test func tables() {
        let rows = CSV.tasks(Array(Self.tasks.prefix(3))).split(separator: "\r\n").map(String.init)
        #expect(
            rows[1]
                == "3,bc301c94-3,Buy milk,Deep Work,shop phone,1,200,,,2026-12-01T18:00:00.000+01:00,,weekly,2,0,0,0,false,,"
                + "2026-11-30T22:37:57.258+01:00,")
        #expect(
            rows[2].hasPrefix(
                "4,bc301c94-4,\"x (A) weird, title; with \\ chars\",Deep Work,,,0,2026-11-30,,2026-12-04,"))
        #expect(rows[3].hasPrefix("5,bc301c94-5,'=SUM(A1),"))
    }
}
