import GardenAPI
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
        let task = try imported.request(at: t.moment.wall).task(in: &t)
        if completed != nil, options.paysPoints { try t.checkPay(of: task) }
        // A clock that was ahead, or a file of days alone, can have it the other way round.
        let created = min(imported.created?.instant ?? completed ?? t.moment.wall, completed ?? t.moment.wall)
        try t.recordingHistory(at: created) { t throws(GardenError) in _ = t.addTask(task) }
        if let completed, let added = t.state.tasks[task.id] {
            try t.recordingHistory(at: completed) { t throws(GardenError) in
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
