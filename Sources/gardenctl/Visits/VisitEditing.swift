import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a visit at a place that you give.",
            discussion: """
                Texts take all words up to the next option. --like copies labels, group and members of another visit.

                  gardenctl visit add --lat 35.681236 --lon 139.767125 --title Tokyo Station
                  gardenctl visit add --lat 35.69 --lon 139.7 --at yesterday 18:30 --kind food --member Ann --label trip
                  gardenctl visit add --lat 35.69 --lon 139.7 --photo ~/Pictures/lunch.jpg
                """)

        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees, positive in the north.", valueName: "latitude"))
        var lat: String

        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees, positive in the east.", valueName: "longitude"))
        var lon: String

        @Option(help: ArgumentHelp("The accuracy, if you know it.", valueName: "metres"))
        var accuracy: String?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("When it was (default: now); 12:00 if you give only a day.", valueName: "date"))
        var at: [String] = []

        @Option(help: ArgumentHelp("Copy labels, group and members of this visit.", valueName: "id"))
        var like: Int?

        @OptionGroup var fields: VisitFields
        @OptionGroup var photos: PhotoOptions
        @OptionGroup var common: CommonOptions

        func request() -> VisitAdd {
            VisitAdd(
                at: joined(at), latitude: DecimalNumber(lat), longitude: DecimalNumber(lon),
                accuracy: accuracy.map(DecimalNumber.init), title: joined(fields.title),
                facility: joined(fields.facility), address: joined(fields.address), kind: fields.kind,
                comment: joined(fields.comment), labels: fields.label.isEmpty ? nil : NameList(fields.label),
                group: joined(fields.group), members: fields.member.isEmpty ? nil : NameList(fields.member), like: like)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<Visit> {
            try photos.adding(by: client) { () throws(CommandError) in try client.ask(request()) }
        }

        func rendered(_ response: Visit, _ style: Style) -> String {
            "\(visitLine("Added", response, style))\n\(visitFacts(response, style))"
        }
    }

    struct Edit: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change what is said about a visit.",
            discussion: """
                When and where it was never changes. none clears a field: --title none, --label none. Labels and \
                members replace those it has.

                  gardenctl visit edit 12 --title Tokyo Station --kind sightseeing
                  gardenctl visit edit 12 --label trip --label food --group none
                """)

        @OptionGroup var target: VisitArgument
        @OptionGroup var fields: VisitFields
        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard fields.isGiven else {
                throw ValidationError("nothing to change: give --title, --label or another option")
            }
            try validateRequest()
        }

        func request() -> VisitEdit {
            VisitEdit(
                id: target.id, uid: target.uid, title: VisitFields.change(fields.title),
                facility: VisitFields.change(fields.facility), address: VisitFields.change(fields.address),
                kind: VisitFields.change(fields.kind.map { [$0] } ?? []), comment: VisitFields.change(fields.comment),
                labels: VisitFields.changes(fields.label), group: VisitFields.change(fields.group),
                members: VisitFields.changes(fields.member))
        }

        func rendered(_ response: Visit, _ style: Style) -> String {
            "\(visitLine("Edited", response, style))\n\(visitFacts(response, style))"
        }
    }
}

/// What a person says about a visit, as options.
struct VisitFields: ParsableArguments {
    @Option(parsing: .upToNextOption, help: ArgumentHelp("Its title.", valueName: "text"))
    var title: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("What is at the place, such as a shop.", valueName: "text"))
    var facility: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The address.", valueName: "text"))
    var address: [String] = []

    @Option(
        help: ArgumentHelp("Any word, such as food, sightseeing or other.", valueName: "kind"),
        completion: .list(["food", "sightseeing", "other"]))
    var kind: String?

    @Option(parsing: .upToNextOption, help: ArgumentHelp("A comment.", valueName: "text"))
    var comment: [String] = []

    @Option(help: ArgumentHelp("A label; give it again for more.", valueName: "name"), completion: Completions.labels)
    var label: [String] = []

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Its group.", valueName: "name"), completion: Completions.groups)
    var group: [String] = []

    @Option(
        help: ArgumentHelp("Someone who was there; give it again for more.", valueName: "name"),
        completion: Completions.members)
    var member: [String] = []

    var isGiven: Bool {
        kind != nil || [title, facility, address, comment, label, group, member].contains { !$0.isEmpty }
    }

    /// The change of a text: `none` clears it.
    static func change(_ words: [String]) -> FieldChange<String> {
        guard let text = joined(words) else { return .keep }
        return isNone(text) ? .clear : .set(text)
    }

    static func changes(_ names: [String]) -> FieldChange<NameList> {
        guard !names.isEmpty else { return .keep }
        return names.allSatisfy(isNone) ? .clear : .set(NameList(names))
    }

    private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}
