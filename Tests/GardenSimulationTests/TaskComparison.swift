import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Compares what the daemon answers and writes about tasks with what ``TaskModel`` expects.
struct TaskComparison {
    /// What the daemon has at a moment.
    struct Garden {
        let state: GardenState
        let environment: GardenCore.Environment
        let now: Int

        var today: Int { state.day.day.daysSinceEpoch }

        func categoryId(_ name: String) -> Int? {
            let name = name.split(separator: " ").joined(separator: " ").lowercased()
            return state.categories.entries.byPosition.first { $0.category.name.lowercased() == name }?.category.id
        }
    }

    /// An event that must occur, without those of reminders.
    private struct Expected {
        var type: String
        var id: Int
        /// An edit that changes nothing writes nothing.
        var isOptional = false
        var completion: TaskModel.Completion?
        var factor = 1
        /// The task after it, or before it was removed.
        var item: TaskModel.Item?
        var position: Int?
        /// When the task was closed before it.
        var wasClosedAt: Int?
    }

    private static let calendars = Result {
        var found = ["UTC": ZdumpCalendar(offset: 0)]
        for zone in Workload.zones where zone != "UTC" { found[zone] = try ZdumpCalendar(zone) }
        return found
    }

    private var model: TaskModel
    private var zone: ZdumpCalendar
    private var firings: [TaskModel.Firing] = []
    private var expected: [Expected] = []
    /// Up to when reminders fire that the disk delayed.
    private var delayedUntil: Int?
    /// The text that the next line of a task or a reminder ends with.
    private var lines: [String] = []
    /// The last event of points that a task earned.
    private var earning = 0
    /// The task of the last focus session, and the one that a request to start a session names.
    private var focusTask: Int?
    private var requestedFocus: Int??
    /// Whether the wall has gone forward only, in one zone.
    private var isSteady = true

    init(zone: String) throws {
        let calendar = try #require(Self.calendars.get()[zone])
        model = TaskModel(zone: calendar)
        self.zone = calendar
    }

    /// The changes since an earlier time, or those undone since, are undone or made again.
    mutating func revert(to other: TaskComparison) {
        let model = model
        self = other
        self.model.keepIds(of: model)
    }

    // MARK: Time

    mutating func change(zone name: String) throws {
        zone = try #require(Self.calendars.get()[name])
        isSteady = false
    }

    mutating func stepClock() { isSteady = false }

    /// Everything due has been written.
    ///
    /// - Parameter unseen: `nil` if this came late, because the disk refused: a reminder may have been unseen or not.
    mutating func catchUp(to now: Int, unseen: TaskModel.Unseen?) {
        model.reschedule(zone)
        if let unseen {
            firings += model.pass(to: now, unseen: unseen)
        } else {
            delayedUntil = now
        }
    }

    // MARK: Events

