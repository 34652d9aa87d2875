import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// How the dates of tasks follow the zone and the boundary of the day (RULES T14, L10).
@Suite("Tasks and zones")
struct TaskZoneTests {
    @Test("T14: Tokyo to Honolulu with a daily 09:00: the next is at 09:00 in Honolulu")
    func datesFollowTheWallClock() throws {
        let garden = try CoreGarden(at: "2026-01-05T12:00:00+09:00", zone: "Asia/Tokyo")
        let task = try garden.perform(TaskAdd(title: "a", points: 5, remind: "9:00", repeat: "daily"))
        #expect(task.remind == "2026-01-06T09:00:00.000+09:00")
        let single = try garden.perform(TaskAdd(title: "b", due: "2026-01-06 9:00", remind: "2026-01-06 8:00"))
        try garden.travel(to: "Pacific/Honolulu")
        #expect(garden.events.map(\.type) == ["timezone.changed", "task.rescheduled"])
        #expect(
            try garden.published(EventKind.tasksRescheduled) == [
                Published(
                    at: "2026-01-04T17:00:00.000-10:00", data: TasksRescheduled(ids: [1]), cause: "timezone.changed")
            ])
        let moved = try garden.task(1)
        #expect(moved.remind == "2026-01-06T09:00:00.000-10:00")
        #expect(moved.occurrence == "2026-01-06T09:00:00.000-10:00")
        // A single task's instants stay.
        #expect(try garden.task(2).remind?.instant == single.remind?.instant)
        #expect(try garden.task(2).due == "2026-01-05T14:00:00.000-10:00")
        garden.at("2026-01-06T10:00:00-10:00")
        #expect(
            garden.events.filter { $0.type == "task.reminded" }.map(\.at)
                == ["2026-01-05T13:00:00.000-10:00", "2026-01-06T09:00:00.000-10:00"])
    }

    @Test("T14, T6: a reminder that lies in the past after the zone changed fires as missed")
    func aReminderThatHasPassedInTheNewZoneFires() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00-10:00", zone: "Pacific/Honolulu")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        try garden.travel(to: "Asia/Tokyo")
        // 08:00 on Monday in Honolulu is 03:00 on Tuesday in Tokyo.
        let reminded = try garden.tasks(.taskReminded)
        #expect(reminded.map(\.missed) == [1])
        #expect(reminded.map(\.since) == ["2026-01-05T09:00:00.000+09:00"])
        #expect(reminded.map(\.dueAt) == ["2026-01-05T09:00:00.000+09:00"])
        #expect(try garden.task(1).remind == "2026-01-06T09:00:00.000+09:00")
        #expect(try garden.task(1).occurrence == "2026-01-05T09:00:00.000+09:00")
    }

    @Test("T14, P12: paidUpTo moves with the zone")
    func paidUpToFollowsTheWallClock() throws {
        let garden = try CoreGarden(at: "2026-01-05T12:00:00+09:00", zone: "Asia/Tokyo")
        try garden.perform(TaskAdd(title: "a", points: 5, due: "2026-01-05 9:00", repeat: "daily"))
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TaskReopen(id: 1))
        try garden.travel(to: "Pacific/Honolulu")
        // After 09:00 on Tuesday in Tokyo, and before it in Honolulu.
        garden.at("2026-01-06T08:59:00-10:00")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 0)
        try garden.perform(TaskReopen(id: 1))
        garden.at("2026-01-06T09:00:00-10:00")
        #expect(try garden.perform(TaskComplete(id: 1)).paid == 5)
    }

    @Test("T14, T4: a due day is over at the boundary of the new zone, and of the new start of the day")
    func dueDaysFollowTheBoundary() throws {
        let garden = try CoreGarden(at: "2026-01-05T12:00:00Z")
        try garden.perform(TaskAdd(title: "a", due: "2026-01-05"))
        func dueAt() -> Timestamp? { garden.state.taskCounts(at: garden.moment.wall, garden.environment).nextDueAt }
        #expect(dueAt() == "2026-01-06T04:00:00.000+00:00")
        garden.changeSettings { $0.dayStartHour = 6 }
        #expect(garden.events.map(\.type).contains("task.rescheduled"))
        #expect(dueAt() == "2026-01-06T06:00:00.000+00:00")
        try garden.travel(to: "Asia/Tokyo")
        #expect(dueAt() == "2026-01-06T06:00:00.000+09:00")
        #expect(try garden.task(1).due == "2026-01-05")
    }

    @Test("L10, T14: after the day is corrected, reminders armed far ahead come back")
    func aCorrectedDayBringsRemindersBack() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", remind: "9:00", repeat: "daily"))
        garden.stepClock(seconds: 20 * 86_400)
        #expect(try garden.task(1).remind == "2026-01-25T09:00:00.000+00:00")
        garden.stepClock(seconds: -20 * 86_400)
        #expect(try garden.task(1).remind == "2026-01-25T09:00:00.000+00:00")
        try garden.perform(DayCorrect())
        #expect(garden.events.map(\.type).contains("task.rescheduled"))
        #expect(try garden.task(1).remind == "2026-01-05T09:00:00.000+00:00")
    }
}
