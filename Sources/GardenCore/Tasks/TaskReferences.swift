import GardenAPI
import TimeKit

extension Transition {
    /// The open task that a request names.
    func openTask(_ request: some TaskReference) throws(GardenError) -> StoredTask {
        let (task, closing) = try task(request)
        guard closing == nil else { throw .alreadyDone(task) }
        return task
    }

    /// The task that a request names, and its closing if it is completed.
    func task(_ request: some TaskReference) throws(GardenError) -> (StoredTask, TaskClosing?) {
        try state.task(request, history)
    }
}

extension GardenState {
    func task(
        _ request: some TaskReference, _ history: any History
    ) throws(GardenError) -> (StoredTask, TaskClosing?) {
        guard let id = request.id else { return (try openTask(titled: request.title ?? ""), nil) }
        return try task(withId: id, history)
    }

    func task(withId id: Int, _ history: any History) throws(GardenError) -> (StoredTask, TaskClosing?) {
        if let task = tasks[id] { return (task, nil) }
        if id <= tasks.lastId, let closed = try closedTask(id, history) { return closed }
        throw .notFound(kind: "task", id: id)
    }

    /// The open task of that title, or the only one with a title that begins like that.
    func openTask(titled title: String) throws(GardenError) -> StoredTask {
        var found = tasks.titled(title)
        var count = found.count
        if found.isEmpty {
            (found, count) = tasks.titled(beginningWith: title, most: GardenError.mostCandidates)
        }
        guard let task = found.first else { throw .notFound(kind: "task", name: title) }
        guard count == 1 else {
            throw .ambiguousTask(title, found.map { ($0, label(ofCategory: $0.categoryId).name) }, of: count)
        }
        return task
    }

    private func closedTask(_ id: Int, _ history: any History) throws(GardenError) -> (StoredTask, TaskClosing)? {
        let closed = try readingJournal { try history.read(ClosedTaskQuery(id: id, after: lastResetSeq)) }
        return try closed.map { task throws(GardenError) in
            try present(task, try focus(onTasks: [id], history)[id])
        }
    }

    /// A closed task with the focus on it.
    func present(_ closed: ClosedTask, _ focus: TaskFocus?) throws(GardenError) -> (StoredTask, TaskClosing) {
        do throws(ValidationError) {
            var (task, closing) = try closed.task(identity)
            task.progress.focus = focus ?? TaskFocus()
            return (task, closing)
        } catch {
            throw .unreadable("closed task \(closed.id) cannot be read: \(error.message)")
        }
    }
}

extension GardenError {
    /// - Parameter count: how many there are in all.
    static func ambiguousTask(
        _ title: String, _ found: [(StoredTask, category: String)], of count: Int
    ) -> GardenError {
        let candidates = found.sorted { $0.0.id < $1.0.id }.prefix(mostCandidates).map { task, category -> JSON in
            ["id": .integer(task.id), "title": .string(task.details.title), "category": .string(category)]
        }
        let more = count - candidates.count
        return .refused(
            .ambiguous, "\(count) open tasks begin with \(JSON.string(title).text); use the id of one",
            [("candidates", .array(candidates))] + (more > 0 ? [("more", .integer(more))] : []))
    }

    static func alreadyDone(_ task: StoredTask) -> GardenError {
        .refused(
            .alreadyDone, "\(task.quoted), is already done",
            [("id", .integer(task.id))])
    }
}
