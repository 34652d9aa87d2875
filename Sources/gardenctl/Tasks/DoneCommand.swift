import ArgumentParser
import GardenAPI
import TextKit
import TimeKit

/// `done`, which is also a command of the tasks.
struct DoneCommand: TaskCompleting {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Complete a task, or all tasks of a category.",
        usage: usage("done"),
        discussion: discussion("done"))

    @OptionGroup var completion: TaskCompletionArguments
    @OptionGroup var common: CommonOptions
}

enum CategoryToComplete: CategoryUse { static let help = "The category for --all, by name or id." }

/// The task to complete, or a category to complete all tasks of.
struct TaskCompletionArguments: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: .tasks,
        completion: Completions.tasks)
    var words: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: .titleOfNumbers)
    var title: [String] = []

    @Flag(name: .customLong("x2"), help: "Pay twice the points, whatever the multiplier.")
    var doubled = false

    @OptionGroup var meant: TaskCommand.OccurrenceOption
    @OptionGroup var past: PastTimeOption

    @Flag(help: "Complete the next occurrence of a repeating task before it comes, although it was done today.")
    var early = false

    @Flag(help: "Complete the tasks of the category.")
    var all = false

    @OptionGroup var categoryOption: CategoryOption<CategoryToComplete>

    var category: Reference? { categoryOption.reference }

    /// - Precondition: ``validate()`` has passed.
    private(set) var target = TaskTarget.one(.name(""))

    @Flag(help: "With --all, do not ask.")
    var yes = false

    private enum CodingKeys: CodingKey { case words, title, doubled, meant, past, early, all, categoryOption, yes }

    mutating func validate() throws {
        let task = try freeText(words) + (joined(title) ?? "")
        guard all else {
            if category != nil || yes { throw ValidationError("--category and --yes are only for --all") }
            guard !task.isEmpty else { throw ValidationError("the task is missing: gardenctl done TASK") }
            target = try TaskTarget(words: words, title: title)
            return try meant.validate(for: target)
        }
        guard task.isEmpty, !doubled, !meant.isGiven, !past.isGiven, !early else {
            throw ValidationError("--all takes no task, --x2, --at, --early or --occurrence")
        }
        guard category != nil else {
            throw ValidationError("--all needs a category: gardenctl done --all --category CATEGORY")
        }
    }
}

protocol TaskCompleting: TasksAnswering where Asked == TaskComplete {
    var completion: TaskCompletionArguments { get }
}

extension TaskCompleting {
    static func usage(_ command: String) -> String {
        """
        gardenctl \(command) <task> ... [--x2] [--early] [--at <when>] [--occurrence <date>] [--json] [--socket <path>] [--timeout <seconds>]
        gardenctl \(command) --all --category <category> [--yes] [--json] [--socket <path>] [--timeout <seconds>]
        """
    }

    static func discussion(_ command: String) -> String {
        """
        It pays the points of the task times the multiplier, and 1 exp to the garden of its category. A \
        repeating task reopens at its next occurrence; occurrences that you missed are skipped without pay. \
        Done a second time on the same day, it is refused: --early completes the next occurrence before it comes. \
        --all completes the open tasks of a category, except standing tasks, those to be done so many times a week, and repeating tasks before their \
        next occurrence. It asks first; without a terminal, it needs --yes.

          gardenctl \(command) Write the report
          gardenctl \(command) 12 --x2
          gardenctl \(command) 3 5 8-10
          gardenctl \(command) Shower --at yesterday
          gardenctl \(command) 12 --occurrence 2026-11-21
          gardenctl \(command) --all -c Reading --yes
        """
    }

    mutating func validate() throws {
        if !completion.all { try validateRequest() }
    }

    var target: TaskTarget { completion.target }

