import ArgumentParser
import GardenAPI

struct PresenceCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Show or report whether you are at the desktop.",
        discussion: """
            gardend asks your login session. If your desktop does not report when it is idle or locked, let a program \
            such as swayidle or hypridle report it; that takes precedence until gardenctl presence auto or the next \
            boot.

              gardenctl presence
              gardenctl presence locked
              gardenctl presence auto
            """)

    @Argument(
        help: ArgumentHelp("active, idle, locked, or auto to ask the login session again.", valueName: "presence"),
        completion: .list(ReportedPresence.allCases.map(\.rawValue)))
    var presence: ReportedPresence?

    @OptionGroup var common: CommonOptions

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer =
            if let presence { try client.ask(PresenceSet(presence: presence)) } else { try client.ask(PresenceGet()) }
        guard !common.json else { return try context.output.printData(answer.json.text) }
        try context.print(presenceText(try answer.value(), context.style))
    }
}

extension ReportedPresence: @retroactive ExpressibleByArgument {}
