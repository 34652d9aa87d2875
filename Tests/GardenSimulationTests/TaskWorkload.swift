import GardenAPI
import TestSupport

/// A person's actions on tasks.
extension Workload {
    static let tasks: [Row] = [
        ("task.add", 40, { addTask(&$0) }),
        (
            "task.quickAdd", 8,
            { generator in
                var params = JSONObject([("text", .string(generator.pick(sentences).text))])
                if generator.chance(40) { params.append("dryRun", .bool(generator.chance(70))) }
                return .object(params)
            }
        ),
        ("task.done", 24, { completeTask(&$0) }),
        ("task.doneAll", 2, { ["category": name(&$0)] }),
        ("task.undone", 8, { .object(tasks(&$0)) }),
        (
            "task.skip", 5,
            { generator in
                var params = tasks(&generator)
                appendOccurrence(to: &params, 30, &generator)
                return .object(params)
            }
        ),
        (
            "task.snooze", 6,
            { generator in
                var params = tasks(&generator)
                if generator.chance(50) {
                    params.append("minutes", .integer(generator.pick([0, 1, 10, 10, 60, 600, 10_080])))
                } else {
                    params.append("until", date(&generator))
                }
                return .object(params)
            }
        ),
        ("task.edit", 10, { editTask(&$0) }),
        (
            "task.move", 30,
            { generator in
                var params = tasks(&generator)
                params.append("position", .integer(generator.pick([-1, 0, 0, 1, 2, 5])))
                if generator.chance(40) { params.append("category", name(&generator)) }
                return .object(params)
            }
        ),
        ("task.remove", 3, { .object(tasks(&$0)) }),
        ("task.list", 6, { listTasks(&$0) }),
        ("task.get", 3, { .object(task(&$0)) }),
        ("task.next", 2, { _ in [:] }),
        (
            "task.occurrences", 4,
            { generator in
                var params = JSONObject([("count", .integer(generator.pick([0, 1, 3, 10])))])
                if generator.chance(60) {
                    params.append("id", taskId(&generator))
                } else {
                    params.append("repeat", .string(generator.pick(rules)))
                    params.append("anchor", date(&generator))
                }
                return .object(params)
            }
        ),
    ]

    /// Stands for the open occurrence of the task; the simulation replaces it.
    static let openOccurrence = JSON.string("(open)")
    /// In place of the number of a change that can be undone.
    static let someChange = JSON.string("(change)")

    /// Rules, some of which no task can have.
    static let rules = [
        "daily", "daily", "daily", "daily", "weekly", "weekly", "monthly", "monthly", "yearly", "after 4d", "after 3h",
        "after 2w", "after 1mo", "none", "every 3 months", "每两年", "1 time a week", "3 times a week", "每周三次",
        "twice a month", "9 times a week", "every 3 days", "3日ごと", "every mon and thu", "隔週",
        "every 0 days",
        "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;COUNT=1", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY;COUNT=2",
        "FREQ=DAILY;UNTIL=20260402", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30",
        "FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=MONTHLY;BYDAY=1MO,3MO",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY", "sometimes",
    ]

