import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct Verify: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Check that no visit was changed from outside.",
            discussion: """
                Each visit has a line with the SHA-256 of the line before, and gardend signs the lines of visits that it \
                located. The check finds visits that another program changed, removed, moved or brought from another \
                garden. It does not find that the newest visits or their signatures were removed, nor a chain that was made \
                again as a whole without signatures, or with the key: for that, keep the numbers, the head and the key that \
                it prints, and compare them. The exit status is 1 if something is wrong.

                  gardenctl visit verify
                  gardenctl visit verify --acknowledge
                """)

        @Flag(help: "Acknowledge what was found, so that doctor no longer reports it.")
        var acknowledge = false

        @OptionGroup var common: CommonOptions

        static let answerSeconds = 600

        func request() -> VisitVerify { VisitVerify(acknowledge: acknowledge ? true : nil) }

        func rendered(_ response: VisitCheck, _ style: Style) -> String {
            guard acknowledge else { return visitCheckText(response, style) }
            return response.ok ? "There is nothing to acknowledge: \(visitCheckText(response, style))" : "Acknowledged."
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            client.explainSilence("gardend is checking the visits; others go on meanwhile", in: context)
            let answer = try client.ask(request())
            try show(answer, in: context)
            let isGood = try answer.value().ok
            if !acknowledge, !isGood { throw .alreadyReported(status: 1) }
        }
    }

    struct NewKey: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-key",
            abstract: "Sign visits with another key from now on.",
            discussion: """
                gardend signs the visits that it locates with the key in identity.key, in the data directory. If that file \
                is missing or has another key, visits are not signed, and doctor reports it. This command makes the key in \
                the file the garden's key, or a new one if there is no file. Older signatures stay valid.

                  gardenctl visit new-key
                """)

        @OptionGroup var common: CommonOptions

        func request() -> VisitNewKey { VisitNewKey() }

        func rendered(_ response: VisitKey, _ style: Style) -> String {
            "Visits are signed with another key from now on: \(printable(response.publicKey))"
        }
    }

    struct Export: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print visits for other programs.",
            discussion: """
                The formats are json (with the lines of the chain), csv, gpx, geojson, text (to share) and geo (a link of \
                each place).

                  gardenctl visit export --format gpx
                  gardenctl visit export 12 --format text
                """)

        @Argument(help: ArgumentHelp("Only this visit.", valueName: "id"), completion: Completions.visits)
        var id: Int?

        @Option(help: ArgumentHelp("The format (default: json).", valueName: "format"))
        var format = VisitFormat.json

        @OptionGroup var common: CommonOptions

        func request() -> VisitExport { VisitExport(id: id) }

        var isForPeople: Bool { false }

        func rendered(_ response: [ExportedVisit], _ style: Style) -> String { format.text(response) }
    }
}

extension VisitFormat: ExpressibleByArgument {}
