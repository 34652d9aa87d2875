import GardenAPI
import TimeKit
import WorkKit

// Tasks that are hidden until they can begin (RULES T21).

extension StoredTask {
    /// Whether it has a start, or an occurrence that was moved alone has one.
    var hasStart: Bool { schedule.start != nil || progress.movedOccurrence?.start != nil }

    /// Whether its start is ahead, and it is not due by the end of the day.
    func isHidden(at now: Instant, dayEnd: Instant, _ environment: Environment) -> Bool {
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
        Work.note(tasks.withStart.count, .values)
        let dayEnd = environment.calendar.next(after: day.day).boundary
        return Set(tasks.withStart.filter { tasks[$0]?.isHidden(at: now, dayEnd: dayEnd, environment) ?? false })
    }
}
