import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What a completion pays, and when a task closes (RULES M2, M3, P12, T7, T8, T10).
@Suite("Completing tasks")
struct TaskCompletionTests {
    // MARK: Single tasks

    @Test("P12, M3, T8: 500 points at ×2 pay 1000 and 1 exp; undone and done again, nothing")
    func aSingleTaskPaysOnce() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsSetMultiplier(multiplier: 2))
        let task = try garden.perform(TaskAdd(title: "Write report", points: 500))
        #expect(task == .added(1, uid: "00000000-3", "Write report") { $0.points = 500 })
        #expect(garden.events.map(\.type) == ["task.added"])
        #expect(try garden.tasks(.taskAdded) == [TaskChanged(task: task)])

        garden.advance(seconds: 300)
        let now: Timestamp = "2026-01-01T09:05:00.000+00:00"
        let done = task.with { ($0.updatedAt, $0.completedAt, $0.doneCount) = (now, now, 1) }
        #expect(
            try garden.perform(TaskComplete(id: 1))
                == TaskDone(task: done, paid: 1000, exp: 1, balance: 1000, skipped: nil, next: nil))
        #expect(garden.events.map(\.type) == ["task.completed", "points.earned", "log.written", "garden.grew"])
        #expect(garden.events.map { $0.cause?.type } == [nil, "task.completed", "points.earned", "task.completed"])
        #expect(
            try garden.published(EventKind.taskCompleted) == [
                Published(
                    at: now, data: TaskChanged(task: done, paid: 1000, exp: 1),
                    before: TaskChanged(task: task, paid: 1000, exp: 1))
            ])
        #expect(try garden.lines().suffix(1) == ["[09:05] +1000 pt ×2 Write report → 1000"])
        #expect(try garden.ask(GardenList()) == [.standard(exp: 1, level: 0, inLevel: 1, toNext: 9, fromTasks: 1)])
        #expect(try garden.task(1) == done)

        let open = task.with { $0.updatedAt = now }
        #expect(try garden.perform(TaskReopen(id: 1)) == open)
        #expect(garden.events.map(\.type) == ["task.reopened", "log.written"])
        #expect(try garden.lines().suffix(1) == ["[09:05] reopened Write report"])
        #expect(
            try garden.published(EventKind.taskReopened) == [
                Published(
                    at: now, data: TaskChanged(task: open),
                    before: TaskChanged(task: done))
            ])
        #expect(try garden.perform(TaskComplete(id: 1)).task == done)
        #expect(garden.events.map(\.type) == ["task.completed", "log.written"])
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 1000, multiplier: 2, earnedToday: 1000, spentToday: 0)
        )
        #expect(try garden.exp == 1)
        #expect(try garden.lines().suffix(1) == ["[09:05] done Write report"])
    }

    @Test(
        "M3: doubled pays ×2 whatever the switch, never ×4",
        arguments: [(1, nil, 500, 1), (1, true, 1000, 2), (2, nil, 1000, 2), (2, true, 1000, 2), (2, false, 1000, 2)]
            as [(Int, Bool?, Int, Int)])
    func doubledPaysTwice(switched: Int, doubled: Bool?, paid: Int, factor: Int) throws {
        let garden = try CoreGarden()
        try garden.perform(PointsSetMultiplier(multiplier: switched))
        try garden.perform(TaskAdd(title: "Run", points: 500))
        #expect(try garden.perform(TaskComplete(id: 1, doubled: doubled)).paid == paid)
        #expect(try garden.lines().suffix(1) == ["[09:00] +\(paid) pt ×\(factor) Run → \(paid)"])
        #expect(try garden.ask(PointsGet()).multiplier == switched)
    }

    @Test("M3, T8: a task without points pays 1 exp, and its line has no amount")
    func aTaskWithoutPointsPaysExperience() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Buy milk"))
        let done = try garden.perform(TaskComplete(title: "buy MILK", doubled: true))
        #expect([done.paid, done.exp, done.balance] == [0, 1, 0])
        #expect(garden.events.map(\.type) == ["task.completed", "log.written", "garden.grew"])
        #expect(try garden.lines().suffix(1) == ["[09:00] done Buy milk"])
    }

    @Test("M3: a payment over 64 bits is refused and changes nothing; one that fits is accepted")
    func anOverflowIsRefused() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 1, reason: "found"))
        try garden.perform(TaskAdd(title: "All", points: Int.max))
        try garden.perform(TaskAdd(title: "Half", points: Int.max / 2 + 1))
        let refusal = Refusal.refused(.outOfRange, ["balance": 1])
        #expect(try garden.refusal(of: TaskComplete(id: 1)) == refusal)
        #expect(try garden.refusal(of: TaskComplete(id: 1, doubled: true)) == refusal)
        #expect(try garden.refusal(of: TaskComplete(id: 2, doubled: true)) == refusal)
        #expect(try garden.refusal(of: TaskCompleteAll(category: "Default")) == refusal)
        try garden.perform(PointsAdjust(amount: -1, reason: "lost"))
        #expect(try garden.perform(TaskComplete(id: 1)).balance == Int.max)
    }

    @Test("T7: a closed task is refused with already_done by every change but undone and remove")
    func aClosedTaskIsNotChanged() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Once"))
        try garden.perform(TaskComplete(id: 1))
        let refusal = Refusal.refused(.alreadyDone, ["id": 1])
        #expect(try garden.refusal(of: TaskComplete(id: 1)) == refusal)
        #expect(try garden.refusal(of: TaskEdit(id: 1, newTitle: "Twice")) == refusal)
        #expect(try garden.refusal(of: TaskMove(id: 1, position: 0)) == refusal)
        #expect(try garden.refusal(of: TaskSkip(id: 1)) == refusal)
        #expect(try garden.refusal(of: TaskSnooze(id: 1, minutes: 5)) == refusal)
        #expect(try garden.refusal(of: TimerStart(taskId: 1)) == refusal)
        #expect(
            try garden.refusal(of: TaskComplete(title: "Once"))
                == Refusal(.notFound, ["kind": "task", "name": "Once"]))
        try garden.perform(TaskRemove(id: 1))
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == Refusal(.notFound, ["kind": "task", "id": 1]))
    }

    @Test("T7: a single task has no occurrence to name")
    func aSingleTaskHasNoOccurrence() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Once", due: "2026-01-02"))
        let refusal = try garden.refusal(of: TaskComplete(id: 1, occurrence: "2026-01-02"))
        #expect(refusal == .refused(.alreadyDone, ["id": 1]))
        #expect(refusal.message == "task 1, \"Once\", does not repeat, so it has no occurrence 2026-01-02")
        let timed = try garden.refusal(of: TaskComplete(id: 1, occurrence: "2026-01-02T09:00:00+09:00"))
        #expect(timed.message == "task 1, \"Once\", does not repeat, so it has no occurrence 2026-01-02 00:00")
        #expect(try garden.refusal(of: TaskSkip(id: 1)) == .refused(.notRepeating, ["id": 1]))
    }

    // MARK: Standing tasks

    @Test("M2, P12: a standing task stays open, counts its completions, and pays each time")
    func aStandingTaskPaysEachTime() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "Stretch", points: 10, standing: true))
        for count in 1...3 {
            #expect(
                try garden.perform(TaskComplete(id: 1))
                    == TaskDone(
                        task: task.with { $0.doneCount = count }, paid: 10, exp: 1, balance: 10 * count, skipped: nil,
                        next: nil))
        }
        #expect(try garden.exp == 3)
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == .refused(.notDone, ["id": 1]))
        #expect(try garden.refusal(of: TaskSkip(id: 1)) == .refused(.notRepeating, ["id": 1]))
        let refusal = try garden.refusal(of: TaskComplete(id: 1, occurrence: "2026-01-01"))
        #expect(refusal == .refused(.alreadyDone, ["id": 1]))
        #expect(refusal.message == "task 1, \"Stretch\", is a standing task, so it has no occurrence 2026-01-01")
    }

    @Test("M2: due, start or end with standing is refused, when added or when edited")
    func aStandingTaskHasNoDates() throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TaskAdd(title: "a", standing: true, due: "tomorrow")) == .invalid("due"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", standing: true, start: "tomorrow")) == .invalid("start"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", standing: true, end: "tomorrow")) == .invalid("end"))
        try garden.perform(TaskAdd(title: "a", due: "tomorrow"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, standing: true)) == .invalid("due"))
        #expect(try garden.perform(TaskEdit(id: 1, standing: true, due: .clear)).standing)
        #expect(try garden.refusal(of: TaskEdit(id: 1, due: .set("tomorrow"))) == .invalid("due"))
    }

    @Test("M2: the reminders of a standing task follow each other; a completion moves none")
    func aStandingTaskOnlyReminds() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(
            TaskAdd(title: "Water", standing: true, remind: "2026-01-01 10:00", repeat: "daily"))
        #expect(
            task
                == .added(1, uid: "00000000-2", "Water") {
                    ($0.standing, $0.remind, $0.repeat) = (true, "2026-01-01T10:00:00.000+00:00", "daily")
                })
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.task == task.with { $0.doneCount = 1 })
        #expect(done.next == nil)
        garden.at("10:00:00")
        #expect(garden.events.map(\.type) == ["task.reminded", "log.written"])
        #expect(try garden.task(1).remind == "2026-01-02T10:00:00.000+00:00")
        try garden.perform(TaskComplete(id: 1))
        #expect(try garden.task(1).remind == "2026-01-02T10:00:00.000+00:00")
        #expect(try garden.task(1).occurrence == nil)
    }

    // MARK: Repeating tasks

    @Test("T7: fired Monday, left open, done Wednesday 12:00 pays once, skips two and reopens on Thursday")
    func aLateCompletionSkips() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Water", points: 50, remind: "9:00", repeat: "daily"))
        garden.at("2026-01-07T12:00:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["09:00:00", "09:00:00", "09:00:00"])
        let open = try garden.task(1)
        #expect(open.occurrence == "2026-01-05T09:00:00.000+00:00")
        let now: Timestamp = "2026-01-07T12:00:00.000+00:00"
        let thursday: TaskDate = "2026-01-08T09:00:00.000+00:00"
        let skipped = SkippedOccurrences(
            count: 2, first: "2026-01-06T09:00:00.000+00:00", last: "2026-01-07T09:00:00.000+00:00")
        let next = open.with {
            ($0.occurrence, $0.remind, $0.doneCount, $0.updatedAt) = (
                thursday, "2026-01-08T09:00:00.000+00:00", 1, now
            )
        }
        #expect(
            try garden.perform(TaskComplete(id: 1))
                == TaskDone(task: next, paid: 50, exp: 1, balance: 50, skipped: skipped, next: thursday))
        #expect(garden.events.map(\.type) == ["task.completed", "points.earned", "log.written", "garden.grew"])
        #expect(
            try garden.tasks(.taskCompleted) == [
                TaskChanged(
                    task: next, paid: 50, exp: 1, completed: "2026-01-05T09:00:00.000+00:00", skipped: skipped)
            ])
        // A second press of the same button.
        garden.advance(seconds: 60)
        #expect(
            try garden.refusal(of: TaskComplete(id: 1, occurrence: "2026-01-05T09:00:00.000+00:00"))
                == .refused(.alreadyDone, ["id": 1, "occurrence": thursday.json]))
        #expect(try garden.task(1) == next)
    }

    @Test("T7: an occurrence can be named at any offset; a day or another instant is another occurrence")
    func anOccurrenceIsNamed() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Water", remind: "9:00", repeat: "daily"))
        let refusal = Refusal.refused(.alreadyDone, ["id": 1, "occurrence": "2026-01-05T09:00:00.000+00:00"])
        for other in ["2026-01-05", "2026-01-05T09:00:00.001Z", "2026-01-06T09:00:00Z"] as [TaskDate] {
            #expect(try garden.refusal(of: TaskComplete(id: 1, occurrence: other)) == refusal)
            #expect(try garden.refusal(of: TaskSkip(id: 1, occurrence: other)) == refusal)
        }
        let done = try garden.perform(TaskComplete(id: 1, occurrence: "2026-01-05T18:00:00+09:00"))
        #expect(done.next == "2026-01-06T09:00:00.000+00:00")
    }

    @Test("P12: done on Monday, undone, done on Tuesday 10:00 pays again, and the next is Wednesday")
    func anUndoneOccurrencePaysAgainOnceTheNextHasCome() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Water", points: 50, remind: "9:00", repeat: "daily"))
        garden.at("10:00:00")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 50)
        // Paid already: the next occurrence has not come.
        let reopened = try garden.perform(TaskReopen(id: 1))
        #expect(reopened.occurrence == "2026-01-05T09:00:00.000+00:00")
        #expect(reopened.doneCount == 0)
        #expect(
            try garden.tasks(.taskReopened)
                == [TaskChanged(task: reopened, completed: "2026-01-05T09:00:00.000+00:00")])
        let again = try garden.perform(TaskComplete(id: 1))
        #expect([again.paid, again.exp, again.balance] == [0, 0, 50])
        #expect(again.next == "2026-01-06T09:00:00.000+00:00")
        try garden.perform(TaskReopen(id: 1))
        garden.at("2026-01-06T10:00:00Z")
        let late = try garden.perform(TaskComplete(id: 1))
        #expect([late.paid, late.exp, late.balance] == [50, 1, 100])
        #expect(late.next == "2026-01-07T09:00:00.000+00:00")
        #expect(
            late.skipped
                == SkippedOccurrences(
                    count: 1, first: "2026-01-06T09:00:00.000+00:00", last: "2026-01-06T09:00:00.000+00:00"))
    }

    @Test("P12: an occurrence completed before it has come pays once; each later one pays once")
    func occurrencesCanBeDoneAhead() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Read", points: 5, due: "2026-01-05", repeat: "daily"))
        for day in ["2026-01-06", "2026-01-07", "2026-01-08"] as [TaskDate] {
            let done = try garden.perform(TaskComplete(id: 1, early: true))
            #expect([done.paid, done.exp] == [5, 1])
            #expect(done.next == day)
            #expect(done.skipped == nil)
        }
    }

    @Test("P12, T4: among days, the next occurrence pays from the boundary that ends its day on")
    func aDayCountsAsItsEnd() throws {
        for (time, paid) in [("2026-01-07T03:59:59Z", 0), ("2026-01-07T04:00:00Z", 5)] {
            let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
            try garden.perform(TaskAdd(title: "Read", points: 5, due: "2026-01-05", repeat: "daily"))
            try garden.perform(TaskComplete(id: 1))
            try garden.perform(TaskReopen(id: 1))
            garden.at(time)
            #expect(try garden.perform(TaskComplete(id: 1)).paid == paid)
        }
    }

    @Test("T7, P12: after 4d: done twice on one day leads to the same date, which is named once and pays once")
    func aDateThatStaysPaysOnce() throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        try garden.perform(TaskAdd(title: "Water", points: 5, remind: "2026-11-23 9:00", repeat: "after 4d"))
        let date: TaskDate = "2026-11-26T09:00:00.000+00:00"
        for named in [nil, date] {
            let done = try garden.perform(TaskComplete(id: 1, occurrence: named))
            #expect([done.paid, done.exp] == [5, 1])
            #expect(done.next == date)
        }
        let refusal = try garden.refusal(of: TaskComplete(id: 1, occurrence: date))
        #expect(refusal == .refused(.alreadyDone, ["id": 1, "occurrence": date.json]))
        #expect(refusal.message == "the occurrence 2026-11-26 09:00 of task 1, \"Water\", is already done")
        for _ in 1...2 {
            let again = try garden.perform(TaskComplete(id: 1, early: true))
            #expect([again.paid, again.exp, again.balance] == [0, 0, 10])
            #expect(again.next == date)
        }
        #expect(try garden.perform(TaskReopen(id: 1)).occurrence == date)
        #expect(try garden.perform(TaskComplete(id: 1, occurrence: date)).paid == 0)
        garden.at("2026-11-26T08:59:59Z")
        #expect(try garden.refusal(of: TaskComplete(id: 1, occurrence: date)) == refusal)
        // Its reminder is answered when it comes.
        garden.at("2026-11-26T09:00:00Z")
        let late = try garden.perform(TaskComplete(id: 1, occurrence: date))
        #expect([late.paid, late.balance] == [0, 10])
        #expect(late.next == "2026-11-30T09:00:00.000+00:00")
        garden.at("2026-11-30T09:00:00Z")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 5)
    }

    @Test("P12: after 4d: a date far ahead pays once, even if it is undone or set again")
    func aDateFarAheadPaysOnce() throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        try garden.perform(TaskAdd(title: "Water", points: 5, due: "2026-12-05", repeat: "after 4d"))
        let done = try garden.perform(TaskComplete(id: 1))
        #expect([done.paid, done.balance] == [5, 5])
        #expect(done.next == "2026-11-26")
        #expect(try garden.perform(TaskReopen(id: 1)).occurrence == "2026-12-05")
        #expect(try garden.perform(TaskComplete(id: 1)).balance == 5)
        try garden.perform(TaskEdit(id: 1, due: .set("2026-12-05")))
        #expect(try garden.perform(TaskComplete(id: 1, early: true)).balance == 5)
    }

    @Test("T10: only the occurrence completed last is reopened, and only once")
    func onlyTheLastOccurrenceIsReopened() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Read", due: "2026-01-05", repeat: "daily"))
        let refusal = Refusal.refused(.notDone, ["id": 1])
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == refusal)
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TaskComplete(id: 1, early: true))
        #expect(try garden.perform(TaskReopen(id: 1)).occurrence == "2026-01-06")
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == refusal)
        try garden.perform(TaskAdd(title: "Open"))
        #expect(try garden.refusal(of: TaskReopen(id: 2)) == .refused(.notDone, ["id": 2]))
    }

    @Test("T7: skip passes over one occurrence without pay; the next one is due")
    func anOccurrenceIsSkipped() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let task = try garden.perform(
            TaskAdd(title: "Water", points: 50, due: "2026-01-05 12:00", remind: "2026-01-05 9:00", repeat: "daily"))
        let next = task.with {
            ($0.occurrence, $0.due) = ("2026-01-06T12:00:00.000+00:00", "2026-01-06T12:00:00.000+00:00")
            $0.remind = "2026-01-06T09:00:00.000+00:00"
        }
        #expect(try garden.perform(TaskSkip(id: 1)) == next)
        #expect(
            try garden.published(EventKind.taskSkipped) == [
                Published(
                    at: task.createdAt, data: TaskChanged(task: next, completed: task.occurrence),
                    before: TaskChanged(task: task, completed: task.occurrence))
            ])
        #expect(garden.events.map(\.type) == ["task.skipped"])
        #expect(try garden.ask(PointsGet()).balance == 0)
        garden.at("2026-01-06T09:00:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["09:00:00"])
    }

    @Test("T7: a skip of the last occurrence, and of a task that counts from completions, is refused")
    func theLastOccurrenceIsNotSkipped() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", due: "2026-01-05", repeat: "FREQ=DAILY;COUNT=1"))
        try garden.perform(TaskAdd(title: "b", due: "2026-01-05", repeat: "after 4d"))
        #expect(try garden.refusal(of: TaskSkip(id: 1)) == .refused(.notRepeating, ["id": 1]))
        let refusal = try garden.refusal(of: TaskSkip(id: 2))
        #expect(refusal == .refused(.notRepeating, ["id": 2]))
        #expect(
            refusal.message
                == "task 2, \"b\", repeats 4 days after it is done, so there is no occurrence to skip to")
    }

    // MARK: All tasks of a category

    @Test("doneAll completes single tasks and occurrences that have come, as one change, and no standing task")
    func allTasksOfACategoryAreCompleted() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        for task in [
            TaskAdd(title: "single", points: 1), TaskAdd(title: "standing", points: 2, standing: true),
            TaskAdd(title: "today", points: 4, due: "2026-01-05", repeat: "daily"),
            TaskAdd(title: "tomorrow", points: 8, due: "2026-01-06", repeat: "daily"),
            TaskAdd(title: "later", points: 16, due: "2026-01-05 8:01", repeat: "daily"),
            TaskAdd(title: "now", points: 32, due: "2026-01-05 8:00", repeat: "daily"),
            TaskAdd(title: "elsewhere", category: "Work", points: 64),
        ] { try garden.perform(task) }
        let done = try garden.perform(TaskCompleteAll(category: "default"))
        #expect(done.map(\.task.title) == ["single", "today", "now"])
        #expect(done.map(\.paid) == [1, 4, 32])
        #expect(done.map(\.balance) == [1, 5, 37])
        #expect(garden.history.changes.last?.events.filter { $0.type == "task.completed" }.count == 3)
        #expect(try garden.perform(TaskCompleteAll(category: "Default")) == [])
        #expect(garden.events == [])
        #expect(
            try garden.refusal(of: TaskCompleteAll(category: "None"))
                == Refusal(.notFound, ["kind": "category", "name": "None"]))
    }
}
