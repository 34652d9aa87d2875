import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A correction of the phase in progress (RULES P19).
struct TimerEditTests {
    @Test("P19: a corrected focus session keeps its time, and counts for the right category")
    func aCorrectedSessionCountsForTheRightCategory() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart(category: "Reading"))
        garden.advance(seconds: 600)
        var after = try garden.timer
        (after.category, after.categoryId) = ("Thesis", 3)
        let corrected = try garden.perform(TimerEdit(category: "Thesis"))
        after.categoryUid = corrected.categoryUid
        #expect(corrected == after)
        #expect(garden.events.summary == ["09:10:00 category.added", "09:10:00 timer.edited"])
        garden.advance(seconds: 900)
        #expect(try garden.expByCategory() == ["Default": 0, "Reading": 0, "Thesis": 1])
        #expect(try garden.lines() == ["[09:25] focus 25 min Thesis"])
        #expect(try garden.published(EventKind.focusCompleted).map(\.data.session.category) == ["Thesis"])
        // The next session is in that category by default.
        try garden.perform(TimerStop())
        #expect(try garden.perform(TimerStart()).category == "Thesis")
    }

    @Test("P19: a paused phase stays paused; what is right already changes nothing")
    func aPausedPhaseStaysPaused() throws {
        let garden = try CoreGarden()
        try garden.perform(CategoryAdd(name: "Reading"))
        try garden.perform(TimerStart())
        garden.advance(seconds: 60)
        try garden.perform(TimerPause())
        garden.advance(seconds: 60)
        var expected = try garden.timer
        #expect(try garden.perform(TimerEdit(category: "default")) == expected)
        #expect(garden.events.summary == [])
        (expected.category, expected.categoryId) = ("Reading", 2)
        var corrected = try garden.perform(TimerEdit(category: "reading"))
        #expect(corrected.categoryUid != expected.categoryUid)
        corrected.categoryUid = expected.categoryUid
        #expect(corrected == expected)
        #expect(corrected.pausedAt == Timestamp("2026-01-01T09:01:00.000Z"))
    }

    @Test("P19, T12: a task brings its category, unless the request names one; null takes the task away")
    func aTaskBringsItsCategory() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Write the report", category: "Work"))
        try garden.perform(TaskAdd(title: "Read", category: "Home"))
        try garden.perform(TimerStart(category: "Reading"))
        let byTitle = try garden.perform(TimerEdit(task: "write"))
        #expect([byTitle.category, byTitle.taskTitle] == ["Work", "Write the report"])
        let named = try garden.perform(TimerEdit(category: "Reading", taskId: .set(2)))
        #expect([named.category, named.taskTitle] == ["Reading", "Read"])
        let alone = try garden.perform(TimerEdit(taskId: .clear))
        #expect([alone.category, alone.taskTitle] == ["Reading", nil])
        #expect(alone.taskId == nil)
        try garden.perform(TimerEdit(category: "Work", taskId: .set(1)))
        garden.advance(seconds: 1500)
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 1)
        #expect(try garden.ask(TaskGet(id: 2)).focuses == 0)
    }

    @Test("P19: an impossible correction is refused and changes nothing")
    func refusalsChangeNothing() throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TimerEdit(category: "New")) == Refusal(.notRunning, ["phase": "stopped"]))
        try garden.perform(TaskAdd(title: "Read"))
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(TimerStart())
        let timer = try garden.timer
        #expect(try garden.refusal(of: TimerEdit()) == .invalid("category"))
        #expect(try garden.refusal(of: TimerEdit(taskId: .set(1), task: "Read")) == .invalid("task"))
        #expect(
            try garden.refusal(of: TimerEdit(category: "New", taskId: .set(1))) == .refused(.alreadyDone, ["id": 1]))
        #expect(
            try garden.refusal(of: TimerEdit(category: "New", taskId: .set(7)))
                == Refusal(.notFound, ["kind": "task", "id": 7]))
        #expect(try garden.timer == timer)
        #expect(try garden.expByCategory() == ["Default": 1])
    }

    @Test("P19: a correction during a rest is for the next session; the one before stays as it is")
    func aRestIsCorrectedForTheNextSession() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart(category: "Reading"))
        garden.advance(seconds: 1560)
        let rest = try garden.perform(TimerEdit(category: "Thesis"))
        #expect([rest.phase.rawValue, rest.category] == ["rest", "Thesis"])
        #expect(rest.remainingSeconds == 240)
        garden.advance(seconds: 240)
        #expect(try garden.timer.category == "Thesis")
        #expect(try garden.expByCategory() == ["Default": 0, "Reading": 1, "Thesis": 0])
    }

    @Test("Status: today's sessions are those that began on the current day; a reset forgets them")
    func theStatusSumsTheDay() throws {
        let garden = try CoreGarden(at: "2026-01-02T03:30:00Z") { $0.startRest = .never }
        func today() throws -> [Int] {
            let today: FocusToday = try garden.ask(DaemonStatus()).today
            return [today.minutes, today.sessions, today.goalMinutes]
        }
        #expect(try today() == [0, 0, 0])
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(try today() == [25, 1, 0])
        try garden.perform(TimerStart(minutes: 10))
        garden.advance(seconds: 600)
        // That one began before 4 a.m., so the new day has none yet.
        #expect(try today() == [0, 0, 0])
        try garden.perform(TimerStart(minutes: 50))
        garden.advance(seconds: 60)
        try garden.perform(TimerStop())
        #expect(try today() == [0, 0, 0])
        try garden.perform(TimerStart(minutes: 50))
        garden.advance(seconds: 3000)
        #expect(try today() == [50, 1, 0])
        try garden.perform(
            GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore it")))
        #expect(try today() == [0, 0, 0])
    }

    @Test("Status: points are in use from the first item, point or spending on")
    func theStatusSaysWhetherPointsAreInUse() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(try !garden.ask(DaemonStatus()).usesPoints)
        try garden.perform(ShopAdd(name: "Tea", price: 5))
        #expect(try garden.ask(DaemonStatus()).usesPoints)
        try garden.perform(ShopRemove(name: "Tea"))
        #expect(try !garden.ask(DaemonStatus()).usesPoints)
        try garden.perform(RateAdd(amount: 5))
        #expect(try garden.ask(DaemonStatus()).usesPoints)
    }
}

extension CoreGarden {
    /// The experience of each garden, by category.
    fileprivate func expByCategory() throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try ask(GardenList()).map { ($0.category, $0.exp) })
    }
}
