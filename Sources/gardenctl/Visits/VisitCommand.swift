import ArgumentParser
import GardenAPI

/// The commands for visits (RULES V1 … V12).
struct VisitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visit",
        abstract: "Keep the places where you were.",
        discussion: """
            A visit is a place and a time, which never change, and what you say about it. A day lasts until 04:00 \
            (day.start_hour). Labels, groups and members that do not exist are created.

              gardenctl visit add --lat 35.681236 --lon 139.767125 --title Tokyo Station --label trip
              gardenctl visit
              gardenctl visit near 35.6812,139.7671
              gardenctl visit show 1
            """,
        subcommands: [
            List.self, Add.self, Here.self, Show.self, Edit.self, Remove.self, Restore.self, Purge.self, Near.self,
            Suggest.self, Photo.self, Verify.self, NewKey.self, Export.self,
        ],
        defaultSubcommand: List.self,
        aliases: ["visits"])

    struct Show: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show everything about a visit, and visits that belong to it.",
            discussion: """
                Below it are earlier visits near the place, and others of the same group.

                  gardenctl visit show 12
                """)

        @OptionGroup var target: VisitArgument
        @OptionGroup var common: CommonOptions

        func request() -> VisitGet { VisitGet(id: target.id, uid: target.uid) }

        func rendered(_ response: Visit, _ style: Style) -> String { visitText(response, style) }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let answer = try answer(from: client)
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let visit = try answer.value()
            let place = NearPlace(latitude: visit.latitude.number, longitude: visit.longitude.number)
            let near = try client.ask(VisitList(to: visit.at.description, near: place, limit: Self.most)).value()
            let others = try visit.details.group.map { name throws(CommandError) in
                try client.ask(VisitList(group: [name], limit: Self.most)).value()
            }
            let related = RelatedVisits(
                near: near.visits.filter { $0.visit.id != visit.id },
                group: others?.visits.filter { $0.visit.id != visit.id } ?? [])
            let folder = visit.details.photos.isEmpty ? nil : try client.ask(DaemonHello()).value().photos
            try context.print(visitText(visit, with: related, photosIn: folder, context.style))
        }

        private static let most = 6
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Move a visit to the trash.",
            discussion: """
                It can be restored for visits.trash_days (30) days.

                  gardenctl visit remove 12
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: VisitArgument
        @OptionGroup var common: CommonOptions

        func request() -> VisitRemove { VisitRemove(id: target.id, uid: target.uid) }

        func rendered(_ response: Visit, _ style: Style) -> String {
            visitLine("Moved to the trash:", response, style)
        }
    }

    struct Restore: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Take a visit out of the trash.",
            discussion: """
                  gardenctl visit list --trash
                  gardenctl visit restore 12
                """)

        @OptionGroup var target: VisitArgument
        @OptionGroup var common: CommonOptions

        func request() -> VisitRestore { VisitRestore(id: target.id, uid: target.uid) }

        func rendered(_ response: Visit, _ style: Style) -> String { visitLine("Restored", response, style) }
    }

    struct Near: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "near",
            abstract: "List the visits near a place, with their distances.",
            discussion: """
                  gardenctl visit near 35.681236,139.767125
                  gardenctl visit near 35.681236,139.767125 --radius 2000
                """)

        @OptionGroup var place: PlaceArgument

        @Option(help: ArgumentHelp("At most this many (default: 100).", valueName: "count"))
        var limit: Int?

        @OptionGroup var common: CommonOptions

        func request() -> VisitNear { VisitNear(place: place.near, limit: limit) }

        func rendered(_ response: [NearVisit], _ style: Style) -> String {
            visitListText(
                VisitListing(
                    visits: response.map { ListedVisit(visit: $0.visit, meters: $0.meters) }, isFiltered: true), style)
        }
    }

    struct Suggest: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "suggest",
            abstract: "Show the facilities of your visits near a place.",
            discussion: """
                  gardenctl visit suggest 35.681236,139.767125
                """)

        @OptionGroup var place: PlaceArgument
        @OptionGroup var common: CommonOptions

        func request() -> VisitSuggest { VisitSuggest(place: place.near) }

        func rendered(_ response: [SuggestedFacility], _ style: Style) -> String { suggestionsText(response, style) }
    }
}

/// The visit that a command is about: digits are an id, anything else is a uid.
struct VisitArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The visit, by id or uid.", valueName: "id"), completion: Completions.visits)
    var reference: Reference

    var id: Int? { reference.id }
    var uid: String? { reference.name }
}

/// A place, and how far from it is near.
struct PlaceArgument: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The place as latitude,longitude in degrees.", valueName: "lat,lon"))
    var place: [String]

    @Option(help: ArgumentHelp("The greatest distance in metres (default: 100).", valueName: "metres"))
    var radius: String?

    func validate() throws { _ = try NearPlace(words: place, radius: radius) }

    /// - Precondition: ``validate()`` has passed.
    var near: NearPlace {
        (try? NearPlace(words: place, radius: radius))
            ?? NearPlace(latitude: DecimalNumber(""), longitude: DecimalNumber(""))
    }
}

extension NearPlace {
    /// Reads `35.68,139.76`, also with a blank after the comma.
    init(words: [String], radius: String?) throws {
        let parts = words.flatMap { $0.split { $0 == "," || $0 == " " } }.map(String.init)
        guard parts.count == 2 else {
            let found = JSON.string(printable(words.joined(separator: " "))).excerpt
            throw ValidationError("a place is latitude,longitude in degrees, such as 35.6812,139.7671, not \(found)")
        }
        self.init(
            latitude: DecimalNumber(parts[0]), longitude: DecimalNumber(parts[1]),
            radius: radius.map(DecimalNumber.init)
        )
    }
}

extension Degrees {
    /// As a param.
    var number: DecimalNumber { DecimalNumber(json.text) }
}
