import GardenAPI
import TimeKit
import WorkKit

// Tasks that are hidden until they can begin (RULES T21).

extension StoredTask {
    /// Whether its start is ahead and its due date is not past.
    func isHidden(at now: Instant, _ environment: Environment) -> Bool {
        guard schedule.start != nil, progress.dueAt.map({ $0 > now }) ?? true else { return false }
        let occurrences = TaskOccurrences(self, environment)
        let start = progress.occurrence.map { occurrences.dates(of: $0).start } ?? schedule.start
        return start.map { $0.beginning(environment) > now } ?? false
    }
}

extension GardenState {
    /// The ids of the open tasks that are hidden.
    func hiddenTasks(at now: Instant, _ environment: Environment) -> Set<Int> {
        Work.note(tasks.withStart.count, .values)
        return Set(tasks.withStart.filter { tasks[$0]?.isHidden(at: now, environment) ?? false })
    }
}
