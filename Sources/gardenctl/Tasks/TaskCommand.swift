import ArgumentParser
import GardenAPI

/// The commands for tasks.
struct TaskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "List, add, edit and complete tasks.",
        discussion: """
            A number is an id, anything else is the title of a task or its beginning, if only one open task begins \
            with it. Titles need no quotes. Dates are words or numbers in English, Japanese or Chinese: today, \
            tomorrow 18:00, fri, in 25m, end of month, 2026-12-24. A day lasts until 04:00 (day.start_hour): a late \
            evening belongs to the day before.

              gardenctl task
              gardenctl task add Write the report --due friday 18:00 --points 500
              gardenctl task done Write
            """,
        subcommands: [
            List.self, Add.self, Show.self, Edit.self, Done.self, Undone.self, Skip.self, Snooze.self, Move.self,
            Remove.self, Next.self,
        ],
        defaultSubcommand: List.self,
        aliases: ["ls"])

    struct Show: TaskAnswering {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show everything about a task.",
            discussion: """
                For a repeating task, it also lists the next occurrences. You can name a completed task by its title, \
                too.

                  gardenctl task show 12
                  gardenctl task show Write the report
                """,
            aliases: ["info"])

        @OptionGroup var target: ReferenceWords<NamedTask>
        @OptionGroup var common: CommonOptions

        func request() -> TaskGet { TaskGet(id: target.reference.id, title: target.reference.name) }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<TaskItem> {
            try client.askEvenIfCompleted(request())
        }

        func text(_ response: TaskItem, _ present: Present?, _ style: Style) -> String {
            taskText(response, present, style)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            client.asksForPresent = !common.json
            let answer = try answer(from: client)
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let task = try answer.value()
            let present = client.present
            client.asksForPresent = false
            let occurrences =
                task.repeat == nil || task.occurrence == nil
                ? [] : try client.ask(TaskOccurrenceList(id: task.id, count: 4)).value()
            try context.print(taskText(task, occurrences: occurrences, present, context.style))
        }
    }

    struct Next: TaskAnswering {
        static let configuration = CommandConfiguration(
            commandName: "next",
            abstract: "Show the task to do next.",
            discussion: """
                An overdue task comes first, then one that is due today, then any other. Among equals, the highest \
                priority (1) comes first, then the lowest position. A task with a start ahead is left out until then.

                  gardenctl task next
                """)

        @OptionGroup var common: CommonOptions

        func request() -> TaskNext { TaskNext() }

        func text(_ response: ProposedTask, _ present: Present?, _ style: Style) -> String {
            proposalText(response.task, present, style)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            client.asksForPresent = !common.json
            let answer = try client.ask(request())
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let present = client.present
            client.asksForPresent = false
            let proposed = try answer.value()
            guard proposed.task == nil else { return try context.print(text(proposed, present, context.style)) }
            let page = try client.ask(TaskList(limit: 1)).value()
            if let hidden = page.hidden, hidden > 0 {
                try context.print("Nothing to do now. \(hiddenText(hidden))")
            } else if page.tasks.isEmpty {
                try context.print(text(proposed, present, context.style))
            } else {
                // A standing task is not proposed, and one with a target not on a day that counts.
                try context.print("Nothing to do now: gardenctl task list has the open tasks.")
            }
        }
    }
}
