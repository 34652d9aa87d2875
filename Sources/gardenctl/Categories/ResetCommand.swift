import ArgumentParser
import GardenAPI
import TextKit

struct ResetCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Set the exp of a garden to 0, or reset everything.",
        usage: """
            gardenctl reset <category> [--yes] [--json] [--socket <path>] [--timeout <seconds>]
            gardenctl reset --all [--yes] [--json] [--socket <path>] [--timeout <seconds>]
            """,
        discussion: """
            It makes a backup first and prints the command that restores it. undo cannot take back the reset or any \
            change before it. --all removes the points, the shop, the counters, all tasks, all visits with their \
            labels, groups and members, and all categories but Default, and stops the timer. The statistics begin \
            again; the log and the journal remain. It asks first; without a terminal, it needs --yes.

              gardenctl reset Reading
              gardenctl reset --all --yes
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The category of the garden; it can be a removed one.", valueName: "category"),
        completion: Completions.categories)
    var words: [String] = []

    @Flag(help: "Reset everything.")
    var all = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    // A backup of everything comes first.
    static let answerSeconds = 600

    mutating func validate() throws {
        let category = try freeText(words)
        guard category.isEmpty == all else {
            throw ValidationError(
                all
                    ? "--all takes no category"
                    : "the category is missing: gardenctl reset CATEGORY; for everything: gardenctl reset --all")
        }
        reference = try all ? nil : Reference(words: words)
    }

    /// The category; `nil` for everything.
    ///
    /// - Precondition: ``validate()`` has passed.
    private var reference: Reference?

    private enum CodingKeys: CodingKey { case words, all, yes, common }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let request =
            if let category = try name(asking: client) { GardenReset(category: category) } else {
                GardenReset(all: true)
            }
        if !yes, try !isConfirmed(request, client, context) { return }
        client.explainSilence("gardend is still making the backup; Ctrl-C cancels the reset", in: context)
        let answer: Client.Answer<ResetReport>
        do throws(CommandError) { answer = try client.ask(request) } catch {
            guard ["all", "everything"].contains(request.category?.folded) else { throw error }
            throw error.advisingIfNotFound("to reset everything: gardenctl reset --all")
        }
        guard !common.json else { return try context.output.printData(answer.json.text) }
        try context.print(resetText(answer.value(), context.style))
    }

    /// The name of the garden; `nil` for everything. An id may be that of a removed category.
    private func name(asking client: Client) throws(CommandError) -> String? {
        switch reference {
        case nil: return nil
        case .name(let name): return name
        case .id(let id):
            guard let garden = try client.ask(GardenList()).value().first(where: { $0.categoryId == id }) else {
                throw .noCategory(id: id)
            }
            return garden.category
        }
    }

    private func isConfirmed(
        _ request: GardenReset, _ client: Client, _ context: ProcessContext
    ) throws(CommandError) -> Bool {
        let status = try client.ask(DaemonStatus()).value()
        guard let category = request.category else {
            let gardens = status.gardens.filter { $0.exp > 0 }
            let exp = gardens.reduce(0) { $0 + $1.exp }
            let parts = [
                "\(gardens.count.counted("garden")) with \(exp) exp", status.points.balance.counted("point"),
                status.tasks.open.counted("open task"),
            ]
            return try context.isConfirmed(
                "Make a backup, then reset everything (\(parts.joined(separator: ", ")); the shop, counters and visits, too)",
                effect: "resets everything")
        }
        // The daemon refuses a name that it does not know, and answers if there is nothing to reset.
        let garden = status.gardens.first { $0.category.folded == category.folded }
        guard let garden, garden.exp > 0 else { return true }
        let name = printable(garden.category)
        return try context.isConfirmed(
            "Make a backup, then set the garden of \(name) from \(garden.exp) exp to 0",
            effect: "sets the garden of \(name) to 0 exp")
    }
}
