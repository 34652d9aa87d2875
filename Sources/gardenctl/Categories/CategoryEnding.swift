import ArgumentParser
import GardenAPI
import TextKit

// The commands after which a category is gone: what was in it is in another one.

extension CategoryCommand {
    struct Merge: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Merge a category into another one, with all of its history.",
            discussion: """
                Tasks, items, sessions, exp and statistics continue under the second category, from the first day; its \
                plant, name and colour stay. The name of the first one is free afterwards. A name of several words needs \
                quotes. To merge a removed category, add it again first: it continues its garden.

                  gardenctl category merge Mahts Maths
                  gardenctl category merge 3 'Deep work'
                """)

        @OptionGroup var target: TargetArgument

        @Argument(
            help: ArgumentHelp("The category that it continues under, by name or id.", valueName: "into"),
            completion: Completions.categories)
        var into: Reference

        @OptionGroup var common: CommonOptions

        /// The daemon accepts a name only; here any name is as good as that of an id.
        func request() -> CategoryMerge { request(into: into.name ?? "name") }

        private func request(into name: String) -> CategoryMerge {
            CategoryMerge(id: target.category.id, name: target.category.name, into: name)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            // The daemon accepts only the name of the other one.
            guard let name = try client.name(of: into) else { return }
            let merged = try common.json ? nil : client.name(of: target.category)
            let answer: Client.Answer<Category>
            do throws(CommandError) { answer = try client.ask(request(into: name)) } catch {
                throw error.advisingIfNotFound(
                    "if it was removed, it comes back with its garden: gardenctl category add NAME")
            }
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let verb = "Merged \(context.style.name(merged ?? "")) into"
            let category = try categoryText(verb, answer.value(), context.style)
            let moved = MovedContentText(client.meta)
            try context.print(category + (moved.parts.isEmpty ? "" : ": \(moved.parts.joined(separator: ", "))"))
            try context.printUndoHint(after: CategoryMerge.self)
        }

        func rendered(_ response: Category, _ style: Style) -> String { categoryText("Merged into", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a category.",
            discussion: """
                Its open tasks, its items and the phase in progress move to Default; its garden and its history are kept. \
                On a terminal, it asks first if anything moves. To move all of it to another category: gardenctl category \
                merge.

                  gardenctl category remove Reading
                  gardenctl category remove Reading --yes
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedCategory>

        @Flag(help: "Do not ask.")
        var yes = false

        @OptionGroup var common: CommonOptions

        func request() -> CategoryRemove {
            CategoryRemove(id: target.reference.id, name: target.reference.name)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            if context.isInteractive, !yes, try !isConfirmed(client, context) { return }
            let answer = try answer(from: client)
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let moved = MovedContentText(client.meta)
            try context.print(
                rendered(answer.value(), context.style)
                    + (moved.parts.isEmpty ? "" : "; moved to Default: \(moved.parts.joined(separator: ", "))"))
            try context.printUndoHint(after: CategoryRemove.self)
        }

        /// Asks the person, if anything moves. The daemon refuses a category that it does not know.
        private func isConfirmed(_ client: Client, _ context: ProcessContext) throws(CommandError) -> Bool {
            let categories = try client.ask(CategoryList()).value()
            let found = categories.first { listed in
                switch target.reference {
                case .id(let id): listed.category.id == id
                case .name(let name): listed.category.name.folded == name.folded
                }
            }
            guard let found, found.category.id != Self.defaultId else { return true }
            let moved = MovedContentText(
                tasks: found.open,
                items: try client.ask(ShopList()).value().count { $0.categoryId == found.category.id },
                phase: try phase(in: found.category, client))
            guard !moved.parts.isEmpty else { return true }
            let name = printable(found.category.name)
            return try context.isConfirmed(
                "Remove \(name), and move \(moved.parts.joined(separator: ", ")) to Default", effect: "removes \(name)")
        }

        /// Default moves nowhere.
        private static let defaultId = 1

        private func phase(in category: Category, _ client: Client) throws(CommandError) -> String? {
            let timer = try client.ask(TimerGet()).value()
            return timer.categoryId == category.id ? timer.phase.rawValue : nil
        }

        func rendered(_ response: Category, _ style: Style) -> String { categoryText("Removed", response, style) }
    }
}

/// What moves with a category, in words.
struct MovedContentText {
    /// "3 open tasks", "1 item of the shop", "the focus in progress", "+7 exp".
    private(set) var parts: [String] = []

    init(tasks: Int, items: Int, phase: String?) {
        if tasks > 0 { parts.append(tasks.counted("open task")) }
        if items > 0 { parts.append("\(items.counted("item")) of the shop") }
        if let phase { parts.append("the \(printable(phase)) in progress") }
    }

    /// - Parameter meta: of the answer.
    init(_ meta: JSON) {
        self.init(
            tasks: meta[MovedContent.tasksName]?.integerValue ?? 0,
            items: meta[MovedContent.itemsName]?.integerValue ?? 0, phase: meta[MovedContent.phaseName]?.stringValue)
        for garden in meta[MovedContent.gardensName]?.arrayValue ?? [] {
            if let exp = garden["exp"]?.integerValue { parts.append("\(signed(exp)) exp") }
        }
    }
}
