import ArgumentParser
import GardenAPI
import TextKit

/// Fills an empty garden with an example.
///
/// Each part is a change of its own: a batch would not be undone as a whole either if one of its requests failed. If
/// they end early, because the client is killed or the disk is full, the next `gardenctl example` finds the first parts
/// and nothing else (``GardenContent/partsOfExample``), and adds the others.
struct ExampleCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "example",
        abstract: "Fill an empty garden with an example, to try things out.",
        discussion: """
            It adds a few tasks with their categories, items of the shop and counters. It refuses a garden that has \
            anything of your own: a category other than Default, a task, an item, a counter, points, money spent, or \
            a note in today's log.

            The answer says how to remove the example. If it is interrupted, run it again to add what is missing.

              gardenctl example
              gardenctl undo \(ExampleGarden.count)
            """)

    @OptionGroup var common: CommonOptions

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let content = try GardenContent(asking: client)
        guard let parts = content.partsOfExample else { throw .refused(Self.refusal(content.parts)) }
        guard parts < ExampleGarden.count else { throw .refused(Self.alreadyThere) }
        var added = Added()
        do throws(CommandError) { try added.ask(client, after: parts) } catch {
            if !common.json {
                let count = parts + added.count
                try? context.errors.print(
                    "gardenctl: \(count) of the \(ExampleGarden.count) parts of the example were added. "
                        + "To add the others: gardenctl example")
            }
            throw error
        }
        guard !common.json else { return try context.output.printData(added.json.text) }
        try context.output.print(added.text)
    }

    private static let removal = "gardenctl undo \(ExampleGarden.count); after other changes: gardenctl reset --all"

    private static let alreadyThere = GardenError(
        .refused, "the example is already there. To remove it: \(removal)", [("reason", "not_empty")])

    private static func refusal(_ parts: [GardenContent.Part]) -> GardenError {
        let list = parts.map { "\($0.count) (\($0.command))" }.joined(separator: ", ")
        // A reset keeps the log.
        let notes = parts.filter { $0.command == "gardenctl log" }
        var ways: [String] = []
        if notes.count < parts.count { ways.append("to back up and reset everything: gardenctl reset --all") }
        if !notes.isEmpty { ways.append("to remove a note: gardenctl log remove ID") }
        return GardenError(
            .refused,
            "the garden is not empty: \(list). The example is for an empty garden only; "
                + ways.joined(separator: "; "),
            [("reason", "not_empty")])
    }

    /// The daemon's answers.
    private struct Added {
        private var tasks: [JSON] = []
        private var items: [JSON] = []
        private var counters: [JSON] = []

        var count: Int { tasks.count + items.count + counters.count }

        /// Adds the parts of the example, without the first ones.
        mutating func ask(_ client: Client, after parts: Int) throws(CommandError) {
            for task in ExampleGarden.tasks.dropFirst(parts) { tasks.append(try client.ask(task).json) }
            let tasksAndItems = ExampleGarden.tasks.count + ExampleGarden.items.count
            for item in ExampleGarden.items.dropFirst(max(0, parts - ExampleGarden.tasks.count)) {
                items.append(try client.ask(item).json)
            }
            for counter in ExampleGarden.counters.dropFirst(max(0, parts - tasksAndItems)) {
                counters.append(try client.ask(counter).json)
            }
        }

        var json: JSON {
            [
                "tasks": .array(tasks), "items": .array(items), "counters": .array(counters),
                "undo": .integer(ExampleGarden.count),
            ]
        }

        var text: String {
            let parts =
                tasks.map { ("tasks in \(word("category", of: $0))", word("title", of: $0)) }
                + items.map { ("shop, \(word("category", of: $0))", word("name", of: $0)) }
                + counters.map { ("counters", word("name", of: $0)) }
            var rows: [(kind: String, names: String)] = []
            for (kind, name) in parts {
                if rows.last?.kind == kind {
                    rows[rows.count - 1].names += ", \(name)"
                } else {
                    rows.append((kind, name))
                }
            }
            let width = rows.map(\.kind.count).max() ?? 0
            let lines = rows.map { row in
                "  \(row.kind)\(String(repeating: " ", count: width - row.kind.count))  \(row.names)"
            }
            return """
                Added an example:
                \(lines.joined(separator: "\n"))
                To look: gardenctl task, gardenctl shop, gardenctl inventory
                To remove it: \(ExampleCommand.removal)
                """
        }

        private func word(_ member: String, of json: JSON) -> String { json[member]?.stringValue ?? "" }
    }
}

