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
        var now: Int
        var today: Int

        init(state: GardenState, environment: GardenCore.Environment, now: Int) {
            (self.state, self.environment, self.now) = (state, environment, now)
            today = state.day.day.daysSinceEpoch
        }

        func categoryId(_ name: String) -> Int? {
            let name = name.split(separator: " ").joined(separator: " ").lowercased()
            return state.categories.entries.byPosition.first { $0.category.name.lowercased() == name }?.category.id
        }
    }

    /// An event that must occur, without those of reminders.
    struct Expected {
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
        /// What an edit of a repeating task moves (RULES T20).
        var moves: String?
    }

    private static let calendars = Result {
        var found = ["UTC": ZdumpCalendar(offset: 0)]
        for zone in Workload.zones where zone != "UTC" { found[zone] = try ZdumpCalendar(zone) }
        return found
    }

    var model: TaskModel
    var zone: ZdumpCalendar
    var firings: [TaskModel.Firing] = []
    var expected: [Expected] = []
    /// Up to when reminders fire that the disk delayed.
    var delayedUntil: Int?
    /// The text that the next line of a task or a reminder ends with.
    var lines: [String] = []
    /// The last event of points that a task earned.
    var earning = 0
    /// The task of the last focus session, and the one that a request to start a session names.
    var focusTask: Int?
    var requestedFocus: Int??
    /// The tasks of the request that is compared, if it is about several.
    var batch: Batch?
    /// The names of removed categories that no merge has taken along.
    private var removedCategories: [Int: String] = [:]
    /// The tasks whose focus sessions an event counted, by the event, with the counts.
    private var focuses: [Int: [(task: Int, count: Int)]] = [:]
    /// Whether the model has gone back, or forward again, by itself, so that the events of it are still to come.
    private var isReverted = false
    /// Whether the wall has gone forward only, in one zone.
    var isSteady = true
    private var notices = NoticeModel()

    init(zone: String) throws {
        let calendar = try #require(Self.calendars.get()[zone])
        model = TaskModel(zone: calendar)
        self.zone = calendar
    }

    /// The changes since an earlier time, or those undone since, are undone or made again.
    mutating func revert(to other: TaskComparison) {
        let (model, notices) = (model, notices)
        self = other
        self.model.keepIds(of: model)
        self.notices = notices
        isReverted = true
    }

    // MARK: Time

    mutating func change(zone name: String) throws {
        zone = try #require(Self.calendars.get()[name])
        isSteady = false
        notices.skip()
    }

    mutating func stepClock() {
        isSteady = false
        notices.skip()
    }

    /// Everything due has been written.
    ///
    /// - Parameters:
    ///   - today: the garden's day.
    ///   - unseen: `nil` if this came late, because the disk refused: a reminder may have been unseen or not.
    mutating func catchUp(to now: Int, today: Int, unseen: TaskModel.Unseen?) {
        model.reschedule(zone)
        if let unseen {
            let rung = model.pass(to: now, unseen: unseen)
            firings += rung
            notices.pass(to: now, model, rung, today: today)
        } else {
            notices.skip()
            delayedUntil = now
        }
    }

    // MARK: Events

    /// Those that matter, besides the lines of tasks and reminders.
    private static let types: Set = [
        "category.removed", "category.merged", "garden.reset", "timer.started", "focus.completed", "session.added",
        "session.edited",
        "session.removed", "focus.corrected", "day.corrected", "task.reminded", "task.due",
        "task.edited", "task.added", "task.moved", "task.removed", "task.completed", "task.reopened", "task.skipped",
        "task.snoozed", "task.dayNotice", "points.earned", "timer.paused", "change.undone", "change.redone",
    ]

    mutating func enter(_ event: Event, _ data: JSON, _ label: String) throws {
        let isLine = event.type == "log.written" && ["reminder", "task", "earn"].contains(data["kind"])
        guard isLine || Self.types.contains(event.type) else { return }
        let label = "\(label): \(event.type) \(data.text)"
        switch event.type {
        case "category.removed":
            let id = try #require(data["id"]?.integerValue)
            model.removeCategory(id)
            removedCategories[id] = data["name"]?.stringValue?.folded
        case "category.merged":
            let name = data["from"]?.stringValue?.folded
            let removed = Set(removedCategories.filter { $0.value == name }.keys)
            model.mergeCategory(
                try #require(data["fromId"]?.integerValue), into: try #require(data["id"]?.integerValue),
                removed: removed)
            for id in removed { removedCategories[id] = nil }
        case "garden.reset": if data["category"] == nil { model.removeAll() }
        case "timer.started" where data["phase"] == "focus": enterFocus(event, data, label)
        // A rest that a person starts while the timer is stopped is of no task, so the focus session after it has none.
        case "timer.started": if event.cause == nil { focusTask = nil }
        case "timer.paused":
            if event.cause?.type == "change.undone" { focusTask = data["taskId"]?.integerValue }
        case "focus.completed":
            #expect(data["taskId"]?.integerValue == focusTask, "\(label)")
            if let focusTask {
                model.completeFocus(on: focusTask)
                focuses[event.seq] = [(focusTask, 1)]
            }
        case "change.undone", "change.redone":
            // An open session that was finished (RULES P25), or a session of the past that was changed.
            guard !isReverted else { break }
            let sign = event.type == "change.undone" ? -1 : 1
            for (id, count) in data["change"]?.integerValue.flatMap({ focuses[$0] }) ?? [] {
                model.countFocus(sign * count, on: id)
            }
        case "session.added", "session.edited", "session.removed", "focus.corrected":
            let effect = try #require(try SessionEffect(of: event))
            for (session, sign) in [(effect.before, -1), (effect.after, 1)] {
                guard let id = session?.taskId, session?.outcome == .completed else { continue }
                model.countFocus(sign, on: id)
                focuses[event.seq, default: []].append((id, sign))
            }
        case "day.corrected": model.reschedule(zone, correctedAt: event.at.instant.milliseconds)
        case "task.reminded", "task.due": try enterReminder(event, data, label)
        case "task.dayNotice": try notices.enter(data, label)
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
            let moved = try EventKind.taskEdited.effect(of: event)?.note?.moved
            #expect(moved?.rawValue == expected.moves, "\(label): what moved")
            if let completion = expected.completion { enter(completion, of: expected, data, label) }
            if event.type == "task.reopened" { lines.append("reopened \(data["title"]?.stringValue ?? "")") }
        case "points.earned": if event.cause?.type == "task.completed" { earning = event.seq }
        case "log.written": try enterLine(event, data, label)
        default: break
        }
    }

    /// RULES T12. A session that is started without a task, by toggling or skipping, may keep the last one.
    mutating func enterFocus(_ event: Event, _ data: JSON, _ label: String) {
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

    mutating func enterReminder(_ event: Event, _ data: JSON, _ label: String) throws {
        let actual = TaskModel.Firing(
            at: event.at.instant.milliseconds, id: try #require(data["id"]?.integerValue),
            isDue: event.type == "task.due", missed: try #require(data["missed"]?.integerValue),
            since: milliseconds(data["since"]),
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
        lines.append("\(firing.isDue ? "due" : "reminder") \(data["title"]?.stringValue ?? "")\(missed)")
    }

    mutating func enter(
        _ completion: TaskModel.Completion, of expected: Expected, _ data: JSON, _ label: String
    ) {
        #expect(
            data["paid"]?.integerValue == completion.paid && data["exp"]?.integerValue == completion.exp, "\(label)")
        #expect(isSame(data["completed"], completion.completed), "\(label)")
        checkSkipped(data["skipped"], completion.skipped, label)
        let title = expected.item?.title ?? ""
        lines.append(
            completion.paid > 0
                ? "+\(completion.paid) pt ×\(expected.factor) \(title) → "
                : completion.paid < 0 ? "−\(-completion.paid) pt \(title) → " : "done \(title)")
    }

    mutating func enterLine(_ event: Event, _ data: JSON, _ label: String) throws {
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
        isReverted = false
        notices.check(label)
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
        guard
            method.hasPrefix("task.") && method != "task.completions"
                || ["daemon.status", "timer.start", "timer.edit"].contains(method)
        else {
            return
        }
        // The tasks of a past day have tests of their own.
        if params["asOf"] != nil { return }
        let label = "\(label): \(method) \(params.text) → \(answer.text)"
        let data = answer["error"]?["data"]
        let reason = data?["reason"]?.stringValue ?? data?["code"]?.stringValue
        model.today = garden.state.day.day.daysSinceEpoch
        model.firstWeekday = garden.environment.settings.statistics.weekStart.firstWeekday
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

    mutating func forget(_ before: TaskModel) { (model, expected) = (before, []) }
}
