import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

extension CoreGarden {
    /// What the last step shows on the desktop: "kind #id: summary | body [actions]", with the seq counted from the end.
    fileprivate func shown() throws -> [String] { try context.notifications(about: events).map(\.notification.line) }

    /// What can be answered.
    fileprivate func open() throws -> [String] { try ask(NotificationList()).map(\.line) }

    fileprivate func act(_ action: NotificationAction, id: Int? = nil) throws -> NotificationOutcome {
        try perform(NotificationAct(id: id, action: action))
    }

    fileprivate func newestId() throws -> Int { try #require(try ask(NotificationList()).first).id }
}

extension GardenNotification {
    fileprivate var line: String {
        "\(kind.rawValue): \(summary) | \(body) \(actions.map(\.action.rawValue))"
    }
}

@Suite("Notifications")
struct NotificationTests {
    private static let resting =
        #"focus_completed: Focus completed | Default, 25 min. A rest of 5 min has begun. ["skipRest", "extend"]"#
    private static let restWaits =
        #"focus_completed: Focus completed | Default, 25 min. The rest is ready to start. ["startRest", "skipRest"]"#
    private static let focusing =
        #"rest_completed: Rest completed | Session 2 has begun. ["snooze", "stop"]"#
    private static let focusWaits =
        #"rest_completed: Rest completed | Session 2 is ready to start. ["startFocus", "snooze", "stop"]"#

    private static let tooLate = RefusalReason.tooLate

    // MARK: Phases

