import ArgumentParser
import GardenAPI

/// The commands for the labels of visits (RULES V7).
struct LabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label",
        abstract: "Labels of visits, with a colour.",
        discussion: """
            Removing one removes no visit. A number is an id, anything else is a name.

              gardenctl label
              gardenctl label add Park --color blue
              gardenctl visit list --label Park
            """,
        subcommands: [List.self, Add.self, Edit.self, Remove.self],
        defaultSubcommand: List.self,
        aliases: ["labels"])

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the labels, with the number of visits and the newest one.",
            discussion: """
                  gardenctl label list
                  gardenctl label list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> LabelList { LabelList() }

        func rendered(_ response: [ListedVisitTag], _ style: Style) -> String {
            visitTagsText(response, of: "label", style)
        }
    }

    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a label.",
            discussion: """
                  gardenctl label add Park
                """)

        @OptionGroup var name: NameWords

        @Option(
            help: ArgumentHelp("Its colour: a name or #RRGGBB (default: the next one).", valueName: "colour"),
            completion: .list(CategoryColor.names))
        var color: CategoryColor?

        @OptionGroup var common: CommonOptions

        func request() -> LabelAdd { LabelAdd(name: name.text, color: color) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Added", response, style) }
    }

    struct Edit: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a label's name or colour.",
            discussion: """
                  gardenctl label edit Park --name Park 2
                  gardenctl label edit Park --color blue
                """)

        @OptionGroup var target: ReferenceWords<NamedLabel>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @Option(
            help: ArgumentHelp("Its new colour: a name or #RRGGBB.", valueName: "colour"),
            completion: .list(CategoryColor.names))
        var color: CategoryColor?

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard name != nil || color != nil else {
                throw ValidationError("nothing to change: give --name or --color")
            }
            try validateRequest()
        }

        func request() -> LabelEdit {
            LabelEdit(id: target.reference.id, name: target.reference.name, newName: name, color: color)
        }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Edited", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a label; its visits stay.",
            discussion: """
                  gardenctl label remove Park
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedLabel>
        @OptionGroup var common: CommonOptions

        func request() -> LabelRemove { LabelRemove(id: target.reference.id, name: target.reference.name) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Removed", response, style) }
    }
}

enum NamedLabel: NamedThing {
    static let help = "The label, by name or id."
    static var completion: CompletionKind { Completions.labels }
}
