import ArgumentParser
import GardenAPI

extension TaskCommand {
    struct List: CategorizingCommand, ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the open tasks, or what was done.",
            discussion: """
                Open tasks are listed by category and position (tasks.default_sort). Filters combine: +phone is a tag, \
                other words are a part of the title or the note. A task with a start ahead is left out until then; \
                --all lists it. With --day, open tasks are those due on that day.

                --done lists each completion by its day, the last one first, also those of repeating and standing tasks. With \
                --due or --as-of, it lists the tasks that were completed and closed.

                  gardenctl task list
                  gardenctl task list -c Reading --sort due
                  gardenctl task list +phone --due '<friday'
                  gardenctl task list report --priority 1
                  gardenctl task list --search milk --all
                  gardenctl task list --done --day yesterday
                  gardenctl task list --as-of last friday
                """,
            aliases: ["ls"])

        @OptionGroup var categoryOption: CategoryOption<CategoryFilter>

        var category: Reference? {
            categoryOption.reference ?? marks.category.map { Reference.name($0) }
        }

        /// The filters that are written as in Taskwarrior.
        var marks: ListMarks { ListMarks(words) }

        @Flag(help: "List what was done, by day.")
        var done = false

        @Flag(help: "List the open tasks, then the completed ones.")
        var all = false

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("A tag, such as +phone, or a text as for --search.", valueName: "+tag or text"),
            completion: Completions.tags)
        var words: [String] = []

        @Option(
            name: .customLong("tag"), parsing: .upToNextOption,
            help: ArgumentHelp("Only tasks with this tag, or with each of several.", valueName: "tags"),
            completion: Completions.tags)
        var tagWords: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Only tasks due then: overdue, today, '<friday', '>2026-12-24', monday..friday.", valueName: "date"))
        var due: [String] = []

        @Option(help: ArgumentHelp("Only tasks of this priority.", valueName: "1-9"))
        var priority: Int?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Only tasks with this text in the title or the note.", valueName: "text"))
        var search: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Only tasks due or completed on this day, such as today.", valueName: "day"))
        var day: [String] = []

        @Option(help: ArgumentHelp("The order of open tasks (default: tasks.default_sort).", valueName: "order"))
        var sort: TaskOrder?

        @Option(help: ArgumentHelp("At most this many (default: 100).", valueName: "count"))
        var limit: Int?

        @Option(help: ArgumentHelp("Show the next page: the id that the previous page names.", valueName: "id"))
        var before: Int?

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        mutating func validate() throws {
            if marks.isDone { done = true }
            if marks.isAll { all = true }
            if done, all { throw ValidationError("--done and --all conflict; give one of them") }
            if !search.isEmpty, let word = marks.others.first {
                throw ValidationError("--search and \(printable(word)) are both a text to look for; give one of them")
            }
            try validateRequest()
        }

        func request(in category: String?) throws -> TaskList {
            let tags = try tags
            return TaskList(
                category: category, status: done ? .done : all ? .all : nil, search: try text, day: joined(day),
                sort: sort, tag: tags.isEmpty ? nil : TagFilter(tags), due: joined(due) ?? marks.due,
                priority: priority ?? marks.priority,
                hidden: done || all || asOf.isGiven ? nil : false, limit: limit, before: before, asOf: asOf.text)
        }

        var tags: [String] {
            get throws { try TagWords.tags(marks.tags + tagWords, "--tag") }
        }

        /// The text to look for.
        var text: String? {
            get throws {
                let text = try freeText(marks.others)
                return text.isEmpty ? joined(search) : text
            }
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            if listsCompletions {
                try performListingCompletions(with: client, in: context)
            } else {
                try performShowing(with: client, in: context)
            }
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
                isByCategory: !done && !all && !asOf.isGiven && isInOrder(page.tasks),
                isFiltered: done || all || category != nil || asOf.isGiven || isNarrowed,
                hidden: isNarrowed || done || all ? 0 : page.hidden ?? 0)
        }

        /// Whether it lists open tasks, and all pages of them.
        var isOfAllOpenTasks: Bool { !done && !all && !asOf.isGiven && limit == nil && before == nil }

        /// Whether a filter other than the category applies, about which the number of hidden tasks says nothing.
        private var isNarrowed: Bool {
            before != nil || priority != nil || [search, day, words, tagWords, due].contains { !$0.isEmpty }
        }

        /// Whether the tasks of each category are together, as in the order of their positions.
        func isInOrder(_ tasks: [TaskItem]) -> Bool {
            if let sort { return sort == .position }
            var (seen, last): (Set<Int>, TaskItem?) = ([], nil)
            for task in tasks {
                if let last, last.categoryId == task.categoryId {
                    guard last.position < task.position else { return false }
                } else {
                    guard seen.insert(task.categoryId).inserted else { return false }
                }
                last = task
            }
            return true
        }

        func commandForMore(from id: Int) -> String {
            var words = ["gardenctl", "task", "list"]
            words += marks.tags
            if let tags = joined(tagWords) { words.append("--tag=\(tags)") }
            switch category {
            case .name(let name): words.append("-c=\(name)")
            case .id(let id): words.append("-c=\(id)")
            case nil: break
            }
            if done { words.append("--done") }
            if all { words.append("--all") }
            if let due = marks.due { words.append("due:\(due)") }
            if let priority = marks.priority { words.append("pri:\(priority)") }
            let text = marks.others.filter { $0 != "--" } + search
            if let text = joined(text) { words.append("--search=\(text)") }
            if let text = joined(due) { words.append("--due=\(text)") }
            if let priority { words.append("--priority=\(priority)") }
            if let text = joined(day) { words.append("--day=\(text)") }
            if let text = asOf.text { words.append("--as-of=\(text)") }
            if let sort { words += ["--sort", sort.rawValue] }
            if let limit { words += ["--limit", "\(limit)"] }
            return (words + ["--before", "\(id)"]).map(\.quotedForShell).joined(separator: " ")
        }
    }
}

extension TaskOrder: @retroactive ExpressibleByArgument {}
