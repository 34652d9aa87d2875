import GardenAPI
import TimeKit

extension ImportedKind {
    /// Completions of open tasks that repeat, or are standing ones, such as the days of a habit (RULES I6).
    static let completion = ImportedKind(
        name: "completion", noun: "completion", weight: 2, has: { $0.completion != nil },
        basis: { $0.completion?.task },
        begin: { CompletionImporter(options: $0) })
}

/// Adds completions. One at the time of a completion of the task is known.
private struct CompletionImporter: EntryImporter {
    private struct Made: Hashable {
        let taskId: Int
        let at: Instant
    }

    let options: ImportOptions
    /// The tasks by what the entries know them by.
    private var tasks: [String: Int] = [:]
    /// Those that the garden has, of the tasks of the current part.
    private var made: Set<Made> = []

    init(options: ImportOptions) { self.options = options }

    mutating func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {
        let completions = entries.compactMap(\.completion)
        tasks.merge(
            try t.tasks(knownBy: Set(completions.map(\.task)).subtracting(tasks.keys)), uniquingKeysWith: { $1 })
        made = []
        var times: [Int: ClosedRange<Instant>] = [:]
        for completion in completions {
            guard let id = tasks[completion.task] else { continue }
            let at = completion.at.instant
            times[id] = min(times[id]?.lowerBound ?? at, at)...max(times[id]?.upperBound ?? at, at)
        }
        for (id, range) in times { try find(id, range, in: t) }
    }

    private mutating func find(
        _ id: Int, _ range: ClosedRange<Instant>, in t: borrowing Transition
    ) throws(GardenError) {
        var query = CompletionsQuery(after: t.state.lastResetSeq, limit: 1000)
        (query.taskId, query.includesReopened) = (id, true)
        // The day on which one counts may be another one than its time says.
        query.from = t.day(of: range.lowerBound).advanced(by: -1)
        query.to = t.day(of: range.upperBound).advanced(by: 1)
        while true {
            let (history, asked) = (t.history, query)
            let page = try readingJournal { try history.read(asked) }
            for found in page.completions { made.insert(Made(taskId: id, at: found.completion.at)) }
            guard let last = page.last else { return }
            query.before = last
        }
    }

    mutating func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let imported = entry.completion else { return nil }
        _ = try entry.requiredOrigin()
        let at = imported.at.instant
        guard at <= t.moment.wall else {
            let time = t.timestamp(at)
            throw .refused(.inTheFuture, "it was at \(time.wallText), which lies ahead of now", [("at", time.json)])
        }
        try t.checkYear(at)
        // The current part may have added it.
        if tasks[imported.task] == nil { tasks.merge(try t.tasks(knownBy: [imported.task]), uniquingKeysWith: { $1 }) }
        guard let known = tasks[imported.task], let task = t.state.tasks[known] else {
            throw GardenError(
                .notFound, "its task, \(JSON.string(imported.task).excerpt), is not open in the garden",
                [("task", .string(imported.task))])
        }
        guard task.schedule.rule != nil || task.details.isStanding else {
            throw .invalidParam("completion", "is of a task that neither repeats nor is a standing one")
        }
        guard made.insert(Made(taskId: known, at: at)).inserted else { return nil }
        let zone = t.environment.zone
        let occurrence = imported.occurrence.map { StoredDate($0, like: task.progress.occurrence, in: zone) }
        let exp = options.bringsExperience ? imported.exp ?? 0 : 0
        return t.recordingHistory(at: at, on: imported.day) { t in
            t.completeImported(task, occurrence: occurrence, exp: exp)
        }
    }
}

extension Transition {
    /// The tasks that the garden has of other programs, or created itself, by what entries of an import know them by.
    func tasks(knownBy origins: Set<String>) throws(GardenError) -> [String: Int] {
        guard !origins.isEmpty else { return [:] }
        var found: [String: Int] = [:]
        for uid in origins.compactMap(state.ownUid) {
            let (history, seq) = (history, GardenIdentity.seq(ofOwn: uid) ?? 0)
            let event = try readingJournal { try history.event(seq) }
            if let event, let id = try readingJournal({ try EventKind.taskAdded.effect(of: event)?.id }) {
                found["\(GardenState.ownOrigin)\(uid)"] = id
            }
        }
        let query = ImportedEntriesQuery(origins, after: state.lastResetSeq)
        let transition = copied()
        for entry in try readingJournal({ try transition.read(query) })
        where entry.kind == ImportedKind.task.name && !entry.isUndone {
            found[entry.origin] = entry.id
        }
        return found
    }
}
