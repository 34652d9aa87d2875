import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing
import TimeKit

/// What another garden has recorded comes in as it was (RULES I3, I6).
struct RecordedImportTests {
    private static func run(_ entries: JSON, _ garden: Garden) throws -> JSON {
        try garden.ask("import.apply", ["import": "i", "source": "garden.jsonl", "entries": entries])
        return try garden.ask("import.commit", ["import": "i"])
    }

    private static func session(_ number: Int, _ start: String, _ end: String, _ more: (String, JSON)...) -> JSON {
        let session = JSONObject([("start", .string(start)), ("end", .string(end))] + more)
        return ["origin": .string("garden:aaaaaaaa-\(number)"), "session": .object(session)]
    }

    @Test("a session of two days, one that ended before it began, one of another zone, one without minutes")
    func sessions() throws {
        let garden = try Garden()
        let long = Self.session(
            1, "2025-12-20T08:00:00Z", "2025-12-22T08:00:00Z", ("seconds", 100_000), ("exp", 66),
            ("outcome", "completed"), ("source", "timer"),
            ("pauses", [["2025-12-20T10:00:00Z", "2025-12-20T11:00:00Z"]]),
            ("unattended", true))
        let stepped = Self.session(
            2, "2025-12-24T08:00:00Z", "2025-12-23T09:00:00Z", ("seconds", 1500), ("exp", 1), ("outcome", "completed"),
            ("day", "2025-12-25"))
        let travelled = Self.session(
            3, "2025-12-26T01:00:00+09:00", "2025-12-26T01:30:00+09:00", ("seconds", 0), ("outcome", "skipped"),
            ("task", "garden:aaaaaaaa-9"), ("taskTitle", "Old"), ("note", "n"))
        let task: JSON = ["origin": "garden:aaaaaaaa-9", "task": ["task": ["title": "New"]]]
        let report = try Self.run([task, long, stepped, travelled], garden)
        #expect(
            report["skipped"] == 0
                && report["added"] == [["kind": "session", "count": 3], ["kind": "task", "count": 1]])
        let sessions = try garden.ask("session.list")["sessions"]?.arrayValue ?? []
        #expect(
            sessions.map { [$0["start"], $0["end"], $0["day"], $0["seconds"], $0["outcome"], $0["exp"]] } == [
                ["2025-12-26T01:00:00.000+09:00", "2025-12-26T01:30:00.000+09:00", "2025-12-25", 0, "skipped", 0],
                ["2025-12-24T08:00:00.000+00:00", "2025-12-23T09:00:00.000+00:00", "2025-12-25", 1500, "completed", 1],
                [
                    "2025-12-20T08:00:00.000+00:00", "2025-12-22T08:00:00.000+00:00", "2025-12-21", 100_000,
                    "completed", 66,
                ],
            ])
        #expect(
            sessions.map { [$0["taskId"], $0["taskTitle"], $0["source"], $0["unattended"]] } == [
                [1, "New", "manual", false], [.null, .null, "manual", false], [.null, .null, "timer", true],
            ])
        #expect(sessions.last?["pauses"] == [["2025-12-20T10:00:00.000+00:00", "2025-12-20T11:00:00.000+00:00"]])
        // One that was skipped is no focus on its task.
        #expect(try garden.ask("task.get", ["id": 1])["minutes"] == 0)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("into a garden that has something, no session shares time with another one, and no experience comes")
    func intoAnotherGarden() throws {
        let garden = try Garden()
        try garden.ask("session.add", ["text": "yesterday 10:00-11:00"])
        let report = try Self.run(
            [
                Self.session(
                    1, "2025-12-31T10:30:00Z", "2025-12-31T12:00:00Z", ("seconds", 60), ("outcome", "completed"),
                    ("category", "New")),
                ["origin": "grown:1", "garden": ["category": "Work", "focusExp": 12, "taskExp": 3]],
            ], garden)
        let reasons = report["skippedEntries"]?.arrayValue?.map { $0["why"]?.stringValue ?? "" } ?? []
        #expect(reasons.count == 2 && reasons[0].hasPrefix("some of the time belongs to session 1"))
        #expect(reasons.last == "the experience of a garden comes only into an empty one")
        // What is refused leaves no category.
        #expect(try garden.ask("category.list").arrayValue?.count == 1)
    }

    @Test("times and sums that no garden has")
    func bounds() throws {
        let garden = try Garden()
        let sessions = [
            Self.session(1, "2025-10-01T00:00:00Z", "2025-12-31T00:00:00Z", ("seconds", 60), ("outcome", "completed")),
            Self.session(
                2, "2025-12-30T00:00:00Z", "2025-12-30T00:01:00Z", ("seconds", 86_401), ("outcome", "partial")),
            Self.session(3, "2026-01-02T00:00:00Z", "2025-12-30T00:01:00Z", ("seconds", 60), ("outcome", "completed")),
            Self.session(4, "2025-12-30T00:00:00Z", "2025-12-30T00:01:00Z", ("seconds", 0)),
            Self.session(
                5, "2025-12-29T00:00:00Z", "2025-12-29T01:00:00Z", ("seconds", 60), ("outcome", "completed"),
                ("day", "2999-01-01"),
                (
                    "pauses",
                    [
                        ["2025-12-29T02:00:00Z", "2025-12-29T01:00:00Z"],
                        ["2020-01-01T00:00:00Z", "2026-06-01T00:00:00Z"],
                    ]
                )),
        ]
        let report = try Self.run(.array(sessions), garden)
        let reasons = report["skippedEntries"]?.arrayValue?.map { $0["why"]?.stringValue ?? "" } ?? []
        #expect(
            reasons == [
                "from 2025-10-01 00:00 to 2025-12-31 00:00 is more than 62 days",
                "24 h of focus do not fit between its times",
                "its time, 2026-01-02 00:00, lies ahead of now", "session.seconds must be at least 1, not 0",
            ])
        #expect(try garden.ask("session.list")["sessions"]?.arrayValue?.map { $0["day"] } == ["2026-01-01"])
        #expect(try garden.ask("category.list").arrayValue?.count == 1)
        let beyond: JSON = [
            "import": "i", "source": "a",
            "entries": [
                ["origin": "grown:1", "garden": ["category": "Work", "focusExp": 100_001, "taskExp": 0]]
            ],
        ]
        #expect(
            try garden.refusal("import.apply", beyond) == "invalid_params")
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("gardens, days off and names of visits; a second import and undo")
    func theRest() throws {
        let garden = try Garden()
        let entries: JSON = [
            ["origin": "category:a", "category": ["name": "Default", "color": "red"]],
            ["origin": "dayOff:2025-12-24", "dayOff": "2025-12-24"],
            ["origin": "garden:aaaaaaaa-1", "label": ["name": "Sea", "color": "blue"]],
            ["origin": "garden:aaaaaaaa-2", "group": ["name": "Trip"]],
            ["origin": "garden:aaaaaaaa-3", "member": ["name": "Ann"]],
            ["origin": "grown:1", "garden": ["category": "Work", "focusExp": 12, "taskExp": 3]],
        ]
        func view() throws -> [JSON?] {
            [
                try garden.ask("category.list").arrayValue?.first?["color"], try garden.ask("stats.daysOff")["days"],
                try garden.ask("label.list").arrayValue?.first?["color"],
                try garden.ask("group.list").arrayValue?.first?["name"],
                try garden.ask("member.list").arrayValue?.first?["name"],
                try garden.ask("garden.list").arrayValue?.last?["exp"],
            ]
        }
        let before = try view()
        let report = try Self.run(entries, garden)
        #expect(report["skipped"] == 0 && report["known"] == 0)
        let after = try view()
        #expect(after == ["red", ["2025-12-24"], "blue", "Trip", "Ann", 15])
        let work = try garden.ask("garden.list").arrayValue?.last
        #expect([work?["category"], work?["focusExp"], work?["taskExp"]] == ["Work", 12, 3])
        #expect(try Self.run(entries, garden)["known"] == 6)
        #expect(try view() == after)
        try garden.ask("journal.undo")
        #expect(try view() == before)
        try garden.ask("journal.redo")
        #expect(try view() == after)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("a completion counts on the day that the garden gave it, and the open occurrence stays")
    func completions() throws {
        let garden = try Garden()
        let task: JSON = [
            "origin": "garden:aaaaaaaa-5",
            "task": [
                "task": ["title": "Water", "repeat": "weekly", "remind": "2026-01-08T09:00:00Z"],
                "created": "2025-12-01T08:00:00Z", "occurrence": "2025-12-25T09:00:00Z",
            ],
        ]
        let completion: JSON = [
            "origin": "c:1",
            "completion": [
                "task": "garden:aaaaaaaa-5", "at": "2025-12-18T10:00:00Z", "occurrence": "2025-12-18T09:00:00Z",
                "day": "2025-12-20",
            ],
        ]
        #expect(try Self.run([task, completion], garden)["skipped"] == 0)
        let open = try garden.ask("task.get", ["id": 1])
        #expect(
            open["occurrence"] == "2025-12-25T09:00:00.000+00:00" && open["remind"] == "2026-01-08T09:00:00.000+00:00")
        let completions = try garden.ask("task.completions")["completions"]?.arrayValue ?? []
        #expect(
            completions.map { [$0["day"], $0["occurrence"]] } == [["2025-12-20", "2025-12-18T09:00:00.000+00:00"]])
    }
}
