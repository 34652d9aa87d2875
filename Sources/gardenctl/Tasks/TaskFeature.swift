import ArgumentParser
import GardenAPI

/// The commands for tasks.
enum TaskFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Tasks", subcommands: [TaskCommand.self, TasksCommand.self, QuickAddCommand.self, DoneCommand.self])

    static var concepts: [Concepts.Section] {
        [
            Concepts.Section(
                title: "Tasks",
                entries: [
                    Concepts.Entry(
                        "task",
                        "Something to do. Completing it pays its points and gives its category's garden 1 exp, once."),
                    Concepts.Entry(
                        "standing task", "One that stays open and pays each time you complete it, such as tidying up."),
                    Concepts.Entry(
                        "repeating task",
                        "One that moves to its next date (occurrence) when you complete it: daily, weekly, every weekday, "
                            + "after 4d."),
                    Concepts.Entry(
                        "target",
                        "So many times a week or a month, on whatever days: --repeat '3 times a week'. Lists show 1/3."),
                    Concepts.Entry("due, reminder", "When it should be done, and when gardend reminds you of it."),
                    Concepts.Entry(
                        "priority, estimate", "1 is the highest priority. An estimate counts focus sessions."),
                    Concepts.Entry("tag", "A word by which tasks of all categories are found: task list +phone."),
                    Concepts.Entry(
                        "short forms",
                        "next, todo, undone, snooze and search are task commands; remind adds a reminder; note, streak and heatmap "
                            + "are log note, stats streak and stats heatmap."),
                ])
        ]
    }

    static var aliases: [String: [String]] {
        let pairs = TaskCommand.configuration.subcommands.flatMap { command in
            let name = command.configuration.commandName ?? ""
            return ([name] + command.configuration.aliases).map { ("tasks \($0)", ["task", name]) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first }).merging(shortForms) { first, _ in first }
    }

    private static var shortForms: [String: [String]] {
        [
            "next": ["task", "next"], "todo": ["task"], "todos": ["task"], "undone": ["task", "undone"],
            "snooze": ["task", "snooze"], "search": ["task", "list"], "remind me": ["add", "remind", "me"],
            "remind": ["add", "remind", "me", "to"],
        ]
    }

    /// *task 3 done*, *task 3*, *task +phone list* and *ls milk*, as in Taskwarrior and todo.txt. What begins with *ls* changes nothing.
    static func reordered(_ words: [String]) -> [String] {
        guard words.count > 1, TaskCommand.isNamed(words[0]) else { return words }
        let first = words[1]
        func isCommand(_ word: String) -> Bool { TaskCommand.configuration.subcommands.contains { $0.isNamed(word) } }
        let isId = first.first?.isNumber == true && first.allSatisfy { $0.isNumber || ",-".contains($0) }
        let isList = words[0] == "ls"
        if words.count > 2, isId, !isList, isCommand(words[2]) {
            return [words[0], words[2], first] + words.dropFirst(3)
        }
        if words.count == 2, isId { return [words[0], "show", first] }
        let isShortList = isList && !first.hasPrefix("-") && !["list", "ls"].contains(first)
        guard first.hasPrefix("+") || isShortList else { return words }
        let isNamedLast = words.last == "list" && words.dropFirst().dropLast().allSatisfy { $0.hasPrefix("+") }
        return [words[0], "list"] + (isNamedLast ? words.dropFirst().dropLast() : words.dropFirst())
    }

    static var synonyms: [String: [String]] {
        [
            "browse": ["tasks"], "rm": ["task remove"], "delete": ["task remove"], "remove": ["task remove"],
            "finished": ["done"], "complete": ["done"], "completed": ["task list --done"],
            "overdue": ["task list --due overdue"], "waiting": ["task list --all"], "tags": ["task list +TAG"],
            "depri": ["task edit --priority none"], "del": ["task remove"], "info": ["task show"],
            "prepend": ["task edit --title"],
            "list": ["task"], "remind": ["add remind me to"], "new": ["add"], "rename": ["task edit"],
            "edit": ["task edit"], "reminder": ["add remind me to"], "do": ["done"], "modify": ["task edit"],
            "projects": ["category"], "lsprj": ["category"], "pri": ["task edit --priority"],
            "append": ["task edit --title"], "annotate": ["task edit --note"],
        ]
    }

    static var synonymsOfSubcommands: [String: String] {
        [
            "task remind": "task edit --remind", "task finish": "task done", "task complete": "task done",
            "task search": "task list", "task find": "task list", "task tag": "task edit --tag", "task do": "task done",
            "task completed": "task list --done", "task overdue": "task list --due overdue",
            "task waiting": "task list --all", "task all": "task list --all", "task ready": "task list",
            "task projects": "category", "task summary": "stats", "task burndown": "stats trend",
            "task history": "stats trend", "task tags": "task list +TAG",
            "task annotate": "task edit --note", "task append": "task edit --title",
            "task prepend": "task edit --title",
            "task pri": "task edit --priority", "task depri": "task edit --priority none", "task start": "start -t",
            "task stop": "stop", "task log": "log note", "task archive": "task list --done",
        ]
    }

    static var listOfKind: [String: String] { ["task": "gardenctl task"] }
    static var pastOfKind: [String: String] { ["task": "gardenctl done"] }
}

extension Completions {
    /// The titles of open tasks; the id of a task with a long title or one that others have, too.
    static let tasks = CompletionKind.custom { words, _, _ in
        let longestTitle = 60
        let tasks = ask(TaskList(limit: 1000), words)?["tasks"]?.arrayValue ?? []
        let counts = Dictionary(tasks.map { ($0.title.folded, 1) }, uniquingKeysWith: +)
        return candidates(
            tasks.map { task in
                let title = task.title
                let isUsable = Reference(argument: title) == .name(title) && !title.hasPrefix("-")
                guard isUsable, title.columns <= longestTitle, counts[title.folded] == 1 else {
                    return (task["id"]?.integerValue.map(String.init) ?? "", title)
                }
                return (title, "task")
            })
    }
}

extension JSON {
    /// The title of a task; empty if it has none.
    fileprivate var title: String { self["title"]?.stringValue ?? "" }
}
