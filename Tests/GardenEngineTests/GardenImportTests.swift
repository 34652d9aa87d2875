import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing
import TimeKit

/// What an import brings besides visits, sessions and tasks: the rest of a garden, and the days of habits (RULES I1, I3, I4, I6).
struct GardenImportTests {
    private static let entries: JSON = [
        ["origin": "garden:aaaaaaaa-2", "category": ["name": "Work", "color": "purple"]],
        ["origin": "garden:aaaaaaaa-3", "item": ["name": "Coffee", "price": 500, "category": "Treats"]],
        ["origin": "garden:aaaaaaaa-4", "counter": ["name": "Tickets", "icon": "🎫", "count": 3]],
        [
            "origin": "garden:aaaaaaaa-5",
            "task": [
                "task": ["title": "Meditate", "category": "Work", "repeat": "every day", "due": "2026-01-01"],
                "created": "2025-12-20T08:00:00Z",
            ],
        ],
        [
            "origin": "garden:aaaaaaaa-6",
            "task": [
                "task": ["title": "Paint", "category": "Work", "points": 50], "created": "2025-12-20T08:00:00Z",
                "completed": "2025-12-22T08:00:00Z", "exp": 1,
            ],
        ],
        [
            "origin": "c:1",
            "completion": [
                "task": "garden:aaaaaaaa-5", "at": "2025-12-30T08:00:00Z", "occurrence": "2025-12-30", "exp": 1,
            ],
        ],
        ["origin": "c:2", "completion": ["task": "garden:aaaaaaaa-5", "at": "2025-12-31T08:00:00Z"]],
        [
            "origin": "garden:aaaaaaaa-7",
            "session": [
                "start": "2025-12-30T08:00:00Z", "end": "2025-12-30T10:00:00Z", "category": "Work", "exp": 3,
            ],
        ],
        [
            "origin": "garden:aaaaaaaa-8",
            "logLine": [
                "day": "2025-12-30", "at": "2025-12-30T09:05:00+09:00", "kind": "note", "text": "[09:05] Snow",
            ],
        ],
        ["origin": "balance:a", "balance": ["balance": 1234, "multiplier": 2]],
    ]

    private static func run(_ entries: JSON, _ garden: Garden, _ more: (String, JSON)...) throws -> JSON {
        try garden.ask("import.apply", ["import": "i", "source": "garden.jsonl", "entries": entries])
        return try garden.ask("import.commit", .object(JSONObject([("import", "i")] + more)))
    }

    /// What a person sees of the garden, without what only undo changes.
    private static func view(_ garden: Garden) throws -> [JSON] {
        [
            try garden.ask("category.list"), try garden.ask("shop.list"), try garden.ask("inventory.list"),
            try garden.ask("task.list", ["status": "all"]), try garden.ask("task.completions"),
            try garden.ask("session.list"), try garden.ask("points.get"), try garden.ask("garden.list"),
            // Without the next day that has lines: undo and redo write one.
            ["lines": try garden.ask("log.list", ["day": "2025-12-30"])["lines"] ?? .null],
            try garden.ask("stats.day", ["day": "2025-12-30"]),
            try garden.ask("stats.streak"),
        ]
    }

    @Test(
        "each kind is added as it was, once; one undo takes all of it back, one redo brings it", arguments: [1, 3, 128])
    func eachKindIsAdded(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        let before = try Self.view(garden)
        let tried = try Self.run(Self.entries, garden, ("dryRun", true))
        #expect(try Self.view(garden) == before)
        let report = try garden.ask("import.commit", ["import": "i"])
        #expect(tried.text == report.text)
        let kinds = report["added"]?.arrayValue?.map { "\($0["kind"]?.stringValue ?? "") \($0["count"]?.text ?? "")" }
        #expect(
            Set(kinds ?? [])
                == [
                    "category 1", "item 1", "counter 1", "task 2", "completion 2", "session 1", "logLine 1",
                    "balance 1",
                ])
        #expect(report["skipped"] == 0 && report["known"] == 0 && report["newCategories"] == ["Work", "Treats"])