    mutating func enter(_ event: Event, _ data: JSON, _ label: String) throws {
        let label = "\(label): \(event.type) \(data.text)"
        switch event.type {
        case "category.removed": model.removeCategory(try #require(data["id"]?.integerValue))
        case "garden.reset": if data["category"] == nil { model.removeAll() }
        case "timer.started": if data["phase"] == "focus" { enterFocus(event, data, label) }
        case "focus.completed":
            #expect(data["taskId"]?.integerValue == focusTask, "\(label)")
            if let focusTask { model.completeFocus(on: focusTask) }
        case "day.corrected": model.reschedule(zone, correctedAt: event.at.instant.milliseconds)
        case "task.reminded": try enterReminder(event, data, label)
        case "task.edited" where event.cause != nil: break
        case "task.added", "task.edited", "task.moved", "task.removed", "task.completed", "task.reopened",
            "task.skipped", "task.snoozed":
            if event.type != "task.edited" { expected.removeAll(where: \.isOptional) }
            guard let expected = expected.first else {
                Issue.record("\(label): not expected")
                return
            }
            self.expected.removeFirst()
            #expect(event.type == expected.type && data["id"]?.integerValue == expected.id, "\(label)")
            if let prior = data["before"] {
                let member = prior["completedAt"].map { milliseconds($0) } ?? expected.item?.closedAt
                #expect(member == expected.wasClosedAt, "\(label): completed before")
            }
            if let item = expected.item { check(data, item, expected.position, label) }
            if let completion = expected.completion { enter(completion, of: expected, data, label) }
        case "points.earned": if event.cause?.type == "task.completed" { earning = event.seq }
        case "log.written": try enterLine(event, data, label)
        default: break
        }
    }

    /// RULES T12. A session that is started without a task, by toggling or skipping, may keep the last one.
    private mutating func enterFocus(_ event: Event, _ data: JSON, _ label: String) {
        let actual = data["taskId"]?.integerValue
        let last = focusTask.flatMap { model.items[$0]?.closedAt == nil ? $0 : nil }
        if let requested = requestedFocus {
            #expect(actual == requested, "\(label)")
            requestedFocus = nil
        } else if event.cause?.type == "rest.completed" {
            #expect(actual == last, "\(label)")
        } else {
            #expect(actual == nil || actual == last, "\(label)")
        }
        focusTask = actual
    }

    private mutating func enterReminder(_ event: Event, _ data: JSON, _ label: String) throws {
        let actual = TaskModel.Firing(
            at: event.at.instant.milliseconds, id: try #require(data["id"]?.integerValue),
            missed: try #require(data["missed"]?.integerValue), since: milliseconds(data["since"]),
            next: milliseconds(data["remind"]))
        var due = firings.first
        if let delayedUntil, model.items[actual.id]?.nextFiring ?? .max <= delayedUntil {
            due = model.fire(actual.id, through: actual.at, isUnseen: actual.missed > 0)
            // The zone may have changed since the first one was missed.
            due?.since = actual.since
        } else if due != nil {
            firings.removeFirst()
        }
        guard let firing = due else {
            Issue.record("\(label): no reminder was due")
            return
        }
        #expect(actual == firing, "\(label)")
        #expect(milliseconds(data["dueAt"]) == firing.at, "\(label)")
        let missed = firing.missed > 0 ? " (missed \(firing.missed)×)" : ""
        lines.append("reminder \(data["title"]?.stringValue ?? "")\(missed)")
    }

    private mutating func enter(
        _ completion: TaskModel.Completion, of expected: Expected, _ data: JSON, _ label: String
    ) {
        #expect(
            data["paid"]?.integerValue == completion.paid && data["exp"]?.integerValue == completion.exp, "\(label)")
        #expect(isSame(data["completed"], completion.completed), "\(label)")
        checkSkipped(data["skipped"], completion.skipped, label)
        let title = expected.item?.title ?? ""
        lines.append(
            completion.paid > 0
                ? "+\(completion.paid) pt ×\(expected.factor) \(title) → " : "done \(title)")
    }

    private mutating func enterLine(_ event: Event, _ data: JSON, _ label: String) throws {
        switch data["kind"] {
        case "reminder", "task": break
        case "earn" where event.cause?.seq == earning: break
        default: return
        }
        guard let line = lines.first else {
            Issue.record("\(label): not expected")
            return
        }
        lines.removeFirst()
        let at = event.at.instant.milliseconds
        let text = "\(zone.label(at / 1000)) \(line)"
        #expect(data["text"]?.stringValue?.hasPrefix(text) == true, "\(label): \(text)")
        if isSteady {
            #expect(
                data["day"]?.stringValue.flatMap { CalendarDay($0) }?.daysSinceEpoch == zone.logicalDay(at), "\(label)")
        }
    }

    // MARK: The state

    /// Compares everything after a step that was written.
    mutating func check(_ garden: Garden, _ label: String) {
        #expect(firings == [], "\(label): reminders did not fire")
        if let delayedUntil, let due = model.firstDue {
            #expect(due.at > delayedUntil, "\(label): the reminder of task \(due.id) did not fire")
        }
        delayedUntil = nil
        expected.removeAll(where: \.isOptional)
        #expect(expected.isEmpty, "\(label): \(expected) did not occur")
        #expect(lines == [], "\(label): no lines were written")
        (firings, expected, lines, requestedFocus) = ([], [], [], nil)
        let book = garden.state.tasks
        let open = model.open
        #expect(book.inOrder.map(\.id) == open.map(\.id), "\(label)")
        for item in open {
            guard let task = book[item.id] else { continue }
            let progress = task.progress
            let actual = [
                progress.armed?.milliseconds, progress.snoozedUntil?.milliseconds, progress.dueAt?.milliseconds,
                progress.doneCount, progress.focuses, task.categoryId,
            ]
            let expected = [
                item.armed?.at, item.snoozedUntil, item.dueAt, item.doneCount, item.focuses, item.categoryId,
            ]
            #expect(actual == expected, "\(label): \(item), armed, snoozed, due, done, focuses, category")
            let occurrence = progress.occurrence?.published(in: garden.environment.zone).json
            #expect(isSame(occurrence, item.open), "\(label): \(item), open occurrence \(occurrence?.text ?? "none")")
        }
        for (category, ids) in model.orders {
            #expect(book.order(ofCategory: category) == ids, "\(label): order of category \(category)")
        }
    }

    /// The daemon's answers, given what is on the disk.
    ///
    /// - Parameter garden: before the request.
    mutating func check(_ method: String, _ params: JSON, _ answer: JSON, _ garden: Garden, _ label: String) throws {
        guard method.hasPrefix("task.") || ["daemon.status", "timer.start"].contains(method) else { return }
        let label = "\(label): \(method) \(params.text) → \(answer.text)"
        let data = answer["error"]?["data"]
        let reason = data?["reason"]?.stringValue ?? data?["code"]?.stringValue
        let before = model
        do {
            try Self.checkParams(method, params)
            try perform(method, params, answer["result"] ?? .null, garden, label)
            for index in expected.indices { expected[index].wasClosedAt = before.items[expected[index].id]?.closedAt }
            #expect(reason == nil, "\(label): expected to succeed")
            if reason != nil { forget(before) }
        } catch let refusal as TaskModel.Refusal {
            forget(before)
            if refusal.reasons.isEmpty { return }
            #expect(refusal.reasons.contains(reason ?? "success"), "\(label): expected \(refusal.reasons)")
        }
    }

    private mutating func forget(_ before: TaskModel) { (model, expected) = (before, []) }
}

