import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The sentence that every event carries (API §3).
@Suite struct EventTextTests {
    private static let at = "2026-11-21T09:25:00.000+09:00"

    /// What an event of that type with that data says.
    private static func text(_ type: String, _ data: JSON) throws -> String {
        let kind = try #require(EventCatalog.kinds.first { $0.type == type })
        let at = try #require(Timestamp(at))
        return kind.template.text(of: EventValues(at: at) { data[$0] ?? .null })
    }

    private static let focus: [String: JSON] = [
        "phase": "focus", "longRest": false, "category": "Reading", "session": 1, "totalSeconds": 1500,
        "remainingSeconds": 1380, "startedAt": .string(at), "endsAt": "2026-11-21T09:50:00.000+09:00",
    ]

    private static func with(_ members: [String: JSON], _ changes: [String: JSON?]) -> JSON {
        var all = members
        for (name, value) in changes { all[name] = value }
        return .object(JSONObject(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }

    @Test(
        arguments: [
            ("timer.started", with(focus, [:]), "Started focus in Reading, session 1, 25 min, ends at 09:50"),
            (
                "timer.started", with(focus, ["endsAt": "2026-11-22T09:00:00.000+09:00", "totalSeconds": 86_400]),
                "Started focus in Reading, session 1, 24 h, ends at 2026-11-22 09:00"
            ),
            (
                "timer.started", with(focus, ["phase": "rest", "longRest": true, "category": nil]),
                "Started long rest, session 1, 25 min, ends at 09:50"
            ),
            ("timer.paused", with(focus, ["endsAt": nil]), "Paused focus in Reading, session 1, 25 min, 23 min left"),
            ("timer.edited", with(focus, [:]), "Changed focus in Reading, session 1, 25 min, ends at 09:50"),
            ("timer.edited", ["phase": "stopped", "session": 0, "startedAt": nil], "The last session is 0"),
            (
                "timer.stopped", ["phase": "stopped", "interrupted": ["category": "Reading", "seconds": 600]],
                "Stopped focus in Reading, 10 min unfinished"
            ),
            (
                "timer.skipped",
                ["phase": "stopped", "before": ["phase": "rest", "totalSeconds": 300, "elapsedSeconds": 130]],
                "Skipped rest, 2 min 10 s of 5 min"
            ),
            (
                "timer.stopped",
                ["phase": "stopped", "before": ["phase": "rest", "longRest": true, "totalSeconds": 900]],
                "Stopped long rest"
            ),
            ("timer.skipped", [:], "Skipped the timer"),
            ("focus.completed", ["category": "Reading", "minutes": 90], "Completed focus in Reading, 1 h 30 min"),
            (
                "focus.completed", ["category": "Reading", "minutes": 25, "taskTitle": "Water\nthe plants"],
                "Completed focus in Reading, 25 min, on Water the plants"
            ),
            ("rest.completed", ["phase": "stopped", "before": ["totalSeconds": 300]], "Completed rest of 5 min"),
            (
                "rest.completed", ["phase": "stopped", "before": ["totalSeconds": 300, "longRest": true]],
                "Completed long rest of 5 min"
            ),
            ("rest.completed", ["phase": "stopped"], "Completed rest"),
            ("garden.grew", ["category": "Reading", "exp": 27, "amount": 1], "Reading grew by 1 to 27 exp"),
            ("garden.reset", ["exp": 27, "backup": "b.db"], "Reset everything, 27 exp, backup b.db"),
            (
                "garden.reset", ["category": "Reading", "exp": 27, "backup": "b.db"],
                "Reset Reading, 27 exp, backup b.db"
            ),
            (
                "category.edited", ["name": "Books", "categoryId": 2, "before": ["name": "Reading", "position": 3]],
                "Edited the category Books: name Reading → Books"
            ),
            ("category.edited", ["name": "Books", "before": ["position": 3]], "Edited the category Books"),
            (
                "day.corrected", ["day": "2026-11-21", "before": ["day": "2036-01-05"]],
                "Corrected the day from 2036-01-05 to 2026-11-21"
            ),
            ("system.slept", ["since": "2026-11-21T09:20:00.000+09:00"], "The machine went to sleep at 09:20"),
            (
                "system.slept", ["since": "2026-11-20T23:50:00.000+09:00"],
                "The machine went to sleep at 2026-11-20 23:50"
            ),
            ("system.woke", ["asleepSeconds": 90], "The machine woke after 1 min 30 s"),
            ("clock.stepped", ["stepMilliseconds": -250], "The clock was set by −250 ms"),
            ("clock.stepped", ["stepMilliseconds": 3_600_000], "The clock was set by +1 h"),
            (
                "settings.changed",
                [
                    "changed": ["day.start_hour": 5, "rate.tiers": [["from": 0, "rate": 1.5]]],
                    "before": ["changed": ["day.start_hour": 4]],
                ], #"Changed day.start_hour: 4 → 5; rate.tiers: [{"from":0,"rate":1.5}]"#
            ),
            (
                "log.archived", ["day": "2026-11-20", "lines": 1, "file": "a.log"],
                "Archived the log of 2026-11-20 as a.log, 1 line"
            ),
            (
                "archive.pruned",
                ["keptFrom": "2026-10-22", "days": ["2026-10-18", "2026-10-19", "2026-10-20", "2026-10-21"]],
                "Removed the archived logs before 2026-10-22: 2026-10-18, 2026-10-19, 2026-10-20 and 1 more"
            ),
            ("stats.offChanged", ["days": ["2026-10-20"], "off": true], "Days off: 2026-10-20"),
            ("stats.offChanged", ["days": ["2026-10-20"], "off": false], "No longer days off: 2026-10-20"),
            (
                "points.adjusted", ["balance": 1250, "amount": -50, "reason": "a typo"],
                "Adjusted the balance by −50, a typo, balance 1250"
            ),
            ("points.earned", ["balance": 0, "reason": "Reading"], "Earned 0 with Reading, balance 0"),
            ("rate.added", ["meter": 3200, "amount": 1200, "note": "lunch"], "Spent 1200, lunch, meter 3200"),
            (
                "rate.raised", ["tier": 1, "rate": 1.5, "daysLeft": 2, "before": ["tier": 0, "rate": 1.0]],
                "The rate rose from ×1.0 to ×1.5, tier 1, 2 days left"
            ),
            ("rate.lowered", ["tier": 0, "rate": 1.0, "daysLeft": 0], "The rate fell to ×1.0, tier 0"),
            ("shop.rateSwitched", ["applied": false], "The rate is not applied to prices"),
            (
                "shop.bought",
                ["item": "Coffee", "price": 750, "base": 500, "rate": 1.5, "balance": 1, "purchaseId": 7],
                "Bought Coffee for 750 points (500 ×1.5), balance 1, purchase 7"
            ),
            (
                "inventory.adjusted", ["name": "Tickets", "icon": "🎟", "count": 2, "before": ["count": 1]],
                "Counted 🎟 Tickets 1 → 2"
            ),
            ("inventory.removed", ["name": "Tickets", "icon": nil, "count": 0], "Removed the counter Tickets, 0"),
            (
                "task.added",
                [
                    "title": "Water", "category": "Home", "due": "2026-11-22T09:00:00.000+09:00",
                    "remind": "2026-11-22T08:00:00.000+09:00", "repeat": "daily",
                ], "Added Water to Home, due 2026-11-22 09:00, reminder 2026-11-22 08:00, daily"
            ),
            (
                "task.edited",
                [
                    "title": "Water", "due": "2026-11-22", "note": nil, "updatedAt": .string(at),
                    "before": ["due": "2026-11-21", "note": "a\nb", "updatedAt": .string(at), "categoryId": 3],
                ], "Edited Water: due 2026-11-21 → 2026-11-22; note a b → none"
            ),
            (
                "task.completed",
                [
                    "title": "Water", "completed": "2026-11-21", "paid": 500, "exp": 1, "skipped": ["count": 2],
                    "occurrence": "2026-11-22", "completedAt": nil,
                ], "Completed Water, 2026-11-21, +1 exp, +500 points, 2 skipped, next 2026-11-22"
            ),
            (
                "task.completed",
                ["title": "Water", "paid": 0, "exp": 0, "occurrence": "2026-11-22", "completedAt": .string(at)],
                "Completed Water, paid before"
            ),
            ("task.completed", ["title": "Water", "paid": 0, "exp": 1], "Completed Water, +1 exp"),
            (
                "task.reminded",
                ["title": "Water", "missed": 5, "since": "2026-11-21T04:00:00.000+09:00", "dueAt": .string(at)],
                "Reminder: Water, 2026-11-21 09:25, missed 5 times since 2026-11-21 04:00"
            ),
            (
                "task.reminded", ["title": "Water", "missed": 0, "dueAt": .string(at)],
                "Reminder: Water, 2026-11-21 09:25"
            ),
            ("task.allMoved", ["ids": [4, 5], "from": "Old", "to": "Default"], "Moved 2 tasks from Old to Default"),
            ("task.rescheduled", ["ids": [4]], "Rescheduled 1 task"),
            (
                "drill.answered", ["deck": "flags", "level": "basic", "answered": 3, "right": true],
                "Drill flags, basic: question 3 right"
            ),
            (
                "drill.finished",
                ["deck": "flags", "level": "basic", "outcome": "cleared", "elapsedMilliseconds": 12_345],
                "Drill flags, basic: cleared after 12.3 s"
            ),
            ("visit.added", ["id": 3, "title": "Temple", "facility": "Kiyomizu"], "Added Temple"),
            ("visit.added", ["id": 3, "latitude": 35.5, "longitude": 139.25], "Added 35.5, 139.25"),
            ("visit.edited", ["id": 3, "purged": true, "title": nil], "Edited visit 3, purged since"),
            ("visit.pruned", ["visits": 1], "1 visit left the trash"),
            ("member.edited", ["name": "Ai", "before": ["name": "Aiko"]], "Changed the member Ai: name Aiko → Ai"),
        ] as [(String, JSON, String)])
    func anEventSaysWhatHappened(type: String, data: JSON, text: String) throws {
        #expect(try Self.text(type, data) == text)
    }

    @Test func aLongValueThatChangedIsCut() throws {
        let note = String(repeating: "読", count: 200)
        #expect(
            try Self.text("task.edited", ["title": .string(note), "note": .string(note), "before": ["note": nil]])
                == "Edited \(note): note none → \(note.prefix(39))…")
    }

    /// Each kind's sentence names only members that its data has, so no gap stays empty by a slip of the pen.
    @Test(arguments: EventCatalog.kinds.map(\.type))
    func theMembersInASentenceExist(type: String) throws {
        let kind = try #require(EventCatalog.kinds.first { $0.type == type })
        #expect(!kind.template.paths.isEmpty || type == "rate.tableChanged")
        var objects: [String: JSON] = [:]
        for object in kind.referredObjects {
            objects[object.name] = object.definition
            for inner in object.innerObjects { objects[inner.name] = inner.definition }
        }
        for path in kind.template.paths {
            var schema = kind.schema
            for name in path {
                let value = schema["anyOf"]?.arrayValue?.first ?? schema
                let reference = value["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
                let object = reference.flatMap { objects[$0] } ?? value
                schema = try #require(object["properties"]?[name], "\(type) has no \(path.joined(separator: "."))")
            }
        }
    }
}

extension WireObject {
    /// The objects that its fields refer to.
    fileprivate static var innerObjects: [any WireObject.Type] { fields.flatMap { $0.referredObjects } }
}
