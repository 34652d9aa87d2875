import ArgumentParser
import GardenAPI

struct PickCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: "Choose a task, an item, a category or a session, and print its id.",
        discussion: """
            It shows a list on the terminal and prints nothing but the id of what you choose, for other commands. With fzf \
            in PATH, that is the list; otherwise, and with --no-fzf, it is one of its own: up and down, or Ctrl-P and \
            Ctrl-N, select a row, words that you type filter the list, enter chooses, and esc or Ctrl-C leaves.

            Categories are listed by name, but it prints their id, as of the others; --name prints the name or the title \
            instead. If you leave the list, or if there is nothing to choose, it prints nothing, and the exit status is 1. \
            It needs a terminal that can place the cursor, but not as its output.

              gardenctl pick task
              gardenctl pick category --name
              gardenctl pick item --no-fzf
              gardenctl pick session

            In a shell: gardenctl task done "$(gardenctl pick task)"
            """)

    @Argument(help: "What to choose: task, item, category or session.")
    var kind: PickKind

    @Flag(name: [.customLong("name"), .customLong("title")], help: "Print the name or the title, not the id.")
    var printsName = false

    @Flag(name: .customLong("no-fzf"), help: "Do not use fzf.")
    var avoidsFzf = false

    @OptionGroup var common: CommonOptions

    var showsQuestions: Bool { true }
    var mentionsRings: Bool { false }

    func validate() throws {
        guard !common.json else { throw ValidationError("pick has no --json; it prints nothing but an id") }
        guard !printsName || kind != .session else { throw ValidationError("a session has no name") }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard let screen = FullScreen.ofThisProcess(in: context) else {
            throw .usage("to choose something, a person needs a terminal that can place the cursor")
        }
        let rows = try kind.rows(asking: client)
        guard !rows.isEmpty else {
            try context.printError("gardenctl: \(kind.nothing)")
            throw .alreadyReported(status: 1)
        }
        let choice: PickRow?
        if let fzf = avoidsFzf ? nil : Fzf(in: context.environment) {
            choice = try fzf.choice(from: rows, kind.heading)
        } else {
            choice = try PickScreen(screen, screen.style(in: context)).choice(from: rows, kind.heading)
        }
        guard let choice else { throw .alreadyReported(status: 1) }
        try context.output.printData(printsName ? choice.name : "\(choice.id)")
    }
}
