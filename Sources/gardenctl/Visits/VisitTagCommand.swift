import ArgumentParser
import GardenAPI

/// What the commands for labels, groups and members differ in.
protocol VisitTagCommandType: VisitTagType, NamedThing {
    /// An option for the colour of a new one, or no option.
    associatedtype NewColor: ColorArgument
    /// The same to change the colour.
    associatedtype ChangedColor: ColorArgument

    static var abstract: String { get }
    /// A name for the examples.
    static var example: String { get }
}

extension VisitTagCommandType {
    fileprivate static var name: String { kind.rawValue }
    static var help: String { "The \(name), by name or id." }
}

extension LabelType: VisitTagCommandType {
    typealias NewColor = NewColorOption
    typealias ChangedColor = ChangedColorOption
    static let abstract = "Labels of visits, with a colour."
    static let example = "Park"
    static var completion: CompletionKind { Completions.labels }
}

extension GroupType: VisitTagCommandType {
    typealias NewColor = NoColorOption
    typealias ChangedColor = NoColorOption
    static let abstract = "Groups of visits, such as a journey."
    static let example = "Trip"
    static var completion: CompletionKind { Completions.groups }
}

extension MemberType: VisitTagCommandType {
    typealias NewColor = NoColorOption
    typealias ChangedColor = NoColorOption
    static let abstract = "The people who were there."
    static let example = "Ann"
    static var completion: CompletionKind { Completions.members }
}

/// Arguments that may have a colour.
protocol ColorArgument: ParsableArguments {
    static var isOffered: Bool { get }
    var color: CategoryColor? { get }
}

struct NoColorOption: ColorArgument {
    static let isOffered = false

    var color: CategoryColor? { nil }
}

struct NewColorOption: ColorArgument {
    static let isOffered = true

    @Option(
        help: ArgumentHelp("Its colour: a name or #RRGGBB (default: the next one).", valueName: "colour"),
        completion: .list(CategoryColor.names))
    var color: CategoryColor?
}

struct ChangedColorOption: ColorArgument {
    static let isOffered = true

    @Option(
        help: ArgumentHelp("Its new colour: a name or #RRGGBB.", valueName: "colour"),
        completion: .list(CategoryColor.names))
    var color: CategoryColor?
}

/// The commands for the labels, the groups or the members of visits (RULES V7).
struct VisitTagCommand<Tag: VisitTagCommandType>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let name = Tag.name
        let color = Tag.NewColor.isOffered ? " --color blue" : ""
        return CommandConfiguration(
            commandName: name,
            abstract: Tag.abstract,
            discussion: """
                Removing one removes no visit. A number is an id, anything else is a name.

                  gardenctl \(name)
                  gardenctl \(name) add \(Tag.example)\(color)
                  gardenctl visit list --\(name) \(Tag.example)
                """,
            subcommands: [List.self, Add.self, Edit.self, Remove.self],
            defaultSubcommand: List.self,
            aliases: ["\(name)s"])
    }

    struct List: ShowingCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: "List the \(Tag.name)s, with the number of visits and the newest one.",
                discussion: """
                      gardenctl \(Tag.name) list
                      gardenctl \(Tag.name) list --json
                    """,
                aliases: ["ls"])
        }

        @OptionGroup var common: CommonOptions

        func request() -> VisitTagList<Tag> { VisitTagList() }

        func rendered(_ response: [ListedVisitTag], _ style: Style) -> String {
            visitTagsText(response, of: Tag.name, style)
        }
    }

    struct Add: AskingCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "add",
                abstract: "Add a \(Tag.name).",
                discussion: """
                      gardenctl \(Tag.name) add \(Tag.example)
                    """)
        }

        @OptionGroup var name: NameWords
        @OptionGroup var color: Tag.NewColor
        @OptionGroup var common: CommonOptions

        func request() -> VisitTagAdd<Tag> { VisitTagAdd(name: name.text, color: color.color) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Added", response, style) }
    }

    struct Edit: AskingCommand {
        static var configuration: CommandConfiguration {
            let start = "  gardenctl \(Tag.name) edit \(Tag.example)"
            let color = Tag.ChangedColor.isOffered ? "\n\(start) --color blue" : ""
            return CommandConfiguration(
                commandName: "edit",
                abstract: "Change a \(Tag.name)'s name\(Tag.ChangedColor.isOffered ? " or colour" : "").",
                discussion: "\(start) --name \(Tag.example) 2\(color)")
        }

        @OptionGroup var target: ReferenceWords<Tag>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @OptionGroup var color: Tag.ChangedColor
        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard name != nil || color.color != nil else {
                throw ValidationError(
                    "nothing to change: give --name\(Tag.ChangedColor.isOffered ? " or --color" : "")")
            }
            try validateRequest()
        }

        func request() -> VisitTagEdit<Tag> {
            VisitTagEdit(
                id: target.reference.id, name: target.reference.name, newName: name, color: color.color)
        }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Edited", response, style) }
    }

    struct Remove: AskingCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "remove",
                abstract: "Remove a \(Tag.name); its visits stay.",
                discussion: """
                      gardenctl \(Tag.name) remove \(Tag.example)
                    """,
                aliases: ["rm", "delete"])
        }

        @OptionGroup var target: ReferenceWords<Tag>
        @OptionGroup var common: CommonOptions

        func request() -> VisitTagRemove<Tag> {
            VisitTagRemove(id: target.reference.id, name: target.reference.name)
        }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Removed", response, style) }
    }
}
