import GardenAPI
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from the export of a garden (RULES I2, I3).
struct GardenExportFileTests {
    private static func read(_ lines: [JSON]) throws -> ImportedFile {
        let text = lines.map { "\($0.text)\n" }.joined()
        #expect(ImportFormat.detect(Array(text.utf8)) == .garden)
        return try ImportFormat.garden.read(Array(text.utf8))
    }

    private static let header: JSON = [
        "export": [
            "format": 1, "version": "0.1.0", "gardenId": "g", "seq": 9, "at": "2026-11-21T09:02:00.000+09:00",
            "day": "2026-11-21", "timezone": "Asia/Tokyo",
        ]
    ]
    private static let end: JSON = ["end": ["lines": 3]]
    private static let points: JSON = [
        "points": ["balance": 20, "multiplier": 2, "earnedToday": 0, "spentToday": 0]
    ]
    private static let category: JSON = [
        "category": ["id": 2, "uid": "a1b2c3d4-2", "name": "Reading", "color": "blue", "position": 1]
    ]

    private static func entry(_ position: String, _ entry: JSON) throws -> ImportedEntry {
        ImportedEntry(position: position, entry: try ImportEntry(json: entry))
    }

    @Test("a line is an entry with its uid; the balance comes last; a line that is wrong is named")
    func lines() throws {
        let standard: JSON = [
            "category": ["id": 1, "uid": "00000000-0", "name": "Default", "color": "green", "position": 0]
        ]
        let file = try Self.read([
            Self.header, Self.points, standard, Self.category, ["rate": ["tier": 1]], ["later": 1],
            ["counter": ["id": 1, "uid": "a1b2c3d4-4", "name": "Tickets", "icon": .null, "count": 3]], Self.end,
        ])
        var expected = ImportedFile("Pocket Garden")
        expected.entries = try [
            Self.entry("line 3", ["origin": "category:g", "category": ["name": "Default", "color": "green"]]),
            Self.entry(
                "line 4", ["origin": "garden:a1b2c3d4-2", "category": ["name": "Reading", "color": "blue"]]),
            Self.entry("line 7", ["origin": "garden:a1b2c3d4-4", "counter": ["name": "Tickets", "count": 3]]),
            Self.entry("line 2", ["origin": "balance:g", "balance": ["balance": 20, "multiplier": 2]]),
        ]
        expected.leftOut = [LeftOut(position: "line 5", reason: "rate.rate is missing")]
        expected.others = ["line of another kind": 1]
        #expect(file == expected)
    }

    private static let time = Timestamp("2026-11-20T09:00:00.000+09:00")!

    private static func task(_ id: Int, _ title: String, _ change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
        var task = TaskItem(
            id: id, uid: "a-\(id)", title: title, category: "Default", categoryId: 1, categoryUid: "00000000-0",
            points: 0, priority: nil, standing: false, note: nil, start: nil, end: nil, due: nil, remind: nil,
            remindBefore: nil, snoozedUntil: nil, repeat: nil, occurrence: nil, estimate: nil, focuses: 0, minutes: 0,
            doneCount: 0, position: 0, createdAt: time, updatedAt: time, completedAt: nil)
        change(&task)
        return task
    }

    private static func completion(_ task: TaskItem, at text: String, isClosing: Bool, exp: Int) -> ExportLine {
        var snapshot = task
        let at = Timestamp(text)!
        snapshot.completedAt = isClosing ? at : nil
        return ExportLine(
            completion: TaskCompletion(
                id: 1, task: snapshot, at: at, day: CalendarDay("2026-11-21")!, occurrence: nil, paid: 5, exp: exp))
    }

