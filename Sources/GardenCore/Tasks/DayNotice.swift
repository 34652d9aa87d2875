import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

/// The notice of a day: what is due on it, and what is overdue (RULES T16).
struct DayNoticeEffect: WireObject {
    static let name = "DayNoticeEffect"

    /// A task of the list, as it was at the notice.
    struct Entry: WireObject, Equatable {
        static let name = "NoticedTask"

        var id: Int
        var title: String
        var due: StoredDate
        var isOverdue: Bool?

        static let fields = Fields(
            Entry.init,
            .required("id", \.id, "the task's id"),
            .required("title", \.title, "its title"),
            .required("due", \.due, "when it is due"),
            .optional("isOverdue", \.isOverdue, "true if it is overdue"))
    }

    var day: CalendarDay
    var due: Int
    var overdue: Int
    var tasks: [Entry]
    /// Whether the day was over when the notice was written.
    var isOver: Bool?

    static let fields = Fields(
        DayNoticeEffect.init,
        .required("day", \.day, "the logical day"),
        .required("due", \.due, "how many tasks are due later on it"),
        .required("overdue", \.overdue, "how many tasks are overdue"),
        .required("tasks", \.tasks, "the first of them"),
        .optional("isOver", \.isOver, "true if the day was over already"))
}

extension EventKind where Effect == DayNoticeEffect, Published == TaskDayNotice {
    static let taskDayNotice = EventKind(
        "task.dayNotice",
        "{due:count task/tasks} due on {day:date}[, {overdue:some} overdue]: {titles}[, missed{missed:given}]"
    ) { effect, _, state in
        state.tasks.noticedDay = effect.day
        state.tasks.hasMissedNotice = effect.isOver
    } publish: { effect, context in
        Publication(
            TaskDayNotice(
                day: effect.day, due: effect.due, overdue: effect.overdue, ids: effect.tasks.map(\.id),
                titles: effect.tasks.map(\.title), missed: effect.isOver))
    }
}

extension GardenState {
    /// How many tasks a notice lists, and how many are looked through for a reason to give one.
    private static let (mostListed, mostOverdue, mostDue) = (10, 20, 50)

    /// The notice of the current day; `nil` if it was given, or there is no reason for it.
    func dayNotice(under environment: Environment) -> DueDate? {
        guard tasks.noticedDay != day.day, let at = environment.dayNotice(of: day.day) else { return nil }
        let dayEnd = environment.calendar.next(after: day.day).boundary
        guard at < dayEnd, hasReason(for: at, dayEnd, environment) else { return nil }
        return DueDate(on: .wall, at.milliseconds, cause: EventKind.taskDayNotice.type) { t, context in
            t.giveDayNotice(isOver: max(context.limit.wall, t.recordedAt) >= dayEnd)
        }
    }

    /// Whether a task is due on the current day that was so before the notice. What is changed after it, the person knows.
    private func hasReason(for notice: Instant, _ dayEnd: Instant, _ environment: Environment) -> Bool {
        let isDue = tasks.dueEntries(from: dayEnd).prefix(Self.mostDue).contains { entry in
            guard entry.at == dayEnd, let task = tasks[entry.id] else { return false }
            return task.due?.isDay == true && task.updatedAt < notice
        }
        if isDue || dueAgain(before: dayEnd, environment).contains(where: { $0.updatedAt < notice }) { return true }
        // What was due on days that were over when their notices could be given is overdue now.
        let isOverdue = tasks.dueDates.first.map { $0.at <= environment.dayStart(of: day.day) } ?? false
        // In an absence, each day has one.
        return tasks.hasMissedNotice == true && tasks.noticedDay == day.day.advanced(by: -1) && isOverdue
    }

    /// The repeating tasks that are overdue, and due again because an occurrence of theirs is on the current day.
    private func dueAgain(before dayEnd: Instant, _ environment: Environment) -> [StoredTask] {
        tasks.dueEntries(before: dayEnd).suffix(Self.mostOverdue).compactMap { entry in
            guard let task = tasks[entry.id], task.schedule.due?.isDay == true, task.schedule.rule != nil else {
                return nil
            }
            let occurrences = TaskOccurrences(task, environment)
            return occurrences.next(after: .day(day.day.advanced(by: -1))) == .day(day.day) ? task : nil
        }
    }

