import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing
import TimeKit

/// Tasks and focus sessions of other programs, which are of the past (RULES I1, I4, I6).
struct HistoryImportTests {
    private static func session(_ origin: String, _ start: String, _ end: String, _ category: String) -> JSON {
        [
            "origin": .string(origin),
            "session": ["start": .string(start), "end": .string(end), "category": .string(category)],
        ]
    }

    private static func task(_ origin: String, _ task: JSON, created: String, completed: String? = nil) -> JSON {
        var members: [(String, JSON)] = [("task", task), ("created", .string(created))]
        if let completed { members.append(("completed", .string(completed))) }
        return ["origin": .string(origin), "task": .object(JSONObject(members))]
    }

    /// Two hours in each of three months, in two categories; the last one crosses midnight.
    private static let sessions: JSON = [
        session("t:1", "2025-10-01T08:00:00Z", "2025-10-01T10:00:00Z", "Work"),
        session("t:2", "2025-11-01T08:00:00Z", "2025-11-01T10:00:00Z", "Read"),
        session("t:3", "2025-12-01T23:00:00Z", "2025-12-02T01:00:00Z", "Work"),
    ]

    /// Two that are done, one that is overdue, with a reminder that has passed, and one that is due next year.
    private static let tasks: JSON = [
        task(
            "w:1", ["title": "Paint", "category": "Home"], created: "2025-03-01T08:00:00Z",
            completed: "2025-03-02T09:00:00Z"),
        task(
            "w:2", ["title": "Sow", "points": 7, "tags": ["garden"]], created: "2025-04-01T08:00:00Z",
            completed: "2025-04-01T20:00:00Z"),
        task(
            "w:3", ["title": "Tax", "due": "2025-05-31", "remind": "2025-05-30T09:00:00Z"],
            created: "2025-04-02T08:00:00Z"),
        task("w:4", ["title": "Pass", "due": "2026-01-01T12:00:00Z"], created: "2025-04-03T08:00:00Z"),
    ]

    private static func apply(_ entries: JSON, _ garden: Garden) throws {
        try garden.ask("import.apply", ["import": "i", "source": "old.json", "entries": entries])
    }

    private static func commit(_ garden: Garden, _ more: (String, JSON)...) throws -> JSON {
        try garden.ask("import.commit", .object(JSONObject([("import", "i")] + more)))
    }

    private static func report(_ kind: String, _ count: Int, known: Int = 0, new: [String] = []) -> JSON {
        let added: JSON = count == 0 ? [] : [["kind": .string(kind), "count": .integer(count)]]
        return [
            "added": added, "known": .integer(known), "newCategories": .array(new.map { .string($0) }),
            "skipped": 0, "skippedEntries": [],
        ]
    }

    /// What a person sees of the garden, without what only undo changes.
    private static func view(_ garden: Garden) throws -> [JSON] {
        [
            try garden.ask("session.list"), try garden.ask("task.list", ["status": "all"]),
            try garden.ask("category.list"), try garden.ask("points.get"), try garden.ask("garden.list"),
            try garden.ask("stats.heatmap", ["from": "2025-01-01", "to": "2026-01-01"]), try garden.ask("stats.streak"),
        ]
    }

    private static func minutes(_ garden: Garden, _ day: String) throws -> JSON? {
        try garden.ask("stats.day", ["day": .string(day)])["minutes"]
    }

    // MARK: Sessions

