import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct Purge: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge",
            abstract: "Erase a visit in the trash for good.",
            discussion: """
                gardend erases everything that was said about the visit, and when and where it was, from its database. The \
                hash of its line remains, so that gardenctl visit verify can check the others; labels, groups and members \
                remain, too, and have their own commands. Nothing brings the visit \
                back, also not undo. Backups keep it: the command prints which. It asks first; without a terminal, it \
                needs --yes.

                  gardenctl visit remove 12
                  gardenctl visit purge 12
                """)

        @OptionGroup var target: VisitArgument

        @Flag(help: "Do not ask.")
        var yes = false

        @OptionGroup var common: CommonOptions

        // The whole database is written again.
        static let answerSeconds = 600

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let request = VisitPurge(id: target.id, uid: target.uid)
            if !yes {
                let name = target.id.map { "visit \($0)" } ?? "the visit \(printable(target.uid ?? ""))"
                let isConfirmed = try context.isConfirmed(
                    "Erase \(name) for good", effect: "erases \(name) for good")
                guard isConfirmed else { return }
            }
            client.explainSilence("gardend is writing the database again without it", in: context)
            let answer = try client.ask(request)
            guard !common.json else { return try context.output.printData(answer.json.text) }
            try context.print(purgeText(answer.value(), context.style))
        }
    }
}
