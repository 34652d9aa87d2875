import ArgumentParser
import GardenAPI

struct TasksCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks",
        abstract: "Show the open tasks on a full screen, and work on them with keys.",
        discussion: """
            On a terminal, the list fills the screen and follows every change. Keys: up and down, or j and k, select a \
            task; d or enter completes it, s starts a focus session on it, z snoozes, e edits, a adds, n skips an \
            occurrence, x removes, J and K move it down and up, u takes the last change back, U makes it again. / filters \
            while you type: words of the title or the note, or +tag. Space marks several tasks, which d, n, z, e and x \
            are then about. ? lists the keys; q, esc or Ctrl-C quits.

            After e, write what follows the id in task edit: --due friday 18:00, --title New title, +phone. After a, \
            write a sentence as for gardenctl add. After z, write minutes, or a date.

            A repeating task is completed with the occurrence that is shown, so that pressing a key twice does not \
            complete the next one: that is asked about.

            The options and filters are those of task list. In a pipe, on a terminal that cannot place the cursor, and \
            with --plain, --json, --done, --all, --limit, --before or --as-of, it prints what task list prints. For a \
            screen reader, add --plain.

              gardenctl tasks
              gardenctl tasks -c Reading
              gardenctl tasks +phone --due today
              gardenctl tasks --plain
            """)

    @OptionGroup var list: TaskCommand.List

    @Flag(help: "Print the list on a terminal, too.")
    var plain = false

    var common: CommonOptions { list.common }
    var mentionsRings: Bool { false }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard !plain, !common.json, list.isOfAllOpenTasks, FullScreen.isPossible(in: context) else {
            return try list.perform(with: client, in: context)
        }
        let request = try list.validRequest(in: client.name(of: list.category))
        try TaskScreen(request, isInOrder: list.isInOrder, client, in: context).run()
    }
}
