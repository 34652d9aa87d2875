import GardenAPI
import TimeKit
import WorkKit

// Tasks that are hidden until they can begin (RULES T21), or count again (RULES T19).

extension StoredTask {
    /// Whether it has a start, or an occurrence that was moved alone has one.
    var hasStart: Bool { schedule.start != nil || progress.movedOccurrence?.start != nil }

    /// Whether it can be hidden.
    var canBeHidden: Bool { hasStart || progress.target != nil }

    /// Whether its start is ahead, and it is not due by the end of the day; or its target is met.
    func isHidden(at now: Instant, on day: CalendarDay, dayEnd: Instant, _ environment: Environment) -> Bool {
        if let counted = progress.target, counted.contains(day), counted.isMet, target != nil { return true }
        guard hasStart, progress.dueAt.map({ $0 > dayEnd }) ?? true else { return false }
        // To make the occurrences of a rule takes long.
        let start =
            progress.occurrence.map { TaskOccurrences(self, environment).dates(of: $0).start } ?? schedule.start
        return start.map { $0.beginning(environment) > now } ?? false
    }
}

extension GardenState {
    /// The ids of the open tasks that are hidden.
    func hiddenTasks(at now: Instant, _ environment: Environment) -> Set<Int> {
        let dayEnd = dayEnd(environment)
        return hiddenTasks { $0.isHidden(at: now, on: day.day, dayEnd: dayEnd, environment) }
    }

    /// The ids of those that are not proposed: the hidden ones, and those that a completion of the day counts for.
    func unproposedTasks(at now: Instant, _ environment: Environment) -> Set<Int> {
        let dayEnd = dayEnd(environment)
        return hiddenTasks { task in
            task.progress.target?.days.contains(day.day) == true && task.target != nil
                || task.isHidden(at: now, on: day.day, dayEnd: dayEnd, environment)
        }
    }

    private func dayEnd(_ environment: Environment) -> Instant { environment.calendar.next(after: day.day).boundary }

    private func hiddenTasks(_ isHidden: (StoredTask) -> Bool) -> Set<Int> {
        Work.note(tasks.hideable.count, .values)
        return Set(tasks.hideable.filter { tasks[$0].map(isHidden) ?? false })
    }
}
