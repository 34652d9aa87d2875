import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Comparisons of answers with the model.
extension TaskComparison {
    func checkItem(_ json: JSON, _ id: Int, _ label: String) {
        // Those of several are as they are after all.
        guard batch == nil else { return }
        if json != .null, let item = model.items[id] { check(json, item, position(of: id), label) }
    }

    func check(_ json: JSON, _ item: TaskModel.Item, _ position: Int?, _ label: String) {
        let label = "\(label): expected \(item)"
        let numbers = ["id", "points", "priority", "estimate", "doneCount", "focuses", "categoryId"].map {
            json[$0]?.integerValue
        }
        let expected = [
            item.id, item.points, item.priority, item.estimate, item.doneCount, item.focuses, item.categoryId,
        ]
        #expect(numbers == expected, "\(label)")
        #expect(json["title"]?.stringValue == item.title && json["note"]?.stringValue == item.note, "\(label)")
        #expect(json["tags"]?.arrayValue?.map(\.stringValue) == item.tags, "\(label): tags")
        #expect(json["standing"] == .bool(item.isStanding), "\(label)")
        #expect((json["repeat"]?.stringValue == nil) == (item.rule == nil), "\(label)")
        #expect(isSame(json["occurrence"], item.open), "\(label)")
        let target = item.rule?.target.map { model.currentPeriod(item, $0) }
        let expectedTarget: JSON? = target.map { period in
            [
                "count": .integer(period.count), "done": .integer(period.days.count),
                "per": .string(period.isOfMonth ? "month" : "week"),
            ]
        }
        #expect(json["target"] == expectedTarget ?? .null, "\(label): target")
        #expect(milliseconds(json["completedAt"]) == item.closedAt, "\(label)")
        guard item.closedAt == nil else { return }
        #expect(milliseconds(json["remind"]) == model.shownReminder(of: item), "\(label)")
        #expect(milliseconds(json["snoozedUntil"]) == item.snoozedUntil, "\(label)")
        // Of a rule that has ended, the dates of the occurrence completed last.
        let shown = item.open ?? item.lastDone
        let dates = model.dates(of: item, shown)
        for (field, date) in [("start", dates.start), ("end", dates.end), ("due", dates.due)] {
            #expect(isSame(json[field], date), "\(label): \(field)")
        }
        #expect(json["position"]?.integerValue == position, "\(label)")
    }

    func inOrder(_ garden: Garden) -> [TaskModel.Item] {
        garden.state.categories.entries.byPosition.flatMap { model.orders[$0.category.id] ?? [] }
            .compactMap { model.items[$0] }
    }

    func checkNext(_ result: JSON, _ garden: Garden, _ label: String) {
        let open = inOrder(garden).filter { item in
            !item.isStanding && !model.isHidden(item, at: garden.now, today: garden.today)
                && !model.counts(item, today: garden.today)
        }
        let overdue = open.filter { $0.dueAt ?? .max <= garden.now }
        let dueToday = open.filter { model.isDue($0, byEndOf: garden.today) }
        let found = (overdue.isEmpty ? dueToday.isEmpty ? open : dueToday : overdue).enumerated().min { left, right in
            (left.element.priority ?? 10, left.offset) < (right.element.priority ?? 10, right.offset)
        }
        #expect(result["id"]?.integerValue == found?.element.id, "\(label)")
    }

