import GardenAPI

/// A change of the tasks that a request names by their ids, or of one that it names by its title: of all or of none (RULES T23).
protocol TasksCommand: Command, TasksReference {
    /// Prepares the change of all of them.
    func begin(in t: inout Transition) throws(GardenError)

    /// Changes one of them.
    ///
    /// - Parameters:
    ///   - closing: that of a completed task.
    ///   - index: its place among those that the request names.
    func perform(on task: StoredTask, _ closing: TaskClosing?, at index: Int, in t: inout Transition)
        throws(GardenError) -> Item

    /// What the answer says about one of several tasks when all are changed: the others may have moved it.
    func item(_ item: Item, afterAll t: borrowing Transition) -> Item
}

extension TasksCommand where Item == TaskItem {
    func item(_ item: TaskItem, afterAll t: borrowing Transition) -> TaskItem { t.present(item) }
}

extension Transition {
    /// A task of an answer as it is now; as it was if it is no longer open.
    func present(_ item: TaskItem) -> TaskItem { state.tasks[item.id].map { self.item($0) } ?? item }
}

/// A change of open tasks.
protocol OpenTasksCommand: TasksCommand {
    func perform(on task: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> Item
}

extension OpenTasksCommand {
    func perform(
        on task: StoredTask, _ closing: TaskClosing?, at index: Int, in t: inout Transition
    ) throws(GardenError) -> Item {
        guard closing == nil else { throw .alreadyDone(task) }
        return try perform(on: task, at: index, in: &t)
    }
}

extension TasksCommand {
    func begin(in t: inout Transition) throws(GardenError) {}

    /// Changes the only task that the request names.
    func performOnOne(in t: inout Transition) throws(GardenError) -> Item {
        try begin(in: &t)
        let (task, closing) = try t.task(self)
        return try perform(on: task, closing, at: 0, in: &t)
    }

    public func perform(in t: inout Transition) throws(GardenError) -> OneOrList<Item> {
        guard let ids = ids?.ids else { return .one(try performOnOne(in: &t)) }
        try begin(in: &t)
        var (items, failures): ([Item], [(id: Int, error: GardenError)]) = ([], [])
        for (index, id) in ids.enumerated() {
            do throws(GardenError) {
                let (task, closing) = try t.state.task(withId: id, t.history)
                let item = try perform(on: task, closing, at: index, in: &t)
                // After a failure, the others are only asked what they refuse.
                if failures.isEmpty { items.append(item) }
            } catch {
                // What the others would say of a disk that cannot be read is the same.
                guard error.code != .storageFailed else { throw error }
                failures.append((id, error))
            }
        }
        guard failures.isEmpty else { throw .failures(failures, of: ids.count) }
        var answer: [Item] = []
        for item in items { answer.append(self.item(item, afterAll: t)) }
        return .list(answer)
    }
}

extension GardenError {
    /// How many tasks the message names.
    private static let mostNamed = 5

    /// The error of a request about several things, if some refuse it.
    fileprivate static func failures(_ failures: [(id: Int, error: GardenError)], of count: Int) -> GardenError {
        var combined = failures[0].error
        let list = failures.map { id, error in
            JSON.object(
                JSONObject(
                    [("id", .integer(id)), ("code", .string(error.code.rawValue)), ("message", .string(error.message))]
                        + error.details.members.filter { $0.name != "id" }.map { ($0.name, $0.value) }))
        }
        combined.details.append(failuresName, .array(list))
        guard count > 1 else { return combined }
        let named = failures.prefix(mostNamed).map { id, error in
            let isNamed = error.message.contains("task \(id),") || error.message.contains("the id \(id)")
            return isNamed ? error.message : "task \(id): \(error.message)"
        }.joined(separator: "; ")
        let more = failures.count > mostNamed ? "; and \(failures.count - mostNamed) more of the \(count) tasks" : ""
        combined.message = "nothing was changed: \(named)\(more)"
        return combined
    }
}
