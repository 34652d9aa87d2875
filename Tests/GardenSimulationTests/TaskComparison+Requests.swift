import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What each request of the workload must answer.
extension TaskComparison {
    /// The tasks of one request, which are changed one after another.
    struct Batch {
        let ids: [Int]
        var index = 0
        /// The balance after those before.
        var balance: Int
    }

    /// Params that no task could have.
    static func checkParams(_ method: String, _ params: JSON) throws {
        for field in ["title", "newTitle", "category", "note"] {
            guard let text = params[field]?.stringValue else { continue }
            let isLine = field != "note" && text.contains("\n")
            if text.isEmpty || isLine { throw TaskModel.Refusal("invalid_params") }
        }
        let least = ["priority": 1, "minutes": 1, "count": 1, "limit": 1, "position": 0]
        for (field, least) in least {
            if let number = params[field]?.integerValue, number < least { throw TaskModel.Refusal("invalid_params") }
        }
        let mustBeStanding = params["points"]?.integerValue.map { $0 < 0 } ?? false
        let isNotStanding = method == "task.add" ? params["standing"] != true : params["standing"] == false
        if mustBeStanding, isNotStanding { throw TaskModel.Refusal("invalid_params") }
        let isOfAll = params["series"] == true || params["repeat"] != nil
        let isContradictory = params["occurrenceOnly"] == true && isOfAll
        if let ids = params["ids"]?.arrayValue {
            let isTwice = Set(ids.compactMap(\.integerValue)).count < ids.count
            let isOfOne = ["id", "title", "newTitle", "occurrence"].contains { params[$0] != nil }
            if isTwice || isOfOne { throw TaskModel.Refusal("invalid_params") }
        }
        var known: Set<String> = []
        for field in ["tags", "removeTags", "addTags", "tag"] {
            let tags = params[field].map { $0.arrayValue ?? [$0] } ?? []
            let texts = tags.map { $0.stringValue ?? "" }
            if field != "addTags" { known = [] }
            let isWrong = texts.contains { Workload.noTags.contains($0) || !known.insert($0.lowercased()).inserted }
            let isEmpty = field == "tag" && params[field] != nil && tags.isEmpty
            if isWrong || isEmpty || tags.count > 10 { throw TaskModel.Refusal("invalid_params") }
        }
        if params["tags"] != nil, params["addTags"] != nil || params["removeTags"] != nil {
            throw TaskModel.Refusal("invalid_params")
        }
        if isContradictory || params["estimate"] == 100 || params["occurrence"] == "2026-02-30" {
            throw TaskModel.Refusal("invalid_params")
        }
    }

