import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Focus sessions on a task (RULES T12).
@Suite("Focusing on tasks")
struct TaskFocusTests {
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(CategoryAdd(name: "Reading"))
        try garden.perform(TimerStart(category: "Reading", minutes: 1))
        try garden.perform(TimerStop())
        try garden.perform(TaskAdd(title: "Write report", category: "Work", estimate: 3))
        return garden
    }

    private func sessions(_ garden: CoreGarden) throws -> [Session] {
        try garden.published(EventKind.focusCompleted).map(\.data.session)
    }

    @Test("T12: the task's category comes before the one used last; a named one comes before both")
    func theCategoryOfTheTaskIsUsed() throws {
        for (category, expected) in [(nil, "Work"), ("Reading", "Reading")] {
            let garden = try garden()
            let timer = try garden.perform(TimerStart(category: category, task: "write"))
            #expect(timer.category == expected)
            #expect(timer.taskId == 1)
            #expect(timer.taskTitle == "Write report")
        }
    }

    @Test("T12: the session records the task, and the task its focuses and minutes")
    func aCompletedFocusIsCounted() throws {
        let garden = try garden()
        let task = try garden.task(1)
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(seconds: 1500)
        let end: Timestamp = "2026-01-01T09:25:00.000+00:00"
        #expect(try sessions(garden).map { "\($0.taskId ?? 0) \($0.taskTitle ?? "")" } == ["1 Write report"])
        let counted = task.with { ($0.focuses, $0.minutes, $0.updatedAt) = (1, 25, end) }
        #expect(
            try garden.published(EventKind.taskEdited) == [
                Published(
                    at: end, data: TaskChanged(task: counted), before: TaskChanged(task: task),
                    cause: "focus.completed")
            ])
        #expect(
            garden.events.map(\.type).filter { $0 != "log.written" } == [
                "focus.completed", "garden.grew", "task.edited", "timer.started",
            ])
        #expect(try garden.timer.taskId == 1)
        garden.advance(seconds: 300 + 1500)
        #expect(try garden.task(1).focuses == 2)
        #expect(try garden.task(1).minutes == 50)
    }

    @Test("T12: a skipped, stopped or restarted focus counts nowhere")
    func anInterruptedFocusIsNotCounted() throws {
        let garden = try garden()
        let task = try garden.task(1)
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(seconds: 600)
        try garden.perform(TimerStart(taskId: 1, restart: true))
        garden.advance(seconds: 600)
        try garden.perform(TimerSkip())
        try garden.perform(TimerStop())
        #expect(try garden.task(1) == task)
    }

    @Test("T12: a task done during the focus: the phase continues with it; the next focus has none")
    func aTaskDoneWhileFocused() throws {
        let garden = try garden()
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(seconds: 600)
        let before = try garden.timer
        try garden.perform(TaskComplete(id: 1))
        #expect(try garden.timer == before)
        garden.advance(seconds: 900)
        #expect(try sessions(garden).map { "\($0.taskId ?? 0) \($0.taskTitle ?? "")" } == ["1 Write report"])
        garden.advance(seconds: 300)
        #expect(try garden.timer.phase == .focus)
        #expect([try garden.timer.category, try garden.timer.taskTitle] == ["Work", nil])
        #expect(try garden.timer.taskId == nil)
    }

    @Test("T12: a removed task is detached; the session keeps the title it was begun under")
    func aTaskRemovedWhileFocused() throws {
        let garden = try garden()
        let started = try garden.perform(TimerStart(taskId: 1))
        try garden.perform(TaskRemove(id: 1))
        #expect(garden.events.map(\.type) == ["task.removed", "timer.edited"])
        var detached = started
        (detached.taskId, detached.taskTitle) = (nil, nil)
        #expect(
            try garden.published(EventKind.timerEdited).map(\.data) == [TimerChanged(timer: detached)])
        #expect(try garden.timer == detached)
        garden.advance(seconds: 1500)
        #expect(try sessions(garden).map { "\($0.taskId ?? 0) \($0.taskTitle ?? "")" } == ["0 Write report"])
    }

    @Test("T12: a paused focus and a rest are detached, too; other tasks are not")
    func otherPhasesAreDetached() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "other"))
        try garden.perform(TimerStart(taskId: 1))
        try garden.perform(TimerPause())
        try garden.perform(TaskRemove(title: "other"))
        #expect(garden.events.map(\.type) == ["task.removed"])
        #expect(try garden.timer.taskId == 1)
        try garden.perform(TaskRemove(id: 1))
        #expect(try garden.timer.taskId == nil)
        #expect(try garden.timer.paused)
    }

    @Test("T12: each session has the title that the task had when the session began")
    func aSessionKeepsItsTitle() throws {
        let garden = try garden()
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(seconds: 60)
        try garden.perform(TaskEdit(id: 1, newTitle: "Send report"))
        #expect(try garden.timer.taskTitle == "Write report")
        garden.advance(seconds: 1440)
        #expect(try sessions(garden).map(\.taskTitle) == ["Write report"])
        garden.advance(seconds: 300)
        #expect(try garden.timer.taskTitle == "Send report")
    }

    @Test("T12: a repeating task stays the task of the next focus after a completion")
    func aRepeatingTaskIsKept() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "daily", due: "2026-01-01", repeat: "daily"))
        try garden.perform(TimerStart(taskId: 2))
        try garden.perform(TaskComplete(id: 2))
        garden.advance(seconds: 1800)
        #expect(try garden.timer.taskTitle == "daily")
        #expect(try garden.task(2).focuses == 1)
    }

    @Test("T12: unknown tasks, both forms, and tasks for a rest are refused")
    func refusedStarts() throws {
        let garden = try garden()
        #expect(try garden.refusal(of: TimerStart(taskId: 9)) == Refusal(.notFound, ["kind": "task", "id": 9]))
        #expect(
            try garden.refusal(of: TimerStart(task: "none")) == Refusal(.notFound, ["kind": "task", "name": "none"]))
        #expect(try garden.refusal(of: TimerStart(taskId: 1, task: "write")) == .invalid("task"))
        #expect(try garden.refusal(of: TimerStart(phase: .rest, task: "write")) == .invalid("task"))
        #expect(try garden.refusal(of: TimerStart(phase: .rest, taskId: 1)) == .invalid("taskId"))
    }
}