    func request(about target: TaskTarget) -> TaskComplete {
        TaskComplete(
            id: target.id, ids: target.ids, title: target.title, doubled: completion.doubled ? true : nil,
            occurrence: completion.meant.complete, at: completion.past.text, early: completion.early ? true : nil)
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<OneOrList<TaskDone>> {
        var task = try request(asking: client)
        do throws(CommandError) {
            if task.ids == nil {
                task.occurrence = try completion.meant.date(of: task.id, task.title, asking: client)
            }
            return try client.ask(task)
        } catch {
            if case .refused(let refusal) = error, let repeated = repeatedCompletion(task, refusal) {
                throw .refused(repeated)
            }
            guard let title = task.title, case .refused(let refusal) = error, refusal.isAboutOpenTasks,
                let done = try client.completedTask(titled: title)
            else { throw error }
            throw .refused(
                .refused(
                    .alreadyDone,
                    "task \(done.id), \(JSON.string(done.title).text), is already done; to reopen it: "
                        + "gardenctl task undone \(done.id)",
                    [("id", .integer(done.id))]))
        }
    }

    /// A range does not press the standing tasks in it.
    func suits(_ task: TaskItem) -> Bool { task.completedAt == nil && !task.standing }

    func text(about item: TaskDone, _ present: Present?, _ style: Style) -> String {
        taskDoneText(item, present, style)
    }

    func text(about items: [TaskDone], _ present: Present?, _ style: Style) -> String {
        tasksDoneText(items, category: nil, style)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard let category = try client.name(of: completion.category) else {
            let focused = common.json ? nil : openTaskInFocus(client, context)
            try performRequest(with: client, in: context)
            guard !common.json else { return }
            if completion.past.isGiven {
                try completion.past.printTime(client.meta, in: context)
                try context.printUndoHint()
            }
            return try sayWhatGoesOn(with: focused, client, context)
        }
        if !completion.yes, try !isConfirmed(category, client, context) { return }
        let answer = try client.ask(TaskCompleteAll(category: category))
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let meta = client.meta
        try context.print(tasksDoneText(answer.value(), category: category, context.style))
        try context.printLevels(in: meta)
        try context.printUndoHint(after: TaskCompleteAll.self)
    }

    /// Asks the person at the terminal; without one, it is an error.
    private func isConfirmed(
        _ category: String, _ client: Client, _ context: ProcessContext
    ) throws(CommandError) -> Bool {
        let count = try client.countOfTasks(toCompleteIn: category)
        let name = printable(category)
        guard count > 0 else {
            try context.printError("gardenctl: no task of \(name) can be completed now")
            return false
        }
        let tasks = "\(count.counted("task")) of \(name)"
        return try context.isConfirmed("Complete \(tasks)", effect: "completes \(tasks)")
    }
}

extension TaskCompleting {
    /// The open task of the running focus session, for a person at a terminal.
    private func openTaskInFocus(_ client: Client, _ context: ProcessContext) -> Int? {
        guard context.isInteractive, let timer = try? client.ask(TimerGet()).value(), timer.phase == .focus,
            let id = timer.taskId, let task = try? client.ask(TaskGet(id: id)).value(), task.completedAt == nil
        else { return nil }
        return id
    }

    /// Says that a focus session goes on if the task that it is on is completed now (RULES T12).
    private func sayWhatGoesOn(with task: Int?, _ client: Client, _ context: ProcessContext) throws(CommandError) {
        // The task is completed, whatever becomes of the daemon now.
        guard let task, let item = try? client.ask(TaskGet(id: task)).value(), item.completedAt != nil else { return }
        try context.print(
            context.style.dim(
                "The focus session on it goes on: gardenctl finish ends it, gardenctl retag --no-task lets it go."))
    }

    /// Says how to complete the next occurrence all the same, if the task was done today already (RULES T7).
    private func repeatedCompletion(_ request: TaskComplete, _ refusal: GardenError) -> GardenError? {
        guard request.occurrence == nil, request.at == nil, let id = refusal.details["id"]?.integerValue,
            refusal.details["reason"]?.stringValue == RefusalReason.alreadyDone.rawValue,
            refusal.details["occurrence"] != nil || refusal.hasRoomInTarget
        else { return nil }
        var repeated = refusal
        repeated.message +=
            request.ids == nil
            ? "; to complete that now: gardenctl task done \(id) --early" : "; to complete them all the same: --early"
        return repeated
    }
}

extension GardenError {
    /// Whether another completion of the period would count, on another day or all the same.
    fileprivate var hasRoomInTarget: Bool {
        guard let target = details["target"], let done = target["done"]?.integerValue,
            let count = target["count"]?.integerValue
        else { return false }
        return done < count
    }
}

extension Client {
    /// How many tasks `task.doneAll` would complete (RULES T7).
    fileprivate func countOfTasks(toCompleteIn category: String) throws(CommandError) -> Int {
        asksForPresent = true
        defer { asksForPresent = false }
        var (count, list) = (0, TaskList(category: category, hidden: false, limit: 1000))
        var pages = Pages(of: TaskList.method)
        while true {
            let page = try ask(list).value()
            let present = present
            count += page.tasks.count { task in
                guard !task.standing, task.target == nil else { return false }
                // One that was moved alone comes when it is due.
                guard let occurrence = task.occurrence, let present else { return true }
                let comes = task.due ?? occurrence
                return comes.isOverdue(present) || comes == .day(present.today.day)
            }
            guard let next = page.next else { return count }
            try pages.go(to: next)
            list.before = next
        }
    }
}
