import ArgumentParser
import GardenAPI
import TextKit
import TimeKit

extension TaskCommand {
    struct Done: TaskAnswering {
        static let configuration = CommandConfiguration(
            commandName: "done",
            abstract: "Complete a task, or all tasks of a category.",
            usage: """
                gardenctl task done <task> [--x2] [--at <when>] [--occurrence <date>] [--json] [--socket <path>] [--timeout <seconds>]
                gardenctl task done --all --category <category> [--yes] [--json] [--socket <path>] [--timeout <seconds>]
                """,
            discussion: """
                It pays the points of the task times the multiplier, and 1 exp to the garden of its category. A \
                repeating task reopens at its next occurrence; occurrences that you missed are skipped without pay. \
                --all completes the open tasks of a category, except standing tasks and repeating tasks before their \
                next occurrence. It asks first; without a terminal, it needs --yes.

                  gardenctl task done Write the report
                  gardenctl task done 12 --x2
                  gardenctl task done Shower --at yesterday
                  gardenctl task done 12 --occurrence 2026-11-21
                  gardenctl task done --all -c Reading --yes
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("The task: its id, its title, or the beginning of it.", valueName: "task"),
            completion: Completions.tasks)
        var words: [String] = []

        @Flag(name: .customLong("x2"), help: "Pay twice the points, whatever the multiplier.")
        var doubled = false

        @OptionGroup var meant: OccurrenceOption
        @OptionGroup var past: PastTimeOption

        @Flag(help: "Complete the tasks of the category.")
        var all = false

        @Option(
            name: .shortAndLong, help: ArgumentHelp("The category for --all, by name or id.", valueName: "category"),
            completion: Completions.categories)
        var category: Reference?

        @Flag(help: "With --all, do not ask.")
        var yes = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            let task = try freeText(words)
            guard all else {
                if category != nil || yes { throw ValidationError("--category and --yes are only for --all") }
                guard !task.isEmpty else { throw ValidationError("the task is missing: gardenctl task done TASK") }
                return try validateRequest()
            }
            guard task.isEmpty, !doubled, !meant.isGiven, !past.isGiven else {
                throw ValidationError("--all takes no task, --x2, --at or --occurrence")
            }
            guard category != nil else {
                throw ValidationError("--all needs a category: gardenctl task done --all --category CATEGORY")
            }
        }

        func request() throws -> TaskComplete {
            let task = try Reference(words: words)
            return TaskComplete(
                id: task.id, title: task.name, doubled: doubled ? true : nil, occurrence: meant.complete, at: past.text)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<TaskDone> {
            var task = try validRequest()
            task.occurrence = try meant.date(of: task.id, task.title, asking: client)
            return try client.ask(task)
        }

        func text(_ response: TaskDone, _ present: Present?, _ style: Style) -> String {
            taskDoneText(response, present, style)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard let category = try client.name(of: category) else {
                return try performRequest(with: client, in: context)
            }
            if !yes, try !isConfirmed(category, client, context) { return }
            let answer = try client.ask(TaskCompleteAll(category: category))
            guard !common.json else { return try context.output.printData(answer.json.text) }
            try context.print(tasksDoneText(answer.value(), category: category, context.style))
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

    struct Skip: TaskAnswering {
        static let configuration = CommandConfiguration(
            commandName: "skip",
            abstract: "Skip one occurrence of a repeating task, without pay.",
            discussion: """
                A task that repeats some time after you complete it, such as after 4d, has no next occurrence to skip \
                to.

                  gardenctl task skip Take out the trash
                  gardenctl task skip 12 --occurrence 2026-11-21
                """)

        @OptionGroup var target: ReferenceWords<NamedTask>
        @OptionGroup var meant: OccurrenceOption
        @OptionGroup var common: CommonOptions

        func request() -> TaskSkip {
            TaskSkip(id: target.reference.id, title: target.reference.name, occurrence: meant.complete)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            var skip = request()
            skip.occurrence = try meant.date(of: skip.id, skip.title, asking: client)
            guard !common.json else { return try context.output.printData(client.ask(skip).json.text) }
            if skip.occurrence == nil {
                // The answer has only the next occurrence.
                skip.occurrence = try client.ask(TaskGet(id: skip.id, title: skip.title)).value().occurrence
            }
            client.asksForPresent = true
            let task = try client.ask(skip).value()
            let present = client.present
            let skipped = skip.occurrence.map { "Skipped \($0.fullText(nil)) of" } ?? "Skipped"
            try context.print(taskText(skipped, task, present, context.style))
        }

        func text(_ response: TaskItem, _ present: Present?, _ style: Style) -> String {
            taskText("Skipped", response, present, style)
        }
    }

    /// The occurrence that a person means.
    struct OccurrenceOption: ParsableArguments {
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Only if this is the open occurrence: YYYY-MM-DD, or with the time HH:MM.", valueName: "date"))
        var occurrence: [String] = []

        var isGiven: Bool { !occurrence.isEmpty }

        /// The date if it needs nothing else; `nil` if its zone is missing, or if none is given.
        var complete: TaskDate? { joined(occurrence).flatMap { try? TaskDate(json: .string($0)) } }

        /// The date, with the zone of the open occurrence. A day is the occurrence on that day, even if it has a time.
        func date(of id: Int?, _ title: String?, asking client: Client) throws(CommandError) -> TaskDate? {
            guard let text = joined(occurrence) else { return nil }
            if case .instant? = complete { return complete }
            let task = try client.ask(TaskGet(id: id, title: title)).value()
            if case .instant(let open)? = task.occurrence {
                if text == open.dateAndClock || text == String(open.dateAndClock.prefix(10)) { return .instant(open) }
                let zone = open.description.suffix(6)
                let written = text.split(separator: " ")
                if written.count == 2, let other = Timestamp("\(written[0])T\(written[1]):00\(zone)") {
                    return .instant(other)
                }
            }
            guard let complete else {
                throw .usage(
                    "--occurrence must be a date such as 2026-11-21 or 2026-11-21 09:00, not "
                        + JSON.string(printable(text)).excerpt)
            }
            return complete
        }
    }
}

extension Client {
    /// How many tasks `task.doneAll` would complete (RULES T7).
    fileprivate func countOfTasks(toCompleteIn category: String) throws(CommandError) -> Int {
        asksForPresent = true
        defer { asksForPresent = false }
        var (count, list) = (0, TaskList(category: category, limit: 1000))
        var pages = Pages(of: TaskList.method)
        while true {
            let page = try ask(list).value()
            let present = present
            count += page.tasks.count { task in
                guard !task.standing else { return false }
                guard let occurrence = task.occurrence, let present else { return true }
                return occurrence.isOverdue(present) || occurrence == .day(present.today.day)
            }
            guard let next = page.next else { return count }
            try pages.go(to: next)
            list.before = next
        }
    }
}
