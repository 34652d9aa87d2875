import GardenAPI
import TimeKit

/// A task after an event, and the parts of it that the event replaced.
struct TaskEffect: WireObject {
    static let name = "TaskEffect"

    /// Where a task is.
    struct Place: WireObject, Equatable {
        static let name = "TaskPlace"

        var categoryId: Int
        var category: CategoryLabel
        var position: Int

        static let fields = Fields(
            Place.init,
            .required("categoryId", \.categoryId, "the category's id"),
            .required("category", \.category, "the category"),
            .required("position", \.position, "its position in it"))
    }

    struct Facts: WireObject, Equatable {
        static let name = "TaskFacts"

        var details: TaskDetails
        var progress: TaskProgress
        var place: Place
        var schedule: TaskSchedule?

        static let fields = Fields(
            Facts.init,
            .required("details", \.details, "the facts that a person sets"),
            .required("progress", \.progress, "what happened to it"),
            .required("place", \.place, "where it is"),
            .optional("schedule", \.schedule, "its dates"))
    }

    /// The parts that the event replaced.
    struct Replaced: WireObject, Equatable {
        static let name = "ReplacedTaskFacts"

        var updatedAt: Instant
        var details: TaskDetails?
        var progress: TaskProgress?
        var place: Place?
        var schedule: TaskSchedule?

        static let fields = Fields(
            Replaced.init,
            .required("updatedAt", \.updatedAt, "when it was changed before"),
            .optional("details", \.details, "the facts that a person sets"),
            .optional("progress", \.progress, "what happened to it"),
            .optional("place", \.place, "where it was"),
            .optional("schedule", \.schedule, "its dates"))
    }

    /// What the event says besides the task.
    struct Note: WireObject, Equatable {
        static let name = "TaskEventNote"

        /// The points and the experience that a completion paid.
        var paid: Int?
        var exp: Int?
        /// The occurrence that was completed, reopened or skipped.
        var occurrence: StoredDate?
        var skipped: SkippedOccurrences?
        /// The reminders that fell due unseen, the first of them, and the one that fired.
        var missed: Int?
        var since: Instant?
        var firedAt: Instant?
        /// The logical day of a completion that closed the task.
        var closedOn: CalendarDay?
        /// When a closed task that is reopened or removed was closed.
        var closedAt: Instant?
        /// The logical day of a completion, if it had ended (RULES P22).
        var endedDay: CalendarDay?
        /// What an edit of a repeating task moved (RULES T20).
        var moved: MovedDates?

        static let fields = Fields(
            Note.init,
            .optional("paid", \.paid, "the points it paid"),
            .optional("exp", \.exp, "the experience it paid"),
            .optional("occurrence", \.occurrence, "the occurrence"),
            .optional("skipped", \.skipped, "the occurrences passed over"),
            .optional("missed", \.missed, "the reminders that fell due unseen"),
            .optional("since", \.since, "the first of them"),
            .optional("firedAt", \.firedAt, "the reminder that fired"),
            .optional("closedOn", \.closedOn, "the logical day, if it closed the task"),
            .optional("closedAt", \.closedAt, "when it was closed, if it was"),
            .optional("endedDay", \.endedDay, "the logical day of a completion, if it had ended"),
            .optional("moved", \.moved, "what an edit of a repeating task moved"))
    }

    var id: Int
    /// `nil` if the event creates it.
    var uid: UIDReference?
    /// `nil` if the event creates it.
    var createdAt: Instant?
    var facts: Facts
    var before: Replaced?
    var note: Note?
    /// Whether the event puts the task at its position, among tasks that move up or down.
    var isPlaced: Bool?

    static let fields = Fields(
        TaskEffect.init,
        .required("id", \.id, "the task's id"),
        .nullable("uid", \.uid, "its uid if it existed before"),
        .nullable("createdAt", \.createdAt, "when it was added if it existed before"),
        .required("facts", \.facts, "the task after the event, or before it was removed"),
        .optional("before", \.before, "the parts that the event replaced"),
        .optional("note", \.note, "what the event says besides"),
        .optional("isPlaced", \.isPlaced, "true if the task gets its position"))

    func task(_ identity: GardenIdentity, _ origin: EventOrigin) -> StoredTask {
        StoredTask(
            id: id, uid: uid.map { identity.uid($0, at: origin.seq) } ?? identity.newUid(at: origin.seq),
            details: facts.details, schedule: facts.schedule ?? .none, progress: facts.progress,
            categoryId: facts.place.categoryId, createdAt: createdAt ?? origin.at.instant,
            updatedAt: origin.at.instant)
    }
}

