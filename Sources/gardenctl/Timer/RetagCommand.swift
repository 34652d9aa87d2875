import ArgumentParser
import GardenAPI

struct RetagCommand: CategoryCreatingCommand {
    static let configuration = CommandConfiguration(
        commandName: "retag",
        abstract: "Correct the category or the task of the current phase.",
        usage:
            "gardenctl retag [<category>] [--task <task>] [--no-task] [--json] [--socket <path>] [--timeout <seconds>]",
        discussion: """
            No time is lost: when the session ends, it counts for the category you name. With --task, the category \
            becomes that of the task, unless you name one. During a rest, it applies to the next session; the \
            previous one does not change. While the timer is stopped, it corrects the last session.

              gardenctl retag Reading
              gardenctl retag -t Write the report
              gardenctl retag --no-task
            """)

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The correct category, by name or id.", valueName: "category"),
        completion: Completions.categories)
    var words: [String] = []

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp("The correct task: its id, its title, or the beginning of it.", valueName: "task"),
        completion: Completions.tasks)
    var task: [String] = []

    @Flag(help: "Remove the task from the phase.")
    var noTask = false

    @OptionGroup var common: CommonOptions

    /// - Precondition: ``validate()`` has passed.
    private(set) var category: Reference?

    private enum CodingKeys: CodingKey { case words, task, noTask, common }

    func request(in category: String?) throws -> TimerEdit {
        let task = try task.isEmpty ? nil : Reference(words: task)
        return TimerEdit(
            category: category, taskId: noTask ? .clear : task?.id.map(FieldChange.set) ?? .keep, task: task?.name)
    }

    mutating func validate() throws {
        category = try words.isEmpty ? nil : Reference(words: words)
        if !task.isEmpty { _ = try Reference(words: task) }
        guard !noTask || task.isEmpty else { throw ValidationError("--task conflicts with --no-task") }
        guard !words.isEmpty || !task.isEmpty || noTask else {
            throw ValidationError("give the correct category, --task or --no-task")
        }
        // The id of a category is resolved later, so only the rest can be checked here.
        if category?.id == nil { try validateRequest() }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        do throws(CommandError) { try performAnnouncing(with: client, in: context) } catch {
            guard case .refused(let refusal) = error, refusal.code == .notRunning,
                let last = try client.ask(SessionList(limit: 100)).value().sessions.first(where: \.hasMinutes)
            else { throw error }
            try edit(of: last.id, task: idOfTask(client)).perform(with: client, in: context)
        }
    }

    /// The correction of a session that has ended.
    private func edit(of id: Int, task: String?) throws(CommandError) -> SessionCommand.Edit {
        var arguments = ["\(id)"]
        if !words.isEmpty { arguments.append("--category=\(words.joined(separator: " "))") }
        if let task { arguments.append("--task=\(task)") }
        do {
            var command = try SessionCommand.Edit.parse(arguments)
            command.common = common
            return command
        } catch {
            throw .usage(SessionCommand.Edit.message(for: error))
        }
    }

    /// The id of the task that the words name, or `none`; `nil` if they name none.
    private func idOfTask(_ client: Client) throws(CommandError) -> String? {
        if noTask { return "none" }
        guard !task.isEmpty else { return nil }
        let reference: Reference
        do { reference = try Reference(words: task) } catch { throw .usage("\(error)") }
        if let id = reference.id { return "\(id)" }
        return "\(try client.ask(TaskGet(title: reference.name)).value().id)"
    }

    func rendered(_ response: FocusTimer, _ style: Style) -> String {
        let text = timerText(response, style)
        guard response.phase == .rest else { return text }
        return "\(text)\nThis applies to the next focus session; the previous one does not change."
    }
}
