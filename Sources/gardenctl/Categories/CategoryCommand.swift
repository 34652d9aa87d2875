import ArgumentParser
import GardenAPI

/// The commands for categories.
struct CategoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "List, add, edit, move, merge and remove categories.",
        discussion: """
            A number is an id, anything else is a name. A name of several words needs no quotes if no number follows it.

              gardenctl category
              gardenctl category add Reading --color blue
              gardenctl category edit Reading --name Books
              gardenctl category merge Raeding Reading
            """,
        subcommands: [List.self, Add.self, Edit.self, Move.self, Merge.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the categories.",
            discussion: """
                  gardenctl category list
                  gardenctl category list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> CategoryList { CategoryList() }

        func rendered(_ response: [ListedCategory], _ style: Style) -> String {
            categoriesText(response, style)
        }
    }

    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a category.",
            discussion: """
                If a removed category had the same name, the new one continues its garden.

                  gardenctl category add Reading
                  gardenctl category add Deep work --color '#3366CC'
                """)

        @OptionGroup var name: NameWords
        @OptionGroup var color: ColorOption
        @OptionGroup var common: CommonOptions

        func request() -> CategoryAdd { CategoryAdd(name: name.text, color: color.color) }

        func rendered(_ response: Category, _ style: Style) -> String { categoryText("Added", response, style) }
    }

    struct Edit: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a category's name or colour.",
            discussion: """
                  gardenctl category edit Reading --name Books
                  gardenctl category edit 3 --color purple
                """)

        @OptionGroup var target: ReferenceWords<NamedCategory>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @OptionGroup var color: ColorOption
        @OptionGroup var common: CommonOptions

        func request() -> CategoryEdit {
            CategoryEdit(id: target.reference.id, name: target.reference.name, newName: name, color: color.color)
        }

        mutating func validate() throws {
            guard name != nil || color.color != nil else {
                throw ValidationError("nothing to change: give --name or --color")
            }
            try validateRequest()
        }

        func rendered(_ response: Category, _ style: Style) -> String { categoryText("Changed", response, style) }
    }

    struct Move: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a category to another position.",
            discussion: """
                Positions start at 0; the other entries move up or down.

                  gardenctl category move Reading 0
                """)

        @OptionGroup var target: TargetArgument

        @Argument(help: "Its new position, from 0.")
        var position: Int

        @OptionGroup var common: CommonOptions

        func request() -> CategoryMove {
            CategoryMove(id: target.category.id, name: target.category.name, position: position)
        }

        func rendered(_ response: Category, _ style: Style) -> String {
            categoryText("Moved", response, position: true, style)
        }
    }

    /// The category, where a number follows it.
    struct TargetArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("The category, by name or id.", valueName: "name or id"),
            completion: Completions.categories)
        var category: Reference
    }

    struct ColorOption: ParsableArguments {
        @Option(help: "\(CategoryColor.names.joined(separator: ", ")), or #RRGGBB.")
        var color: CategoryColor?
    }
}

extension CategoryColor: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public static var defaultCompletionKind: CompletionKind { .list(names) }
}