extension TaskEffect {
    func published(_ context: PublishingContext) -> Publication<TaskChanged> {
        let closedAt = note?.closedOn.map { _ in context.origin.at.instant }
        let data = TaskChanged(
            task: item(facts, updatedAt: context.origin.at.instant, completedAt: closedAt, context), paid: note?.paid,
            exp: note?.exp, completed: note?.occurrence?.published(in: context.zone), skipped: note?.skipped,
            missed: note?.missed, since: note?.since.map(context.timestamp),
            dueAt: note?.firedAt.map(context.timestamp))
        guard let before else { return Publication(data) }
        var was = data
        was.task = item(facts(before: before), updatedAt: before.updatedAt, completedAt: note?.closedAt, context)
        return Publication(data, before: was)
    }

    /// The facts with the parts that the event replaced.
    func facts(before: Replaced) -> Facts {
        Facts(
            details: before.details ?? facts.details, progress: before.progress ?? facts.progress,
            place: before.place ?? facts.place, schedule: before.schedule ?? facts.schedule)
    }

    /// The task before it was removed.
    fileprivate func publishedAsRemoved(_ context: PublishingContext) -> Publication<TaskChanged> {
        let updatedAt = before?.updatedAt ?? context.origin.at.instant
        return Publication(
            TaskChanged(task: item(facts, updatedAt: updatedAt, completedAt: note?.closedAt, context)))
    }

    private func item(
        _ facts: Facts, updatedAt: Instant, completedAt: Instant?, _ context: PublishingContext
    ) -> TaskItem {
        let task = StoredTask(
            id: id, uid: context.uid(uid ?? .own(context.origin.seq)), details: facts.details,
            schedule: facts.schedule ?? .none, progress: facts.progress, categoryId: facts.place.categoryId,
            createdAt: createdAt ?? context.origin.at.instant, updatedAt: updatedAt)
        return TaskItem(
            task, category: (facts.place.category.name, context.uid(facts.place.category.uid)),
            position: facts.place.position, completedAt: completedAt, context.zone)
    }
}

extension TaskItem {
    /// A task as methods and events return it.
    init(
        _ task: StoredTask, category: (name: String, uid: String), position: Int, completedAt: Instant? = nil,
        on day: CalendarDay? = nil, _ zone: ZoneRules
    ) {
        let (details, progress) = (task.details, task.progress)
        // Only the distances of dates matter here, so the start of the day does not.
        let occurrences = TaskOccurrences(task, Environment(settings: .standard, zone: zone))
        // Of a rule that has ended, those of the occurrence completed last.
        let dates = (progress.occurrence ?? progress.lastDone).map(occurrences.dates)
        func date(_ kind: TaskDateKind) -> TaskDate? {
            (dates.map { $0[kind] } ?? task.schedule[kind])?.published(in: zone)
        }
        self.init(
            id: task.id, uid: task.uid, title: details.title, category: category.name, categoryId: task.categoryId,
            categoryUid: category.uid, points: details.points, priority: details.priority,
            standing: details.isStanding, note: details.note, tags: details.tags ?? [], start: date(.start),
            end: date(.end), due: date(.due),
            remind: occurrences.nextReminder(of: progress).map(zone.timestamp),
            remindBefore: (dates.map(\.remindBefore) ?? task.schedule.remindBefore)?.published,
            snoozedUntil: progress.snoozedUntil.map(zone.timestamp), repeat: task.schedule.rule,
            target: task.target(on: day), occurrence: progress.occurrence?.published(in: zone),
            estimate: details.estimate,
            focuses: progress.focuses, minutes: progress.focusMilliseconds / 60_000, doneCount: progress.doneCount,
            position: position, createdAt: zone.timestamp(task.createdAt), updatedAt: zone.timestamp(task.updatedAt),
            completedAt: completedAt.map(zone.timestamp))
    }
}