    /// Sentences, and the params of the same `task.add`; `nil` for those that are refused.
    static let sentences: [(text: String, params: JSON?)] = [
        ("Milk", ["title": "Milk"]), ("Sport 3 times a week", ["title": "Sport", "repeat": "3 times a week"]),
        ("Tea twice a month 9:00", ["title": "Tea", "remind": "9:00", "repeat": "twice a month"]),
        ("Water plants every day", ["title": "Water plants", "due": "today", "repeat": "daily"]),
        (
            "Write report tomorrow 9:30 #Work +500 ~2 !1",
            [
                "title": "Write report", "due": "tomorrow 9:30", "category": "Work", "points": 500, "estimate": 2,
                "priority": 1,
            ]
        ),
        ("Pay rent 2026-03-31 08:00 monthly", ["title": "Pay rent", "due": "2026-03-31 08:00", "repeat": "monthly"]),
        ("每天 9:00 Tea +1", ["title": "Tea", "due": "9:00", "repeat": "daily", "points": 1]),
        ("Stretch in 25m", ["title": "Stretch", "due": "in 25m"]),
        (
            "Sport today every week #\"Film nights\"",
            ["title": "Sport", "due": "today", "repeat": "weekly", "category": "Film nights"]
        ),
        (
            "Stretch tomorrow 9:30 every 3 days",
            ["title": "Stretch", "due": "tomorrow 9:30", "repeat": "FREQ=DAILY;INTERVAL=3"]
        ),
        (
            "Tea 2026-03-30 every mon and thu",
            ["title": "Tea", "due": "2026-03-30", "repeat": "FREQ=WEEKLY;BYDAY=MO,TH"]
        ),
        ("Sport 2026-04-01 18:00-19:30", ["title": "Sport", "due": "2026-04-01 18:00", "end": "2026-04-01 19:30"]),
        (
            "Pay rent from 2026-04-03 to 2026-04-10",
            ["title": "Pay rent", "start": "2026-04-03", "due": "2026-04-10"]
        ),
        ("Sport 3日ごと", ["title": "Sport", "due": "today", "repeat": "FREQ=DAILY;INTERVAL=3"]),
        ("Pay rent today every 2 weeks", ["title": "Pay rent", "due": "today", "repeat": "FREQ=WEEKLY;INTERVAL=2"]),
        ("Water plants today 18:00 after 4d", ["title": "Water plants", "due": "today 18:00", "repeat": "after 4d"]),
        ("Tea tomorrow 9:30 remind 1h before", ["title": "Tea", "due": "tomorrow 9:30", "remind": "1h before"]),
        (
            "remind me to water plants every day at 18:00",
            ["title": "water plants", "remind": "18:00", "repeat": "daily"]
        ),
        ("提醒我明天9:30喝茶", ["title": "喝茶", "remind": "tomorrow 9:30"]),
        ("Milk remind 10m before", ["title": "Milk remind 10m before"]),
        ("Milk after 4 days", ["title": "Milk after 4 days"]), ("Milk every 0 days", ["title": "Milk every 0 days"]),
        ("Milk 3日おき", ["title": "Milk 3日おき"]),
        ("Tea tomorrow +phone +200", ["title": "Tea", "due": "tomorrow", "tags": ["phone"], "points": 200]),
        (
            "(B) Pay rent due:2026-03-31 wait:2026-03-29 project:Home",
            ["title": "Pay rent", "priority": 2, "due": "2026-03-31", "start": "2026-03-29", "category": "Home"]
        ),
        ("+1 for \\tomorrow", ["title": "+1 for tomorrow"]), ("Sport sat", ["title": "Sport sat"]),
        ("Milk +1x", ["title": "Milk +1x"]), ("Milk tomorrow 25:00", ["title": "Milk tomorrow 25:00"]),
        ("tomorrow", nil), ("明日牛乳を買う", ["title": "牛乳を買う", "due": "tomorrow"]),
    ]

    private static func addTask(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject([("title", title(&generator))])
        if generator.chance(40) { params.append("category", name(&generator)) }
        let isStanding = generator.chance(15)
        if generator.chance(isStanding ? 80 : 60) {
            params.append("points", isStanding && generator.chance(60) ? -300 : points(&generator))
        }
        if generator.chance(30) { params.append("priority", .integer(generator.pick([0, 1, 5, 9]))) }
        if isStanding { params.append("standing", true) }
        if generator.chance(20) { params.append("note", .string(generator.pick(["two\nlines", "milk", ""]))) }
        if generator.chance(20) { params.append("estimate", .integer(generator.pick([1, 99, 100]))) }
        let datesChance = isStanding ? 3 : 20
        if generator.chance(datesChance) { params.append("start", date(&generator)) }
        if generator.chance(datesChance) { params.append("end", date(&generator)) }
        if generator.chance(isStanding ? 3 : 45) { params.append("due", date(&generator)) }
        if generator.chance(60) { params.append("remind", reminder(&generator)) }
        if generator.chance(55) { params.append("repeat", .string(generator.pick(rules))) }
        if generator.chance(30) { params.append("tags", tags(&generator)) }
        return .object(params)
    }

