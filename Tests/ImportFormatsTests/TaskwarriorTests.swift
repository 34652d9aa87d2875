import GardenAPI
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from an export of Taskwarrior (RULES I2).
struct TaskwarriorTests {
    private static func read(_ text: String) -> ImportedFile {
        var reader = TaskwarriorReader()
        reader.read(Array(text.utf8))
        return reader.file
    }

    private static func task(
        _ position: String, _ title: String, origin: String? = nil, _ change: (inout ImportedTask) throws -> Void
    ) rethrows -> ImportedTask {
        var task = ImportedTask(position: position, title: title)
        task.hasDaysAtMidnight = true
        task.origin = origin
        try change(&task)
        return task
    }

    private static func at(_ text: String) throws -> ImportedTime { .instant(try #require(Timestamp(text))) }

    @Test("open, waiting and completed tasks, with attributes of the person's own")
    func tasks() throws {
        let file = Self.read(
            #"""
            [
            {"id":1,"description":"Buy milk","due":"20261201T180000Z","entry":"20261130T043934Z","estimate":3,"modified":"20261201T043935Z","priority":"H","project":"Home.Garden","start":"20261201T043935Z","status":"pending","uuid":"eeefee93-9521-4cfb-9af7-1b637f2c3681","annotations":[{"entry":"20261201T043934Z","description":"first"},{"entry":"20261201T043935Z","description":"https:\/\/example.org\/x"}],"tags":["next","shop"],"depends":["0fff8d59-9c5f-4a9b-9324-8225b71c0d52"],"urgency":31.3},
            {"id":2,"description":"Later","entry":"20261130T043934Z","scheduled":"20261205T000000Z","status":"waiting","until":"20270201T000000Z","uuid":"0fff8d59-9c5f-4a9b-9324-8225b71c0d52","wait":"20261203T000000Z","priority":"M"},
            {"id":3,"description":"Planned","scheduled":"20261205T000000Z","status":"pending","tags":"a,b","priority":"L"},
            {"id":0,"description":"Old","end":"20261201T043935Z","entry":"1796013574","status":"completed","uuid":"09a7e3aa-8e95-4a50-91f7-e72826e60b3c"},
            {"id":0,"description":"Gone","end":"20261201T043935Z","status":"deleted","uuid":"dcd794be-abf5-405c-9a31-c032f9c98ad8"}
            ]
            """#)
        var expected = ImportedFile("Taskwarrior")
        expected.tasks = [
            try Self.task("line 2, [0]", "Buy milk", origin: "taskwarrior:eeefee93-9521-4cfb-9af7-1b637f2c3681") {
                ($0.category, $0.tags, $0.priority) = ("Home.Garden", ["next", "shop"], 1)
                $0.note = "first\nhttps://example.org/x"
                $0.due = try Self.at("2026-12-01T18:00:00Z")
                $0.created = try Self.at("2026-11-30T04:39:34Z")
            },
            try Self.task("line 3, [1]", "Later", origin: "taskwarrior:0fff8d59-9c5f-4a9b-9324-8225b71c0d52") {
                $0.priority = 5
                $0.start = try Self.at("2026-12-03T00:00:00Z")
                $0.end = try Self.at("2027-02-01T00:00:00Z")
                $0.created = try Self.at("2026-11-30T04:39:34Z")
            },
            try Self.task("line 4, [2]", "Planned") {
                ($0.tags, $0.priority, $0.start) = (["a", "b"], 9, try Self.at("2026-12-05T00:00:00Z"))
            },
            try Self.task("line 5, [3]", "Old", origin: "taskwarrior:09a7e3aa-8e95-4a50-91f7-e72826e60b3c") {
                $0.created = try Self.at("2026-11-30T04:39:34Z")
                $0.completed = try Self.at("2026-12-01T04:39:35Z")
            },
        ]
        expected.others = ["deleted task": 1]
        #expect(file == expected)
    }

    @Test("a repeating task begins with its first open occurrence, and the open ones are it")
    func repeatingTasks() throws {
        let file = Self.read(
            """
            {"description":"Rent","due":"20261031T000000Z","status":"pending","parent":"c4","recur":"monthly","uuid":"1","wait":"20261030T000000Z"},
            {"description":"Rent","due":"20260831T000000Z","status":"recurring","recur":"monthly","until":"20271231T000000Z","uuid":"c4","mask":"+--"}
            {"description":"Rent","due":"20260831T000000Z","end":"20260902T000000Z","status":"completed","parent":"c4","recur":"monthly","uuid":"0"}
            {"description":"Rent","due":"20260930T000000Z","status":"waiting","parent":"c4","recur":"monthly","uuid":"2"}
            {"description":"Alone","due":"20260930T000000Z","status":"pending","parent":"not here","recur":"weekly","uuid":"3"}
            {"description":"Undated","entry":"20260930T000000Z","recur":"weekly"}
            {"description":"Odd","due":"20260930T000000Z","status":"recurring","recur":"sometimes"}
            {"description":"Over","due":"20260930T000000Z","status":"recurring","recur":"3d","until":"20260929T000000Z"}
            {"description":"Bad end","due":"20260930T000000Z","status":"recurring","recur":"3d","until":"soon"}
            """)
        let september = try Self.at("2026-09-30T00:00:00Z")
        #expect(
            file.tasks == [
                Self.task("line 2", "Rent", origin: "taskwarrior:c4") {
                    $0.due = september
                    $0.rule = "RSCALE=GREGORIAN;FREQ=MONTHLY;UNTIL=20271231T000000Z;SKIP=BACKWARD"
                },
                try Self.task("line 3", "Rent", origin: "taskwarrior:0") {
                    $0.due = try Self.at("2026-08-31T00:00:00Z")
                    $0.completed = try Self.at("2026-09-02T00:00:00Z")
                },
                Self.task("line 5", "Alone", origin: "taskwarrior:3") {
                    $0.due = september
                    $0.guesses = ["it is an occurrence of a repeating task that the file does not have"]
                },
                Self.task("line 6", "Undated") {
                    ($0.due, $0.created, $0.rule) = (september, september, "weekly")
                    $0.guesses = ["it repeats without a due date; the first one is when it starts"]
                },
                Self.task("line 7", "Odd") {
                    ($0.due, $0.guesses) = (september, ["the repetition \"sometimes\" is not understood"])
                },
                Self.task("line 8", "Over") {
                    ($0.due, $0.guesses) = (september, ["its repetition ends before it is due"])
                },
                Self.task("line 9", "Bad end") {
                    ($0.due, $0.rule) = (september, "FREQ=DAILY;INTERVAL=3")
                    $0.guesses = ["the end of the repetition, \"soon\", is not understood"]
                },
            ])
        #expect(file.others == ["occurrence of a repeating task": 2] && file.leftOut == [] && file.damage == nil)
    }

    @Test(
        "how tasks recur",
        arguments: [
            ("daily", "daily"), ("1weeks", "weekly"), ("monthly", "monthly"), ("annual", "yearly"), ("P1Y", "yearly"),
            ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("3d", "FREQ=DAILY;INTERVAL=3"),
            ("2 weeks", "FREQ=WEEKLY;INTERVAL=2"), ("biweekly", "FREQ=WEEKLY;INTERVAL=2"),
            ("fortnight", "FREQ=WEEKLY;INTERVAL=2"), ("P14D", "FREQ=DAILY;INTERVAL=14"), ("P1M", "monthly"),
            ("2m", "FREQ=MONTHLY;INTERVAL=2"), ("bimonthly", "FREQ=MONTHLY;INTERVAL=2"),
            ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("2q", "FREQ=MONTHLY;INTERVAL=6"),
            ("semiannual", "FREQ=MONTHLY;INTERVAL=6"), ("biyearly", "FREQ=YEARLY;INTERVAL=2"),
            ("8hours", "FREQ=HOURLY;INTERVAL=8"), ("PT8H", "FREQ=HOURLY;INTERVAL=8"), ("", nil), ("30minutes", nil),
            ("0d", nil), ("9999999999999999999d", nil), ("P1Y2M", nil), ("P", nil), ("1.5w", nil), ("-1w", nil),
            ("2weekdays", nil), ("100y", "FREQ=YEARLY;INTERVAL=100"), ("101y", nil), ("367d", nil),
        ] as [(String, String?)])
    func recurrences(recur: String, rule: String?) {
        let file = Self.read(
            #"{"description":"A","status":"recurring","due":"20261215T080000Z","recur":"\#(recur)"}"#)
        #expect(file.tasks.map(\.rule) == [rule])
        #expect((file.tasks.first?.guesses == []) == (rule != nil))
    }

    @Test("the last days of a month stay the last ones of a shorter month")
    func lastDays() {
        for (due, keepsDay) in [("20261231T080000Z", true), ("20261228T230000Z", true), ("20261215T080000Z", false)] {
            let file = Self.read(#"{"description":"A","status":"recurring","due":"\#(due)","recur":"2months"}"#)
            let rule = "FREQ=MONTHLY;INTERVAL=2"
            #expect(file.tasks.map(\.rule) == [keepsDay ? "RSCALE=GREGORIAN;\(rule);SKIP=BACKWARD" : rule], "\(due)")
        }
    }

    @Test("our own export comes back, with the identity in its UUID and the repetition in an annotation")
    func export() throws {
        let file = Self.read(
            #"""
            [
            {"uuid":"bc301c94-0000-8000-8000-000000000003","description":"Buy milk","status":"recurring","entry":"20261130T213757Z","modified":"20261130T213757Z","project":"Deep Work","due":"20261201T170000Z","recur":"1weeks","priority":"H","tags":["shop","phone"]},
            {"uuid":"bc301c94-0000-8000-8000-00000000001f","description":"Walk","status":"pending","entry":"20261130T213757Z","modified":"20261130T213757Z","project":"Deep Work","due":"20261203T230000Z","wait":"20261129T230000Z","annotations":[{"entry":"20261130T213757Z","description":"repeats: more"},{"entry":"20261130T213758Z","description":"repeats: after 4d"}]},
            {"uuid":"bc301c94-0000-8000-8000-000000000005","description":"Train","status":"pending","entry":"20261130T213757Z","project":"Sport","annotations":[{"entry":"20261130T213757Z","description":"repeats: 3 times a week"}]},
            {"uuid":"bc301c94-0000-8000-8000-000000000006","description":"Done","status":"completed","entry":"20261130T213757Z","project":"Sport","end":"20261201T213757Z","annotations":[{"entry":"20261130T213757Z","description":"repeats: daily"}]},
            {"uuid":"bc301c94-0000-4000-8000-000000000006","description":"Theirs","status":"pending","annotations":[{"description":"repeats: daily"}]}
            ]
            """#)
        let created = try Self.at("2026-11-30T21:37:57Z")
        #expect(
            file.tasks == [
                try Self.task("line 2, [0]", "Buy milk", origin: "garden:bc301c94-3") {
                    ($0.category, $0.tags, $0.priority) = ("Deep Work", ["shop", "phone"], 1)
                    ($0.due, $0.rule, $0.created) = (try Self.at("2026-12-01T17:00:00Z"), "weekly", created)
                },
                try Self.task("line 3, [1]", "Walk", origin: "garden:bc301c94-31") {
                    ($0.category, $0.note, $0.rule, $0.created) = ("Deep Work", "repeats: more", "after 4d", created)
                    $0.start = try Self.at("2026-11-29T23:00:00Z")
                    $0.due = try Self.at("2026-12-03T23:00:00Z")
                },
                Self.task("line 4, [2]", "Train", origin: "garden:bc301c94-5") {
                    ($0.category, $0.rule, $0.created) = ("Sport", "3 times a week", created)
                },
                try Self.task("line 5, [3]", "Done", origin: "garden:bc301c94-6") {
                    ($0.category, $0.created) = ("Sport", created)
                    $0.completed = try Self.at("2026-12-01T21:37:57Z")
                },
                Self.task("line 6, [4]", "Theirs", origin: "taskwarrior:bc301c94-0000-4000-8000-000000000006") {
                    $0.note = "repeats: daily"
                },
            ])
    }

    @Test("tasks that are wrong are left out, and what is odd in others is named")
    func mistakes() throws {
        let file = Self.read(
            """
            [17,
            {"status":"pending","description":"  "},
            {"status":"lost","description":"A"},
            {"status":"completed","description":"B"},
            {"status":"completed","description":"C","modified":"20261201T043935Z"},
            {"description":"D","priority":"now","due":"tomorrow","tags":["1",2,null],"annotations":["plain",{}]},
            {"description":"E" "status":"pending"}]
            """)
        #expect(
            file.tasks == [
                try Self.task("line 5, [4]", "C") {
                    $0.completed = try Self.at("2026-12-01T04:39:35Z")
                    $0.guesses = ["it does not say when it was completed; taken from modified"]
                },
                Self.task("line 6, [5]", "D") {
                    $0.note = "plain"
                    $0.guesses = [
                        "the tag \"1\" is left out; a tag has letters, and at most 50 characters",
                        "the tag \"2\" is left out; a tag has letters, and at most 50 characters",
                        "the priority \"now\" is not understood", "the due date, \"tomorrow\", is not understood",
                    ]
                },
            ])
        #expect(
            file.leftOut.prefix(4) == [
                LeftOut(position: "line 1, [0]", reason: "it is no task"),
                LeftOut(position: "line 2, [1]", reason: "its title is missing"),
                LeftOut(position: "line 3, [2]", reason: "its status, \"lost\", is not one of Taskwarrior"),
                LeftOut(position: "line 4, [3]", reason: "it is completed, and does not say when"),
            ])
        #expect(file.leftOut.dropFirst(4).map(\.position) == ["line 7, [6]"])
        let cut = Self.read("[\n{\"description\":\"A\",\"status\":\"pending\"},\n{\"description\":\"B\",\"sta")
        #expect(cut.tasks.map(\.title) == ["A"])
        #expect(cut.damage == LeftOut(position: "line 3", reason: "the file ends within an entry"))
    }

    @Test("20,000 tasks, of which each is an occurrence of one")
    func manyTasks() {
        let lines = (0..<20_000).map {
            #"{"description":"A","status":"pending","due":"\#(1_800_000_000 - $0)","parent":"p","uuid":"\#($0)"}"#
        }
        let template = #"{"description":"A","status":"recurring","due":"1700000000","recur":"daily","uuid":"p"}"#
        let file = Self.read((lines + [template]).joined(separator: "\n"))
        #expect(file.count == 1 && file.others == ["occurrence of a repeating task": 20_000])
    }

    @Test func detection() throws {
        for (text, isTask) in [
            (#"{"description":"A","status":"pending","uuid":"x"}"#, true),
            (#"{"description":"A","status":"pending","entry":"20261201T043935Z"}"#, true),
            (#"{"description":"A","start":"2026-12-01T04:39:35Z"}"#, false), (#"{"type":"Feature"}"#, false),
            ("1", false),
        ] {
            #expect(TaskwarriorReader.canRead(try JSON.parse(text)) == isTask, "\(text)")
        }
    }
}
