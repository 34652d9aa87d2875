import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Tags, filters and sorts of lists, and tasks that are hidden until their start (RULES T21, T22). These gardens begin on Thursday,
/// 2026-01-01, at 09:00 in UTC.
@Suite("Tags and filters of tasks")
struct TaskTagTests {
    private func titles(_ list: TaskList, _ garden: CoreGarden) throws -> [String] {
        try garden.ask(list).tasks.map(\.title)
    }

    // MARK: Tags

    struct Edit: CustomTestStringConvertible {
        var before: TagList = ["phone", "Home"]
        var edit: TaskEdit
        var after: [String]
        var testDescription: String { "\(before.tags) → \(after)" }
    }

    static let edits = [
        Edit(edit: TaskEdit(id: 1, addTags: ["urgent"]), after: ["phone", "Home", "urgent"]),
        Edit(edit: TaskEdit(id: 1, addTags: ["HOME", "b"]), after: ["phone", "Home", "b"]),
        Edit(edit: TaskEdit(id: 1, removeTags: ["home", "other"]), after: ["phone"]),
        Edit(edit: TaskEdit(id: 1, addTags: ["a"], removeTags: ["Phone"]), after: ["Home", "a"]),
        Edit(edit: TaskEdit(id: 1, tags: ["x", "Phone"]), after: ["x", "phone"]),
        Edit(edit: TaskEdit(id: 1, tags: []), after: []),
        Edit(before: [], edit: TaskEdit(id: 1, addTags: ["家事", "ｏｆｆｉｃｅ"]), after: ["家事", "ｏｆｆｉｃｅ"]),
        Edit(edit: TaskEdit(id: 1, removeTags: ["none"]), after: ["phone", "Home"]),
    ]

    @Test(
        "T22: tags are given and taken, each once regardless of case, in the spelling that open tasks have",
        arguments: edits)
    func tagsAreGivenAndTaken(row: Edit) throws {
        let garden = try CoreGarden()
        let added = try garden.perform(TaskAdd(title: "a", tags: row.before))
        #expect(added.tags == row.before.tags)
        let edited = try garden.perform(row.edit)
        #expect(edited.with { $0.updatedAt = added.updatedAt } == added.with { $0.tags = row.after })
        #expect((garden.events == []) == (row.after == row.before.tags))
        for tag in row.before.tags + row.after {
            let isThere = row.after.contains { $0.folded == tag.folded }
            #expect(try titles(TaskList(tag: TagFilter([tag])), garden) == (isThere ? ["a"] : []))
        }
        guard garden.events != [] else { return }
        try garden.perform(JournalUndo())
        #expect(try garden.task(1).tags == row.before.tags)
        for tag in row.before.tags { #expect(try titles(TaskList(tag: TagFilter([tag])), garden) == ["a"]) }
    }

    @Test(
        "T22: what is no tag is refused",
        arguments: [
            "", "2026", "two words", "a,b", "a.b", "#a", "+a", "-", "__", "🏠", String(repeating: "a", count: 51),
        ])
    func whatIsNoTag(text: String) throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TaskAdd(title: "a", tags: TagList([text]))) == .invalid("tags.0"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", tags: TagList(["b", text]))) == .invalid("tags.1"))
    }