    @Test(
        "I6: sessions count on their days, bring experience by P24 and no points; the log has one line",
        arguments: [1, 128])
    func sessionsCountOnTheirDays(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        let before = try Self.view(garden)
        try Self.apply(Self.sessions, garden)
        #expect(try Self.commit(garden) == Self.report("session", 3, new: ["Work", "Read"]))
        #expect(
            try ["2025-10-01", "2025-11-01", "2025-12-01", "2025-12-02"].map { try Self.minutes(garden, $0) }
                == [120, 120, 120, 0])
        let gardens = try garden.ask("garden.list").arrayValue ?? []
        #expect(gardens.map { $0["exp"] } == [0, 8, 4])
        #expect(try garden.ask("points.get")["balance"] == 0)
        let log = try garden.ask("log.list")["lines"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
        #expect(log?.filter { !$0.contains("started") } == ["[09:00] imported 3 sessions from old.json"])
        for day in ["2025-10-01", "2025-12-01"] {
            #expect(try garden.ask("log.list", ["day": .string(day)])["lines"] == [])
        }
        let after = try Self.view(garden)
        // A second time, and again with the times alone as what is known.
        try Self.apply(Self.sessions, garden)
        #expect(try Self.commit(garden) == Self.report("session", 0, known: 3))
        let others: JSON = [Self.session("other:1", "2025-10-01T08:00:00Z", "2025-10-01T10:00:00Z", "Other")]
        try Self.apply(others, garden)
        #expect(try Self.commit(garden) == Self.report("session", 0, known: 1))
        #expect(try Self.view(garden) == after)
        try garden.ask("journal.undo")
        #expect(try Self.view(garden) == before)
        try garden.ask("journal.redo")
        #expect(try Self.view(garden) == after)
        // What is undone is not known.
        try garden.ask("journal.undo")
        try Self.apply(Self.sessions, garden)
        let again = try Self.commit(garden)
        #expect(again == Self.report("session", 3, new: ["Work", "Read"]))
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("I1: a session that a person removed or moved does not come back, and the time of others stays theirs")
    func changedSessionsAreKnown() throws {
        let garden = try Garden()
        try Self.apply(Self.sessions, garden)
        _ = try Self.commit(garden)
        try garden.ask("session.remove", ["id": 1])
        try garden.ask("session.edit", ["id": 2, "start": "2025-11-01T09:00:00Z"])
        try Self.apply(Self.sessions, garden)
        #expect(try Self.commit(garden) == Self.report("session", 0, known: 3))
        let overlapping: JSON = [
            Self.session("t:4", "2025-11-01T08:30:00Z", "2025-11-01T09:30:00Z", "Read"),
            Self.session("t:5", "2025-11-01T08:30:00Z", "2025-11-01T09:00:00Z", "Read"),
            Self.session("t:6", "2025-11-01T08:45:00Z", "2025-11-01T08:50:00Z", "Read"),
            Self.session("t:7", "2025-11-02T08:00:00Z", "2025-11-03T08:00:01Z", "Read"),
            Self.session("t:8", "2025-11-02T08:00:00Z", "2025-11-02T08:00:00Z", "Read"),
            Self.session("t:9", "2026-01-01T08:00:00Z", "2026-01-01T09:00:01Z", "Read"),
            ["session": ["start": "2025-11-05T08:00:00Z", "end": "2025-11-05T09:00:00Z"]],
        ]
        try Self.apply(overlapping, garden)
        let report = try Self.commit(garden)
        #expect(report["added"] == [["kind": "session", "count": 1]])
        let reasons = report["skippedEntries"]?.arrayValue?.map {
            "\($0["entry"]?.text ?? "") \($0["why"]?.stringValue ?? "")"
        }
        #expect(
            reasons == [
                "1 some of the time belongs to session 2, 60 min of Read, 2025-11-01 09:00–10:00",
                "3 all of the time belongs to session 4, 30 min of Read, 2025-11-01 08:30–09:00",
                "4 from 2025-11-02 08:00 to 2025-11-03 08:00 is more than 24 hours; give the session's own times",
                "5 the session would end at 2025-11-02 08:00, not after its beginning at 2025-11-02 08:00",
                "6 the session would end at 2026-01-01 09:00, ahead of now",
                "7 origin is missing; an entry is recognised by it",
            ])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("I4, I6: points are paid only if it is said, and experience can be left out")
    func pointsAndExperienceAsSaid() throws {
        var settings = Settings.standard
        settings.pointsPerFocus = 3
        let paid = try Garden(settings: settings)
        try Self.apply(Self.sessions, paid)
        _ = try Self.commit(paid, ("points", true))
        #expect(try paid.ask("points.get")["balance"] == 36)
        #expect(try paid.ask("points.get")["earnedToday"] == 0)
        let plain = try Garden(settings: settings)
        try Self.apply(Self.sessions, plain)
        _ = try Self.commit(plain, ("exp", false))
        #expect(try plain.ask("points.get")["balance"] == 0)
        #expect(try plain.ask("garden.list").arrayValue?.map { $0["exp"] } == [0, 0, 0])
        #expect(try Self.minutes(plain, "2025-10-01") == 120)
        for garden in [paid, plain] { #expect(try garden.ask("journal.verify")["ok"] == true) }
    }

    // MARK: Tasks

    @Test("I6: tasks come with their dates, done or open; nothing rings whose time has passed", arguments: [1, 128])
    func tasksComeWithTheirDates(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        let before = try Self.view(garden)
        try Self.apply(Self.tasks, garden)
        #expect(try Self.commit(garden) == Self.report("task", 4, new: ["Home"]))
        let tasks = try garden.ask("task.list", ["status": "all"])["tasks"]?.arrayValue ?? []
        #expect(
            tasks.map { task in
                ["title", "createdAt", "completedAt", "points"].map { task[$0]?.text ?? "" }.joined(separator: " ")
            } == [
                "\"Tax\" \"2025-04-02T08:00:00.000+00:00\" null 0", "\"Pass\" \"2025-04-03T08:00:00.000+00:00\" null 0",
                "\"Sow\" \"2025-04-01T08:00:00.000+00:00\" \"2025-04-01T20:00:00.000+00:00\" 7",
                "\"Paint\" \"2025-03-01T08:00:00.000+00:00\" \"2025-03-02T09:00:00.000+00:00\" 0",
            ])
        #expect(try garden.ask("points.get")["balance"] == 0)
        #expect(try garden.ask("garden.list").arrayValue?.map { $0["exp"] } == [0, 0])
        let day = try garden.ask("stats.day", ["day": "2025-04-01"])
        #expect(day["tasks"] == 1)
        let after = try Self.view(garden)
        try Self.apply(Self.tasks, garden)
        #expect(try Self.commit(garden) == Self.report("task", 0, known: 4))
        #expect(try Self.view(garden) == after)
        try garden.ask("journal.undo")
        #expect(try Self.view(garden) == before)
        try garden.ask("journal.redo")
        #expect(try Self.view(garden) == after)
        // Only the one that is due at noon rings, once.
        let events = try garden.send(["advance": 36_000])
        #expect(events.compactMap { $0["type"]?.stringValue }.filter { $0.hasPrefix("task.") } == ["task.due"])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("I4: a completed task pays its points only if it is said, on the day on which it was done")
    func completedTasksPayIfSaid() throws {
        let garden = try Garden()
        try Self.apply(Self.tasks, garden)
        _ = try Self.commit(garden, ("points", true))
        #expect(try garden.ask("points.get")["balance"] == 7)
        #expect(try garden.ask("points.get")["earnedToday"] == 0)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("a completed task takes no points, and is no standing one, whatever the file says")
    func completedTasksTakeNothing() throws {
        let garden = try Garden()
        let task: JSON = ["title": "Sweets", "points": -5, "standing": true]
        try Self.apply(
            [Self.task("w:1", task, created: "2025-03-01T08:00:00Z", completed: "2025-03-01T09:00:00Z")], garden)
        #expect(try Self.commit(garden, ("points", true)) == Self.report("task", 1))
        let item = try garden.ask("task.get", ["id": 1])
        #expect(item["points"] == 0 && item["standing"] == false && item["completedAt"] != .null)
        #expect(try garden.ask("points.get")["balance"] == 0)
    }

    @Test("I1: what a person did with an imported task stays, also its removal")
    func changedTasksAreKnown() throws {
        let garden = try Garden()
        try Self.apply(Self.tasks, garden)
        _ = try Self.commit(garden)
        try garden.ask("task.edit", ["id": 3, "newTitle": "Taxes"])
        try garden.ask("task.remove", ["id": 4])
        try garden.ask("task.undone", ["id": 1])
        let after = try Self.view(garden)
        try Self.apply(Self.tasks, garden)
        #expect(try Self.commit(garden) == Self.report("task", 0, known: 4))
        #expect(try Self.view(garden) == after)
        // One that was done already pays no more.
        try garden.ask("task.done", ["id": 1])
        #expect(try garden.ask("points.get")["balance"] == 0)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("I2: a task that cannot be is left out by its reason")
    func impossibleTasksAreLeftOut() throws {
        let garden = try Garden()
        try Self.apply(
            [
                Self.task(
                    "w:1", ["title": "Later"], created: "2025-03-01T08:00:00Z", completed: "2026-01-01T09:00:01Z"),
                Self.task(
                    "w:2", ["title": "Order", "start": "2025-03-02", "end": "2025-03-01"],
                    created: "2025-03-01T08:00:00Z"),
                Self.task("w:3", ["title": "Fine"], created: "2027-03-01T08:00:00Z"),
                ["task": ["task": ["title": "Unknown"]]],
            ], garden)
        let report = try Self.commit(garden)
        #expect(report["added"] == [["kind": "task", "count": 1]])
        #expect(
            report["skippedEntries"]?.arrayValue?.map { $0["why"] } == [
                "it was completed at 2026-01-01 09:00, which lies ahead of now", "end must not be before start",
                "origin is missing; an entry is recognised by it",
            ])
        let task = try garden.ask("task.list")["tasks"]?.arrayValue?.first
        #expect(task?["createdAt"] == "2026-01-01T09:00:00.000+00:00")
    }

    @Test("I1: entries with the same origin in a file are one, also in a dry run and over parts", arguments: [1, 128])
    func entriesOfOneOriginAreOne(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        let one = Self.session("t:1", "2025-10-01T08:00:00Z", "2025-10-01T10:00:00Z", "Work")
        let other = Self.session("t:1", "2025-10-02T08:00:00Z", "2025-10-02T10:00:00Z", "Work")
        let before = try Self.view(garden)
        try Self.apply([one, other, one], garden)
        let report = Self.report("session", 1, known: 2, new: ["Work"])
        #expect(try Self.commit(garden, ("dryRun", true)) == report)
        #expect(try Self.view(garden) == before)
        #expect(try Self.commit(garden) == report)
    }
}
