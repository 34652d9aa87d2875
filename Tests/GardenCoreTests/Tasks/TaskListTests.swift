import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Lists of tasks, the proposed one, and the counts of the status (RULES T1, T3).
@Suite("Lists of tasks")
struct TaskListTests {
    private func titles(_ list: TaskList, _ garden: CoreGarden) throws -> [String] {
        try garden.ask(list).tasks.map(\.title)
    }

    /// All pages of a list, at most `limit` tasks each, and how many there are.
    private func pages(_ list: TaskList, of limit: Int, _ garden: CoreGarden) throws -> (titles: [[String]], Int) {
        var list = list
        list.limit = limit
        var titles: [[String]] = []
        while true {
            let page = try garden.ask(list)
            titles.append(page.tasks.map(\.title))
            #expect(page.more == (page.next != nil))
            guard let next = page.next else { return (titles, titles.count) }
            list.before = next
        }
    }

    /// Four open tasks and three completed ones.
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        for task in [
            TaskAdd(title: "milk", category: "Shop", due: "2026-01-06"), TaskAdd(title: "Admin"),
            TaskAdd(title: "tea", note: "with milk"), TaskAdd(title: "run", category: "Shop", standing: true),
        ] { try garden.perform(task) }
        for title in ["first", "second", "third"] {
            let task = try garden.perform(TaskAdd(title: title, category: title == "second" ? "Shop" : nil))
            garden.advance(seconds: title == "third" ? 86_400 : 60)
            try garden.perform(TaskComplete(id: task.id))
        }
        return garden
    }

    // MARK: Filters

    @Test("T3: a search for MI over milk, Admin and tea finds milk and Admin")
    func aSearchIgnoresCase() throws {
        let garden = try CoreGarden()
        for title in ["milk", "Admin", "tea"] { try garden.perform(TaskAdd(title: title)) }
        #expect(try titles(TaskList(search: "MI"), garden) == ["milk", "Admin"])
    }

    @Test(
        "T3: filters combine; done tasks are newest first",
        arguments: [
            (TaskList(), ["Admin", "tea", "milk", "run"]),
            (TaskList(category: "shop"), ["milk", "run"]),
            (TaskList(status: .done), ["third", "second", "first"]),
            (TaskList(category: "Shop", status: .done), ["second"]),
            (TaskList(status: .all), ["Admin", "tea", "milk", "run", "third", "second", "first"]),
            (TaskList(search: "milk"), ["tea", "milk"]),
            (TaskList(category: "Shop", search: "Milk"), ["milk"]),
            (TaskList(status: .all, search: "i"), ["Admin", "tea", "milk", "third", "first"]),
            (TaskList(day: "2026-01-06"), ["milk"]),
            (TaskList(day: "today"), ["milk"]),
            (TaskList(day: "2026-01-07"), []),
            (TaskList(status: .done, day: "yesterday"), ["second", "first"]),
            (TaskList(status: .all, day: "2026-01-06"), ["milk", "third"]),
            (TaskList(category: "Default", status: .all, search: "d", day: "2026-01-06"), ["third"]),
            (TaskList(sort: .due), ["milk", "Admin", "tea", "run"]),
            (TaskList(sort: .created), ["milk", "Admin", "tea", "run"]),
            (TaskList(category: "Shop", sort: .due), ["milk", "run"]),
        ] as [(TaskList, [String])])
    func filtersCombine(list: TaskList, expected: [String]) throws {
        let garden = try garden()
        #expect(try titles(list, garden) == expected)
        for limit in 1...3 {
            let paged = try pages(list, of: limit, garden)
            #expect(paged.titles.flatMap { $0 } == expected, "by \(limit)")
            // A search of completed tasks can end with an empty page.
            let isExact = list.search == nil || list.status == nil
            let count = max(1, (expected.count + limit - 1) / limit)
            #expect(paged.1 == count || !isExact && paged.1 == count + 1, "by \(limit)")
        }
    }

    @Test("T3, G1: a search compares regardless of case and normalization, in the title and every line of the note")
    func aSearchFolds() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Straße", note: "first\nE\u{301}clair"))
        for search in ["STRASSE", "éclair", "ÉCLAIR", "first", "rass"] {
            #expect(try titles(TaskList(search: search), garden) == ["Straße"], "\(search)")
        }
        #expect(try titles(TaskList(search: "Strasse first"), garden) == [])
    }

    @Test("a day ends at its boundary: what is due at 04:00 belongs to the day that begins")
    func theDayOfADueDate() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        for due in ["2026-01-05", "2026-01-06 3:59", "2026-01-06 4:00", "2026-01-06"] {
            try garden.perform(TaskAdd(title: due, due: due))
        }
        #expect(try titles(TaskList(day: "2026-01-05"), garden) == ["2026-01-05", "2026-01-06 3:59"])
        #expect(try titles(TaskList(day: "2026-01-06"), garden) == ["2026-01-06 4:00", "2026-01-06"])
        let counts = garden.state.taskCounts(at: garden.moment.wall, garden.environment)
        #expect([counts.open, counts.dueToday, counts.overdue] == [4, 2, 0])
    }

    @Test("a day that the zone skipped has no tasks")
    func aSkippedDay() throws {
        let garden = try CoreGarden(at: "2011-12-29T12:00:00-10:00", zone: "Pacific/Apia")
        try garden.perform(TaskAdd(title: "a", due: "2011-12-31"))
        #expect(try titles(TaskList(status: .all, day: "2011-12-30"), garden) == [])
        #expect(try titles(TaskList(status: .all, day: "2011-12-31"), garden) == ["a"])
    }

    @Test("a category, a day or a page that does not exist is refused")
    func refusedLists() throws {
        let garden = try garden()
        func refusal(_ list: TaskList) -> Refusal? {
            do { _ = try garden.ask(list) } catch { return Refusal(error) }
            return nil
        }
        #expect(refusal(TaskList(category: "None")) == Refusal(.notFound, ["kind": "category", "name": "None"]))
        #expect(refusal(TaskList(day: "someday"))?.details["word"] == "someday")
        #expect(refusal(TaskList(limit: 0)) == .invalid("limit"))
        #expect(refusal(TaskList(limit: 1001)) == .invalid("limit"))
        #expect(refusal(TaskList(before: 99)) == Refusal(.notFound, ["kind": "task", "id": 99]))
        #expect(refusal(TaskList(status: .all, before: 99)) == Refusal(.notFound, ["kind": "task", "id": 99]))
        // A completed task is in no list of open ones, and the other way round.
        #expect(refusal(TaskList(before: 5)) == Refusal(.notFound, ["kind": "task", "id": 5]))
        #expect(refusal(TaskList(status: .done, before: 1)) == Refusal(.notFound, ["kind": "task", "id": 1]))
        #expect(refusal(TaskList(category: "Default", before: 1)) == Refusal(.notFound, ["kind": "task", "id": 1]))
    }

    @Test("G4: a search reads a bounded number of tasks, and its pages lead to all of them")
    func aSearchIsBounded() throws {
        let garden = try CoreGarden()
        for number in 1...2100 { try garden.perform(TaskAdd(title: number % 700 == 0 ? "gold" : "sand")) }
        let first = try garden.ask(TaskList(search: "gold"))
        #expect(first.tasks.map(\.id) == [700, 1400])
        #expect([first.next, first.more ? 1 : 0] == [2000, 1])
        #expect(
            try garden.ask(TaskList(search: "gold", before: first.next))
                == TaskPage(
                    tasks: [try garden.task(2100)], more: false, next: nil, counts: garden.ask(DaemonStatus()).tasks,
                    hidden: 0))
        #expect(try garden.ask(TaskList()).tasks.count == 100)
        #expect(try garden.ask(TaskList(limit: 1000)).next == 1000)
    }

    // MARK: The proposed task

    @Test("next proposes what is overdue, then what is due today, then by priority, then by position")
    func theProposedTask() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        #expect(try garden.ask(TaskNext()).task == nil)
        for task in [
            TaskAdd(title: "standing", priority: 1, standing: true), TaskAdd(title: "plain"),
            TaskAdd(title: "low", priority: 9), TaskAdd(title: "high", priority: 1),
            TaskAdd(title: "tomorrow", priority: 1, due: "2026-01-06"),
            TaskAdd(title: "today", due: "2026-01-05"), TaskAdd(title: "today 5", priority: 5, due: "2026-01-05"),
            TaskAdd(title: "today, sooner", due: "2026-01-05 12:00"),
            TaskAdd(title: "late", due: "2026-01-03"), TaskAdd(title: "later", due: "2026-01-02"),
            TaskAdd(title: "late 9", priority: 9, due: "2026-01-04"),
        ] { try garden.perform(task) }
        var order: [String] = []
        while let task = try garden.ask(TaskNext()).task {
            order.append(task.title)
            #expect(try garden.task(task.id) == task)
            try garden.perform(TaskComplete(id: task.id))
        }
        #expect(
            order == [
                "late 9", "late", "later", "today 5", "today", "today, sooner", "high", "tomorrow", "low", "plain",
            ])
    }

    // MARK: Counts

    @Test("the status counts open tasks, and those due later today or overdue, to the millisecond")
    func theStatusCounts() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        func counts() -> TaskCounts { garden.state.taskCounts(at: garden.moment.wall, garden.environment) }
        #expect(counts() == TaskCounts(open: 0, dueToday: 0, overdue: 0, next: nil, nextDueAt: nil))
        for task in [
            TaskAdd(title: "a", standing: true, remind: "2026-01-05 20:00"), TaskAdd(title: "b", due: "2026-01-04"),
            TaskAdd(title: "c", due: "2026-01-05 12:00", remind: "2026-01-05 11:00"),
            TaskAdd(title: "d", due: "2026-01-05", repeat: "daily"), TaskAdd(title: "e", due: "2026-01-06"),
        ] { try garden.perform(task) }
        let reminder = NextReminder(id: 3, title: "c", at: "2026-01-05T11:00:00.000+00:00")
        #expect(
            counts()
                == TaskCounts(
                    open: 5, dueToday: 2, overdue: 1, next: reminder, nextDueAt: "2026-01-05T12:00:00.000+00:00"))
        garden.at("2026-01-05T11:59:59.999Z")
        #expect([counts().dueToday, counts().overdue] == [2, 1])
        #expect(counts().next == NextReminder(id: 3, title: "c", at: "2026-01-05T12:00:00.000+00:00"))
        garden.advance(milliseconds: 1)
        #expect(counts().next == NextReminder(id: 1, title: "a", at: "2026-01-05T20:00:00.000+00:00"))
        #expect([counts().dueToday, counts().overdue] == [1, 2])
        #expect(counts().nextDueAt == "2026-01-06T04:00:00.000+00:00")
        try garden.perform(TaskComplete(id: 4))
        #expect([counts().dueToday, counts().overdue] == [0, 2])
        garden.at("2026-01-06T04:00:00Z")
        #expect([counts().dueToday, counts().overdue] == [2, 2])
        #expect(counts().nextDueAt == "2026-01-07T04:00:00.000+00:00")
        try garden.perform(TaskSnooze(id: 2, until: "2026-01-06 5:00"))
        #expect(counts().next == NextReminder(id: 2, title: "b", at: "2026-01-06T05:00:00.000+00:00"))
    }

    // MARK: Occurrences

    @Test("occurrences are listed from the open one on, or from an anchor on, 1 to 100 of them")
    func occurrencesAreListed() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", due: "2026-01-05", repeat: "weekly"))
        try garden.perform(TaskAdd(title: "b"))
        try garden.perform(TaskAdd(title: "c", due: "2026-01-05 9:00", repeat: "after 4d"))
        try garden.perform(TaskAdd(title: "d", standing: true, remind: "9:00", repeat: "daily"))
        try garden.perform(TaskSkip(id: 1))
        func list(_ request: TaskOccurrenceList) -> [TaskDate]? { try? garden.ask(request) }
        #expect(list(TaskOccurrenceList(id: 1, count: 2)) == ["2026-01-12", "2026-01-19"])
        #expect(list(TaskOccurrenceList(id: 1, count: 100))?.count == 100)
        #expect(list(TaskOccurrenceList(id: 3, count: 5)) == ["2026-01-05T09:00:00.000+00:00"])
        garden.at("2026-01-07T10:00:00Z")
        #expect(list(TaskOccurrenceList(id: 4, count: 1)) == ["2026-01-08T09:00:00.000+00:00"])
        #expect(
            list(TaskOccurrenceList(repeat: "FREQ=DAILY;COUNT=2", anchor: "2020-01-01 9:00", count: 5))
                == ["2020-01-01T09:00:00.000+00:00", "2020-01-02T09:00:00.000+00:00"])
        func refusal(_ request: TaskOccurrenceList) -> Refusal? {
            do { _ = try garden.ask(request) } catch { return Refusal(error) }
            return nil
        }
        #expect(refusal(TaskOccurrenceList(id: 2, count: 1)) == .refused(.notRepeating, ["id": 2]))
        #expect(refusal(TaskOccurrenceList(id: 9, count: 1)) == Refusal(.notFound, ["kind": "task", "id": 9]))
        #expect(refusal(TaskOccurrenceList(id: 1, count: 0)) == .invalid("count"))
        #expect(refusal(TaskOccurrenceList(id: 1, count: 101)) == .invalid("count"))
        #expect(refusal(TaskOccurrenceList(count: 1)) == .invalid("id"))
        #expect(refusal(TaskOccurrenceList(repeat: "daily", count: 1)) == .invalid("id"))
        #expect(refusal(TaskOccurrenceList(id: 1, repeat: "daily", anchor: "today", count: 1)) == .invalid("id"))
        #expect(refusal(TaskOccurrenceList(repeat: "often", anchor: "today", count: 1)) == .invalid("repeat"))
        #expect(
            refusal(TaskOccurrenceList(repeat: "daily", anchor: "whenever", count: 1))?.details["word"] == "whenever")
    }
}
