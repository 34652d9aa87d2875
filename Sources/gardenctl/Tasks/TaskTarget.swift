import ArgumentParser
import GardenAPI

/// What a command is about: one task, by its id, its title or the beginning of that, or several by their ids.
enum TaskTarget: Equatable {
    case one(Reference)
    case several([IDRange])

    /// Reads words: if all are numbers or ranges of numbers, they are ids.
    init(words: [String]) throws {
        let text = try freeText(words).withASCIIDigits
        let entries = text.split { $0 == " " || $0 == "," || $0 == "、" || $0 == "，" }
        let ranges = entries.compactMap { IDRange(argument: String($0)) }.filter(\.isOfIds)
        let isTitle = words.first == "--" || ranges.count < entries.count
        if words.first != "--", isTitle, Self.isListOfNumbers(entries.map(String.init)) {
            throw ValidationError(
                "\(JSON.string(printable(text)).excerpt) is no list of ids, such as 3 5 8-10; a title of digits: --title"
            )
        }
        guard !isTitle, let first = ranges.first, ranges.count > 1 || first.isSeveral else {
            self = .one(try Reference(words: words))
            return
        }
        try IDRange.validate(ranges)
        self = .several(ranges)
    }

    /// Whether words look like ids, and are none: `0 4`, `10-8`, `8-`, `4..5`.
    private static func isListOfNumbers(_ entries: [String]) -> Bool {
        let isNumbers = entries.allSatisfy { $0.wholeMatch(of: /[0-9]+(?:(?:-|–|\.\.)[0-9]*)?/) != nil }
        return isNumbers && (entries.count > 1 || entries.contains { !$0.allSatisfy(\.isWholeNumber) })
    }

    /// - Parameter title: the words of the option that names one by its title.
    init(words: [String], title: [String]) throws {
        guard let title = joined(title) else {
            try self.init(words: words)
            return
        }
        guard words.isEmpty else { throw ValidationError("--title and \(printable(words[0])) both name the task") }
        self = .one(.name(title))
    }

    var id: Int? {
        guard case .one(let reference) = self else { return nil }
        return reference.id
    }

    var title: String? {
        guard case .one(let reference) = self else { return nil }
        return reference.name
    }

    var ids: IDList? {
        guard case .several(let ranges) = self else { return nil }
        return IDList(IDRange.ids(ranges))
    }

    /// The same without the gaps of its ranges: the ids that no task has, or one that the command is not for.
    ///
    /// - Parameter suits: whether the command is for a task.
    func withoutGaps(_ client: Client, _ suits: (TaskItem) -> Bool) throws(CommandError) -> TaskTarget {
        guard case .several(let ranges) = self, ranges.contains(where: \.isSeveral) else { return self }
        let ids = try IDRange.existingIds(ranges, checksEach: false) { id throws(CommandError) in
            let task = try client.ask(TaskGet(id: id)).value()
            guard suits(task) else { throw .refused(.notSuited(task)) }
        }
        return .several(ids.map(IDRange.init))
    }
}

extension GardenError {
    /// That no task of a range is one for the command.
    fileprivate static func notSuited(_ task: TaskItem) -> GardenError {
        let state = task.completedAt == nil ? "open" : "completed"
        return GardenError(
            .notFound, "none of the range: task \(task.id), \(JSON.string(task.title).text), is \(state)",
            [("kind", "task"), ("id", .integer(task.id))])
    }
}

extension ArgumentHelp {
    static let tasks = ArgumentHelp(
        "The task: its id, its title, or the beginning of it; or several ids: 3 5 8-10.", valueName: "task")
    static let titleOfNumbers = ArgumentHelp("The title of the task, if it consists of numbers.", valueName: "title")
}

/// The words that name the tasks of a command.
struct TaskWords: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: .tasks,
        completion: Completions.tasks)
    var words: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: .titleOfNumbers)
    var title: [String] = []

    /// - Precondition: ``validate()`` has passed.
    private(set) var target = TaskTarget.one(.name(""))

    private enum CodingKeys: CodingKey { case words, title }

    mutating func validate() throws {
        guard try !freeText(words).isEmpty || !title.isEmpty else {
            throw ValidationError("the task is missing; give its id or its title")
        }
        target = try TaskTarget(words: words, title: title)
    }
}

/// A command about one task or several.
protocol TasksAnswering: TaskAnswering where Asked: TasksReference {
    // Repeated so that the compiler finds it in request(about:).
    associatedtype Asked

    /// What the words name.
    ///
    /// - Throws: `ValidationError` for a number that is too large for an id.
    var target: TaskTarget { get throws }

    func request(about target: TaskTarget) throws -> Asked

    /// The request, in which ranges are ids of tasks that there are.
    func request(asking client: Client) throws(CommandError) -> Asked

    /// Whether the command is for a task; one that it is not for is left out of a range of ids.
    func suits(_ task: TaskItem) -> Bool

    /// The answer about one task.
    func text(about item: Asked.Item, _ present: Present?, _ style: Style) -> String

    /// The answer about several.
    func text(about items: [Asked.Item], _ present: Present?, _ style: Style) -> String
}

extension TasksAnswering {
    func request() throws -> Asked { try request(about: target) }

    func suits(_ task: TaskItem) -> Bool { task.completedAt == nil }

    /// What the words name, after ``validate()`` has read them once.
    func namedTarget() throws(CommandError) -> TaskTarget {
        do { return try target } catch { throw .usage("\(error)") }
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        try client.ask(request(asking: client))
    }

    func request(asking client: Client) throws(CommandError) -> Asked {
        let target = try namedTarget().withoutGaps(client, suits)
        do { return try request(about: target) } catch { throw .usage("\(error)") }
    }

    func text(_ response: OneOrList<Asked.Item>, _ present: Present?, _ style: Style) -> String {
        switch response {
        case .one(let item): text(about: item, present, style)
        case .list(let items): text(about: items, present, style)
        }
    }
}

/// Such a command that can put its tasks into another category.
protocol TasksCategorizing: CategoryCreatingCommand, TasksAnswering {
    associatedtype Asked

    func request(about target: TaskTarget, in category: String?) throws -> Asked
}

extension TasksCategorizing {
    func request() throws -> Asked { try request(about: target) }

    func request(in category: String?) throws -> Asked { try request(about: target, in: category) }

    func request(about target: TaskTarget) throws -> Asked {
        guard case .name(let name) = category else { return try request(about: target, in: nil) }
        return try request(about: target, in: name)
    }

    func request(asking client: Client) throws(CommandError) -> Asked {
        let target = try namedTarget().withoutGaps(client, suits)
        let category = try client.name(of: category)
        do { return try request(about: target, in: category) } catch { throw .usage("\(error)") }
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        try client.ask(request(asking: client))
    }
}

/// `Changed 3 tasks`, and the tasks with their dates in columns.
func tasksText(_ verb: String, _ tasks: [TaskItem], _ present: Present?, _ style: Style) -> String {
    let listing = TaskListing(tasks: tasks, isByCategory: false, isFiltered: true)
    return "\(verb) \(tasks.count.counted("task"))\n\(taskListText(listing, nil, present, style))"
}