    @Test("each completion counts on its day: of an open task, of one that is closed, of one that was removed")
    func completions() throws {
        let open = Self.task(1, "Open") { $0.repeat = "daily" }
        let done = Self.task(2, "Done") { $0.completedAt = Timestamp("2026-11-21T10:00:00.000+09:00") }
        let removed = Self.task(3, "Removed") { $0.note = "n" }
        let lines = [
            ExportLine(task: open), ExportLine(task: done),
            Self.completion(open, at: "2026-11-21T08:00:00.000+09:00", isClosing: false, exp: 1),
            Self.completion(done, at: "2026-11-21T10:00:00.000+09:00", isClosing: true, exp: 1),
            Self.completion(done, at: "2026-11-21T09:00:00.000+09:00", isClosing: false, exp: 0),
            Self.completion(removed, at: "2026-11-21T07:00:00.000+09:00", isClosing: true, exp: 1),
        ]
        let file = try Self.read([Self.header] + lines.map(\.json) + [Self.end])
        #expect(file.leftOut == [])
        let entries = file.entries.map(\.entry)
        try #require(entries.count == 5)
        #expect(
            entries.map(\.origin) == [
                "garden:a-1", "garden:a-2", "completion:a-1:2026-11-21T08:00:00.000+09:00",
                "completion:a-2:2026-11-21T09:00:00.000+09:00", "completion:a-3:2026-11-21T07:00:00.000+09:00",
            ])
        #expect(entries[1].task?.exp == 1 && entries[1].task?.completedOn == CalendarDay("2026-11-21"))
        #expect(
            entries[2].completion?.json == [
                "task": "garden:a-1", "at": "2026-11-21T08:00:00.000+09:00", "exp": 1, "day": "2026-11-21",
            ])
        #expect(entries[3].task?.task.title == "Done" && entries[3].task?.exp == nil)
        #expect(
            entries[4].task?.json == [
                "task": ["title": "Removed", "category": "Default", "note": "n"],
                "created": "2026-11-20T09:00:00.000+09:00", "completed": "2026-11-21T07:00:00.000+09:00", "exp": 1,
                "completedOn": "2026-11-21",
            ])
    }

    @Test("a session comes as it was recorded, with its task, unless the id is now that of a later task")
    func sessions() throws {
        func session(_ id: Int, of task: Int, _ end: String) -> ExportLine {
            ExportLine(
                session: Session(
                    id: id, uid: "a-\(id)", start: Timestamp("2026-11-19T09:00:00.000+09:00")!, end: Timestamp(end)!,
                    day: CalendarDay("2026-11-19")!, seconds: 0, minutes: 0, category: "Default", categoryId: 1,
                    categoryUid: "00000000-0", taskId: task, taskTitle: "Old title", note: nil, outcome: .skipped,
                    source: .timer, unattended: true, exp: 0, points: 7, pauses: []))
        }
        let lines = [
            ExportLine(task: Self.task(1, "New title")), session(8, of: 1, "2026-11-21T09:00:00.000+09:00"),
            session(9, of: 1, "2026-11-19T10:00:00.000+09:00"),
        ]
        let file = try Self.read([Self.header] + lines.map(\.json) + [Self.end])
        let sessions = file.entries.dropFirst().map { $0.entry.session?.json }
        let first: JSON = [
            "start": "2026-11-19T09:00:00.000+09:00", "end": "2026-11-21T09:00:00.000+09:00", "seconds": 0,
            "category": "Default", "exp": 0, "outcome": "skipped", "source": "timer", "day": "2026-11-19",
            "unattended": true, "task": "garden:a-1", "taskTitle": "Old title",
        ]
        #expect(sessions.first == first && sessions.count == 2)
        #expect(sessions.last??["task"] == nil && sessions.last??["taskTitle"] == "Old title")
    }

    @Test("of a repetition, the start follows the reminder; days off, names of visits and gardens come, too")
    func theRest() throws {
        let task = Self.task(1, "A") { task in
            (task.repeat, task.remind) = ("weekly", Timestamp("2026-12-05T09:00:00.000+09:00"))
            task.occurrence = .instant(Timestamp("2026-11-28T09:00:00.000+09:00")!)
            task.start = .instant(Timestamp("2026-11-29T02:00:00.000+09:00")!)
            task.end = .day(CalendarDay("2026-11-30")!)
        }
        let garden = Garden(
            categoryId: 5, categoryUid: "a-5", category: "Gone", color: CategoryColor("purple")!, exp: 12, level: 1,
            expInLevel: 2,
            expToNext: 8, focusExp: 10, taskExp: 2)
        let tag = VisitTag(id: 1, uid: "a-7", name: "Sea", color: CategoryColor("blue"))
        let lines = [
            ExportLine(daysOff: DaysOff(weekdays: [.sunday], days: [CalendarDay("2026-11-20")!])),
            ExportLine(garden: garden), ExportLine(task: task), ExportLine(label: tag), ExportLine(group: tag),
            ExportLine(member: tag),
        ]
        let file = try Self.read([Self.header, Self.category] + lines.map(\.json) + [Self.end])
        #expect(
            file.entries.map(\.entry.json) == [
                ["origin": "garden:a1b2c3d4-2", "category": ["name": "Reading", "color": "blue"]],
                ["origin": "dayOff:2026-11-20", "dayOff": "2026-11-20"],
                ["origin": "garden:a-5", "category": ["name": "Gone", "color": "purple"]],
                [
                    "origin": "garden:a-1",
                    "task": [
                        "task": [
                            "title": "A", "category": "Default", "points": 0, "start": "2026-12-06 02:00",
                            "end": "2026-12-07", "remind": "2026-12-05T09:00:00.000+09:00", "repeat": "weekly",
                        ], "created": "2026-11-20T09:00:00.000+09:00", "occurrence": "2026-11-28T09:00:00.000+09:00",
                    ],
                ],
                ["origin": "garden:a-7", "label": ["name": "Sea", "color": "blue"]],
                ["origin": "garden:a-7", "group": ["name": "Sea"]],
                ["origin": "garden:a-7", "member": ["name": "Sea"]],
                ["origin": "grown:a-5", "garden": ["category": "Gone", "focusExp": 10, "taskExp": 2]],
            ])
    }

    @Test("without its last line, a file is cut; what is there is read")
    func aCutFile() throws {
        let file = try Self.read([Self.header, Self.category])
        #expect(file.entries.map(\.position) == ["line 2"])
        #expect(
            file.damage == LeftOut(position: "the last line", reason: "the file is cut: its line \"end\" is missing"))
    }

    @Test("a later form is not read")
    func aLaterForm() throws {
        let later: JSON = [
            "export": [
                "format": 2, "version": "9.0", "gardenId": "g", "seq": 9, "at": "2026-11-21T09:02:00.000+09:00",
                "day": "2026-11-21", "timezone": "Asia/Tokyo",
            ]
        ]
        let file = try Self.read([later, Self.category, Self.end])
        #expect(file.count == 0)
        #expect(
            file.leftOut == [
                LeftOut(position: "line 1", reason: "the form of the file is 2; this release reads up to 1")
            ])
    }
}
