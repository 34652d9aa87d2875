import GardenAPI
import TimeKit

extension Transition {
    /// Emits an event about an existing task with its new facts.
    ///
    /// - Parameters:
    ///   - position: its new position in its category; `nil` to keep it.
    ///   - closing: of a task that is completed and closed, which only the history has.
    @discardableResult
    mutating func change(
        _ kind: EventKind<TaskEffect, TaskChanged>, _ before: StoredTask, to after: StoredTask, at position: Int? = nil,
        note: TaskEffect.Note? = nil, closing: TaskClosing? = nil, because cause: EventReference? = nil
    ) -> EventReference {
        var after = after
        // What counted in another period counts no more.
        if after.progress.target?.contains(state.day.day) == false { after.progress.target = nil }
        let old = place(of: before, closing)
        let isMoved = position != nil || after.categoryId != before.categoryId
        let new = isMoved ? place(of: after, at: position) : old
        let effect = TaskEffect(
            id: after.id, uid: state.identity.reference(to: after.uid), createdAt: after.createdAt,
            facts: TaskEffect.Facts(
                details: after.details, progress: after.progress, place: new,
                schedule: after.schedule == .none ? nil : after.schedule),
            before: TaskEffect.Replaced(
                updatedAt: before.updatedAt, details: after.details == before.details ? nil : before.details,
                progress: after.progress == before.progress ? nil : before.progress,
                place: new == old ? nil : old,
                schedule: after.schedule == before.schedule ? nil : before.schedule),
            note: note, isPlaced: isMoved ? true : nil)
        return emit(kind, effect, because: cause)
    }

    /// Where an existing task is, or was when it was closed.
    private func place(of task: StoredTask, _ closing: TaskClosing?) -> TaskEffect.Place {
        guard let closing else { return place(of: task, at: state.tasks.position(of: task)) }
        let category = state.category(of: task, closing)
        let label = CategoryLabel(name: category.name, uid: state.identity.reference(to: category.uid))
        return TaskEffect.Place(
            categoryId: state.categories.continuing(task.categoryId), category: label, position: closing.position)
    }

    /// Where a task is that gets a position; at the end of its category if that is `nil`.
    private func place(of task: StoredTask, at position: Int?) -> TaskEffect.Place {
        TaskEffect.Place(
            categoryId: task.categoryId, category: state.label(ofCategory: task.categoryId),
            position: position ?? state.tasks.count(inCategory: task.categoryId, besides: task.id))
    }

    /// A new task with its dates, at the end of its category.
    mutating func addTask(_ task: StoredTask) -> EventReference {
        let place = place(of: task, at: nil)
        return emit(
            .taskAdded,
            TaskEffect(
                id: task.id, uid: nil, createdAt: nil,
                facts: TaskEffect.Facts(
                    details: task.details, progress: task.progress, place: place,
                    schedule: task.schedule == .none ? nil : task.schedule)))
    }

    /// The task as methods return it.
    func item(_ task: StoredTask, _ closing: TaskClosing? = nil) -> TaskItem {
        state.taskItem(task, closing, in: environment.zone)
    }

    func occurrences(of task: StoredTask) -> TaskOccurrences { TaskOccurrences(task, environment) }
}

extension GardenState {
    /// - Parameter closing: of a completed task.
    func taskItem(_ task: StoredTask, _ closing: TaskClosing? = nil, in zone: ZoneRules) -> TaskItem {
        var present = task
        present.categoryId = categories.continuing(task.categoryId)
        return TaskItem(
            present, category: category(of: task, closing), position: closing?.position ?? tasks.position(of: task),
            completedAt: closing?.at, on: day.day, zone)
    }

    /// A task's category as it is now. If it was merged into another one, a completed task has that one; if it was removed,
    /// the one in which it was closed.
    func category(of task: StoredTask, _ closing: TaskClosing?) -> (name: String, uid: String) {
        if let category = categories[task.categoryId] { return (category.name, category.uid) }
        if let other = continuation(ofCategory: task.categoryId) { return (other.name, other.uid) }
        return closing?.category ?? (CategoryBook.defaultName, GardenIdentity.defaultUid)
    }
}