extension EventKind where Effect == TaskEffect, Published == TaskChanged {
    static let taskAdded = EventKind(
        "task.added", "Added {title} to {category}[, due {due:date}][, reminder {remind:date}][, {repeat}]", apply: put
    ) { $0.published($1) }
    .described { "added \($0.title)" }.undoableAlone()
    .replacing(.task) { $0.replacements($1) }
    static let taskEdited = EventKind(
        "task.edited", "Edited {title}[: {before:changes}]", apply: put
    ) { $0.published($1) }
    .described { "edited \($0.title)" }
    .replacing(.task) { $0.replacements($1) }
    static let taskMoved = EventKind(
        "task.moved", "Moved {title} to position {position} of {category}", apply: put
    ) { $0.published($1) }
    .described { "moved \($0.title)" }
    .replacing(.task) { $0.replacements($1) }
    static let taskRemoved = EventKind("task.removed", "Removed {title}", apply: remove) { $0.publishedAsRemoved($1) }
        .described { "removed \($0.title)" }
        .replacing(.task, .closedTask) { $0.replacementsByRemoval($1) }
    /// Closes a single task, and a repeating one without another occurrence.
    static let taskCompleted = EventKind(
        "task.completed",
        "Completed {title}[, {completed:date}][, {target.done:some} of {target.count}][, {exp:gain} exp[, {paid:gain} points]|, {paid:gain} points|, paid before]"
            + "[, {skipped.count} skipped][, next {occurrence:date}{completedAt:missing}]"
    ) { effect, origin, state in
        if effect.note?.closedOn == nil {
            put(effect, origin, &state)
        } else {
            remove(effect, origin, &state)
        }
    } publish: {
        $0.published($1)
    }.described { "done \($0.title)" }.undoableAlone()
        .replacing(.task, .closedTask) { $0.replacements($1) }
    static let taskReopened = EventKind(
        "task.reopened", "Reopened {title}[, {completed:date}]", apply: put
    ) { $0.published($1) }
    .described { "reopened \($0.title)" }
    .replacing(.task, .closedTask) { $0.replacements($1) }
    static let taskSkipped = EventKind(
        "task.skipped", "Skipped {title}[, {completed:date}][, next {occurrence:date}{completedAt:missing}]", apply: put
    ) { $0.published($1) }
    .described { "skipped \($0.title)" }
    .replacing(.task) { $0.replacements($1) }
    static let taskReminded = EventKind(
        "task.reminded", "Reminder: {title}[, {dueAt:date}][, missed {missed:some time/times}][ since {since:date}]",
        apply: put
    ) { $0.published($1) }
    .replacing(.task) { $0.replacements($1) }
    /// The time at which it is due has come (RULES T16).
    static let taskDue = EventKind(
        "task.due", "Due: {title}[, {dueAt:date}][, missed {missed:some time/times}][ since {since:date}]", apply: put
    ) { $0.published($1) }
    .replacing(.task) { $0.replacements($1) }
    /// Reminders that fell due unseen: only the last of them fires (RULES T6).
    static let taskRemindersMissed = EventKind(
        "task.remindersMissed", "Missed {missed:count reminder/reminders} of {title}[ since {since:date}]", apply: put
    ) { $0.published($1) }
    .replacing(.task) { $0.replacements($1) }
    static let taskSnoozed = EventKind(
        "task.snoozed", "Snoozed {title}[ until {snoozedUntil:date}]", apply: put
    ) { $0.published($1) }
    .described { "snoozed \($0.title)" }
    .replacing(.task) { $0.replacements($1) }

    @Sendable private static func put(_ effect: TaskEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        let position = effect.isPlaced == true ? effect.facts.place.position : nil
        state.tasks.put(effect.task(state.identity, origin), at: position)
    }

    @Sendable private static func remove(_ effect: TaskEffect, _: EventOrigin, _ state: inout GardenState) {
        state.tasks.remove(effect.id)
    }
}

/// The tasks of a removed category moved behind those of another one.
struct TasksMovedEffect: WireObject {
    static let name = "TasksMovedEffect"

    var ids: [Int]
    var fromId: Int
    var from: CategoryLabel
    var toId: Int
    var to: CategoryLabel
    /// The position of the first of them in their new category.
    var firstPosition: Int?
    /// When each was changed before.
    var updatedBefore: [Instant]?

    static let fields = Fields(
        TasksMovedEffect.init,
        .required("ids", \.ids, "the tasks, in their order"),
        .required("fromId", \.fromId, "the id of their old category"),
        .required("from", \.from, "their old category"),
        .required("toId", \.toId, "the id of their new category"),
        .required("to", \.to, "their new category"),
        .optional("firstPosition", \.firstPosition, "the position of the first of them now"),
        .optional("updatedBefore", \.updatedBefore, "when each was changed before"))
}

extension EventKind where Effect == TasksMovedEffect, Published == TasksMoved {
    static let tasksMoved = EventKind(
        "task.allMoved", "Moved {ids:count task/tasks} from {from} to {to}"
    ) { effect, origin, state in
        state.tasks.moveAll(ofCategory: effect.fromId, to: effect.toId, at: origin.at.instant)
    } publish: { effect, context in
        Publication(
            TasksMoved(
                from: effect.from.name, fromId: effect.fromId, fromUid: context.uid(effect.from.uid),
                to: effect.to.name, toId: effect.toId, toUid: context.uid(effect.to.uid), ids: effect.ids))
    }.replacing(.task) { effect, context in
        let updatedAt = context.origin.at.instant
        // As if they moved one by one: each is the first one left.
        return effect.ids.enumerated().map { index, id in
            let updatedBefore = effect.updatedBefore.map { $0[index] } ?? updatedAt
            return Replacement(
                .task, id,
                from: [
                    "categoryId": .integer(effect.fromId), "position": 0, "updatedAt": updatedBefore.json,
                ],
                to: [
                    "categoryId": .integer(effect.toId), "position": .integer((effect.firstPosition ?? 0) + index),
                    "updatedAt": updatedAt.json,
                ], at: context.origin.seq)
        }
    }
}