    /// What is due on the current day, first without a time, then by its time, and what is overdue, the latest first.
    fileprivate func noticed(at now: Instant, _ environment: Environment) -> DayNoticeEffect {
        let dayEnd = environment.calendar.next(after: day.day).boundary
        let before = tasks.dueEntries(before: dayEnd)
        let overdueCount = tasks.dueDates.count(through: now)
        let timed = before.dropFirst(overdueCount)
        let again = dueAgain(before: dayEnd, environment)
        let againIds = Set(again.map(\.id))
        let onDay = tasks.dueEntries(from: dayEnd).prefix { $0.at == dayEnd }.compactMap { tasks[$0.id] }
            .filter { $0.due?.isDay == true }
        let days = (onDay + again).sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
        // What has a time rings by itself, too.
        let due = days.prefix(Self.mostListed) + timed.prefix(Self.mostListed).compactMap { tasks[$0.id] }
        let overdue = before.prefix(overdueCount).suffix(Self.mostListed + again.count)
            .filter { !againIds.contains($0.id) }
            .sorted { ($1.at, tasks[$0.id]?.rank ?? 0, $0.id) < ($0.at, tasks[$1.id]?.rank ?? 0, $1.id) }
            .compactMap { tasks[$0.id] }
        func row(_ task: StoredTask, isOverdue: Bool) -> DayNoticeEffect.Entry? {
            task.due.map { due in
                DayNoticeEffect.Entry(
                    id: task.id, title: task.details.title, due: due, isOverdue: isOverdue ? true : nil)
            }
        }
        let rows = due.compactMap { row($0, isOverdue: false) } + overdue.compactMap { row($0, isOverdue: true) }
        return DayNoticeEffect(
            day: day.day, due: timed.count + days.count, overdue: overdueCount - again.count,
            tasks: Array(rows.prefix(Self.mostListed)))
    }
}

extension Transition {
    fileprivate mutating func giveDayNotice(isOver: Bool) {
        var effect = state.noticed(at: moment.wall, environment)
        effect.isOver = isOver ? true : nil
        emit(.taskDayNotice, effect)
    }
}

extension Environment {
    /// The boundary at which a day begins.
    fileprivate func dayStart(of day: CalendarDay) -> Instant { calendar.next(after: day.advanced(by: -1)).boundary }

    /// When the notice of a day is given; `nil` if none is.
    fileprivate func dayNotice(of day: CalendarDay) -> Instant? {
        settings.dayNotice.timeOfDay.map { time in
            // In the night that ends the day, the calendar has the next date.
            let date = time.hour < settings.dayStartHour ? day.advanced(by: 1) : day
            return zone.instant(of: date, secondsOfDay: time.hour * 3600 + time.minute * 60)
        }
    }
}

extension String {
    /// The time of a setting such as `09:00`; `nil` for any other text.
    var timeOfDay: TimeOfDay? {
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            allSatisfy({ $0 == ":" || $0.isASCII && $0.isNumber }), let hour = Int(parts[0]), hour < 24,
            let minute = Int(parts[1]), minute < 60
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }
}

extension Constraint where Value == String {
    /// A time of the day, or nothing.
    static var timeOfDayOrNone: Constraint {
        Constraint(
            "a time such as \"09:00\", or \"\" for none",
            schema: JSONObject([("pattern", "^(([01]?[0-9]|2[0-3]):[0-5][0-9])?$")])
        ) { $0.isEmpty || $0.timeOfDay != nil ? $0 : nil }
    }
}

// MARK: - Notification

extension NotificationSource {
    /// The notice of a day.
    static let dayNotice = NotificationSource(
        types: [
            NotificationType(
                .dayNotice, about: EventKind.taskDayNotice.type, when: "tasks are due on a day, at tasks.day_notice",
                summary: "{due} due today{overdue}", body: "{tasks}",
                placeholders: ["due": "2", "overdue": ", 1 overdue", "tasks": "18:00 Call Ann\nPay the rent"],
                lateness: "the day is over, or nothing of it is left", isRepeatedUntilShown: true,
                appearance: NotificationAppearance(
                    urgency: .normal, icon: "appointment-soon", sound: "message-new-instant", waits: .always))
        ],
        new: { context, events in try events.compactMap { try context.dayNotice($0) } },
        unshown: { context, seq in
            guard let event = try context.newestEvent([EventKind.taskDayNotice.type]), event.seq > seq else {
                return []
            }
            return [try context.dayNotice(event)].compactMap(\.self)
        },
        isOpen: { context, planned in context.isOpen(planned.kept) })
}

extension QueryContext {
    /// `nil` if the day is over, or all that it lists is done.
    fileprivate func dayNotice(_ event: Event) throws -> PlannedNotification? {
        guard let effect = try EventKind.taskDayNotice.effect(in: event), effect.isOver != true else { return nil }
        let kept: JSON = [
            "day": effect.day.json,
            "tasks": .array(effect.tasks.map { ["id": .integer($0.id), "due": $0.due.json] }),
        ]
        guard isOpen(kept) else { return nil }
        var lines = effect.tasks.map { task in
            switch task.due {
            case _ where task.isOverdue == true: "\(task.title) (overdue)"
            case .day: task.title
            case .instant, .wall: "\(time(of: task.due.instant(environment))) \(task.title)"
            }
        }
        let count = effect.due + effect.overdue
        if count > lines.count { lines.append("and \(count - lines.count) more") }
        return planned(
            .dayNotice, event, subject: "day",
            [
                "due": "\(effect.due)", "overdue": effect.overdue > 0 ? ", \(effect.overdue) overdue" : "",
                "tasks": lines.joined(separator: "\n"),
            ], keeping: kept)
    }

    /// Whether the day goes on, and one of the tasks is still open, with the same due date.
    fileprivate func isOpen(_ kept: JSON) -> Bool {
        guard kept["day"] == state.day.day.json else { return false }
        return kept["tasks"]?.arrayValue?.contains { row in
            guard let id = row["id"]?.integerValue, let task = state.tasks[id] else { return false }
            return task.due?.json == row["due"]
        } ?? false
    }
}
