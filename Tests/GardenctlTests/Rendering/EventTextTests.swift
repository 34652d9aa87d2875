import GardenAPI
import Testing

@testable import gardenctl

@Suite struct EventTextTests {
    static let timer = FocusTimer.focus().json
    static let session: JSON = [
        "id": 4, "uid": "a-9", "start": "2026-11-21T09:00:00.000+09:00", "end": "2026-11-21T09:10:00.000+09:00",
        "day": "2026-11-21", "categoryId": 1, "categoryUid": "00000000-0",
        "seconds": 600, "minutes": 10, "category": "Default", "taskId": nil, "outcome": "stopped",
    ]

    static let rest: JSON = [
        "phase": "rest", "category": "Default", "totalSeconds": 300, "elapsedSeconds": 130, "remainingSeconds": 170,
    ]
    static let completedRest: JSON = [
        "phase": "rest", "category": "Default", "totalSeconds": 300, "elapsedSeconds": 300, "remainingSeconds": 0,
    ]
    /// It has just begun, so the elapsed time does not change when it ends.
    static let longRest: JSON = [
        "phase": "rest", "longRest": true, "category": "Default", "totalSeconds": 900, "remainingSeconds": 900,
    ]
    static let wholeDay = FocusTimer.focus { timer in
        (timer.totalSeconds, timer.endsAt) = (86_400, .sample(33, 0))
    }.json

    @Test(
        arguments: [
            ("timer.started", wholeDay, "focus, Default, session 1, 24 h, ends at 2026-11-22 09:00"),
            ("timer.started", timer, "focus, Default, session 1, 25 min, ends at 09:25"),
            ("timer.paused", FocusTimer.pausedFocus.json, "focus, Default, session 1, 25 min, 23 min left"),
            ("timer.stopped", ["phase": "stopped", "interrupted": session], "Default, 10 min unfinished"),
            ("timer.skipped", ["phase": "stopped", "before": rest], "rest, Default, 2 min 10 s of 5 min"),
            ("timer.stopped", ["phase": "stopped", "before": longRest], "long rest, Default, 0 s of 15 min"),
            ("timer.skipped", [:], ""),
            ("focus.completed", session, "Default, 10 min"),
            ("rest.completed", ["phase": "stopped", "before": completedRest], "rest, Default, 5 min"),
            ("rest.completed", FocusTimer.stopped().json, ""),
            ("garden.grew", Garden.grown(27).json, "Default, 27 exp"),
            ("garden.leveledUp", Garden.grown(30).json, "Default, level 3"),
            ("category.added", ["id": 2, "name": "Reading", "color": "blue"], "Reading, blue"),
            ("category.moved", ["id": 2, "name": "Reading", "position": 0], "Reading, to position 0"),
            ("day.rolledOver", ["day": "2026-11-22"], "2026-11-22"),
            ("day.corrected", ["day": "2026-11-21", "before": ["day": "2036-01-05"]], "2036-01-05 → 2026-11-21"),
            ("system.slept", ["since": "2026-11-21T09:25:00.000+09:00"], "since 09:25"),
            ("system.slept", ["since": "2026-11-20T23:50:00.000+09:00"], "since 2026-11-20 23:50"),
            ("system.woke", ["asleepSeconds": 90], "after 1 min 30 s"),
            ("clock.stepped", ["stepMilliseconds": -250], "by −250 ms"),
            ("clock.stepped", ["stepMilliseconds": 3_600_000], "by +1 h"),
            (
                "settings.changed",
                [
                    "changed": ["day.start_hour": 5, "rate.tiers": [["from": 0, "rate": 1.5]]],
                    "before": ["changed": ["day.start_hour": 4, "rate.tiers": []]],
                ],
                "day.start_hour: 4 → 5; rate.tiers: [] → [{ from = 0, rate = 1.5 }]"
            ),
            ("settings.changed", ["changed": ["day.start_hour": 5]], "day.start_hour: 5"),
            ("settings.changed", ["changed": 5], ""),
            ("daemon.started", ["version": "0.1.0"], "0.1.0"),
            ("log.written", ["id": 3, "text": "[09:05] walked"], "[09:05] walked"),
            ("log.removed", ["id": 3, "text": "[09:05] walked"], "[09:05] walked"),
            ("log.archived", ["day": "2026-11-20", "lines": 14, "file": "2026-11-20.log"], "2026-11-20.log, 14 lines"),
            ("log.archived", ["day": "2026-11-20", "lines": 1, "file": "2026-11-20.log"], "2026-11-20.log, 1 line"),
            (
                "archive.pruned", ["keptFrom": "2026-10-22", "days": ["2026-10-20", "2026-10-21"]],
                "2026-10-20, 2026-10-21"
            ),
            ("task.completed", ["id": 9, "title": "Water\nthe plants"], "Water the plants"),
            ("moon.rose", ["phase": 3], ""),
            ("timer.started", "no timer", ""),
        ] as [(String, JSON, String)])
    func anEventHasAOneLineSummary(type: String, data: JSON, summary: String) throws {
        #expect(eventSummary(try EventMessage(json: event(1, type, data)), .plain) == summary)
    }

