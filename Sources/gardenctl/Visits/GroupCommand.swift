import ArgumentParser
import GardenAPI

/// The commands for the groups of visits (RULES V7).
struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Groups of visits, such as a journey.",
        discussion: """
            Removing one removes no visit. A number is an id, anything else is a name.

              gardenctl group
              gardenctl group add Trip
              gardenctl visit list --group Trip
            """,
        subcommands: [List.self, Add.self, Edit.self, Remove.self],
        defaultSubcommand: List.self,
        aliases: ["groups"])

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the groups, with the number of visits and the newest one.",
            discussion: """
                  gardenctl group list
                  gardenctl group list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> GroupList { GroupList() }

        func rendered(_ response: [ListedVisitTag], _ style: Style) -> String {
            visitTagsText(response, of: "group", style)
        }
    }

    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a group.",
            discussion: """
                  gardenctl group add Trip
                """)

        @OptionGroup var name: NameWords
        @OptionGroup var common: CommonOptions

        func request() -> GroupAdd { GroupAdd(name: name.text) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Added", response, style) }
    }

    struct Edit: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a group's name.",
            discussion: """
                  gardenctl group edit Trip --name Trip 2
                """)

        @OptionGroup var target: ReferenceWords<NamedGroup>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard name != nil else { throw ValidationError("nothing to change: give --name") }
            try validateRequest()
        }

        func request() -> GroupEdit {
            GroupEdit(id: target.reference.id, name: target.reference.name, newName: name)
        }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Edited", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a group; its visits stay.",
            discussion: """
                  gardenctl group remove Trip
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedGroup>
        @OptionGroup var common: CommonOptions

        func request() -> GroupRemove { GroupRemove(id: target.reference.id, name: target.reference.name) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Removed", response, style) }
    }
}

enum NamedGroup: NamedThing {
    static let help = "The group, by name or id."
    static var completion: CompletionKind { Completions.groups }
}
