import ArgumentParser
import GardenAPI

extension TaskCommand {
    struct Undone: TasksAnswering {
        static let configuration = CommandConfiguration(
            commandName: "undone",
            abstract: "Reopen a completed task.",
            discussion: """
                You keep what it paid, and completing it again pays nothing more. For a repeating task, it reopens \
                the occurrence that you completed last. If you had not done it at all, take the completion back \
                instead: gardenctl undo --dry-run lists it, and gardenctl undo --only NUMBER takes it back with its pay.

                  gardenctl task undone Write the report
                  gardenctl task undone 12 14
                """)

        @OptionGroup var words: TaskWords
        @OptionGroup var common: CommonOptions

        var target: TaskTarget { words.target }

        func request(about target: TaskTarget) -> TaskReopen {
            TaskReopen(id: target.id, ids: target.ids, title: target.title)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<OneOrList<TaskItem>> {
            do throws(CommandError) { return try client.askEvenIfCompleted(request(asking: client)) } catch {
                guard case .refused(var refusal) = error,
                    refusal.details["reason"]?.stringValue == RefusalReason.notDone.rawValue
                else { throw error }
                refusal.message +=
                    "; to take a completion back: gardenctl undo, or --only NUMBER of gardenctl undo --dry-run"
                throw .refused(refusal)
            }
        }

        func suits(_ task: TaskItem) -> Bool { task.completedAt != nil || task.repeat != nil && task.doneCount > 0 }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            text(tasksText("Reopened", items, present, style), isPaid: items.contains { $0.points > 0 }, style)
        }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            text(taskText("Reopened", item, present, style), isPaid: item.points > 0, style)
        }

        private func text(_ text: String, isPaid: Bool, _ style: Style) -> String {
            guard isPaid else { return text }
            let advice =
                "What it paid stays. If it was not done: gardenctl undo, then gardenctl undo --dry-run and --only"
            return "\(text)\n\(style.dim(advice))"
        }
    }

    struct Snooze: TasksAnswering {
        static let configuration = CommandConfiguration(
            commandName: "snooze",
            abstract: "Show the reminder of a task again later.",
            discussion: """
                Without an option, it comes again in 10 minutes.

                  gardenctl task snooze Water the plants
                  gardenctl task snooze 12 14 --minutes 30
                  gardenctl task snooze 12 --until tomorrow 9:00
                """)

        static let standardMinutes = 10

        @OptionGroup var words: TaskWords

        @Option(
            name: .minutes,
            help: ArgumentHelp("In how many minutes, 1–10080, or as 1h30 (default: 10).", valueName: "minutes"))
        var minutes: Minutes?

        @Option(
            name: .shortAndLong, parsing: .upToNextOption,
            help: ArgumentHelp("When to remind you again; at 09:00 if you give only a day.", valueName: "date"))
        var until: [String] = []

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if minutes != nil, !until.isEmpty {
                throw ValidationError("--minutes and --until conflict; give one of them")
            }
            try validateRequest()
        }

        var target: TaskTarget { words.target }

        func request(about target: TaskTarget) -> TaskSnooze {
            TaskSnooze(
                id: target.id, ids: target.ids, title: target.title, until: joined(until),
                minutes: until.isEmpty ? minutes?.count ?? Self.standardMinutes : nil)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<OneOrList<TaskItem>> {
            do throws(CommandError) { return try client.ask(request(asking: client)) } catch {
                guard minutes == nil, until.isEmpty, let (task, length, count) = taskAndLength else { throw error }
                throw error.advisingIfNotFound(
                    "to be reminded in \(count) minutes: gardenctl task snooze \(task.quotedForShell) -m \(length)")
            }
        }

        /// The words before a length that was read as the end of a title, the length as it was typed, and its minutes: `8 30m`,
        /// `8 1h 30m`.
        private var taskAndLength: (task: String, length: String, minutes: Int)? {
            let words = words.words
            for count in [2, 1] where words.count > count {
                let last = words.suffix(count)
                let length = last.joined()
                guard last.allSatisfy({ $0.utf8.first?.isDigit == true }),
                    count == 1 || last.first?.hasSuffix("h") == true, let minutes = Minutes(argument: length)?.count,
                    (try? TaskSnooze(json: TaskSnooze(id: 1, minutes: minutes).json)) != nil
                else { continue }
                return (words.dropLast(count).joined(separator: " "), length, minutes)
            }
            return nil
        }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            taskText("Snoozed", item, present, style)
        }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            tasksText("Snoozed", items, present, style)
        }
    }

    struct Move: TasksCategorizing {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a task within its category or to another one.",
            usage:
                "gardenctl task move <task> <position> [--category <category>] [--json] [--socket <path>] [--timeout <seconds>]",
            discussion: """
                Positions start at 0; the other entries move up or down.

                  gardenctl task move Write the report 0
                  gardenctl task move 12 2 -c Reading
                  gardenctl task move 12 15 18 0
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp(
                "The task: its id, its title, or the beginning of it, or several ids; then its new position, from 0.",
                valueName: "task position"),
            completion: Completions.tasks)
        var words: [String]

        @OptionGroup var categoryOption: CategoryOption<NewCategory>

        var category: Reference? { categoryOption.reference }

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            let text = try freeText(words)
            let last = words.last { $0 != "--" } ?? ""
            guard Int(last) != nil, !last.hasPrefix("-"), !last.hasPrefix("+") else {
                throw ValidationError("the position is missing; give it after the task: gardenctl task move TASK 0")
            }
            guard text != last else {
                throw ValidationError("the task or its position is missing: gardenctl task move TASK POSITION")
            }
            try validateRequest()
        }

        var target: TaskTarget { get throws { try TaskTarget(words: words.dropLast()) } }

        func request(about target: TaskTarget, in category: String?) -> TaskMove {
            TaskMove(
                id: target.id, ids: target.ids, title: target.title, position: Int(words.last ?? "") ?? 0,
                category: category)
        }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            headline("Moved", item, position: true, style)
        }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            items.map { headline("Moved", $0, position: true, style) }.joined(separator: "\n")
        }
    }

    struct Remove: TasksAnswering {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a task.",
            discussion: """
                You keep what it paid. Name a completed task by its id.

                  gardenctl task remove Write the report
                  gardenctl task remove 12 15-18
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var words: TaskWords
        @OptionGroup var common: CommonOptions

        var target: TaskTarget { words.target }

        func request(about target: TaskTarget) -> TaskRemove {
            TaskRemove(id: target.id, ids: target.ids, title: target.title)
        }

        func suits(_ task: TaskItem) -> Bool { true }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<OneOrList<TaskItem>> {
            do throws(CommandError) { return try client.ask(request(asking: client)) } catch {
                guard let title = target.title, case .refused(let refusal) = error, refusal.isAboutOpenTasks,
                    let task = try client.completedTask(titled: title)
                else { throw error }
                throw .refused(
                    GardenError(
                        .notFound,
                        "\(JSON.string(task.title).text) is completed; remove it by its id: "
                            + "gardenctl task remove \(task.id)"))
            }
        }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            headline("Removed", item, style)
        }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            items.map { headline("Removed", $0, style) }.joined(separator: "\n")
        }
    }
}

enum NewCategory: CategoryUse { static let help = "Its new category, by name or id." }
