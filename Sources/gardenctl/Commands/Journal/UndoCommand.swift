import ArgumentParser
import GardenAPI

struct UndoCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last changes.",
        discussion: """
            It takes back what a person changed in tasks, categories, points, the shop, the rate, counters and the log, the \
            newest change first. It is exact: points and exp go back by their amount, everything else to its value before. \
            Some changes cannot be taken back, for example when a reminder of the task was shown since, or when the points are \
            of an earlier day; then those before it cannot be either, and of several changes none is. The timer and the settings \
            cannot be taken back, nor can a reset or anything before it. The last 1000 changes are remembered.

              gardenctl undo
              gardenctl undo 3
              gardenctl undo --dry-run
            """)

    @Argument(help: ArgumentHelp("How many changes, at most 100 (default: 1; 10 with --dry-run).", valueName: "count"))
    var count: Int?

    @Flag(help: "List the changes that it would take back, and whether it can.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        do { _ = try JournalUndo(json: JournalUndo(count: count).json) } catch { throw ValidationError(error.message) }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        if dryRun {
            let answer = try client.ask(JournalUndoable(limit: count))
            guard !common.json else { return try context.output.print(answer.json.text) }
            try context.print(undoableText(answer.value(), context.style))
        } else {
            let answer = try client.ask(JournalUndo(count: count))
            guard !common.json else { return try context.output.print(answer.json.text) }
            let undone = try answer.value().undone
            try context.print(revertedText("Took back", undone, context.style))
            if undone.count < count ?? 1 {
                try context.print(context.style.dim("There were only \(undone.count.counted("change"))."))
            }
        }
    }
}

struct RedoCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Make the changes again that undo took back.",
        discussion: """
            It is possible until another change is made.

              gardenctl redo
              gardenctl redo 3
            """)

    @Argument(help: ArgumentHelp("How many changes (default: 1).", valueName: "count"))
    var count: Int?

    @OptionGroup var common: CommonOptions

    func request() -> JournalRedo { JournalRedo(count: count) }

    func rendered(_ response: RedoneChanges, _ style: Style) -> String {
        revertedText("Made again", response.redone, style)
    }
}

extension ProcessContext {
    /// Says that a change that can hurt can be taken back, to a person at a terminal.
    func printUndoHint(after request: any Request.Type) throws(CommandError) {
        let hurting: [any Request.Type] = [
            CategoryRemove.self, InventoryRemove.self, LogRemove.self, ShopRemove.self, ShopBuy.self, TaskRemove.self,
            TaskCompleteAll.self,
        ]
        guard isInteractive, hurting.contains(where: { $0 == request }) else { return }
        try print(style.dim("To take it back: gardenctl undo"))
    }
}