        let after = try Self.view(garden)
        #expect(after[0].arrayValue?.map { $0["color"] }[1] == "purple")
        #expect(after[1].arrayValue?.map { [$0["name"], $0["price"], $0["category"]] } == [["Coffee", 500, "Treats"]])
        #expect(after[2].arrayValue?.map { [$0["name"], $0["icon"], $0["count"]] } == [["Tickets", "🎫", 3]])
        let tasks = after[3]["tasks"]?.arrayValue ?? []
        #expect(tasks.map { [$0["title"], $0["doneCount"], $0["due"]] }.first == ["Meditate", 2, "2026-01-01"])
        let completions = after[4]["completions"]?.arrayValue ?? []
        #expect(
            completions.map { [$0["day"], $0["occurrence"], $0["paid"], $0["exp"]] } == [
                ["2025-12-31", "2025-12-31", 0, 0], ["2025-12-30", "2025-12-30", 0, 1],
                ["2025-12-22", .null, 0, 1],
            ])
        #expect(after[5]["sessions"]?.arrayValue?.map { $0["exp"] } == [3])
        #expect([after[6]["balance"], after[6]["multiplier"]] == [1234, 2])
        let work = after[7].arrayValue?.first { $0["category"] == "Work" }
        #expect([work?["exp"], work?["focusExp"], work?["taskExp"]] == [5, 3, 2])
        #expect(after[8]["lines"]?.arrayValue?.map { [$0["text"], $0["kind"]] } == [["[09:05] Snow", "note"]])
        #expect([after[9]["minutes"], after[9]["tasks"]] == [120, 1])

        let again = try Self.run(Self.entries, garden)
        #expect(again["added"] == [] && again["known"] == 10 && again["skipped"] == 0)
        #expect(try Self.view(garden) == after)
        try garden.ask("journal.undo")
        for (now, then) in zip(try Self.view(garden), before) { #expect(now == then) }
        try garden.ask("journal.redo")
        for (now, then) in zip(try Self.view(garden), after) { #expect(now.text == then.text) }
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("what a person has by the same name stays as it is; points come only into an empty garden")
    func nothingIsOverwritten() throws {
        let garden = try Garden()
        try garden.ask("category.add", ["name": "work", "color": "red"])
        try garden.ask("inventory.add", ["name": "TICKETS", "count": 9])
        let categories = try garden.ask("category.list")
        let counters = try garden.ask("inventory.list")
        let report = try Self.run(.array([0, 2, 9].map { Self.entries.arrayValue?[$0] ?? .null }), garden)
        #expect(report["added"] == [] && report["known"] == 2)
        #expect(
            report["skippedEntries"] == [
                ["entry": 3, "line": .null, "why": "the points of a garden come only into an empty one"]
            ])
        #expect(try garden.ask("category.list") == categories)
        #expect(try garden.ask("inventory.list") == counters)
        #expect(try garden.ask("points.get")["balance"] == 0)
    }

    @Test("an entry that is left out leaves neither a category nor a task; nothing is from before 1900")
    func nothingIsHalfDone() throws {
        let garden = try Garden()
        let most: JSON = .integer(.max)
        let entries: JSON = [
            [
                "origin": "t:1",
                "task": ["task": ["title": "A", "category": "New", "start": "2026-02-02", "end": "2026-02-01"]],
            ],
            ["origin": "t:2", "task": ["task": ["title": "B", "points": most], "completed": "2025-12-01T08:00:00Z"]],
            ["origin": "t:3", "task": ["task": ["title": "C", "points": most], "completed": "2025-12-01T08:00:00Z"]],
            [
                "origin": "s:1",
                "session": ["start": "0001-01-01T00:00:00+14:00", "end": "0001-01-01T01:00:00+14:00"],
            ],
            ["origin": "t:4", "task": ["task": ["title": "D"], "created": "0001-01-01T00:00:00+14:00"]],
            ["origin": "s:2", "session": ["start": "1970-01-01T00:00:00Z", "end": "2025-12-01T00:00:00Z"]],
        ]
        let report = try Self.run(entries, garden, ("points", true))
        #expect(report["added"] == [["kind": "task", "count": 1]] && report["newCategories"] == [])
        #expect(report["skippedEntries"]?.arrayValue?.map { $0["entry"] } == [1, 3, 4, 5, 6])
        let tasks = try garden.ask("task.list", ["status": "all"])["tasks"]?.arrayValue ?? []
        #expect(tasks.map { $0["title"] } == ["B"] && tasks.map { $0["completedAt"] } != [.null])
        #expect(try garden.ask("category.list").arrayValue?.map { $0["name"] } == ["Default"])
        #expect(try garden.ask("session.list")["sessions"] == [])
        try garden.ask("journal.undo")
        #expect(try garden.ask("task.list", ["status": "all"])["tasks"] == [])
    }

    @Test("a repetition whose reminder has passed goes on from it; the origin of a visit is kept as its SHA-256")
    func remindersAndOrigins() throws {
        let garden = try Garden()
        let entries: JSON = [
            [
                "origin": "t:1",
                "task": ["task": ["title": "Water", "repeat": "after 4d", "remind": "2025-12-01T08:00:00Z"]],
            ],
            ["origin": "maps:home", "visit": ["latitude": 1, "longitude": 2, "at": "2025-12-01T08:00:00Z"]],
        ]
        #expect(try Self.run(entries, garden)["skipped"] == 0)
        let tasks = try garden.ask("task.list")["tasks"]?.arrayValue ?? []
        #expect(tasks.map { [$0["due"], $0["remind"]] } == [["2025-12-01T08:00:00.000+00:00", .null]])
        let origins = try garden.ask("journal.list", ["since": 0, "types": ["import.entryAdded"]]).arrayValue ?? []
        #expect(origins.map { $0["data"]?["kind"] } == ["task", "visit"])
        #expect(origins[1]["data"]?["origin"]?.stringValue?.hasPrefix("sha256:") == true)
        #expect(try Self.run(entries, garden)["known"] == 2)
    }

    @Test("a completion of the open occurrence opens the next one; towards a target it counts once a day")
    func completionsOfToday() throws {
        let garden = try Garden()
        let at: JSON = "2026-01-01T08:00:00Z"
        let entries: JSON = [
            [
                "origin": "h:1",
                "task": ["task": ["title": "Meditate", "repeat": "every day", "due": "2026-01-01"]],
            ],
            ["origin": "h:2", "task": ["task": ["title": "Run", "repeat": "3 times a week"]]],
            ["origin": "h:3", "task": ["task": ["title": "Water", "standing": true]]],
            ["origin": "c:1", "completion": ["task": "h:1", "at": at]],
            ["origin": "c:2", "completion": ["task": "h:2", "at": at]],
            ["origin": "c:3", "completion": ["task": "h:2", "at": "2025-12-30T08:00:00Z"]],
            ["origin": "c:4", "completion": ["task": "h:3", "at": at]],
        ]
        let report = try Self.run(entries, garden)
        #expect(report["skipped"] == 0)
        let tasks = try garden.ask("task.list")["tasks"]?.arrayValue ?? []
        #expect(
            tasks.map { [$0["title"], $0["doneCount"], $0["due"], $0["target"]?["done"]] } == [
                ["Meditate", 1, "2026-01-02", nil], ["Run", 2, .null, 2], ["Water", 1, .null, nil],
            ])
        // It was done today, so a press by mistake completes nothing.
        #expect(try garden.refusal("task.done", ["id": 1]) == "refused already_done")
        #expect(try garden.ask("stats.day", ["day": "2026-01-01"])["tasks"] == 3)
    }

    @Test(
        arguments: [
            (
                ["origin": "x", "completion": ["task": "none:1", "at": "2025-12-30T08:00:00Z"]],
                "its task, \"none:1\", is not open in the garden"
            ),
            (
                ["origin": "x", "completion": ["task": "t:1", "at": "2025-12-30T08:00:00Z"]],
                "completion is of a task that neither repeats nor is a standing one"
            ),
            (
                ["origin": "x", "completion": ["task": "t:1", "at": "2026-01-01T09:00:01Z"]],
                "it was at 2026-01-01 09:00, which lies ahead of now"
            ),
            (
                [
                    "origin": "x",
                    "logLine": ["day": "2026-01-02", "at": "2026-01-01T08:00:00Z", "kind": "note", "text": "a"],
                ],
                "its time, 2026-01-01 08:00, lies ahead of now"
            ),
            (["item": ["name": "Coffee", "price": 1]], "origin is missing; an entry is recognised by it"),
        ] as [(JSON, String)])
    func whatIsLeftOut(entry: JSON, why: String) throws {
        let garden = try Garden()
        let report = try Self.run([["origin": "t:1", "task": ["task": ["title": "Once"]]], entry], garden)
        #expect(report["skippedEntries"]?.arrayValue?.map { $0["why"] } == [.string(why)])
        #expect(report["added"] == [["kind": "task", "count": 1]])
    }
}
