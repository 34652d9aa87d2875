import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A stop, a skip or a restart of the timer is undone: the phase is back, paused (RULES P25).
@Suite("Undo of interruptions")
struct InterruptionUndoTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let before: @Sendable (CoreGarden) throws -> Void
        let interrupt: @Sendable (CoreGarden) throws -> Void
        /// What it was in words.
        let text: String
        /// Of the phase, when it is back.
        let left: Int
        let pausedAt: Timestamp

        init(
            _ description: String, _ before: @escaping @Sendable (CoreGarden) throws -> Void,
            _ interrupt: @escaping @Sendable (CoreGarden) throws -> Void, _ text: String, left: Int,
            pausedAt: Timestamp = "2026-01-01T09:12:00Z"
        ) {
            (testDescription, self.before, self.interrupt) = (description, before, interrupt)
            (self.text, self.left, self.pausedAt) = (text, left, pausedAt)
        }
    }

    @Sendable private static func focus(_ garden: CoreGarden) throws {
        try garden.perform(TimerStart(category: "Work"))
        garden.at("09:12:00")
    }

    @Sendable private static func pausedFocus(_ garden: CoreGarden) throws {
        try garden.perform(TimerStart(category: "Work"))
        garden.at("09:05:00")
        try garden.perform(TimerPause())
        garden.at("09:12:00")
    }

    @Sendable private static func rest(_ garden: CoreGarden) throws {
        try garden.perform(TimerStart(category: "Work", minutes: 10))
        garden.at("09:12:00")
    }

    @Sendable private static func stop(_ garden: CoreGarden) throws { try garden.perform(TimerStop()) }
    @Sendable private static func skip(_ garden: CoreGarden) throws { try garden.perform(TimerSkip()) }
    @Sendable private static func restart(_ garden: CoreGarden) throws { try garden.perform(TimerStart(restart: true)) }

    static let rows = [
        Row("a focus is stopped", focus, stop, "stopped focus in Work", left: 780),
        Row("a focus is skipped", focus, skip, "skipped focus in Work", left: 780),
        Row("a focus is restarted", focus, restart, "discarded focus in Work", left: 780),
        Row(
            "a focus is restarted in a new category", focus,
            { try $0.perform(TimerStart(category: "New", minutes: 50, restart: true)) },
            "added the category New, discarded focus in Work", left: 780),
        Row(
            "a paused focus is stopped", pausedFocus, stop, "stopped focus in Work", left: 1200,
            pausedAt: "2026-01-01T09:05:00Z"),
        Row(
            "a paused focus is skipped", pausedFocus, skip, "skipped focus in Work", left: 1200,
            pausedAt: "2026-01-01T09:05:00Z"),
        Row(
            "a paused focus is restarted", pausedFocus, restart, "discarded focus in Work", left: 1200,
            pausedAt: "2026-01-01T09:05:00Z"),
        Row("a rest is stopped", rest, stop, "stopped the rest", left: 180),
        Row("a rest is skipped", rest, skip, "skipped the rest", left: 180),
        Row("a start skips a rest", rest, { try $0.perform(TimerStart()) }, "skipped the rest", left: 180),
        Row(
            "the answer to a notification stops it",
            { garden in
                try garden.perform(TimerStart(category: "Work"))
                garden.at("09:12:00")
                garden.suspend(seconds: 600)
            },
            { try $0.perform(NotificationAct(action: .discard)) }, "stopped focus in Work", left: 780),
    ]

    private func garden(_ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        let garden = try CoreGarden {
            $0.longRestEvery = 2
            configure(&$0)
        }
        try garden.perform(CategoryAdd(name: "Work"))
        return garden
    }

    @Test("P25: the phase is back, paused, with the time it had left, and the record goes", arguments: rows)
    func thePhaseIsBack(_ row: Row) throws {
        let garden = try garden()
        try row.before(garden)
        let (before, sessions) = (garden.state, try garden.ask(SessionList()).sessions)
        let (totals, view) = (try garden.ask(StatsDay()).totals, try garden.timer)
        try row.interrupt(garden)
        garden.advance(seconds: 120)
        #expect(try garden.ask(JournalUndoable(limit: 1)).map(\.possible) == [true])
        #expect(try garden.undo().map(\.what) == [row.text])
        #expect(garden.events.summary.map { $0.dropFirst(9) } == ["change.undone", "timer.paused"])
        #expect(try garden.lines().last?.hasSuffix("undone: \(row.text)") == true)
        var expected = view
        (expected.paused, expected.endsAt, expected.pausedAt) = (true, nil, row.pausedAt)
        expected.pauseReason = view.pauseReason ?? .request
        (expected.remainingSeconds, expected.elapsedSeconds) = (row.left, expected.totalSeconds - row.left)
        #expect(try garden.timer == expected)
        let differences = before.revertible.differences(to: garden.state.revertible)
        #expect(differences.filter { !$0.hasPrefix(".timer") && !$0.hasPrefix(".clock") } == [])
        #expect(garden.state.longRestCycle == before.longRestCycle)
        #expect(garden.state.questions == before.questions)
        #expect(garden.state.timer.run == before.timer.run?.attended)
        #expect(try garden.ask(SessionList()).sessions == sessions)
        #expect(try garden.ask(StatsDay()).totals == totals)
        #expect(try garden.ask(JournalUndoable(limit: 1)).map(\.what) == ["added the category Work"])
        // It goes on like any paused phase.
        try garden.perform(TimerResume())
        garden.advance(seconds: row.left)
        #expect(garden.events.first?.type == "\(view.phase == .focus ? "focus" : "rest").completed")
    }

    @Test("P25: a stop is made again by redo, while the phase is as undo left it")
    func aStopIsMadeAgain() throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(TimerStop())
        let (after, sessions) = (garden.state, try garden.ask(SessionList()).sessions)
        garden.advance(seconds: 60)
        _ = try garden.undo()
        #expect(try garden.redo().map(\.what) == ["stopped focus in Work"])
        #expect(garden.events.summary.map { $0.dropFirst(9) } == ["change.redone", "timer.stopped"])
        #expect(garden.state.timer == .stopped(number: 0))
        #expect(after.revertible.differences(to: garden.state.revertible) == [])
        #expect(try garden.ask(SessionList()).sessions == sessions)
        #expect(try garden.ask(StatsDay()).totals.interruptions == 1)
        _ = try garden.undo()
        #expect(try garden.timer.remainingSeconds == 780)
        #expect(try garden.ask(StatsDay()).totals.interruptions == 0)
        try garden.perform(TimerEdit(category: "Default"))
        #expect(try garden.refusal(of: JournalRedo()) == .refused(.cannotUndo, ["why": "changed_since"]))
        try garden.perform(TimerResume())
        #expect(try garden.refusal(of: JournalRedo()) == .refused(.cannotUndo, ["why": "changed_since"]))
    }

    @Test("P25: a skip is not made again: the phase that it began is gone", arguments: [false, true])
    func aSkipIsNotMadeAgain(restarts: Bool) throws {
        let garden = try garden()
        try Self.focus(garden)
        try restarts ? Self.restart(garden) : Self.skip(garden)
        _ = try garden.undo()
        #expect(try garden.refusal(of: JournalRedo()) == .refused(.cannotUndo, ["why": "changed_since"]))
    }

    @Test("P25: one after the other")
    func oneAfterTheOther() throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(TimerSkip())
        garden.at("09:13:00")
        try garden.perform(TimerSkip())
        garden.at("09:20:00")
        try garden.perform(TimerStart(category: "Work", restart: true))
        garden.at("09:21:00")
        try garden.perform(TimerStop())
        #expect(try garden.undo().map(\.what) == ["stopped focus in Work"])
        #expect(try garden.timer.remainingSeconds == 1440)
        #expect(try garden.undo().map(\.what) == ["discarded focus in Work"])
        #expect(try garden.timer.remainingSeconds == 1080)
        #expect(try garden.undo(2).map(\.what) == ["skipped the rest", "skipped focus in Work"])
        #expect(try garden.timer.remainingSeconds == 780)
        #expect(try garden.timer.phase == .focus)
        #expect(try garden.ask(SessionList()).sessions == [])
        #expect(try garden.ask(StatsDay()).totals.interruptions == 0)
    }

    @Test(
        "P25: a rollover, a restart of the daemon and a reboot do not end it",
        arguments: ["rollover", "restart", "reboot", "clock"])
    func whatDoesNotEndIt(what: String) throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(TimerStop())
        switch what {
        case "rollover": garden.advance(seconds: 86_400)
        case "restart": garden.down(seconds: 3600)
        case "reboot": garden.reboot(seconds: 3600)
        default: garden.stepClock(seconds: 7200)
        }
        #expect(try garden.undo().map(\.what) == ["stopped focus in Work"])
        #expect(try garden.timer.paused)
        #expect(try garden.timer.remainingSeconds == 780)
        #expect(try garden.ask(SessionList()).sessions == [])
        // P28: the person who brings it back needs no mention at once.
        garden.advance(seconds: 1)
        #expect(garden.events == [])
    }

    struct Ending: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let end: @Sendable (CoreGarden) throws -> Void

        init(_ description: String, _ end: @escaping @Sendable (CoreGarden) throws -> Void) {
            (testDescription, self.end) = (description, end)
        }
    }

    @Test(
        "P25: once it cannot be undone, undo passes to the change before it and says so",
        arguments: [
            Ending("another focus") { garden in
                try stop(garden)
                try garden.perform(TimerStart())
            },
            Ending("a rest by request") { garden in
                try stop(garden)
                try garden.perform(TimerStart(phase: .rest))
            },
            Ending("the phase after the one that the skip began") { garden in
                try skip(garden)
                garden.advance(seconds: 301)
            },
            Ending("the session that the restart began is completed") { garden in
                garden.changeSettings { $0.startRest = .never }
                try restart(garden)
                garden.advance(seconds: 1500)
            },
        ])
    func undoPasses(_ ending: Ending) throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(LogNote(text: "a note"))
        try ending.end(garden)
        let timer = garden.state.timer
        #expect(try garden.ask(JournalUndoable()).map(\.method) == ["log.note", "category.add"])
        let refusal = try garden.refusal(of: JournalUndo(passing: false))
        #expect(refusal == .refused(.cannotUndo, ["why": "passed"]))
        let undone = try garden.perform(JournalUndo())
        #expect(undone.undone.map(\.method) == ["log.note"])
        #expect(undone.passed.count == 1)
        #expect(undone.passed.allSatisfy { $0.what.hasSuffix("focus in Work") })
        #expect(garden.state.timer.run?.startedAt == timer.run?.startedAt)
        #expect(try garden.ask(SessionList(outcome: .completed)).sessions.count < 2)
        // What was passed over is no change for redo, either.
        #expect(try garden.redo().map(\.method) == ["log.note"])
    }

    @Test("P25: changes since come first: a corrected session, a removed task and category")
    func laterChangesComeFirst() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "report", category: "Work"))
        try garden.perform(TimerStart(taskId: 1))
        garden.at("09:12:00")
        let before = garden.state
        try garden.perform(TimerStop())
        try garden.perform(SessionEdit(id: 1, end: "9:10"))
        try garden.perform(TaskRemove(id: 1))
        try garden.perform(CategoryRemove(name: "Work"))
        #expect(
            try garden.undo(4).map(\.method) == ["category.remove", "task.remove", "session.edit", "timer.stop"])
        #expect(garden.state.timer.run == before.timer.run)
        #expect(try garden.timer.taskTitle == "report")
        let differences = before.revertible.differences(to: garden.state.revertible)
        #expect(differences.filter { !$0.hasPrefix(".timer") } == [])
        #expect(try garden.ask(SessionList()).sessions == [])
    }

    @Test("P25: a question that lapsed with the session is back")
    func theQuestionIsBack() throws {
        let garden = try garden()
        try garden.perform(TimerStart(category: "Work"))
        garden.at("09:02:00")
        garden.setPresence(.locked)
        garden.at("09:10:00")
        garden.setPresence(.active)
        garden.at("09:12:00")
        let questions = garden.state.openQuestions.map(\.question)
        #expect(questions.map(\.kind) == [.locked])
        try garden.perform(TimerStop())
        #expect(garden.state.openQuestions.isEmpty)
        _ = try garden.undo()
        #expect(garden.state.openQuestions.map(\.question) == questions)
        try garden.perform(TimerResolve(answer: .untilLock))
        #expect(try garden.timer.remainingSeconds == 1260)
    }

    @Test("P25: the session that is completed in the end is one, with the pause")
    func theSessionIsOne() throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(TimerStop())
        garden.at("09:30:00")
        _ = try garden.undo()
        try garden.perform(TimerResume())
        garden.at("09:43:00")
        let session = try #require(try garden.published(EventKind.focusCompleted).first).data.session
        #expect(session.start == "2026-01-01T09:00:00Z" && session.end == "2026-01-01T09:43:00Z")
        #expect(session.minutes == 25)
        #expect(session.pauses == [TimeSpan("2026-01-01T09:12:00Z", "2026-01-01T09:30:00Z")])
        #expect(try garden.ask(SessionList()).sessions.count == 1)
        #expect(garden.state.longRestCycle.completed(at: garden.moment.wall) == 1)
    }

    @Test("P25: a reset of everything ends it")
    func aResetEndsIt() throws {
        let garden = try garden()
        try Self.focus(garden)
        try garden.perform(TimerStop())
        #expect(garden.state.interruptions != Interruptions())
        try garden.perform(GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore")))
        #expect(garden.state.interruptions == Interruptions())
    }

    @Test("P25: what cannot be taken back is named also if no other change is left", arguments: [nil, true, false])
    func noOtherChangeIsLeft(passing: Bool?) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 60)
        try garden.perform(TimerStop())
        try garden.perform(TimerStart())
        let refusal = try garden.refusal(of: JournalUndo(passing: passing))
        #expect(refusal == .refused(.cannotUndo, ["why": "passed"]))
        #expect(refusal.message.hasPrefix("cannot undo \"stopped focus in Default\": a phase has begun since"))
    }

    @Test("P25, P27: a finish that is made again keeps the number of the session")
    func aFinishIsMadeAgain() throws {
        let garden = try CoreGarden { ($0.partialSessions, $0.startRest) = (true, .never) }
        try garden.perform(TimerStart())
        garden.advance(seconds: 600)
        try garden.perform(TimerFinish())
        let after = garden.state
        #expect(after.timer == .stopped(number: 1))
        _ = try garden.undo()
        _ = try garden.redo()
        #expect(garden.state.timer == .stopped(number: 1))
        #expect(after.revertible.differences(to: garden.state.revertible) == [])
        #expect(try garden.perform(TimerStart()).session == 2)
    }
}