    /// Tags, some of them in several spellings, and texts that no tag can have.
    private static let tagNames = ["phone", "Phone", "PHONE", "home", "Café", "café", "2fa", "家事", "x_1-a"]
    static let noTags: Set = ["1", "two words", ""]

    private static func tags(_ generator: inout SeededGenerator) -> JSON {
        if generator.chance(3) { return [.string(generator.pick(noTags.sorted()))] }
        return .array((0..<generator.pick([1, 1, 2])).map { _ in .string(generator.pick(tagNames)) })
    }

    /// Distances of reminders, as they are written, and what the model makes of them.
    static let distances: [String: ModelDistance] = [
        "at due": .minutes(0), "1h before": .minutes(60), "10m before": .minutes(10), "an hour before": .minutes(60),
        "提前25小时": .minutes(1500),
        "1d before": .days(1, minute: nil), "2日前": .days(2, minute: nil), "1d before 18:00": .days(1, minute: 1080),
        "0d before 2:30": .days(0, minute: 150),
    ]

    private static func reminder(_ generator: inout SeededGenerator) -> JSON {
        generator.chance(35) ? .string(generator.pick(distances.keys.sorted())) : date(&generator)
    }

    private static func completeTask(_ generator: inout SeededGenerator) -> JSON {
        var params = tasks(&generator)
        if generator.chance(15) { params.append("doubled", .bool(generator.chance(70))) }
        appendOccurrence(to: &params, params["ids"] == nil ? 40 : 5, &generator)
        if generator.chance(20) { params.append("early", .bool(generator.chance(80))) }
        return .object(JSONObject(params.members.map { ($0.name, $0.value) } + past(&generator)))
    }

    private static func editTask(_ generator: inout SeededGenerator) -> JSON {
        var params = tasks(&generator)
        if generator.chance(params["ids"] == nil ? 20 : 3) { params.append("newTitle", title(&generator)) }
        if generator.chance(20) { params.append("category", name(&generator)) }
        if generator.chance(20) { params.append("points", points(&generator)) }
        if generator.chance(10) {
            params.append("standing", .bool(generator.chance(40)))
        } else if params["points"] == -1 {
            params.append("standing", true)
        }
        for (field, value) in [("priority", JSON.integer(2)), ("note", "other"), ("estimate", 4)]
        where generator.chance(15) {
            params.append(field, generator.chance(40) ? .null : value)
        }
        for field in ["start", "end", "due", "remind"] where generator.chance(20) {
            let value = field == "remind" ? reminder(&generator) : date(&generator)
            params.append(field, generator.chance(35) ? .null : value)
        }
        if generator.chance(20) {
            params.append("repeat", generator.chance(30) ? .null : .string(generator.pick(rules)))
        }
        if generator.chance(20) {
            params.append(generator.pick(["tags", "addTags", "addTags", "removeTags"]), tags(&generator))
        }
        if params["removeTags"] == nil, generator.chance(3) { params.append("removeTags", tags(&generator)) }
        if generator.chance(10) { params.append("series", .bool(generator.chance(80))) }
        if generator.chance(15) { params.append("occurrenceOnly", .bool(generator.chance(80))) }
        return .object(params)
    }

    /// Of the dates, those that are a time without a day, and those that are a day without a time.
    static let timesAlone: Set = ["9:00", "21:15"]
    static let daysAlone: Set = ["today", "tomorrow", "2026-03-29", "2026-03-31", "2026-02-28"]