    @Test("N2: a focus session ends and its rest begins: the rest can be skipped or made longer")
    func aRestThatBegan() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        #expect(try garden.shown() == [])
        garden.at("09:25:00")
        #expect(try garden.shown() == [Self.resting])
        #expect(try garden.open() == [Self.resting])
        let id = try garden.newestId()
        #expect(try #require(garden.state.lastFocus).added == id)
        let outcome = try garden.act(.extend, id: id)
        #expect(outcome.timer.remainingSeconds == 600)
        #expect(garden.events.summary == ["09:25:00 timer.extended"])
        // It can still be skipped.
        #expect(try garden.act(.skipRest).timer.phase == .focus)
        #expect(garden.events.summary == ["09:25:00 timer.skipped", "09:25:00 timer.started"])
        #expect(try garden.open() == [])
        #expect(
            try garden.refusal(of: NotificationAct(id: id, action: .extend))
                == .refused(Self.tooLate, ["id": .integer(id)]))
    }

    @Test("N2: a focus session ends and its rest waits: a button starts it, once")
    func aRestThatWaits() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.perform(TimerStart())
        garden.at("09:25:00")
        #expect(try garden.shown() == [Self.restWaits])
        let id = try garden.newestId()
        garden.at("09:30:00")
        let outcome = try garden.act(.startRest)
        #expect(outcome.id == id && outcome.kind == .focusCompleted && outcome.action == .startRest)
        #expect(outcome.timer.phase == .rest && outcome.timer.session == 1)
        #expect(garden.events.summary == ["09:30:00 timer.started"])
        #expect(try garden.open() == [])
        #expect(
            try garden.refusal(of: NotificationAct(id: id, action: .startRest))
                == .refused(Self.tooLate, ["id": .integer(id)]))
        #expect(try garden.refusal(of: NotificationAct(action: .startRest)) == .refused(Self.tooLate))
    }

    @Test("N2: a waiting rest can be skipped: the next session begins, on the same task")
    func aWaitingRestIsSkipped() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        let task = try garden.perform(TaskAdd(title: "Write", category: "Work"))
        try garden.perform(TimerStart(taskId: task.id))
        garden.at("09:25:00")
        let timer = try garden.act(.skipRest).timer
        #expect(timer.phase == .focus && timer.session == 2 && timer.category == "Work" && timer.taskId == task.id)
    }

    @Test("N2: a new day, or any other change of the timer, ends what a notification offers")
    func whatIsOverOffersNothing() throws {
        let garden = try CoreGarden(at: "2026-01-01T09:00:00Z") { $0.startRest = .never }
        try garden.perform(TimerStart())
        garden.at("09:25:00")
        #expect(try garden.open() == [Self.restWaits])
        garden.at("2026-01-02T04:00:00Z")
        #expect(try garden.open() == [])

        try garden.perform(TimerStart())
        garden.at("04:25:00")
        try garden.perform(TimerStart(phase: .rest))
        #expect(try garden.open() == [])
        try garden.perform(TimerStop())
        #expect(try garden.open() == [])
    }

    @Test("N2: a rest ends and the next session begins: 5 more minutes of rest, or stop")
    func aSessionThatBegan() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:30:00")
        #expect(try garden.shown() == [Self.focusing])
        let timer = try garden.act(.snooze).timer
        #expect(timer.phase == .rest && timer.session == 1 && timer.remainingSeconds == 300)
        garden.at("09:35:00")
        #expect(try garden.shown() == [Self.focusing])
        #expect(try garden.act(.stop).timer == .stopped(session: 0))
        #expect(try garden.open() == [])
    }

    @Test("N2: a rest ends and the next session waits", arguments: [NotificationAction.startFocus, .snooze, .stop])
    func aSessionThatWaits(action: NotificationAction) throws {
        let garden = try CoreGarden { $0.startFocus = .never }
        try garden.perform(TimerStart())
        garden.at("09:30:00")
        #expect(try garden.shown() == [Self.focusWaits])
        garden.at("09:40:00")
        let timer = try garden.act(action).timer
        switch action {
        case .startFocus: #expect(timer.phase == .focus && timer.session == 2)
        case .snooze: #expect(timer.phase == .rest && timer.session == 1 && timer.remainingSeconds == 300)
        default: #expect(timer == .stopped(session: 0))
        }
        #expect(try garden.open() == [])
    }

    @Test("P16: a rest ends while no one is present: notified once, and offered once more at the return")
    func theNextSessionIsOfferedAtTheReturn() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:27:00")
        garden.setPresence(.idle)
        #expect(try garden.shown() == [])
        garden.at("09:30:00")
        #expect(try garden.shown() == [Self.focusWaits])
        garden.setPresence(.locked)
        #expect(try garden.shown() == [])
        garden.setPresence(.active)
        #expect(try garden.shown() == [Self.focusWaits])
        #expect(garden.events.summary == ["09:30:00 presence.changed"])
        garden.setPresence(.idle)
        garden.setPresence(.active)
        #expect(try garden.shown() == [])
        #expect(try garden.act(.startFocus).timer.session == 2)
    }

    @Test(
        "N2, P9: after a sleep, the session can be resumed, discarded or counted",
        arguments: [NotificationAction.resume, .discard, .count])
    func aSleepIsAnswered(action: NotificationAction) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.suspend(seconds: 600)
        #expect(
            try garden.shown() == [
                "woke: Focus paused | Default, 15:00 left. The machine slept or was off for 10 min."
                    + #" ["resume", "discard", "count"]"#
            ])
        let timer = try garden.act(action).timer
        switch action {
        case .resume: #expect(timer.phase == .focus && timer.remainingSeconds == 900)
        case .count: #expect(timer.phase == .focus && timer.remainingSeconds == 300)
        default: #expect(timer == .stopped(session: 0))
        }
        #expect(try garden.open() == [])
    }

    @Test("N2: a pause that a person asked for shows nothing")
    func anOrdinaryPause() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        try garden.perform(TimerPause())
        #expect(try garden.shown() == [])
        #expect(try garden.open() == [])
    }

    @Test(
        "N2, P14: a lock is asked about beside the timer's own notification",
        arguments: [NotificationAction.keep, .discard, .untilLock])
    func aLockIsAnswered(action: NotificationAction) throws {
        let garden = try CoreGarden { $0.startRest = .never }
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:40:00")
        garden.setPresence(.active)
        let question =
            "locked: Did you focus on Default? | The desktop was locked for 15 min of the session."
            + #" ["keep", "discard", "untilLock"]"#
        #expect(try garden.shown() == [question])
        #expect(try garden.open() == [question, Self.restWaits])
        let outcome = try garden.act(action)
        #expect(outcome.kind == .locked)
        #expect(outcome.session?.outcome == (action == .keep ? nil : action == .discard ? .discarded : .completed))
        #expect(outcome.session.map(\.seconds) == (action == .keep ? nil : action == .discard ? 1500 : 600))
        #expect(try garden.open() == [Self.restWaits])
        #expect(
            try garden.refusal(of: NotificationAct(id: outcome.id, action: action))
                == .refused(Self.tooLate, ["id": .integer(outcome.id)]))
    }

    // MARK: Reminders

    private static let reminder = #"reminder: Water | Default, 09:30 ["done", "snooze"]"#

    @Test("N2: a reminder can be answered once, and only while nothing else was done about the task")
    func aReminder() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "Water", points: 3, remind: "9:30"))
        garden.at("09:30:00")
        #expect(try garden.shown() == [Self.reminder])
        let first = try garden.newestId()
        let snoozed = try garden.act(.snooze)
        #expect(snoozed.task?.snoozedUntil == "2026-01-01T09:40:00Z")
        #expect(try garden.open() == [])
        #expect(
            try garden.refusal(of: NotificationAct(id: first, action: .done))
                == .refused(Self.tooLate, ["id": .integer(first)]))
        garden.at("09:40:00")
        #expect(try garden.open() == [#"reminder: Water | Default, 09:40 ["done", "snooze"]"#])
        let done = try garden.act(.done)
        #expect(done.task?.id == task.id && done.task?.completedAt == "2026-01-01T09:40:00Z")
        #expect(garden.state.points.balance == 3)
        #expect(try garden.open() == [])
        // It is undone as the completion that it is.
        #expect(try garden.perform(JournalUndo()).undone.map(\.method) == ["notification.act"])
        #expect(garden.state.points.balance == 0)
        #expect(try garden.open() == [#"reminder: Water | Default, 09:40 ["done", "snooze"]"#])
    }

    @Test("N2: an answer that changes the timer cannot be undone, and does not stand before one that can")
    func anAnswerOfTheTimerIsNotUndone() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.perform(TaskAdd(title: "Water"))
        try garden.perform(TimerStart())
        garden.at("09:25:00")
        _ = try garden.act(.startRest)
        #expect(try garden.perform(JournalUndo()).undone.map(\.what) == ["added Water"])
    }

    @Test("N3: a reminder of a repeating task applies to its occurrence")
    func aReminderOfAnOccurrence() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "Water", remind: "9:30", repeat: "daily"))
        garden.at("09:30:00")
        let planned = try #require(try garden.context.openNotifications().first)
        #expect(planned.subject == "task:\(task.id)")
        try garden.perform(TaskComplete(id: task.id))
        #expect(try garden.context.isOpen(planned) == false)
        #expect(try garden.open() == [])
        garden.at("2026-01-02T09:30:00Z")
        #expect(try garden.open() == [Self.reminder])
    }

    @Test("N2: several missed reminders are one notification with a list and no buttons")
    func missedRemindersAreOne() throws {
        let garden = try CoreGarden()
        for title in ["Water", "Prune"] { try garden.perform(TaskAdd(title: title, remind: "9:30")) }
        try garden.perform(TaskAdd(title: "Sweep", remind: "9:31", repeat: "FREQ=MINUTELY;INTERVAL=5"))
        try garden.perform(TaskAdd(title: "Later", remind: "10:00"))
        garden.down(seconds: 3600 - 120)
        #expect(
            try garden.shown() == [
                """
                reminder: 3 missed reminders | Water: Default, 09:30 (missed)
                Prune: Default, 09:30 (missed)
                Sweep: Default, 09:56 (missed 6×, first 09:31) []
                """
            ])
        // Each can be answered by its id.
        #expect(try garden.ask(NotificationList()).map(\.actions.count) == [2, 2, 2])
        let together = try #require(try garden.context.notifications(about: garden.events).first)
        for title in ["Water", "Prune", "Sweep"] {
            #expect(try garden.context.isOpen(together))
            try garden.perform(TaskRemove(title: title))
        }
        #expect(try garden.context.isOpen(together) == false)
    }

    @Test("N1: the reminders after a seq that still apply are shown again")
    func remindersAreShownAgain() throws {
        let garden = try CoreGarden()
        for title in ["Water", "Prune", "Sweep"] { try garden.perform(TaskAdd(title: title, remind: "9:30")) }
        garden.at("09:30:00")
        let first = try #require(garden.events.first { $0.type == "task.reminded" }).seq
        try garden.perform(TaskComplete(title: "Sweep"))
        let again = try garden.context.unshownNotifications(after: first)
        #expect(again.map(\.notification.line) == [#"reminder: Prune | Default, 09:30 ["done", "snooze"]"#])
        #expect(try garden.context.unshownNotifications(after: garden.state.seq) == [])
    }

    // MARK: Facts

    @Test("N2: a new level and higher prices are facts, which nothing ends")
    func facts() throws {
        let garden = try CoreGarden()
        for index in 1...10 {
            try garden.perform(TaskAdd(title: "Task \(index)"))
            try garden.perform(TaskComplete(title: "Task \(index)"))
        }
        #expect(try garden.shown() == ["level_up: Default reached level 1 |  []"])
        let level = try #require(try garden.context.notifications(about: garden.events).first)
        #expect(level.isFact && level.subject == "garden:1")
        try garden.perform(RateAdd(amount: 3200))
        #expect(try garden.shown() == ["tier_raised: Prices rose to ×1.5 | The rate is in tier 1. []"])
        #expect(try garden.open() == [])
        #expect(try garden.context.isOpen(level))
        let storage = garden.context.storageNotification("no space left on device")
        #expect(
            storage.notification.line
                == "storage_failed: Cannot write to disk | no space left on device. gardend refuses changes"
                + " until it can write again. []")
    }

    // MARK: Bad requests

    @Test(
        "N2: an unknown id, an id of another event, an action of another kind and a late one have errors of their own")
    func badRequests() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:25:00")
        let id = try garden.newestId()
        #expect(
            try garden.refusal(of: NotificationAct(id: 9999, action: .keep))
                == Refusal(.notFound, ["kind": "notification", "id": 9999]))
        #expect(
            try garden.refusal(of: NotificationAct(id: 1, action: .keep))
                == Refusal(.notFound, ["kind": "notification", "id": 1]))
        let other = try garden.refusal(of: NotificationAct(id: id, action: .untilLock))
        #expect(other == Refusal(.invalidParams, ["param": "action"]))
        #expect(
            other.message
                == "action must be one that the notification has: focus_completed has startRest, skipRest, extend")
        #expect(
            try garden.refusal(of: NotificationAct(id: id, action: .startRest))
                == .refused(Self.tooLate, ["id": .integer(id)]))
    }

    @Test("N2: a pause that a person asked for is no notification")
    func anOrdinaryPauseHasNoId() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        try garden.perform(TimerPause())
        let id = garden.state.seq
        #expect(
            try garden.refusal(of: NotificationAct(id: id, action: .resume))
                == Refusal(.notFound, ["kind": "notification", "id": .integer(id)]))
    }

    // MARK: Texts

    @Test("N2: the settings reword a kind")
    func textsFromTheSettings() throws {
        let garden = try CoreGarden { settings in
            settings.notificationTexts[.focusCompleted] = ("{{{session}}} {category}", "")
        }
        try garden.perform(TimerStart())
        garden.at("09:25:00")
        #expect(try garden.shown() == [#"focus_completed: {1} Default |  ["skipRest", "extend"]"#])
    }

    @Test("Every kind has a sample without an open placeholder", arguments: NotificationKind.allCases)
    func samples(kind: NotificationKind) throws {
        let sample = try CoreGarden().context.sampleNotification(kind).notification
        #expect(!sample.summary.isEmpty)
        #expect(!(sample.summary + sample.body).contains("{"))
        #expect(sample.id == 0 && sample.kind == kind)
    }

    @Test("The placeholders of a text are those of its kind")
    func aWrongPlaceholderIsRefused() throws {
        let name = "notifications.text.reminder.summary"
        let problem = #expect(throws: ValidationError.self) { try Settings(json: [name: "{tsk}"]) }
        #expect(
            problem?.message
                == "\(name) is not a valid text: unknown placeholder {tsk}; did you mean {task}? use one of: task, "
                + "category,"
                + " time, missed")
        #expect(try Settings(json: [name: ""]).notificationTexts[.reminder].summary == "")
    }
}