    /// Several tasks are changed one after another, as one change (RULES T23).
    mutating func perform(
        _ method: String, _ params: JSON, _ result: JSON, _ garden: Garden, _ label: String
    ) throws {
        guard let ids = params["ids"]?.arrayValue, method.hasPrefix("task.") else {
            return try performOnOne(method, params, result, garden, label)
        }
        let others = Self.members(of: params).filter { $0.name != "ids" }.map { ($0.name, $0.value) }
        let results = result.arrayValue ?? []
        if result != .null { #expect(results.count == ids.count, "\(label)") }
        batch = Batch(ids: ids.compactMap(\.integerValue), balance: garden.state.points.balance)
        defer { batch = nil }
        for (index, id) in ids.enumerated() {
            batch?.index = index
            let params = JSON.object(JSONObject([("id", id)] + others))
            try performOnOne(method, params, index < results.count ? results[index] : .null, garden, label)
        }
        let all = batch?.ids ?? []
        batch = nil
        for (id, result) in zip(all, results) where method != "task.remove" {
            checkItem(method == "task.done" ? result["task"] ?? .null : result, id, label)
        }
    }

    private static func members(of params: JSON) -> [JSONObject.Member] {
        guard case .object(let object) = params else { return [] }
        return object.members
    }

    private mutating func performOnOne(
        _ method: String, _ params: JSON, _ result: JSON, _ garden: Garden, _ label: String
    ) throws {
        let now = garden.now
        switch method {
        case "task.add": try add(params, result, garden, label)
        case "task.quickAdd": try quickAdd(params, result, garden, label)
        case "task.edit": try edit(params, result, garden, label)
        case "task.done":
            let entered = garden.now
            let garden = try params["at"].map { _ in try past(result, garden) } ?? garden
            let id = try find(params)
            let factor = params["doubled"] == true ? 2 : garden.state.points.multiplier
            let named = params["occurrence"].map { date($0) } ?? nil
            // What happened within the last minute is not late.
            let isLate = entered - garden.now >= 60_000 || garden.today != garden.state.day.day.daysSinceEpoch
            let balance = batch?.balance ?? garden.state.points.balance
            let paid = try complete(
                id, named, factor, balance, result, garden, label, entered: isLate ? entered : nil,
                isEarly: params["early"] == true)
            batch?.balance = balance + paid
        case "task.doneAll":
            guard let category = garden.categoryId(params["category"]?.stringValue ?? "") else {
                throw TaskModel.Refusal("not_found")
            }
            let ids = model.completedTogether(inCategory: category, at: now, today: garden.today)
            var balance = garden.state.points.balance
            let results = result.arrayValue ?? []
            batch = Batch(ids: ids, balance: balance)
            defer { batch = nil }
            for (index, id) in ids.enumerated() {
                let one = index < results.count ? results[index] : .null
                let factor = garden.state.points.multiplier
                balance += try complete(id, nil, factor, balance, one, garden, label)
            }
            batch = nil
            for (id, result) in zip(ids, results) { checkItem(result["task"] ?? .null, id, label) }
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
            var position = params["position"]?.integerValue ?? 0
            if let batch { position = try place(of: id, at: position, categoryId: category, batch) }
            try model.move(id, to: position, categoryId: category)
            if model.orders != before { expect("task.moved", id) }
            checkItem(result, id, label)
        case "task.remove":
            let id = try find(params)
            checkItem(result, id, label)
            expect("task.removed", id)
            model.remove(id)
            if focusTask == id { focusTask = nil }
        case "timer.start": try startFocus(params, result, label)
        case "timer.edit": try editPhase(params, result, label)
        case "task.get": checkItem(result, try find(params), label)
        case "task.next": checkNext(result, garden, label)
        case "task.list": try checkList(params, result, garden, label)
        case "task.occurrences": try checkOccurrences(params, result, garden, label)
        default: checkCounts(result["tasks"] ?? .null, garden, label)
        }
    }

    /// Where a task goes that is moved with others: they stay together, before what is at the position among the rest.
    private func place(of id: Int, at position: Int, categoryId: Int, _ batch: Batch) throws -> Int {
        let order = (model.orders[categoryId] ?? []).filter { $0 != id }
        if let previous = batch.ids[..<batch.index].last(where: { model.items[$0]?.categoryId == categoryId }) {
            return (order.firstIndex(of: previous) ?? 0) + 1
        }
        let rest = order.filter { !batch.ids.contains($0) }
        guard position <= rest.count else { throw TaskModel.Refusal("invalid_params") }
        return position == 0 ? 0 : (order.firstIndex(of: rest[position - 1]) ?? 0) + 1
    }

    mutating func expect(_ type: String, _ id: Int) {
        expected.append(Expected(type: type, id: id, item: model.items[id], position: position(of: id)))
    }

    func position(of id: Int) -> Int? {
        model.items[id].flatMap { model.orders[$0.categoryId]?.firstIndex(of: id) }
    }

    /// The task of an id or a title (API: exact, else a unique beginning among the open ones).
    func find(_ params: JSON) throws -> Int {
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
    mutating func startFocus(_ params: JSON, _ result: JSON, _ label: String) throws {
        guard result != .null else { throw TaskModel.Refusal() }
        guard params["taskId"] ?? params["task"] != nil else {
            requestedFocus = .some(nil)
            return
        }
        let reference: JSON = ["id": params["taskId"] ?? .null, "title": params["task"] ?? .null]
        let id = try find(reference)
        guard let item = model.items[id], item.closedAt == nil else { throw TaskModel.Refusal("already_done") }
        #expect(result["taskId"]?.integerValue == id && result["taskTitle"]?.stringValue == item.title, "\(label)")
        // A focus on this task that was paused goes on in its own category.
        if focusTask == id, result["elapsedSeconds"] != 0 { return }
        requestedFocus = id
        if params["category"] == nil { #expect(result["categoryId"]?.integerValue == item.categoryId, "\(label)") }
    }

    /// Other reasons for a refusal are not modelled.
    mutating func editPhase(_ params: JSON, _ result: JSON, _ label: String) throws {
        guard result != .null else { throw TaskModel.Refusal() }
        if params["taskId"] == .null {
            focusTask = nil
        } else if params["taskId"] ?? params["task"] != nil {
            let id = try find(["id": params["taskId"] ?? .null, "title": params["task"] ?? .null])
            guard let item = model.items[id], item.closedAt == nil else { throw TaskModel.Refusal("already_done") }
            focusTask = id
            #expect(result["taskTitle"]?.stringValue == item.title, "\(label)")
            if params["category"] == nil { #expect(result["categoryId"]?.integerValue == item.categoryId, "\(label)") }
        }
        #expect(result["taskId"]?.integerValue == focusTask, "\(label)")
        if let category = params["category"]?.stringValue { checkCategory(result, category, label) }
    }

    mutating func add(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        var item = TaskModel.Item(id: model.lastId + 1, title: params["title"]?.stringValue ?? "")
        item.categoryId = result["categoryId"]?.integerValue ?? 1
        checkCategory(result, params["category"]?.stringValue ?? "Default", label)
        item.points = params["points"]?.integerValue ?? 0
        item.priority = params["priority"]?.integerValue
        item.estimate = params["estimate"]?.integerValue
        item.note = params["note"]?.stringValue
        item.isStanding = params["standing"] == true
        try model.setTags(of: &item, params)
        var dates = TaskModel.Dates()
        dates.start = try params["start"].map { try read($0, garden) }
        dates.end = try params["end"].map { try read($0, garden) }
        dates.due = try params["due"].map { try read($0, garden) }
        dates.before = params["remind"].flatMap { Workload.distances[$0.stringValue ?? ""] }
        if dates.before == nil { dates.remind = try params["remind"].map { .instant(try instant($0, garden)) } }
        dates.rule = try params["repeat"].flatMap { try rule($0) }
        // A time alone is on the due day of a repeating task, not after the due time.
        if dates.rule != nil, let due = dates.due, let minute = dates.remind?.onWall(in: model.zone).minute,
            Workload.timesAlone.contains(params["remind"]?.stringValue ?? "")
        {
            let onDay = ModelDate.wall(day: due.day(in: model.zone), minute: minute)
            var isAfter = onDay.milliseconds(in: model.zone) > due.milliseconds(in: model.zone)
            if case .day = due { isAfter = false }
            dates.remind = isAfter ? onDay.advanced(byDays: -1) : onDay
        }
        let added = try model.add(item, dates, at: garden.now)
        expect("task.added", added.id)
        checkItem(result, added.id, label)
    }

    /// A dry run answers what the request would, and changes nothing.
    mutating func quickAdd(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        let text = params["text"]?.stringValue
        guard var request = Workload.sentences.first(where: { $0.text == text })?.params else {
            throw TaskModel.Refusal("invalid_params")
        }
        // Unlike a field, a sentence names no time that is past: its words stay in the title.
        if let due = request["due"], case .instant(let at) = try read(due, garden), at < garden.now / 60_000 * 60_000 {
            request = ["title": params["text"] ?? .null]
        }
        var trial = self
        try trial.add(request, result["task"] ?? .null, garden, label)
        if params["dryRun"] != true { self = trial }
    }

    mutating func edit(_ params: JSON, _ result: JSON, _ garden: Garden, _ label: String) throws {
        let id = try find(params)
        guard let old = model.items[id], old.closedAt == nil else { throw TaskModel.Refusal("already_done") }
        var item = old
        item.title = params["newTitle"]?.stringValue ?? item.title
        item.points = params["points"]?.integerValue ?? item.points
        item.isStanding = params["standing"].map { $0 == true } ?? item.isStanding
        if item.points < 0, !item.isStanding { throw TaskModel.Refusal("invalid_params") }
        if let priority = params["priority"] { item.priority = priority.integerValue }
        if let estimate = params["estimate"] { item.estimate = estimate.integerValue }
        if let note = params["note"] { item.note = note.stringValue }
        try model.setTags(of: &item, params)
        if let category = params["category"]?.stringValue {
            checkCategory(result, category, label)
            item.categoryId = result["categoryId"]?.integerValue ?? 1
        }
        var changes = TaskModel.DateChanges()
        changes.start = try params["start"].map { try $0 == .null ? nil : read($0, garden) }
        changes.end = try params["end"].map { try $0 == .null ? nil : read($0, garden) }
        changes.due = try params["due"].map { try $0 == .null ? nil : read($0, garden) }
        changes.before = params["remind"].flatMap { Workload.distances[$0.stringValue ?? ""] }
        if changes.before == nil {
            changes.remind = try params["remind"].map { try $0 == .null ? nil : .instant(instant($0, garden)) }
        }
        changes.rule = try params["repeat"].map { try $0 == .null ? nil : rule($0) }
        (changes.isSeries, changes.isOccurrenceOnly) = (params["series"] == true, params["occurrenceOnly"] == true)
        for field in ["start", "end", "due", "remind"] {
            let text = params[field]?.stringValue ?? ""
            if Workload.timesAlone.contains(text) { changes.times.insert(field) }
            if Workload.daysAlone.contains(text) { changes.days.insert(field) }
        }
        let moves = try model.edit(item, changes, at: garden.now)
        expect("task.edited", id)
        expected[expected.count - 1].moves = moves
        expected[expected.count - 1].isOptional = true
        checkItem(result, id, label)
    }

    func checkCategory(_ result: JSON, _ name: String, _ label: String) {
        guard result != .null else { return }
        let wanted = name.split(separator: " ").joined(separator: " ").lowercased()
        #expect(result["category"]?.stringValue?.lowercased() == wanted, "\(label)")
    }

    @discardableResult
    mutating func complete(
        _ id: Int, _ named: ModelDate?, _ factor: Int, _ balance: Int, _ result: JSON, _ garden: Garden,
        _ label: String, entered: Int? = nil, isEarly: Bool = false
    ) throws -> Int {
        let completion = try model.complete(
            id, at: garden.now, on: garden.today, entered: entered, named: named, isEarly: isEarly, factor: factor,
            balance: balance)
        expect("task.completed", id)
        expected[expected.count - 1].completion = completion
        expected[expected.count - 1].factor = factor
        guard result != .null else { return completion.paid }
        #expect(result["paid"]?.integerValue == completion.paid, "\(label): expected \(completion)")
        #expect(result["exp"]?.integerValue == completion.exp, "\(label): expected \(completion)")
        #expect(result["balance"]?.integerValue == balance + completion.paid, "\(label): expected \(completion)")
        let next = completion.nextDay.map { ModelDate.day($0) } ?? completion.next
        #expect(isSame(result["next"], next), "\(label): expected \(completion)")
        checkSkipped(result["skipped"], completion.skipped, label)
        checkItem(result["task"] ?? .null, id, label)
        return completion.paid
    }

    /// The moment at which a task was done that is entered afterwards, as the answer says it. Why a moment is refused is not compared.
    private func past(_ result: JSON, _ garden: Garden) throws -> Garden {
        guard let text = result["task"]?["updatedAt"]?.stringValue, let at = Timestamp(text)?.instant else {
            throw TaskModel.Refusal()
        }
        var past = garden
        past.now = at.milliseconds
        if at < garden.state.day.startsAt {
            past.today = min(garden.today, garden.environment.calendar.day(of: at).daysSinceEpoch)
        }
        return past
    }

    func checkSkipped(
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
