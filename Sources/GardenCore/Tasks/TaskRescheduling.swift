import GardenAPI
import TimeKit

/// The next reminders and due dates of tasks, computed again.
struct TasksRescheduledEffect: WireObject {
    static let name = "TasksRescheduledEffect"

    struct Dates: WireObject, Equatable {
        static let name = "TaskDates"

        var id: Int
        var armed: Instant?
        var occurrence: StoredDate?
        var dueAt: Instant?
        var armedBefore: Instant?
        var occurrenceBefore: StoredDate?
        var dueBefore: Instant?
        var missedBefore: Instant?
        /// Whether it is the due time that rings next, and whether it was.
        var isDueTime: Bool?
        var wasDueTime: Bool?

        /// - Parameter before: the progress with the dates before.
        init(id: Int, from before: TaskProgress, to progress: TaskProgress) {
            self.init(
                id: id, armed: progress.armed, occurrence: progress.armedOccurrence, dueAt: progress.dueAt,
                armedBefore: before.armed, occurrenceBefore: before.armedOccurrence, dueBefore: before.dueAt,
                missedBefore: progress.missedCount == nil ? before.missedSince : nil,
                isDueTime: progress.armedForDueTime, wasDueTime: before.armedForDueTime)
        }

        private init(
            id: Int, armed: Instant?, occurrence: StoredDate?, dueAt: Instant?, armedBefore: Instant?,
            occurrenceBefore: StoredDate?, dueBefore: Instant?, missedBefore: Instant?, isDueTime: Bool?,
            wasDueTime: Bool?
        ) {
            (self.id, self.armed, self.occurrence, self.dueAt) = (id, armed, occurrence, dueAt)
            (self.armedBefore, self.occurrenceBefore, self.dueBefore) = (armedBefore, occurrenceBefore, dueBefore)
            (self.missedBefore, self.isDueTime, self.wasDueTime) = (missedBefore, isDueTime, wasDueTime)
        }

        /// What rings next.
        var next: TaskReminder? {
            armed.map {
                TaskReminder(at: $0, occurrence: occurrence, alarm: isDueTime == true ? .dueTime : .reminder)
            }
        }

        static let fields = Fields(
            Dates.init,
            .required("id", \.id, "the task's id"),
            .optional("armed", \.armed, "when the next reminder fires"),
            .optional("occurrence", \.occurrence, "the occurrence that it is of"),
            .optional("dueAt", \.dueAt, "when it is due"),
            .optional("armedBefore", \.armedBefore, "when the next reminder fired before"),
            .optional("occurrenceBefore", \.occurrenceBefore, "the occurrence that it was of"),
            .optional("dueBefore", \.dueBefore, "when it was due before"),
            .optional("missedBefore", \.missedBefore, "when its reminder was missed, if it is missed no more"),
            .optional("isDueTime", \.isDueTime, "true if it is the due time that rings next"),
            .optional("wasDueTime", \.wasDueTime, "true if it was the due time before"))
    }

    var tasks: [Dates]

    static let fields = Fields(
        TasksRescheduledEffect.init,
        .required("tasks", \.tasks, "the tasks with dates that moved"))
}

extension EventKind where Effect == TasksRescheduledEffect, Published == TasksRescheduled {
    static let tasksRescheduled = EventKind(
        "task.rescheduled", "Rescheduled {ids:count task/tasks}"
    ) { effect, origin, state in
        for dates in effect.tasks {
            guard var task = state.tasks[dates.id] else { continue }
            task.progress.arm(dates.next)
            task.progress.dueAt = dates.dueAt
            if dates.missedBefore != nil { task.progress.forgetMissed() }
            if dates.armed != dates.armedBefore { task.updatedAt = origin.at.instant }
            state.tasks.put(task)
        }
    } publish: { effect, _ in
        Publication(TasksRescheduled(ids: effect.tasks.map(\.id)))
    }.replacing(.task) { effect, context in
        func json(_ instant: Instant?) -> JSON { instant?.json ?? .null }
        return effect.tasks.map { dates in
            var from: [(String, JSON)] = [("armed", json(dates.armedBefore)), ("dueAt", json(dates.dueBefore))]
            var to: [(String, JSON)] = [("armed", json(dates.armed)), ("dueAt", json(dates.dueAt))]
            if let missed = dates.missedBefore {
                from += [("missedSince", missed.json), ("missedCount", 1)]
                to += [("missedSince", .null), ("missedCount", .null)]
            }
            if dates.isDueTime != dates.wasDueTime {
                func json(_ flag: Bool?) -> JSON { flag.map(JSON.bool) ?? .null }
                from.append(("armedForDueTime", json(dates.wasDueTime)))
                to.append(("armedForDueTime", json(dates.isDueTime)))
            }
            if dates.occurrence != dates.occurrenceBefore {
                from.append(("armedOccurrence", dates.occurrenceBefore?.json ?? .null))
                to.append(("armedOccurrence", dates.occurrence?.json ?? .null))
            }
            return Replacement(
                .task, dates.id, from: ["progress": .object(JSONObject(from))],
                to: ["progress": .object(JSONObject(to))], at: context.origin.seq)
        }
    }
}
