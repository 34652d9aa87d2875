import GardenAPI
import Recurrence
import TimeKit

extension ImportedKind {
    /// Tasks of other programs (RULES I6).
    static let task = ImportedKind(
        name: "task", noun: "task", weight: 2, has: { $0.task != nil }, begin: { TaskImporter(options: $0) })
}

/// Adds tasks, open or completed. They are recognised by their origin alone: a title says little.
private struct TaskImporter: EntryImporter {
    let options: ImportOptions

    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let imported = entry.task else { return nil }
        _ = try entry.requiredOrigin()
        let completed = imported.completed?.instant
        if let completed {
            guard completed <= t.moment.wall else {
                let time = t.timestamp(completed)
                throw .refused(
                    .inTheFuture, "it was completed at \(time.wallText), which lies ahead of now", [("at", time.json)])
            }
            try t.checkYear(completed)
        }
        if let created = imported.created?.instant { try t.checkYear(created) }
        var task = try imported.request(at: t.moment.wall).task(in: &t)
        if completed == nil, let occurrence = imported.occurrence, task.progress.occurrence != nil {
            let open = StoredDate(occurrence, like: task.progress.occurrence, in: t.environment.zone)
            task.progress.advance(to: open, t.occurrences(of: task), after: t.moment.wall)
        }
        if completed != nil, options.paysPoints { try t.checkPay(of: task) }
        // A clock that was ahead, or a file of days alone, can have it the other way round.
        let created = min(imported.created?.instant ?? completed ?? t.moment.wall, completed ?? t.moment.wall)
        let added = task
        t.recordingHistory(at: created) { t in _ = t.addTask(added) }
        if let completed, let added = t.state.tasks[task.id] {
            try t.recordingHistory(at: completed, on: imported.completedOn) { t throws(GardenError) in
                let exp = options.bringsExperience ? imported.exp ?? 0 : 0
                try t.completeImported(added, isPaying: options.paysPoints, exp: exp)
            }
        }
        return task.id
    }
}

extension TaskEntry {
    /// What adds the task: without a reminder that has passed, and a single one if it is completed.
    fileprivate func request(at now: Instant) -> TaskAdd {
        var request = task
        if completed != nil {
            (request.repeat, request.remind, request.standing) = (nil, nil, nil)
            // It means nothing any more, and one before the start would refuse the task.
            request.end = nil
            // Only a standing task takes points.
            request.points = request.points.map { max(0, $0) }
        }
        if let remind = request.remind.flatMap(Timestamp.init), remind.instant <= now {
            // A repetition needs a date to go on from.
            if request.repeat != nil, request.due == nil { request.due = request.remind }
            request.remind = nil
        }
        return request
    }
}

extension StoredDate {
    /// A date as another one of the same task is kept: a repetition goes on by the wall clock (RULES T14).
    init(_ date: TaskDate, like other: StoredDate?, in zone: ZoneRules) {
        switch (date, other) {
        case (.day(let day), _): self = .day(day)
        case (.instant(let time), .wall?): self = .wall(WallTime(time.instant, in: zone))
        case (.instant(let time), _): self = .instant(time.instant)
        }
    }
}