    private static func listTasks(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject()
        if generator.chance(30) { params.append("category", name(&generator)) }
        if generator.chance(70) { params.append("status", .string(generator.pick(["open", "done", "done", "all"]))) }
        if generator.chance(15) { params.append("search", .string(generator.pick(["MI", "e", "two\u{20}", "ü"]))) }
        if generator.chance(15) { params.append("day", .string(generator.pick(["today", "yesterday", "2026-03-31"]))) }
        if generator.chance(40) {
            params.append("sort", .string(generator.pick(["position", "due", "priority", "created"])))
        }
        if generator.chance(30) { params.append("limit", .integer(generator.pick([0, 1, 2, 1000]))) }
        if generator.chance(20) {
            params.append("tag", generator.chance(50) ? .string(generator.pick(tagNames)) : tags(&generator))
        }
        if generator.chance(15) { params.append("priority", .integer(generator.pick([1, 2, 5, 9]))) }
        if generator.chance(25) { params.append("hidden", .bool(generator.chance(40))) }
        if generator.chance(25) {
            params.append(
                "due",
                .string(
                    generator.pick([
                        "overdue", "today", "<today", ">today", "2026-03-29", "<2026-03-30", ">2026-03-28",
                        "2026-03-28..2026-04-02", "2026-03-31..2026-03-31",
                    ])))
        }
        if generator.chance(10) { params.append("before", taskId(&generator)) }
        if generator.chance(10) { params.append("asOf", .string(day(&generator))) }
        return .object(params)
    }

    private static func appendOccurrence(
        to params: inout JSONObject, _ percent: Int, _ generator: inout SeededGenerator
    ) {
        guard generator.chance(percent) else { return }
        let others: [JSON] = ["2026-03-28T08:00:00.000Z", "2026-03-30", "2026-02-30"]
        params.append("occurrence", generator.chance(70) ? openOccurrence : generator.pick(others))
    }

    /// A task by its id, by its title or by the beginning of its title.
    static func task(_ generator: inout SeededGenerator) -> JSONObject {
        if generator.chance(65) { return JSONObject([("id", taskId(&generator))]) }
        return JSONObject([
            ("title", generator.chance(70) ? title(&generator) : .string(generator.pick(["m", "WR", "s"])))
        ])
    }

    /// A task, or several by their ids.
    private static func tasks(_ generator: inout SeededGenerator) -> JSONObject {
        guard generator.chance(15) else { return task(&generator) }
        let ids = (0..<generator.pick([1, 2, 2, 3])).map { _ in taskId(&generator) }
        return JSONObject([("ids", .array(ids))])
    }

    /// Ids of few and of many tasks.
    static func taskId(_ generator: inout SeededGenerator) -> JSON {
        .integer(Int.random(in: 1...generator.pick([5, 15, 15, 40]), using: &generator))
    }

    static func title(_ generator: inout SeededGenerator) -> JSON {
        .string(
            generator.pick([
                "Milk", "milk", "Write report", "Write to Ärger", "Stretch", "Müll 🗑", "Sport", "Tea", "Water plants",
                "囲碁 棋譜", "Pay rent", "x", "", "a\nb",
            ]))
    }

    private static func points(_ generator: inout SeededGenerator) -> JSON {
        .integer(generator.pick([0, 1, 100, 500, 500, -1, .max]))
    }

    static func date(_ generator: inout SeededGenerator) -> JSON {
        .string(
            generator.pick([
                "today", "tomorrow", "today 18:00", "today 2:00", "tomorrow 9:30", "9:00", "21:15", "in 25m", "in 3h",
                "in 25m", "in 2m", "2026-03-29", "2026-03-29 02:30", "2026-03-31", "2026-03-31 08:00",
                "2026-04-05 01:45",
                "2026-04-05 01:45", "2026-02-28", "2026-01-31 09:00", "2026-03-28T08:00:00Z",
                "2026-04-30T23:59:59+09:00",
                "soonish",
            ]))
    }
}
