import GardenAPI

/// A request that can be about a completed task.
///
/// The daemon finds only open tasks by their titles: a title of years ago must not hide the one of today.
protocol CompletedTaskReference: Request {
    /// The title by which it names the task; `nil` if it does not.
    var titleOfTask: String? { get }

    /// The same request with the id of the task instead of its title.
    func about(task id: Int) -> Self
}

extension TaskGet: CompletedTaskReference {
    var titleOfTask: String? { title }
    func about(task id: Int) -> TaskGet { TaskGet(id: id, title: nil) }
}

extension TaskReopen: CompletedTaskReference {
    var titleOfTask: String? { title }
    func about(task id: Int) -> TaskReopen { TaskReopen(id: id) }
}

extension SessionAdd: CompletedTaskReference {
    var titleOfTask: String? { task }

    func about(task id: Int) -> SessionAdd {
        var request = self
        (request.taskId, request.task) = (id, nil)
        return request
    }
}

extension SessionList: CompletedTaskReference {
    var titleOfTask: String? { task }

    func about(task id: Int) -> SessionList {
        var request = self
        (request.taskId, request.task) = (id, nil)
        return request
    }
}

extension Client {
    /// How many pages of completed tasks a search reads.
    private static let mostPages = 5

    /// Sends the request, and once more with the id of the completed task if no open one has the title.
    func askEvenIfCompleted<Asked: CompletedTaskReference>(
        _ request: Asked
    ) throws(CommandError) -> Answer<Asked.Response> {
        do throws(CommandError) { return try ask(request) } catch {
            guard let title = request.titleOfTask, case .refused(let refusal) = error, refusal.isAboutOpenTasks,
                let task = try completedTask(titled: title)
            else { throw error }
            return try ask(request.about(task: task.id))
        }
    }

    /// The completed task of that title, or the only one with a title that begins like that; `nil` for none.
    func completedTask(titled title: String) throws(CommandError) -> TaskItem? {
        let beginning = title.folded
        var found: [TaskItem] = []
        var list = TaskList(status: .done, search: title)
        for _ in 0..<Self.mostPages {
            let page = try ask(list).value()
            found += page.tasks.filter { $0.title.folded.hasPrefix(beginning) }
            guard let next = page.next else { break }
            list.before = next
        }
        let exact = found.filter { $0.title.folded == beginning }
        if !exact.isEmpty { found = exact }
        guard found.count > 1 else { return found.first }
        let candidates = found.prefix(20).map { task -> JSON in
            [
                "id": .integer(task.id), "title": .string(task.title), "category": .string(task.category),
                "completedAt": task.completedAt?.json ?? .null,
            ]
        }
        let more = found.count - candidates.count
        throw .refused(
            .refused(
                .ambiguous,
                "\(found.count) completed tasks begin with \(JSON.string(title).text); use the id of one",
                [("candidates", .array(candidates))] + (more > 0 ? [("more", .integer(more))] : [])))
    }
}

extension GardenError {
    /// Whether the refusal can mean that the task is not among the open ones.
    var isAboutOpenTasks: Bool {
        code == .notFound && details["kind"] == "task"
            || details["reason"]?.stringValue == RefusalReason.notDone.rawValue
    }
}
