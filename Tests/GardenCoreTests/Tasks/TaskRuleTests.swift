import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What a task consists of, and where it is (RULES T1, T2, T13, M15, G1).
@Suite("Tasks")
struct TaskRuleTests {
    private func order(_ garden: CoreGarden) throws -> [String] {
        try garden.ask(TaskList()).tasks.map { "\($0.category) \($0.position) \($0.title)" }
    }

    // MARK: Adding

    @Test("T1: a task with everything; its category is created")
    func aTaskHasAllItsFields() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(
            TaskAdd(
                title: "  Write   report ", category: "Work", points: 500, priority: 1, note: "two\nlines",
                start: "2026-01-02", end: "2026-01-03 18:00", due: "2026-01-04", remind: "2026-01-03", estimate: 4))
        #expect(
            task
                == .added(1, uid: "00000000-3", "Write report") {
                    ($0.category, $0.categoryId, $0.categoryUid) = ("Work", 2, "00000000-2")
                    ($0.points, $0.priority, $0.note, $0.estimate) = (500, 1, "two\nlines", 4)
                    ($0.start, $0.end) = ("2026-01-02", "2026-01-03T18:00:00.000+00:00")
                    ($0.due, $0.remind) = ("2026-01-04", "2026-01-03T09:00:00.000+00:00")
                })
        #expect(garden.events.map(\.type) == ["category.added", "task.added"])
        #expect(try garden.task(1) == task)
        garden.down(seconds: 60)
        #expect(try garden.task(1) == task)
    }

    @Test("T1: due and end keep the form in which they were set, and minutes are whole")
    func datesKeepTheirForm() throws {
        let garden = try CoreGarden(zone: "Asia/Tokyo")
        let task = try garden.perform(
            TaskAdd(title: "a", start: "2026-01-05T08:00:59.999+09:00", end: "2026-01-05", due: "2026-01-05T00:00:30Z"))
        #expect(task.start == "2026-01-05T08:00:00.000+09:00")
        #expect([task.end, task.due] == ["2026-01-05", "2026-01-05T09:00:00.000+09:00"])
        #expect(try garden.refusal(of: TaskAdd(title: "a", start: "2026-01-06", end: "2026-01-05")) == .invalid("end"))
    }

    @Test("T1: end is at or after start; a day begins at its boundary and ends with it")
    func theEndIsNotBeforeTheStart() throws {
        let garden = try CoreGarden()
        for (start, end) in [
            ("2026-01-05", "2026-01-05"), ("2026-01-05", "2026-01-05 18:00"), ("2026-01-05 18:00", "2026-01-05"),
            ("2026-01-05 18:00", "2026-01-05 18:00"), ("2026-01-05", "2026-01-05 4:00"),
            ("2026-01-06 3:59", "2026-01-05"),
        ] {
            try garden.perform(TaskAdd(title: "\(start) – \(end)", start: start, end: end))
        }
        for (start, end) in [
            ("2026-01-06", "2026-01-05"), ("2026-01-05 18:00", "2026-01-05 17:59"), ("2026-01-05", "2026-01-05 3:59"),
            ("2026-01-06 4:00", "2026-01-05"),
        ] {
            #expect(try garden.refusal(of: TaskAdd(title: "a", start: start, end: end)) == .invalid("end"))
        }
        try garden.perform(TaskAdd(title: "edited", start: "2026-01-05"))
        #expect(try garden.refusal(of: TaskEdit(title: "edited", end: .set("2026-01-04"))) == .invalid("end"))
    }

    @Test("T1, G1: the bounds of each field")
    func fieldsHaveBounds() throws {
        let garden = try CoreGarden()
        let title = String(repeating: "👩🏽‍🚀", count: 500)
        let note = String(repeating: "n", count: 10_240)
        let task = try garden.perform(
            TaskAdd(title: title, points: Int.max, priority: 9, note: note, estimate: 99))
        #expect([task.title, task.note] == [title, note])
        #expect(try garden.perform(TaskAdd(title: "1984")).title == "1984")
        #expect(try garden.refusal(of: TaskAdd(title: title + "a")) == .invalid("title"))
        #expect(try garden.refusal(of: TaskAdd(title: " ")) == .invalid("title"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", note: note + "n")) == .invalid("note"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", category: "1984")) == .invalid("category"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", points: -1)) == .invalid("points"))
        for priority in [0, 10] {
            #expect(try garden.refusal(of: TaskAdd(title: "a", priority: priority)) == .invalid("priority"))
        }
        for estimate in [0, 100] {
            #expect(try garden.refusal(of: TaskAdd(title: "a", estimate: estimate)) == .invalid("estimate"))
        }
        #expect(
            try garden.refusal(of: TaskAdd(title: "a", due: String(repeating: "d", count: 201))) == .invalid("due"))
    }

    @Test(
        "G1: characters that a reader cannot see are refused by name, in titles and notes; line feeds only in titles",
        arguments: [
            ("a\u{200B}b", "U+200B ZERO WIDTH SPACE"), ("a\u{202E}b", "U+202E RIGHT-TO-LEFT OVERRIDE"),
            ("a\u{0007}b", "U+0007"),
        ])
    func invisibleCharactersAreRefused(text: String, name: String) throws {
        let garden = try CoreGarden()
        let title = try garden.refusal(of: TaskAdd(title: text))
        #expect(title == .invalid("title"))
        #expect(title.message.contains(name))
        let note = try garden.refusal(of: TaskAdd(title: "a", note: "first\n" + text))
        #expect(note == .invalid("note"))
        #expect(note.message.contains(name))
        #expect(try garden.refusal(of: TaskAdd(title: "a\nb")) == .invalid("title"))
        #expect(try garden.perform(TaskAdd(title: "a", note: "\n first \r\n\tsecond\t\n\n")).note == " first\n\tsecond")
    }

    // MARK: Names

    @Test("a title refers to a task exactly, else as the unique beginning of an open one, ignoring case")
    func titlesReferToTasks() throws {
        let garden = try CoreGarden()
        for title in ["Straße fegen", "Strandbad", "Strand"] { try garden.perform(TaskAdd(title: title)) }
        #expect(try garden.ask(TaskGet(title: "STRASSE FEGEN")).id == 1)
        #expect(try garden.ask(TaskGet(title: "strass")).id == 1)
        #expect(try garden.ask(TaskGet(title: "strand")).id == 3)
        #expect(try garden.ask(TaskGet(title: "strandb")).id == 2)
        let ambiguous = Refusal.refused(
            .ambiguous,
            [
                "candidates": [
                    ["id": 1, "title": "Straße fegen", "category": "Default"],
                    ["id": 2, "title": "Strandbad", "category": "Default"],
                    ["id": 3, "title": "Strand", "category": "Default"],
                ]
            ])
        #expect(try garden.refusal(of: TaskRemove(title: "stra")) == ambiguous)
        #expect(try garden.refusal(of: TimerStart(task: "STRA")) == ambiguous)
        #expect(
            try garden.refusal(of: TaskRemove(title: "Strandbar"))
                == Refusal(.notFound, ["kind": "task", "name": "Strandbar"]))
        try garden.perform(TaskComplete(title: "strandbad"))
        try garden.perform(TaskRemove(id: 1))
        #expect(try garden.ask(TaskGet(title: "s")).id == 3)
    }

    @Test("several tasks can have the same title; at most 20 candidates are listed")
    func equalTitlesAreAmbiguous() throws {
        let garden = try CoreGarden()
        for _ in 1...25 { try garden.perform(TaskAdd(title: "same", category: "Work")) }
        let refusal = try garden.refusal(of: TaskComplete(title: "Same"))
        let candidates = (1...20).map { id -> JSON in ["id": .integer(id), "title": "same", "category": "Work"] }
        #expect(refusal == .refused(.ambiguous, ["candidates": .array(candidates), "more": 5]))
    }

    @Test("of many titles that begin like that, the first ones are listed; a letter with a mark is another letter")
    func manyTitlesAreAmbiguous() throws {
        let garden = try CoreGarden()
        for number in (11...35).reversed() { try garden.perform(TaskAdd(title: "Task \(number)")) }
        try garden.perform(TaskAdd(title: "x\u{323}"))
        let refusal = try garden.refusal(of: TaskComplete(title: "task"))
        // By id: the titles count down.
        let candidates = (6...25).map { id -> JSON in
            ["id": .integer(id), "title": .string("Task \(36 - id)"), "category": "Default"]
        }
        #expect(refusal == .refused(.ambiguous, ["candidates": .array(candidates), "more": 5]))
        #expect(try garden.ask(TaskGet(title: "task 35")).id == 1)
        #expect(
            try garden.refusal(of: TaskRemove(title: "task 4"))
                == Refusal(.notFound, ["kind": "task", "name": "task 4"]))
        #expect(try garden.refusal(of: TaskRemove(title: "x")) == Refusal(.notFound, ["kind": "task", "name": "x"]))
        #expect(try garden.ask(TaskGet(title: "X\u{323}")).id == 26)
    }

    @Test("id or title is given, and not both")
    func aReferenceIsOneOfTwo() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a"))
        #expect(try garden.refusal(of: TaskComplete()) == .invalid("id"))
        #expect(try garden.refusal(of: TaskComplete(id: 1, title: "a")) == .invalid("title"))
        #expect(try garden.refusal(of: TaskComplete(id: 0)) == .invalid("id"))
        #expect(try garden.refusal(of: TaskComplete(id: 2)) == Refusal(.notFound, ["kind": "task", "id": 2]))
    }

    @Test("an id is never given again")
    func idsAreNotReused() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a"))
        try garden.perform(TaskRemove(id: 1))
        #expect(try garden.perform(TaskAdd(title: "b")).id == 2)
        try garden.perform(TaskComplete(id: 2))
        #expect(try garden.perform(TaskAdd(title: "c")).id == 3)
    }

    // MARK: Positions

    @Test("M15, T1: tasks are listed by category in its order, then by position, without gaps")
    func positionsHaveNoGaps() throws {
        let garden = try CoreGarden()
        for (title, category) in [("a", "Work"), ("b", nil), ("c", "Work"), ("d", nil), ("e", "Work")] {
            try garden.perform(TaskAdd(title: title, category: category))
        }
        #expect(try order(garden) == ["Default 0 b", "Default 1 d", "Work 0 a", "Work 1 c", "Work 2 e"])
        try garden.perform(CategoryMove(name: "Work", position: 0))
        #expect(try garden.perform(TaskMove(title: "e", position: 0)).position == 0)
        #expect(try order(garden) == ["Work 0 e", "Work 1 a", "Work 2 c", "Default 0 b", "Default 1 d"])
        #expect(try garden.perform(TaskMove(title: "e", position: 1, category: "Default")).position == 1)
        #expect(try order(garden) == ["Work 0 a", "Work 1 c", "Default 0 b", "Default 1 e", "Default 2 d"])
        try garden.perform(TaskComplete(title: "e"))
        try garden.perform(TaskRemove(title: "a"))
        #expect(try order(garden) == ["Work 0 c", "Default 0 b", "Default 1 d"])
        // A reopened task goes to the end.
        #expect(try garden.perform(TaskReopen(id: 5)).position == 2)
        #expect(try garden.perform(TaskEdit(title: "d", category: "Work")).position == 1)
        #expect(try garden.perform(TaskEdit(title: "b", newTitle: "B")).position == 0)
        #expect(try order(garden) == ["Work 0 c", "Work 1 d", "Default 0 B", "Default 1 e"])
    }

    @Test("M15: a move beyond the end or into an unknown category is refused; one to its own place is no change")
    func refusedMoves() throws {
        let garden = try CoreGarden()
        for title in ["a", "b"] { try garden.perform(TaskAdd(title: title)) }
        try garden.perform(CategoryAdd(name: "Work"))
        #expect(try garden.refusal(of: TaskMove(id: 1, position: 2)) == .invalid("position"))
        #expect(try garden.refusal(of: TaskMove(id: 1, position: -1)) == .invalid("position"))
        #expect(try garden.refusal(of: TaskMove(id: 1, position: 1, category: "Work")) == .invalid("position"))
        #expect(
            try garden.refusal(of: TaskMove(id: 1, position: 0, category: "None"))
                == Refusal(.notFound, ["kind": "category", "name": "None"]))
        try garden.perform(TaskMove(id: 2, position: 1))
        #expect(garden.events == [])
        try garden.perform(TaskMove(id: 2, position: 0))
        let task = try garden.task(2)
        #expect(
            try garden.published(EventKind.taskMoved) == [
                Published(
                    at: task.updatedAt, data: TaskChanged(task: task),
                    before: TaskChanged(task: task.with { $0.position = 1 }))
            ])
    }

    // MARK: Categories

    @Test("T13: the tasks of a removed category go to the end of Default, in their order")
    func tasksOfARemovedCategoryMove() throws {
        let garden = try CoreGarden()
        for (title, category) in [("a", "Work"), ("b", nil), ("c", "Work"), ("d", "Home")] {
            try garden.perform(TaskAdd(title: title, category: category))
        }
        try garden.perform(TaskMove(title: "c", position: 0))
        garden.advance(seconds: 60)
        try garden.perform(CategoryRemove(name: "Work"))
        #expect(garden.events.map(\.type) == ["category.removed", "task.allMoved"])
        #expect(
            try garden.published(EventKind.tasksMoved) == [
                Published(
                    at: "2026-01-01T09:01:00.000+00:00",
                    data: TasksMoved(
                        from: "Work", fromId: 2, fromUid: "00000000-2", to: "Default", toId: 1, toUid: "00000000-0",
                        ids: [3, 1]),
                    cause: "category.removed")
            ])
        #expect(try order(garden) == ["Default 0 b", "Default 1 c", "Default 2 a", "Home 0 d"])
        #expect(try garden.task(1).updatedAt == "2026-01-01T09:01:00.000+00:00")
        #expect(try garden.task(2).updatedAt == "2026-01-01T09:00:00.000+00:00")
        try garden.perform(CategoryRemove(name: "Home"))
        try garden.perform(CategoryAdd(name: "Empty"))
        try garden.perform(CategoryRemove(name: "Empty"))
        #expect(garden.events.map(\.type) == ["category.removed"])
    }

    @Test("T2, T13: a task that was closed in a category that is gone keeps its name, and is reopened in Default")
    func aTaskIsReopenedInDefault() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "open"))
        try garden.perform(TaskAdd(title: "closed", category: "Work"))
        let done = try garden.perform(TaskComplete(id: 2)).task
        #expect(done.category == "Work")
        try garden.perform(CategoryEdit(name: "Work", newName: "Job"))
        #expect(try garden.task(2) == done.with { $0.category = "Job" })
        try garden.perform(CategoryRemove(name: "Job"))
        #expect(garden.events.map(\.type) == ["category.removed"])
        #expect(try garden.task(2) == done)
        #expect(try garden.ask(TaskList(status: .done)).tasks == [done])
        let reopened = try garden.perform(TaskReopen(id: 2))
        #expect(
            reopened
                == done.with {
                    ($0.category, $0.categoryId, $0.categoryUid) = ("Default", 1, "00000000-0")
                    ($0.position, $0.doneCount, $0.completedAt) = (1, 0, nil)
                })
        #expect(
            try garden.published(EventKind.taskReopened) == [
                Published(
                    at: done.updatedAt, data: TaskChanged(task: reopened),
                    before: TaskChanged(task: done))
            ])
        #expect(try garden.task(2) == reopened)
    }

    @Test("a closed task is removed with the category and the position it had")
    func aClosedTaskIsRemoved() throws {
        let garden = try CoreGarden()
        for title in ["a", "b"] { try garden.perform(TaskAdd(title: title, category: "Work")) }
        let done = try garden.perform(TaskComplete(id: 2)).task
        #expect(done.position == 1)
        try garden.perform(CategoryRemove(name: "Work"))
        garden.advance(seconds: 60)
        #expect(try garden.perform(TaskRemove(id: 2)) == done)
        #expect(
            try garden.published(EventKind.taskRemoved) == [
                Published(at: "2026-01-01T09:01:00.000+00:00", data: TaskChanged(task: done))
            ])
        #expect(try garden.ask(TaskList(status: .all)).tasks.map(\.id) == [1])
    }
}