// MARK: - Requests

extension TaskComparison {
    /// Params that no task could have.
    private static func checkParams(_ method: String, _ params: JSON) throws {
        for field in ["title", "newTitle", "category", "note"] {
            guard let text = params[field]?.stringValue else { continue }
            let isLine = field != "note" && text.contains("\n")
            if text.isEmpty || isLine { throw TaskModel.Refusal("invalid_params") }
        }
        let least = ["points": 0, "priority": 1, "minutes": 1, "count": 1, "limit": 1, "position": 0]
        for (field, least) in least {
            if let number = params[field]?.integerValue, number < least { throw TaskModel.Refusal("invalid_params") }
        }
        if params["estimate"] == 100 || params["occurrence"] == "2026-02-30" {
            throw TaskModel.Refusal("invalid_params")
        }
    }

    private mutating func perform(
        _ method: String, _ params: JSON, _ result: JSON, _ garden: Garden, _ label: String
    ) throws {
        let now = garden.now
        switch method {
        case "task.add": try add(params, result, garden, label)
        case "task.edit": try edit(params, result, garden, label)
        case "task.done":
            let id = try find(params)
            let factor = params["doubled"] == true ? 2 : garden.state.points.multiplier
            let named = params["occurrence"].map { date($0) } ?? nil
            try complete(id, named, factor, garden.state.points.balance, result, garden, label)
        case "task.doneAll":
            guard let category = garden.categoryId(params["category"]?.stringValue ?? "") else {
                throw TaskModel.Refusal("not_found")
            }
            let ids = model.completedTogether(inCategory: category, at: now)
            var balance = garden.state.points.balance
            let results = result.arrayValue ?? []
            for (index, id) in ids.enumerated() {
                let one = index < results.count ? results[index] : .null
                let factor = garden.state.points.multiplier
                balance += try complete(id, nil, factor, balance, one, garden, label)
            }
            if result != .null { #expect(results.count == ids.count, "\(label): \(ids)") }
        case "task.undone":
            let id = try find(params)
            let categories = Set(garden.state.categories.entries.byPosition.map(\.category.id))
            try model.reopen(id, at: now, categoryIds: categories)
            expect("task.reopened", id)
            checkItem(result, id, label)
        case "task.skip":
            let id = try find(params)
            try model.skip(id, at: now, named: params["occurrence"].map { date($0) } ?? nil)
            expect("task.skipped", id)
            checkItem(result, id, label)
        case "task.snooze":
            let id = try find(params)
            if model.items[id]?.closedAt != nil { throw TaskModel.Refusal("already_done") }
            let until =
                if let minutes = params["minutes"]?.integerValue { Self.toMinute(now + minutes * 60_000) } else {
                    try instant(params["until"], garden)
                }
            try model.snooze(id, until: until, at: now)
            expect("task.snoozed", id)
            checkItem(result, id, label)
        case "task.move":
            let id = try find(params)
            guard let item = model.items[id], item.closedAt == nil else { throw TaskModel.Refusal("already_done") }
            let category = params["category"]?.stringValue.map { garden.categoryId($0) } ?? item.categoryId
            guard let category else { throw TaskModel.Refusal("not_found") }
            let before = model.orders
            try model.move(id, to: params["position"]?.integerValue ?? 0, categoryId: category)
            if model.orders != before { expect("task.moved", id) }
            checkItem(result, id, label)
        case "task.remove":
            let id = try find(params)
            checkItem(result, id, label)
            expect("task.removed", id)
            model.remove(id)
            if focusTask == id { focusTask = nil }
        case "timer.start": try startFocus(params, result, label)
        case "task.get": checkItem(result, try find(params), label)
        case "task.next": checkNext(result, garden, label)
        case "task.list": try checkList(params, result, garden, label)
        case "task.occurrences": try checkOccurrences(params, result, garden, label)
        default: checkCounts(result["tasks"] ?? .null, garden, label)
        }
    }

    private mutating func expect(_ type: String, _ id: Int) {
        expected.append(Expected(type: type, id: id, item: model.items[id], position: position(of: id)))
    }

    private func position(of id: Int) -> Int? {
        model.items[id].flatMap { model.orders[$0.categoryId]?.firstIndex(of: id) }
    }

    /// The task of an id or a title (API: exact, else a unique beginning among the open ones).
    private func find(_ params: JSON) throws -> Int {
        if let id = params["id"]?.integerValue {
            guard model.items[id] != nil else { throw TaskModel.Refusal("not_found") }
            return id
        }
        let title = (params["title"]?.stringValue ?? "").lowercased()
        var found = model.open.filter { $0.title.lowercased() == title }
        if found.isEmpty { found = model.open.filter { $0.title.lowercased().hasPrefix(title) } }
        guard let item = found.first else { throw TaskModel.Refusal("not_found") }
        guard found.count == 1 else { throw TaskModel.Refusal("ambiguous") }
        return item.id
    }

    /// Other reasons for a refusal are not modelled.
    private mutating func startFocus(_ params: JSON, _ result: JSON, _ label: String) throws {
        guard result != .null else { throw TaskModel.Refusal() }
        guard params["taskId"] ?? params["task"] != nil else {
            requestedFocus = .some(nil)
            return
        }
        let reference: JSON = ["id": params["taskId"] ?? .null, "title": params["task"] ?? .null]
        let id = try find(reference)
        guard let item = model.items[id], item.closedAt == nil else { throw TaskModel.Refusal("already_done") }
        requestedFocus = id
        #expect(result["taskId"]?.integerValue == id && result["taskTitle"]?.stringValue == item.title, "\(label)")
        if params["category"] == nil { #expect(result["categoryId"]?.integerValue == item.categoryId, "\(label)") }
    }

    private mutating func add(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        var item = TaskModel.Item(id: model.lastId + 1, title: params["title"]?.stringValue ?? "")
        item.categoryId = result["categoryId"]?.integerValue ?? 1
        checkCategory(result, params["category"]?.stringValue ?? "Default", label)
        item.points = params["points"]?.integerValue ?? 0
        item.priority = params["priority"]?.integerValue
        item.estimate = params["estimate"]?.integerValue
        item.note = params["note"]?.stringValue
        item.isStanding = params["standing"] == true
        var dates = TaskModel.Dates()
        dates.start = try params["start"].map { try read($0, garden) }
        dates.end = try params["end"].map { try read($0, garden) }
        dates.due = try params["due"].map { try read($0, garden) }
        dates.remind = try params["remind"].map { .instant(try instant($0, garden)) }
        dates.rule = try params["repeat"].flatMap { try rule($0) }
        let added = try model.add(item, dates, at: garden.now)
        expect("task.added", added.id)
        checkItem(result, added.id, label)
    }

    private mutating func edit(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        let id = try find(params)
        guard let old = model.items[id], old.closedAt == nil else { throw TaskModel.Refusal("already_done") }
        var item = old
        item.title = params["newTitle"]?.stringValue ?? item.title
        item.points = params["points"]?.integerValue ?? item.points
        item.isStanding = params["standing"].map { $0 == true } ?? item.isStanding
        if let priority = params["priority"] { item.priority = priority.integerValue }
        if let estimate = params["estimate"] { item.estimate = estimate.integerValue }
        if let note = params["note"] { item.note = note.stringValue }
        if let category = params["category"]?.stringValue {
            checkCategory(result, category, label)
            item.categoryId = result["categoryId"]?.integerValue ?? 1
        }
        var changes = TaskModel.DateChanges()
        changes.start = try params["start"].map { try $0 == .null ? nil : read($0, garden) }
        changes.end = try params["end"].map { try $0 == .null ? nil : read($0, garden) }
        changes.due = try params["due"].map { try $0 == .null ? nil : read($0, garden) }
        changes.remind = try params["remind"].map { try $0 == .null ? nil : .instant(instant($0, garden)) }
        changes.rule = try params["repeat"].map { try $0 == .null ? nil : rule($0) }
        _ = try model.edit(item, changes, at: garden.now)
        expect("task.edited", id)
        expected[expected.count - 1].isOptional = true
        checkItem(result, id, label)
    }

    private func checkCategory(_ result: JSON, _ name: String, _ label: String) {
        guard result != .null else { return }
        let wanted = name.split(separator: " ").joined(separator: " ").lowercased()
        #expect(result["category"]?.stringValue?.lowercased() == wanted, "\(label)")
    }

    @discardableResult
    private mutating func complete(
        _ id: Int, _ named: ModelDate?, _ factor: Int, _ balance: Int, _ result: JSON, _ garden: Garden, _ label: String
    ) throws -> Int {
        let completion = try model.complete(
            id, at: garden.now, on: garden.today, named: named, factor: factor, balance: balance)
        expect("task.completed", id)
        expected[expected.count - 1].completion = completion
        expected[expected.count - 1].factor = factor
        guard result != .null else { return completion.paid }
        #expect(result["paid"]?.integerValue == completion.paid, "\(label): expected \(completion)")
        #expect(result["exp"]?.integerValue == completion.exp, "\(label): expected \(completion)")
        #expect(result["balance"]?.integerValue == balance + completion.paid, "\(label): expected \(completion)")
        #expect(isSame(result["next"], completion.next), "\(label): expected \(completion)")
        checkSkipped(result["skipped"], completion.skipped, label)
        checkItem(result["task"] ?? .null, id, label)
        return completion.paid
    }

    private func checkSkipped(
        _ json: JSON?, _ skipped: (count: Int, first: ModelDate, last: ModelDate)?, _ label: String
    ) {
        guard let skipped else {
            #expect(json == nil || json == .null, "\(label): nothing is skipped")
            return
        }
        #expect(json?["count"]?.integerValue == skipped.count, "\(label): expected \(skipped)")
        #expect(isSame(json?["first"], skipped.first), "\(label): expected \(skipped)")
        #expect(isSame(json?["last"], skipped.last), "\(label): expected \(skipped)")
    }
}

// MARK: - Answers

extension TaskComparison {
    private func checkItem(_ json: JSON, _ id: Int, _ label: String) {
        if json != .null, let item = model.items[id] { check(json, item, position(of: id), label) }
    }

    private func check(_ json: JSON, _ item: TaskModel.Item, _ position: Int?, _ label: String) {
        let label = "\(label): expected \(item)"
        let numbers = ["id", "points", "priority", "estimate", "doneCount", "focuses", "categoryId"].map {
            json[$0]?.integerValue
        }
        let expected = [
            item.id, item.points, item.priority, item.estimate, item.doneCount, item.focuses, item.categoryId,
        ]
        #expect(numbers == expected, "\(label)")
        #expect(json["title"]?.stringValue == item.title && json["note"]?.stringValue == item.note, "\(label)")
        #expect(json["standing"] == .bool(item.isStanding), "\(label)")
        #expect((json["repeat"]?.stringValue == nil) == (item.rule == nil), "\(label)")
        #expect(isSame(json["occurrence"], item.open), "\(label)")
        #expect(milliseconds(json["completedAt"]) == item.closedAt, "\(label)")
        guard item.closedAt == nil else { return }
        #expect(milliseconds(json["remind"]) == item.armed?.at, "\(label)")
        #expect(milliseconds(json["snoozedUntil"]) == item.snoozedUntil, "\(label)")
        // Of a rule that has ended, the dates of the occurrence completed last.
        let shown = item.open ?? item.lastDone
        for (field, date) in [("start", item.start), ("end", item.end), ("due", item.due)] {
            #expect(isSame(json[field], date.map { model.moved($0, of: item, to: shown) }), "\(label): \(field)")
        }
        #expect(json["position"]?.integerValue == position, "\(label)")
    }

    private func inOrder(_ garden: Garden) -> [TaskModel.Item] {
        garden.state.categories.entries.byPosition.flatMap { model.orders[$0.category.id] ?? [] }
            .compactMap { model.items[$0] }
    }

    private func checkNext(_ result: JSON, _ garden: Garden, _ label: String) {
        let open = inOrder(garden).filter { !$0.isStanding }
        let overdue = open.filter { $0.dueAt ?? .max <= garden.now }
        let dueToday = open.filter { model.isDue($0, byEndOf: garden.today) }
        let found = (overdue.isEmpty ? dueToday.isEmpty ? open : dueToday : overdue).enumerated().min { left, right in
            (left.element.priority ?? 10, left.offset) < (right.element.priority ?? 10, right.offset)
        }
        #expect(result["id"]?.integerValue == found?.element.id, "\(label)")
    }

    private func checkList(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
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
            (categoryId == nil || item.categoryId == categoryId)
                && (search.map { "\(item.title)\n\(item.note ?? "")".lowercased().contains($0) } ?? true)
        }
        var open = inOrder(garden).filter(isListed)
        if let day {
            open = open.filter { model.isDue($0, byEndOf: day) && !model.isDue($0, byEndOf: day - 1) }
        }
        switch params["sort"]?.stringValue {
        case "created"?: open.sort { $0.id < $1.id }
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
        let items = result["tasks"]?.arrayValue ?? []
        #expect(items.map { $0["id"]?.integerValue } == all.prefix(limit).map { $0.id }, "\(label)")
        if all.count > limit { #expect(result["more"] == true, "\(label)") }
        for (json, item) in zip(items, all) { checkItem(json, item.id, label) }
    }

    private func checkOccurrences(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        var item: TaskModel.Item
        if let id = params["id"]?.integerValue {
            guard let found = model.items[id], found.closedAt == nil else { throw TaskModel.Refusal("not_found") }
            guard found.rule != nil else { throw TaskModel.Refusal("not_repeating") }
            guard found.open != nil else { return }
            item = found
        } else {
            let anchor = try read(params["anchor"] ?? .null, garden).onWall(in: model.zone)
            // It lists one date of no rule.
            guard let rule = try rule(params["repeat"] ?? .null) else { return }
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

    private func checkCounts(_ counts: JSON, _ garden: Garden, _ label: String) {
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

// MARK: - Dates

extension TaskComparison {
    private static func toMinute(_ milliseconds: Int) -> Int { (milliseconds + 59_999) / 60_000 * 60_000 }

    private func rule(_ json: JSON) throws -> ModelRule? {
        let text = json.stringValue ?? ""
        if text == "none" { return nil }
        guard let rule = ModelRule(text) else { throw TaskModel.Refusal("invalid_params", "not_understood") }
        return rule
    }

    /// A date phrase of the workload (RULES T9).
    private func read(_ json: JSON, _ garden: Garden) throws -> ModelDate {
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

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
        return hour * 60 + minute
    }

    /// At 09:00 if only a day is given.
    private func instant(_ json: JSON?, _ garden: Garden) throws -> Int {
        switch try read(json ?? .null, garden) {
        case .day(let day): model.zone.milliseconds(day: day, minute: 540)
        case let date: date.milliseconds(in: model.zone)
        }
    }

    /// A date of an answer or a request.
    private func date(_ json: JSON) -> ModelDate? {
        if let day = json.stringValue.flatMap({ CalendarDay($0) }) { return .day(day.daysSinceEpoch) }
        return milliseconds(json).map { .instant($0) }
    }

    private func milliseconds(_ json: JSON?) -> Int? {
        json?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
    }

    private func isSame(_ json: JSON?, _ expected: ModelDate?) -> Bool {
        guard let actual = json.flatMap({ date($0) }), let expected else {
            return (json ?? .null) == .null && expected == nil
        }
        return actual == expected.fixed(in: model.zone)
    }
}
