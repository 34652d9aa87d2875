import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The focus on a task is that of its sessions, also when they are corrected after it was completed (RULES T12, P30).
@Suite struct TaskFocusCorrectionTests {
    /// Essay (1) and Poster (2), at noon. The first has a session of 50 minutes at 9:00.
    private static func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-11-18T08:00:00Z")
        try garden.perform(TaskAdd(title: "Essay", category: "Thesis"))
        try garden.perform(TaskAdd(title: "Poster", category: "Thesis"))
        garden.advance(seconds: 4 * 3600)
        try garden.perform(SessionAdd(start: "9:00", end: "9:50", taskId: 1))
        return garden
    }

    /// The sessions and minutes of a task, which the list of completed tasks repeats, and so does what its sessions say.
    private static func focus(_ garden: CoreGarden, _ id: Int = 1) throws -> [Int] {
        let task = try garden.ask(TaskGet(id: id))
        let listed = try garden.ask(TaskList(status: .all)).tasks.first { $0.id == id }
        #expect(listed == task)
        let sessions = try garden.ask(SessionList(taskId: id)).sessions.filter { $0.outcome == .completed }
        let expected = [sessions.count, sessions.reduce(0) { $0 + $1.seconds } / 60]
        #expect([task.focuses, task.minutes] == expected)
        return [task.focuses, task.minutes]
    }

    @Test(
        "T12: a session added to a completed task counts, and stays counted when the task is reopened and completed again"
    )
    func aSessionIsAdded() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(id: 1))
        #expect(try Self.focus(garden) == [1, 50])
        try garden.perform(SessionAdd(start: "10:00", end: "10:30", taskId: 1))
        #expect(try Self.focus(garden) == [2, 80])
        let before = try garden.ask(TaskGet(id: 1))
        let reopened = try garden.perform(TaskReopen(id: 1))
        #expect([reopened.focuses, reopened.minutes] == [2, 80])
        let data = try garden.published(EventKind.taskReopened).first
        #expect(data?.before?.task.minutes == before.minutes && data?.data.task.minutes == 80)
        #expect(try Self.focus(garden) == [2, 80])
        try garden.perform(SessionRemove(id: 2))
        #expect(try Self.focus(garden) == [1, 50])
        #expect(try garden.perform(TaskComplete(id: 1)).task.minutes == 50)
    }

    @Test("P30: a session that leaves a completed task, comes back, is split and is removed")
    func aSessionIsCorrected() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(SessionEdit(id: 1, taskId: .set(2)))
        #expect(try Self.focus(garden) == [0, 0] && Self.focus(garden, 2) == [1, 50])
        try garden.perform(SessionEdit(id: 1, taskId: .set(1)))
        #expect(try Self.focus(garden) == [1, 50] && Self.focus(garden, 2) == [0, 0])
        try garden.perform(SessionSplit(id: 1, at: "9:20"))
        #expect(try Self.focus(garden) == [2, 50])
        try garden.perform(SessionEdit(id: 1, end: "9:10"))
        #expect(try Self.focus(garden) == [2, 40])
        try garden.perform(SessionRemove(id: 2))
        #expect(try Self.focus(garden) == [1, 10])
        // Nothing of it is an event of the task, which is as it was completed.
        #expect(garden.events.allSatisfy { !$0.type.hasPrefix("task.") })
    }

    @Test("U4: undo of a completion leaves a session that was added behind it, and undo of that takes it back")
    func aCompletionIsUndone() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(id: 1))
        let completed = try Self.lastChange(garden)
        try garden.perform(SessionAdd(start: "10:00", end: "10:30", taskId: 1))
        _ = try garden.undo(change: completed)
        #expect(garden.events.map(\.type).prefix(2) == ["change.undone", "task.edited"])
        #expect(try Self.focus(garden) == [2, 80])
        #expect(try garden.ask(TaskGet(id: 1)).completedAt == nil)
        _ = try garden.redo()
        #expect(try Self.focus(garden) == [2, 80])
    }

    @Test("U4: a session that a completed task lost comes back after the task was reopened")
    func aRemovalIsUndone() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(SessionRemove(id: 1))
        #expect(try Self.focus(garden) == [0, 0])
        _ = try garden.undo()
        #expect(try Self.focus(garden) == [1, 50])
        _ = try garden.redo()
        #expect(try Self.focus(garden) == [0, 0])
        try garden.perform(TaskReopen(id: 1))
        #expect(try Self.focus(garden) == [0, 0])
        _ = try garden.undo()
        _ = try garden.undo()
        #expect(try Self.focus(garden) == [1, 50])
        _ = try garden.undo()
        #expect(try Self.focus(garden) == [1, 50])
        #expect(try garden.ask(TaskGet(id: 1)).completedAt == nil)
    }

    @Test("U4: a task that was removed comes back with the sessions that it has now")
    func aRemovedTaskComesBack() throws {
        let garden = try Self.garden()
        try garden.perform(TaskRemove(id: 1))
        try garden.perform(SessionEdit(id: 1, end: "9:20"))
        #expect(try garden.undo(2).map(\.method) == ["session.edit", "task.remove"])
        #expect(try Self.focus(garden) == [1, 50])
        #expect(try garden.redo(2).count == 2)
        #expect(try garden.ask(SessionGet(id: 1)).minutes == 20)
    }

    private static func lastChange(_ garden: CoreGarden) throws -> Int {
        try #require(garden.ask(JournalUndoable()).first).seq
    }

    @Test("T12: a focus session that ends after its task was completed, or by hand, counts in whole seconds")
    func aSessionEndsLater() throws {
        let garden = try CoreGarden(at: "2026-11-18T08:00:00Z") { $0.partialSessions = true }
        try garden.perform(TaskAdd(title: "Essay", category: "Thesis"))
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(milliseconds: 620_700)
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TimerStop())
        let completed = try garden.ask(TaskGet(id: 1))
        #expect([completed.focuses, completed.minutes] == [0, 10])
        try garden.perform(TaskReopen(id: 1))
        #expect(garden.state.tasks[1]?.progress.focus == TaskFocus(sessions: 0, seconds: 620))
        try garden.perform(SessionRemove(id: 1))
        #expect(garden.state.tasks[1]?.progress.focus == TaskFocus())
    }
}
