import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct Here: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "here",
            abstract: "Add a visit at the place where you are.",
            discussion: """
                The daemon finds the place by GeoClue or by a command of yours, as visits.locate says, within 30 s. \
                Texts take all words up to the next option. --like copies labels, group and members of another visit.

                  gardenctl visit here --title Tokyo Station
                  gardenctl visit here --kind food --like 12
                  gardenctl visit here --photo ~/Pictures/lunch.jpg
                """)

        @Option(help: ArgumentHelp("Copy labels, group and members of this visit.", valueName: "id"))
        var like: Int?

        @OptionGroup var fields: VisitFields
        @OptionGroup var photos: PhotoOptions
        @OptionGroup var common: CommonOptions

        static let answerSeconds = 40

        func request() -> VisitHere {
            VisitHere(
                title: joined(fields.title), facility: joined(fields.facility), address: joined(fields.address),
                kind: fields.kind, comment: joined(fields.comment),
                labels: fields.label.isEmpty ? nil : NameList(fields.label), group: joined(fields.group),
                members: fields.member.isEmpty ? nil : NameList(fields.member), like: like)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<Visit> {
            client.onSilence = nil
            return try photos.adding(by: client) { () throws(CommandError) in try client.ask(request()) }
        }

        func rendered(_ response: Visit, _ style: Style) -> String {
            locatedVisitText(response, style)
        }
    }
}
