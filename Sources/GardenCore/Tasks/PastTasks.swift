import GardenAPI
import TimeKit

// The tasks as a day ended (RULES S7): those that were there, with their present fields. A task that was closed since was open; one
// that was reopened since counts as never closed, and one that was removed as never there.

extension ClosedTasksQuery.Known {
    init(_ past: PastDay, _ status: TaskStatus) {
        let isClosed: Bool? =
            switch status {
            case .open: false
            case .done: true
            case .all: nil
            }
        self.init(day: past.day, endsAt: past.endsAt, isClosed: isClosed)
    }
}

extension QueryContext {
    /// The open tasks in numbers, at present or as a day ended.
    func taskCounts() throws(GardenError) -> TaskCounts {
        guard let past = askedDay else { return state.taskCounts(at: moment.wall, environment) }
        let (state, history) = (state, history)
        let query = ClosedTasksQuery(
            known: ClosedTasksQuery.Known(past, .open), after: state.lastResetSeq, limit: Int.max - 1)
        let closed = try readingJournal {
            try history.read(query).tasks.map { closed throws(StoreError) in
                do throws(ValidationError) { return try closed.task(state.identity).0 } catch {
                    throw StoreError("closed task \(closed.id) cannot be read: \(error.message)", .damaged)
                }
            }
        }
        // A task that is closed is not due any more.
        let overdueClosed = closed.count { task in
            let dueAt = task.progress.dueAt ?? TaskOccurrences(task, environment).dueAt(of: task.progress.occurrence)
            return dueAt.map { $0 < past.endsAt } ?? false
        }
        let overdue = state.tasks.due(before: past.endsAt).count { due in
            state.tasks[due.id].map { $0.createdAt < past.endsAt } ?? false
        }
        let open = state.tasks.all.count { $0.createdAt < past.endsAt }
        return TaskCounts(
            open: open + closed.count, dueToday: 0, overdue: overdue + overdueClosed, next: nil, nextDueAt: nil)
    }
}
