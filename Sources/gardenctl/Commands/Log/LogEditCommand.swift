import ArgumentParser
import GardenAPI

struct LogEditCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Give a line of today's log another text.",
        discussion: """
            Without a text the line is opened in $VISUAL, else in $EDITOR, else in vi. A text that does not begin with a \
            time in brackets keeps that of the line.

              gardenctl log edit 12 walked round the lake
              gardenctl log edit 12
            """)

    @OptionGroup var target: LogCommand.LineArgument

    @Argument(help: ArgumentHelp("Its new text; an editor opens when left out.", valueName: "text"))
    var words: [String] = []

    @OptionGroup var common: CommonOptions

    func request() -> LogEdit { LogEdit(id: target.id, text: words.joined(separator: " ")) }

    mutating func validate() throws {
        // What an editor will bring is not known yet.
        let text = words.isEmpty ? "-" : request().text
        do { _ = try LogEdit(json: LogEdit(id: target.id, text: text).json) } catch {
            throw ValidationError(error.message)
        }
    }

    func perform(with client: Client, in surroundings: Surroundings) throws(Failure) {
        guard words.isEmpty else { return try show(client.ask(request()), in: surroundings) }
        guard surroundings.isInteractive else {
            throw .usage(
                "an editor needs a terminal; give the text instead: gardenctl log edit \(target.id) TEXT")
        }
        let line = try line(client)
        let text = try edited(line.text, in: surroundings)
        guard !text.isEmpty else {
            try surroundings.errors.print("gardenctl: the text is empty; nothing was changed")
            throw .told(status: 1)
        }
        guard text != line.text else {
            return try surroundings.output.print(
                common.json ? line.json.text : "The text is as it was; nothing was changed.")
        }
        try show(client.ask(LogEdit(id: target.id, text: text)), in: surroundings)
    }

    func rendered(_ response: LogLine, _ style: Style) -> String { logLineText("Changed", response, style) }

    private func line(_ client: Client) throws(Failure) -> LogLine {
        let log = try client.ask(LogList()).value()
        guard let line = log.lines.first(where: { $0.id == target.id }) else {
            throw .refused(GardenError(.notFound, "no line of today has the id \(target.id)"))
        }
        return line
    }

    private func edited(_ text: String, in surroundings: Surroundings) throws(Failure) -> String {
        let environment = surroundings.environment
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let draft = try Draft(holding: text, in: folder)
        defer { draft.remove() }
        let editor = Editor(environment: environment)
        let status = try editor.edit(draft.path)
        guard status != Editor.notFoundStatus else {
            throw .usage("there is no editor \(editor): set VISUAL or EDITOR, or give the text after the id")
        }
        guard status == 0 else { throw .system("\(editor) ended with \(status); nothing was changed") }
        return try draft.firstLine()
    }
}