    @Test("T22: a task has at most ten tags, each once")
    func tenTags() throws {
        let garden = try CoreGarden()
        let ten = (1...10).map { "t\($0)" }
        try garden.perform(TaskAdd(title: "a", tags: TagList(ten)))
        #expect(try garden.refusal(of: TaskAdd(title: "b", tags: TagList(ten + ["more"]))) == .invalid("tags"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, addTags: ["more"])) == .invalid("addTags"))
        #expect(try garden.perform(TaskEdit(id: 1, addTags: ["T3"])).tags == ten)
        #expect(try garden.refusal(of: TaskAdd(title: "b", tags: ["a", "A"])) == .invalid("tags.1"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, tags: ["a"], addTags: ["b"])) == .invalid("tags"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, addTags: ["a"], removeTags: ["A"])) == .invalid("removeTags"))
        #expect(
            try garden.perform(TaskEdit(id: 1, addTags: ["more"], removeTags: ["t1"])).tags == ten.dropFirst() + [
                "more"
            ])
    }

    @Test("T22: a completed task keeps its tags, and is listed by them; reopened, it has them again")
    func completedTasksKeepThem() throws {
        let garden = try CoreGarden()
        for index in 1...3 { try garden.perform(TaskAdd(title: "\(index)", tags: index == 2 ? [] : ["shop"])) }
        try garden.performOnAll(TaskComplete(ids: [1, 2, 3]))
        #expect(try titles(TaskList(tag: "shop"), garden) == [])
        #expect(try titles(TaskList(status: .done, tag: "Shop"), garden) == ["3", "1"])
        try garden.perform(TaskReopen(id: 1))
        #expect(try garden.task(1).tags == ["shop"])
        #expect(try titles(TaskList(tag: "shop"), garden) == ["1"])
        #expect(try titles(TaskList(status: .all, tag: "shop"), garden) == ["1", "3"])
    }

    // MARK: Filters and sorts

    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden { $0.dayStartHour = 4 }
        for task in [
            TaskAdd(title: "day", category: "A", priority: 5, due: "2026-01-02", tags: ["x"]),
            TaskAdd(title: "night", category: "A", due: "2026-01-03 03:59", tags: ["y", "x"]),
            TaskAdd(title: "morning", category: "A", priority: 1, due: "2026-01-03 04:00"),
            TaskAdd(title: "none", category: "B", priority: 1, tags: ["X"]),
            TaskAdd(title: "late", category: "B", due: "2026-01-01 08:00"),
            TaskAdd(title: "weekly", category: "B", priority: 9, due: "2026-01-05", repeat: "weekly"),
            TaskAdd(title: "tap", category: "B", priority: 1, standing: true),
        ] { try garden.perform(task) }
        return garden
    }

    @Test(
        "T22: filters combine, and the orders",
        arguments: [
            (TaskList(due: "overdue"), ["late"]), (TaskList(due: "2026-01-02"), ["day", "night"]),
            (TaskList(due: "tomorrow"), ["day", "night"]), (TaskList(due: "<2026-01-03"), ["day", "night", "late"]),
            (TaskList(due: ">2026-01-02"), ["morning", "weekly"]), (TaskList(due: "> sat"), ["weekly"]),
            (TaskList(due: "2026-01-02..2026-01-03"), ["day", "night", "morning"]),
            (TaskList(due: "..2026-01-02"), ["day", "night", "late"]),
            (TaskList(due: "2026-01-03.."), ["morning", "weekly"]),
            (TaskList(due: "<2026-01-03 03:59"), ["day", "late"].filter { $0 != "day" }),
            (TaskList(due: ">2026-01-03 03:59"), ["day", "morning", "weekly"]),
            (TaskList(due: "2026-01-03 04:00"), ["day", "morning"].filter { $0 != "day" }),
            (TaskList(due: "<=2026-01-02"), ["day", "night", "late"]),
            (TaskList(due: ">=2026-01-03"), ["morning", "weekly"]),
            (TaskList(due: "today"), ["late"]), (TaskList(due: "yesterday"), []),
            (TaskList(due: "monday..friday"), ["day", "night", "late"]), (TaskList(due: "sat..sun"), ["morning"]),
            (TaskList(tag: "x"), ["day", "night", "none"]), (TaskList(tag: TagFilter(["x", "Y"])), ["night"]),
            (TaskList(tag: "z"), []), (TaskList(category: "A", tag: "x", priority: 5), ["day"]),
            (TaskList(priority: 1), ["morning", "none", "tap"]), (TaskList(search: "n", tag: "x"), ["night", "none"]),
            (TaskList(sort: .priority), ["morning", "none", "day", "weekly", "night", "late", "tap"]),
            (TaskList(sort: .due, tag: "x"), ["day", "night", "none"].sorted { _, _ in false }),
            (TaskList(category: "B", sort: .priority), ["none", "weekly", "late", "tap"]),
        ] as [(TaskList, [String])])
    func filters(list: TaskList, expected: [String]) throws {
        let garden = try garden()
        // By due date, the one whose day ends at 04:00 is after the one at 03:59.
        let expected = list.sort == .due ? ["night", "day", "none"] : expected
        #expect(try titles(list, garden) == expected)
        var (paged, found) = (list, [String]())
        paged.limit = 1
        while true {
            let page = try garden.ask(paged)
            found += page.tasks.map(\.title)
            guard let next = page.next else { break }
            paged.before = next
        }
        #expect(found == expected)
    }

    @Test("T22: a due date that is not understood, or ends before it begins, is refused")
    func wrongDueDates() throws {
        let garden = try garden()
        var refusal: GardenError?
        do throws(GardenError) { _ = try garden.ask(TaskList(due: "<soonish")) } catch { refusal = error }
        #expect(refusal?.code == .refused)
        #expect(refusal?.details["reason"] == "not_understood" && refusal?.details["word"] == "soonish")
        #expect(throws: GardenError.invalidParam("due", "ends before it begins: write the earlier date first")) {
            try garden.ask(TaskList(due: "2026-01-03..2026-01-02"))
        }
    }

    @Test("T22: the setting is the order of lists that name none")
    func theDefaultOrder() throws {
        let garden = try CoreGarden { $0.taskOrder = .priority }
        for priority in [9, 1] { try garden.perform(TaskAdd(title: "\(priority)", priority: priority)) }
        #expect(try titles(TaskList(), garden) == ["1", "9"])
        #expect(try titles(TaskList(sort: .position), garden) == ["9", "1"])
    }

    // MARK: Hidden until their start

    struct Hidden: CustomTestStringConvertible {
        var task: TaskAdd
        /// When it is first seen.
        var seen: String
        var testDescription: String { "\(task.start ?? "") \(task.due ?? "") \(task.repeat ?? "")" }
    }

    static let hidden = [
        Hidden(task: TaskAdd(title: "a", start: "2026-01-03"), seen: "2026-01-03T04:00:00Z"),
        Hidden(task: TaskAdd(title: "a", start: "2026-01-03 10:00"), seen: "2026-01-03T10:00:00Z"),
        Hidden(
            task: TaskAdd(title: "a", start: "2026-01-03 10:00", due: "2026-01-02 12:00"), seen: "2026-01-02T04:00:00Z"),
        Hidden(task: TaskAdd(title: "a", start: "today"), seen: "2026-01-01T09:00:00Z"),
        Hidden(
            task: TaskAdd(title: "a", start: "2026-01-05", due: "2026-01-06", repeat: "weekly"),
            seen: "2026-01-05T04:00:00Z"),
    ]

    @Test("T21: a task with a start ahead is hidden until then, unless it is overdue", arguments: hidden)
    func hiddenUntilTheStart(row: Hidden) throws {
        let garden = try CoreGarden()
        try garden.perform(row.task)
        let seen = instant(row.seen)
        let milliseconds = seen.milliseconds - garden.moment.wall.milliseconds
        if milliseconds > 0 {
            garden.advance(seconds: milliseconds / 1000 - 60)
            let page = try garden.ask(TaskList(hidden: false))
            #expect(page.tasks.isEmpty && page.hidden == 1)
            #expect(try titles(TaskList(hidden: true), garden) == ["a"])
            #expect(try titles(TaskList(), garden) == ["a"])
            #expect(try garden.ask(TaskNext()).task == nil)
            garden.advance(seconds: 60)
        }
        let page = try garden.ask(TaskList(hidden: false))
        #expect(page.tasks.map(\.title) == ["a"] && page.hidden == 0)
        #expect(try titles(TaskList(hidden: true), garden) == [])
        #expect(try garden.ask(TaskNext()).task?.title == "a")
    }

    @Test("T21: an occurrence that was moved alone is hidden until its own start; task.doneAll leaves what is hidden")
    func anOccurrenceWithAStartOfItsOwn() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a", due: "2026-01-05", repeat: "weekly"))
        try garden.perform(TaskEdit(id: 1, start: .set("2026-01-04"), occurrenceOnly: true))
        try garden.perform(TaskAdd(title: "b", start: "2026-01-04"))
        try garden.perform(TaskAdd(title: "c"))
        #expect(try titles(TaskList(hidden: true), garden) == ["a", "b"])
        #expect(try garden.ask(TaskNext()).task?.title == "c")
        #expect(try garden.perform(TaskCompleteAll(category: "Default")).map(\.task.title) == ["c"])
        garden.at("2026-01-04T04:00:00Z")
        #expect(try titles(TaskList(hidden: false), garden) == ["a", "b"])
        try garden.perform(TaskComplete(id: 1, early: true))
        #expect(try titles(TaskList(hidden: true), garden) == [])
        #expect(try garden.perform(TaskCompleteAll(category: "Default")).map(\.task.title) == ["b"])
    }

    @Test("T21: an occurrence of a repeating task is hidden again until its own start")
    func theNextOccurrenceIsHidden() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "a", start: "2026-01-01", due: "2026-01-02", repeat: "weekly"))
        #expect(try titles(TaskList(hidden: false), garden) == ["a"])
        try garden.perform(TaskComplete(id: 1))
        #expect(try titles(TaskList(hidden: false), garden) == [])
        try garden.perform(TaskAdd(title: "b", category: "Other"))
        #expect(try garden.ask(TaskList(category: "Other")).hidden == 0)
        #expect(try garden.ask(TaskList(category: "Default")).hidden == 1)
        #expect(try garden.ask(TaskNext()).task?.title == "b")
        garden.at("2026-01-08T04:00:00Z")
        #expect(try titles(TaskList(hidden: false), garden) == ["a", "b"])
    }
}