    static let item = ShopItem.sample(3, "Coffee\u{7}", 500, now: 750, balance: 0).json
    static let bought = Purchase.coffee.json
    static let free: JSON = {
        var purchase = Purchase.coffee
        (purchase.item, purchase.base, purchase.price, purchase.purchaseId) = ("Free", 0, 0, 8)
        return purchase.json
    }()
    static let rate = Rate.sample().json

    /// The rate of an event that also contains the previous one.
    static func after(_ before: JSON) -> JSON {
        guard case .object(var rate) = rate else { return .null }
        rate.append("before", before)
        return .object(rate)
    }

    @Test(
        arguments: [
            (
                "points.adjusted", ["balance": 1250, "amount": -50, "reason": "a typo"],
                "−50, a typo, balance 1250"
            ),
            ("points.earned", ["balance": 1250, "amount": 500, "reason": "Reading"], "+500, Reading, balance 1250"),
            ("points.multiplierChanged", ["balance": 1250, "multiplier": 2], "tasks pay ×2"),
            ("shop.added", item, "Coffee, 500 points"),
            ("shop.edited", item, "Coffee, 500 points"),
            ("shop.moved", item, "Coffee, Treats, to position 0"),
            ("shop.removed", item, "Coffee, 500 points"),
            ("shop.bought", bought, "Coffee, −750 (500 ×1.5), balance 1, purchase 7"),
            ("shop.refunded", bought, "Coffee, +750 (500 ×1.5), balance 1, purchase 7"),
            ("shop.bought", free, "Free, 0 (0 ×1.5), balance 1, purchase 8"),
            ("shop.bought", "no purchase", ""),
            ("shop.rateSwitched", rate, "applied"),
            ("shop.rateSwitched", Rate.sample { $0.applied = false }.json, "not applied"),
            ("rate.added", ["meter": 3200, "amount": 1200, "note": "lunch"], "meter 3200 (+1200), lunch"),
            ("rate.set", ["meter": 100, "amount": -3100], "meter 100 (−3100)"),
            ("rate.forced", ["meter": 3000], "meter 3000"),
            ("rate.raised", rate, "tier 1, ×1.5, 2 days left"),
            ("rate.raised", after(["tier": 0, "rate": 1.0]), "tier 0 → 1, ×1.0 → ×1.5, 2 days left"),
            ("rate.lowered", after(["tier": 2]), "tier 2 → 1, ×1.5, 2 days left"),
            ("rate.lowered", Rate.lowest.json, "tier 0, ×1.0"),
            ("rate.lowered", "no rate", ""),
            ("inventory.added", ["id": 1, "name": "Tickets", "icon": "🎟", "count": 2], "🎟 Tickets, 2"),
            ("inventory.changed", ["id": 1, "name": "Tickets", "icon": nil, "count": 1], "Tickets, 1"),
            ("inventory.removed", ["id": 1, "name": "Tickets", "icon": nil, "count": 0], "Tickets, 0"),
            ("shop.closed", [:], ""),
        ] as [(String, JSON, String)])
    func anEconomyEventHasAOneLineSummary(type: String, data: JSON, summary: String) throws {
        #expect(eventSummary(try EventMessage(json: event(1, type, data)), .plain) == summary)
    }

    static let task = TaskItem.sample(12, "Water the plants") { task in
        task.due = .sample(33, 0)
        task.remind = .sample(32, 0)
        task.repeat = "daily"
        task.occurrence = .sample(33, 0)
    }

    /// The task of an event with further members.
    static func changed(
        _ change: (inout TaskChanged) -> Void = { _ in }, before: JSON? = nil
    ) -> JSON {
        var data = TaskChanged(task: task)
        change(&data)
        guard let before, case .object(var object) = data.json else { return data.json }
        object.append("before", before)
        return .object(object)
    }

