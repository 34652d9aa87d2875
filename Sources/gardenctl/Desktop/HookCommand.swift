import ArgumentParser
import GardenAPI

/// The commands for hooks.
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "List and test hooks: your own programs that events start.",
        discussion: """
            A hook is a program in the directory hooks beside the configuration file, named after the event that \
            starts it, such as focus.completed; a hook named all runs on every event that can start one. For several \
            hooks on one event, use a directory such as focus.completed.d. A hook gets the event as a line of JSON on \
            standard input, and GARDEN_EVENT, GARDEN_PHASE, GARDEN_CATEGORY, GARDEN_TASK and others in its \
            environment. The file and its directories must be writable by you alone. After hooks.timeout_seconds, the \
            hook and everything it started are stopped; what a hook leaves running when it ends, such as a player, \
            may run on. A change that a hook makes does not start that hook again. If systemd runs gardend, the \
            output of a hook is in: journalctl --user -t FILE

              gardenctl hook
              gardenctl hook test focus.completed
            """,
        subcommands: [List.self, Test.self],
        defaultSubcommand: List.self)

    struct List: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the hooks, and say why one is not started.",
            discussion: """
                  gardenctl hook list
                """)

        @OptionGroup var common: CommonOptions

        func request() -> HookList { HookList() }

        func rendered(_ response: [Hook], _ style: Style) -> String { hooksText(response, style) }
    }

    struct Test: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Run the hooks of an event now, and show what they print.",
            discussion: """
                They get the newest event of that type, or a made-up one, and GARDEN_TEST=1. The exit status is 1 if \
                one of them fails.

                  gardenctl hook test focus.completed
                  gardenctl hook test task.reminded --file task.reminded.d/10-push
                """)

        @Argument(
            help: "The type of the event; to see types: gardenctl events.", completion: .list(Self.commonEvents))
        var event: String

        @Option(
            help: ArgumentHelp("Run only this hook, as 'hook list' names it.", valueName: "file"))
        var file: String?

        @OptionGroup var common: CommonOptions

        // The hooks have their own time limit, one after another.
        static let answerSeconds = 3600

        /// Those that people are most likely to want a hook for.
        private static let commonEvents = [
            "focus.completed", "rest.completed", "timer.started", "timer.stopped", "task.completed", "task.reminded",
            "task.due", "garden.leveledUp", "day.rolledOver",
        ]

        func request() -> HookTest { HookTest(event: event, file: file) }

        func rendered(_ response: HookTestReport, _ style: Style) -> String { hookTestText(response, style) }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            client.explainSilence("the hooks are running …", in: context)
            let answer = try answer(from: client)
            try show(answer, in: context)
            if try answer.value().runs.contains(where: { $0.problem != nil }) { throw .alreadyReported(status: 1) }
        }
    }
}