    func checkList(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        let categoryId = params["category"]?.stringValue.map { garden.categoryId($0) }
        if let categoryId, categoryId == nil { throw TaskModel.Refusal("not_found") }
        let search = params["search"]?.stringValue?.split(separator: " ").joined(separator: " ").lowercased()
        let day =
            switch params["day"]?.stringValue {
            case "today"?: garden.today
            case "yesterday"?: garden.today - 1
            case let text?: CalendarDay(text)?.daysSinceEpoch
            case nil: Int?.none
            }
        func isListed(_ item: TaskModel.Item) -> Bool {
            if let range = params["due"]?.stringValue,
                !model.isDue(item, in: range, today: garden.today, at: garden.now)
            {
                return false
            }
            if let priority = params["priority"]?.integerValue, item.priority != priority { return false }
            if let hidden = params["hidden"],
                model.isHidden(item, at: garden.now, today: garden.today) != (hidden == true)
            {
                return false
            }
            let wanted = params["tag"].map { $0.arrayValue ?? [$0] } ?? []
            let tags = Set(item.tags.map { $0.lowercased() })
            guard wanted.allSatisfy({ tags.contains($0.stringValue?.lowercased() ?? "") }) else { return false }
            return (categoryId == nil || item.categoryId == categoryId)
                && (search.map { "\(item.title)\n\(item.note ?? "")".lowercased().contains($0) } ?? true)
        }
        var open = inOrder(garden).filter(isListed)
        if let day {
            open = open.filter { model.isDue($0, byEndOf: day) && !model.isDue($0, byEndOf: day - 1) }
        }
        switch params["sort"]?.stringValue {
        case "created"?: open.sort { $0.id < $1.id }
        case "priority"?:
            func rank(_ item: TaskModel.Item) -> Int { item.isStanding ? 11 : item.priority ?? 10 }
            open = (1...11).flatMap { wanted in open.filter { rank($0) == wanted } }
        case "due"?:
            let dated = open.filter { $0.dueAt != nil }.sorted { ($0.dueAt ?? 0, $0.id) < ($1.dueAt ?? 0, $1.id) }
            open = dated + open.filter { $0.dueAt == nil }
        default: break
        }
        let closed = model.closed.filter { isListed($0) && (day == nil || $0.closedOn == day) }
        let status = params["status"]?.stringValue ?? "open"
        var all = (status == "done" ? [] : open) + (status == "open" ? [] : closed)
        if let before = params["before"]?.integerValue {
            guard let index = all.firstIndex(where: { $0.id == before }) else {
                // A filter does not matter for the place in the list.
                throw TaskModel.Refusal("not_found", model.items[before] == nil ? "not_found" : "success")
            }
            all.removeFirst(index + 1)
        }
        let limit = params["limit"]?.integerValue ?? 100
        let hidden = model.open.filter { item in
            model.isHidden(item, at: garden.now, today: garden.today)
                && (categoryId == nil || item.categoryId == categoryId)
        }
        if result != .null { #expect(result["hidden"]?.integerValue == hidden.count, "\(label)") }
        let items = result["tasks"]?.arrayValue ?? []
        #expect(items.map { $0["id"]?.integerValue } == all.prefix(limit).map { $0.id }, "\(label)")
        if all.count > limit { #expect(result["more"] == true, "\(label)") }
        for (json, item) in zip(items, all) { checkItem(json, item.id, label) }
    }

    func checkOccurrences(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        var item: TaskModel.Item
        if let id = params["id"]?.integerValue {
            guard let found = model.items[id], found.closedAt == nil else { throw TaskModel.Refusal("not_found") }
            guard found.rule != nil else { throw TaskModel.Refusal("not_repeating") }
            if found.rule?.target != nil, found.first == nil { throw TaskModel.Refusal("not_repeating") }
            guard found.open != nil else { return }
            item = found
        } else {
            let anchor = try read(params["anchor"] ?? .null, garden).onWall(in: model.zone)
            // It lists one date of no rule.
            guard let rule = try rule(params["repeat"] ?? .null), rule.target == nil else { return }
            guard rule.fits(anchor) else { throw TaskModel.Refusal("invalid_params") }
            item = TaskModel.Item(id: 0, title: "")
            (item.due, item.rule) = (anchor, rule)
            item.open = rule.delay == nil ? rule.first(from: anchor) : anchor
        }
        var dates = [item.open].compactMap { $0 }
        while dates.count < params["count"]?.integerValue ?? 0,
            let next = model.next(of: item, after: dates[dates.count - 1])
        {
            dates.append(next)
        }
        let actual = result.arrayValue ?? []
        #expect(actual.count == dates.count && zip(actual, dates).allSatisfy { isSame($0, $1) }, "\(label): \(dates)")
    }

    func checkCounts(_ counts: JSON, _ garden: Garden, _ label: String) {
        let open = model.open
        let overdue = open.filter { $0.dueAt ?? .max <= garden.now }
        let later = open.filter { $0.dueAt ?? .min > garden.now }
        let next = open.filter { $0.nextFiring != nil }.min {
            ($0.nextFiring ?? 0, $0.id) < ($1.nextFiring ?? 0, $1.id)
        }
        let actual = ["open", "dueToday", "overdue"].map { counts[$0]?.integerValue }
        #expect(
            actual == [open.count, later.count { model.isDue($0, byEndOf: garden.today) }, overdue.count], "\(label)")
        #expect(counts["next"]?["id"]?.integerValue == next?.id, "\(label)")
        #expect(milliseconds(counts["next"]?["at"]) == next?.nextFiring, "\(label)")
        #expect(milliseconds(counts["nextDueAt"]) == later.compactMap(\.dueAt).min(), "\(label)")
    }
}

/// The dates of requests and answers.
extension TaskComparison {
    static func toMinute(_ milliseconds: Int) -> Int { (milliseconds + 59_999) / 60_000 * 60_000 }

