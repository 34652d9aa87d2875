import ArgumentParser
import GardenAPI

extension TaskCommand {
    struct List: CategorizingCommand, ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the open tasks, or the completed ones.",
            discussion: """
                Open tasks are listed by category and position, completed ones newest first. Filters combine. \
                With --day, open tasks are those due on that day, completed ones those completed on it.

                  gardenctl task list
                  gardenctl task list -c Reading --sort due
                  gardenctl task list --search milk --all
                  gardenctl task list --done --day yesterday
                  gardenctl task list --as-of last friday
                """,
            aliases: ["ls"])

        @OptionGroup var categoryOption: CategoryOption<CategoryFilter>

        var category: Reference? { categoryOption.reference }

        @Flag(help: "List the completed tasks.")
        var done = false

        @Flag(help: "List the open tasks, then the completed ones.")
        var all = false

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Only tasks with this text in the title or the note.", valueName: "text"))
        var search: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Only tasks due or completed on this day, such as today.", valueName: "day"))
        var day: [String] = []

        @Option(help: ArgumentHelp("The order of open tasks (default: position).", valueName: "order"))
        var sort: TaskOrder?

        @Option(help: ArgumentHelp("At most this many (default: 100).", valueName: "count"))
        var limit: Int?

        @Option(help: ArgumentHelp("Show the next page: the id that the previous page names.", valueName: "id"))
        var before: Int?

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        mutating func validate() throws {
            if done, all { throw ValidationError("--done and --all conflict; give one of them") }
            try validateRequest()
        }

        func request(in category: String?) -> TaskList {
            TaskList(
                category: category, status: done ? .done : all ? .all : nil, search: joined(search), day: joined(day),
                sort: sort, limit: limit, before: before, asOf: asOf.text)
        }

        func rendered(_ response: TaskPage, _ style: Style) -> String {
            taskListText(listing(response), nil, nil, style)
        }

        func text(
            _ response: TaskPage, at present: Present?, asking client: Client, _ style: Style
        ) throws(CommandError) -> String {
            // What was overdue on a past day, the present does not say.
            taskListText(listing(response), response.counts, asOf.isGiven ? nil : present, style)
        }

        private func listing(_ page: TaskPage) -> TaskListing {
            TaskListing(
                tasks: page.tasks, commandForMore: page.next.map(commandForMore),
                isByCategory: !done && !all && !asOf.isGiven && sort ?? .position == .position,
                isFiltered: done || all || category != nil || !search.isEmpty || !day.isEmpty || before != nil
                    || asOf.isGiven)
        }

        private func commandForMore(from id: Int) -> String {
            var words = ["gardenctl", "task", "list"]
            switch category {
            case .name(let name): words.append("-c=\(name)")
            case .id(let id): words.append("-c=\(id)")
            case nil: break
            }
            if done { words.append("--done") }
            if all { words.append("--all") }
            if let text = joined(search) { words.append("--search=\(text)") }
            if let text = joined(day) { words.append("--day=\(text)") }
            if let text = asOf.text { words.append("--as-of=\(text)") }
            if let sort { words += ["--sort", sort.rawValue] }
            if let limit { words += ["--limit", "\(limit)"] }
            return (words + ["--before", "\(id)"]).map(\.quotedForShell).joined(separator: " ")
        }
    }
}

extension TaskOrder: @retroactive ExpressibleByArgument {}