/// What a person has put into the garden.
private struct GardenContent {
    /// A kind of content, counted.
    struct Part {
        /// "3 tasks".
        var count: String
        /// The command that shows it.
        var command: String
    }

    private let categories: [ListedCategory]
    private let openTasks: [TaskItem]
    private let hasCompletedTasks: Bool
    private let items: [ShopItem]
    private let counters: [InventoryItem]
    private let notes: Int
    private let status: GardenStatus

    init(asking client: Client) throws(CommandError) {
        categories = try client.ask(CategoryList()).value()
        openTasks = try client.ask(TaskList(sort: .created, limit: 1000)).value().tasks
        hasCompletedTasks = try !client.ask(TaskList(status: .done, limit: 1)).value().tasks.isEmpty
        items = try client.ask(ShopList()).value()
        counters = try client.ask(InventoryList()).value()
        status = try client.ask(DaemonStatus()).value()
        notes = try client.ask(LogList()).value().lines.count { $0.kind == .note }
    }

    /// What is there, as a person reads it; empty if nothing is.
    var parts: [Part] {
        let others = categories.count - 1
        let categories = "\(others) \(others == 1 ? "category" : "categories") besides Default"
        let parts: [(Bool, String, String)] = [
            (others > 0, categories, "category"),
            (status.tasks.open > 0, status.tasks.open.counted("open task"), "task"),
            (hasCompletedTasks, "completed tasks", "task --done"),
            (!items.isEmpty, items.count.counted("item"), "shop"),
            (!counters.isEmpty, counters.count.counted("counter"), "inventory"),
            (hasPoints, status.points.balance.counted("point"), "points"),
            (hasSpending, "money spent", "rate"),
            (notes > 0, notes.counted("note"), "log"),
        ]
        return parts.filter(\.0).map { Part(count: $0.1, command: "gardenctl \($0.2)") }
    }

    private var hasPoints: Bool {
        [status.points.balance, status.points.earnedToday, status.points.spentToday].contains { $0 != 0 }
    }

    private var hasSpending: Bool { status.rate.meter != 0 || status.rate.tier != 0 }

    /// How many parts of the example there are, the first ones and nothing else; 0 in an empty garden, `nil` if there
    /// is anything else.
    var partsOfExample: Int? {
        let tasks = openTasks.sorted { $0.id < $1.id }.map { [$0.title, $0.category, $0.note ?? "", "\($0.points)"] }
        let items = items.sorted { $0.id < $1.id }.map { [$0.name, $0.category, "\($0.price)"] }
        let counters = counters.sorted { $0.id < $1.id }.map { [$0.name] }
        let found = tasks + items + counters
        let example =
            ExampleGarden.tasks.map { [$0.title, $0.category ?? "", $0.note ?? "", "\($0.points ?? 0)"] }
            + ExampleGarden.items.map { [$0.name, $0.category ?? "", "\($0.price)"] }
            + ExampleGarden.counters.map { [$0.name] }
        let isBeginning = example.starts(with: found)
        let names = Set((tasks + items).map { $0[1] })
        let others = Set(categories.map(\.category.name)).subtracting(names)
        let isAll = others == ["Default"] && notes == 0 && !hasCompletedTasks && !hasPoints && !hasSpending
        return isBeginning && isAll ? found.count : nil
    }
}