    func rule(_ json: JSON) throws -> ModelRule? {
        let text = json.stringValue ?? ""
        if text == "none" { return nil }
        guard let rule = ModelRule(text) else { throw TaskModel.Refusal("invalid_params", "not_understood") }
        return rule
    }

    /// A date phrase of the workload (RULES T9).
    func read(_ json: JSON, _ garden: Garden) throws -> ModelDate {
        let words = (json.stringValue ?? "").split(separator: " ").map(String.init)
        let zone = model.zone
        var day: Int?
        switch words.first {
        case "today"?: day = garden.today
        case "tomorrow"?: day = garden.today + 1
        case "in"?:
            let amount = Int(words[1].dropLast()) ?? 0
            let milliseconds = amount * (words[1].hasSuffix("h") ? 3_600_000 : 60_000)
            return .instant(Self.toMinute(garden.now + milliseconds))
        case let word?:
            if let minute = Self.minute(word) {
                // The first such time after now.
                let today = zone.wall(garden.now).day
                let times = (today - 1...today + 2).map { zone.milliseconds(day: $0, minute: minute) }
                return .instant(times.first { $0 > garden.now } ?? 0)
            }
            if let timestamp = Timestamp(word) {
                return .instant(timestamp.instant.milliseconds / 60_000 * 60_000)
            }
            day = CalendarDay(word)?.daysSinceEpoch
            if let day, words.count == 2, let minute = Self.minute(words[1]) {
                return .instant(zone.milliseconds(day: day, minute: minute))
            }
        case nil: break
        }
        guard let day else { throw TaskModel.Refusal("not_understood") }
        guard words.count == 2, let minute = Self.minute(words[1]) else { return .day(day) }
        // The night belongs to the day that it ends.
        return .instant(zone.milliseconds(day: minute < 240 ? day + 1 : day, minute: minute))
    }

    static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
        return hour * 60 + minute
    }

    /// At 09:00 if only a day is given.
    func instant(_ json: JSON?, _ garden: Garden) throws -> Int {
        switch try read(json ?? .null, garden) {
        case .day(let day): model.zone.milliseconds(day: day, minute: 540)
        case let date: date.milliseconds(in: model.zone)
        }
    }

    /// A date of an answer or a request.
    func date(_ json: JSON) -> ModelDate? {
        if let day = json.stringValue.flatMap({ CalendarDay($0) }) { return .day(day.daysSinceEpoch) }
        return milliseconds(json).map { .instant($0) }
    }

    func milliseconds(_ json: JSON?) -> Int? {
        json?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
    }

    func isSame(_ json: JSON?, _ expected: ModelDate?) -> Bool {
        guard let actual = json.flatMap({ date($0) }), let expected else {
            return (json ?? .null) == .null && expected == nil
        }
        return actual == expected.fixed(in: model.zone)
    }
}
