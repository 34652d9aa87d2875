import ArgumentParser
import GardenAPI

/// The commands for the members of visits (RULES V7).
struct MemberCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "The people who were there.",
        discussion: """
            Removing one removes no visit. A number is an id, anything else is a name.

              gardenctl member
              gardenctl member add Ann
              gardenctl visit list --member Ann
            """,
        subcommands: [List.self, Add.self, Edit.self, Remove.self],
        defaultSubcommand: List.self,
        aliases: ["members"])

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the members, with the number of visits and the newest one.",
            discussion: """
                  gardenctl member list
                  gardenctl member list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> MemberList { MemberList() }

        func rendered(_ response: [ListedVisitTag], _ style: Style) -> String {
            visitTagsText(response, of: "member", style)
        }
    }

    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a member.",
            discussion: """
                  gardenctl member add Ann
                """)

        @OptionGroup var name: NameWords
        @OptionGroup var common: CommonOptions

        func request() -> MemberAdd { MemberAdd(name: name.text) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Added", response, style) }
    }

    struct Edit: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a member's name.",
            discussion: """
                  gardenctl member edit Ann --name Ann 2
                """)

        @OptionGroup var target: ReferenceWords<NamedMember>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard name != nil else { throw ValidationError("nothing to change: give --name") }
            try validateRequest()
        }

        func request() -> MemberEdit {
            MemberEdit(id: target.reference.id, name: target.reference.name, newName: name)
        }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Edited", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a member; its visits stay.",
            discussion: """
                  gardenctl member remove Ann
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedMember>
        @OptionGroup var common: CommonOptions

        func request() -> MemberRemove { MemberRemove(id: target.reference.id, name: target.reference.name) }

        func rendered(_ response: VisitTag, _ style: Style) -> String { visitTagText("Removed", response, style) }
    }
}

enum NamedMember: NamedThing {
    static let help = "The member, by name or id."
    static var completion: CompletionKind { Completions.members }
}