    @Test(
        arguments: [
            (
                "task.added", changed(),
                "Water the plants, Reading, due 2026-11-22 09:00, reminder 2026-11-22 08:00, daily"
            ),
            (
                "task.edited",
                changed(before: [
                    "due": "2026-11-21", "note": "a\nb", "repeat": nil, "categoryId": 3, "position": 1,
                    "updatedAt": "2026-11-21T09:00:00.000+09:00",
                ]), "Water the plants, due 2026-11-21 → 2026-11-22 09:00; note a b → none; repeat none → daily"
            ),
            (
                "task.edited", changed(before: ["focuses": 3, "minutes": 75]),
                "Water the plants, focuses 3 → 0; minutes 75 → 0"
            ),
            ("task.moved", changed(), "Water the plants, Reading, to position 0"),
            (
                "task.completed",
                changed { data in
                    (data.paid, data.exp, data.completed) = (500, 1, .sample(9, 0))
                    data.skipped = SkippedOccurrences(count: 2, first: .sample(9, 0), last: .sample(9, 0))
                }, "Water the plants, 2026-11-21 09:00, +500, +1 exp, 2 skipped, next 2026-11-22 09:00"
            ),
            (
                "task.completed",
                changed { data in
                    (data.paid, data.exp, data.task.completedAt) = (0, 0, .sample(9, 0))
                }, "Water the plants, paid before"
            ),
            ("task.reopened", changed { $0.completed = .sample(9, 0) }, "Water the plants, 2026-11-21 09:00"),
            (
                "task.skipped", changed { $0.completed = .day(.sample) },
                "Water the plants, 2026-11-21, next 2026-11-22 09:00"
            ),
            (
                "task.reminded",
                changed { data in
                    (data.missed, data.since, data.dueAt) = (5, .sample(4, 0), .sample(9, 0))
                }, "Water the plants, 2026-11-21 09:00, missed 5×, since 2026-11-21 04:00"
            ),
            (
                "task.reminded", changed { data in (data.missed, data.dueAt) = (0, .sample(9, 0)) },
                "Water the plants, 2026-11-21 09:00"
            ),
            (
                "task.remindersMissed", changed { data in (data.missed, data.since) = (4, .sample(4, 0)) },
                "Water the plants, missed 4×, since 2026-11-21 04:00"
            ),
            (
                "task.snoozed", changed { $0.task.snoozedUntil = .sample(9, 10) },
                "Water the plants, until 2026-11-21 09:10"
            ),
            (
                "task.allMoved",
                TasksMoved(from: "Old", fromId: 3, fromUid: "a-3", to: "Default", toId: 1, toUid: "a-1", ids: [4, 5])
                    .json, "2 tasks, Old → Default"
            ),
            ("task.rescheduled", TasksRescheduled(ids: [4]).json, "1 task"),
            ("task.sung", [:], ""),
        ] as [(String, JSON, String)])
    func anEventOfATaskHasAOneLineSummary(type: String, data: JSON, summary: String) throws {
        #expect(eventSummary(try EventMessage(json: event(1, type, data)), .plain) == summary)
    }

    @Test func aLongTitleAndNoteAreCutOnATerminalOnly() throws {
        let (title, note) = (String(repeating: "読", count: 200), String(repeating: "n", count: 200))
        let task = TaskItem.sample(3, title) { $0.note = note }
        guard case .object(var data) = TaskChanged(task: task).json else { return }
        data.append("before", ["note": nil])
        let edited = try EventMessage(json: event(1, "task.edited", .object(data)))

        #expect(
            eventSummary(edited, Style(isColored: false, columns: 200))
                == "\(title.prefix(29))…, note none → \(note.prefix(39))…")
        #expect(eventSummary(edited, .plain) == "\(title), note none → \(note)")
    }

    @Test func anEventIsPrintedOnOneLine() throws {
        let grown = try EventMessage(json: event(42, "garden.grew", Garden.grown(27).json))
        let slept = try EventMessage(json: event(1_234_567, "system.slept"))

        #expect(eventText(grown, .plain) == "    42  2026-11-21 09:25:00  garden.grew           Default, 27 exp")
        #expect(eventText(slept, .plain) == "1234567  2026-11-21 09:25:00  system.slept")
    }
}
