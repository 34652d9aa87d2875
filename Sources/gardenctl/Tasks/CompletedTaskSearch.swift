import GardenAPI

/// A request that can be about a completed task.
///
/// The daemon finds only open tasks by their titles: a title of years ago must not hide the one of today.
protocol CompletedTaskReference: TaskReference {
    init(id: Int?, title: String?)
}

extension TaskGet: CompletedTaskReference {}
extension TaskReopen: CompletedTaskReference {}

extension Client {
    /// How many pages of completed tasks a search reads.
    private static let mostPages = 5

    /// Sends the request, and once more with the id of the completed task if no open one has the title.
    func askEvenIfCompleted<Asked: CompletedTaskReference>(
        _ request: Asked
    ) throws(CommandError) -> Answer<Asked.Response> {
        do throws(CommandError) { return try ask(request) } catch {
            guard let title = request.title, case .refused(let refusal) = error, refusal.isAboutOpenTasks,
                let task = try completedTask(titled: title)
            else { throw error }
            return try ask(Asked(id: task.id, title: nil))
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
    fileprivate var isAboutOpenTasks: Bool {
        code == .notFound || details["reason"]?.stringValue == RefusalReason.notDone.rawValue
    }
}
