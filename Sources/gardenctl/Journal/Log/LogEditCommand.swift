import ArgumentParser
import GardenAPI

struct LogEditCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a line of today's log.",
        discussion: """
            Without a text, the line opens in $VISUAL, otherwise in $EDITOR, otherwise in vi. If the text does not \
            begin with a time in brackets, the line keeps its time. The edited text must be one line; if it is \
            rejected, the file with your text is kept.

              gardenctl log edit 12 walked round the lake
              gardenctl log edit 12
            """)

    @OptionGroup var target: LogCommand.LineArgument

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The new text. Without it, an editor opens.", valueName: "text"))
    var words: [String] = []

    @OptionGroup var common: CommonOptions

    func request() throws -> LogEdit { LogEdit(id: target.id, text: try freeText(words)) }

    mutating func validate() throws {
        // The editor's text is not known yet.
        let text = words.isEmpty ? "-" : try freeText(words)
        do { _ = try LogEdit(json: LogEdit(id: target.id, text: text).json) } catch {
            throw ValidationError(error.message)
        }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard words.isEmpty else { return try show(client.ask(validRequest()), in: context) }
        guard context.isInteractive else {
            throw .usage(
                "the editor needs a terminal; give the text instead: gardenctl log edit \(target.id) TEXT")
        }
        let line = try line(client)
        let draft = try edited(line.text, in: context)
        let text: String
        var answer: Client.Answer<LogLine>?
        do throws(CommandError) {
            text = try draft.line()
            if !text.isEmpty, text != line.text { answer = try client.ask(LogEdit(id: target.id, text: text)) }
        } catch {
            throw reported(error, keeping: draft, in: context)
        }
        draft.remove()
        guard !text.isEmpty else {
            try context.printError("gardenctl: the text is empty; nothing was changed")
            throw .alreadyReported(status: 1)
        }
        guard let answer else {
            guard !common.json else { return try context.output.printData(line.json.text) }
            return try context.print("The text is the same; nothing was changed.")
        }
        try show(answer, in: context)
    }

    func rendered(_ response: LogLine, _ style: Style) -> String { logLineText("Changed", response, style) }

    private func line(_ client: Client) throws(CommandError) -> LogLine {
        let before = target.id < .max ? target.id + 1 : .max
        let log = try client.ask(LogList(limit: 1, before: before)).value()
        guard let line = log.lines.last, line.id == target.id else {
            throw .refused(GardenError(.notFound, "there is no line \(target.id) in today's log"))
        }
        return line
    }

    /// Reports a failure and the file with the user's text, which is kept for the user.
    private func reported(_ failure: CommandError, keeping draft: Draft, in context: ProcessContext) -> CommandError {
        let lines = [failure.prose, "Your text is kept in \(printable(draft.path))."].compactMap(\.self)
        // If standard error fails too, only the exit status remains.
        try? context.printError(lines.joined(separator: "\n"))
        return .alreadyReported(status: failure.exitStatus)
    }

    /// - Returns: the file as the editor left it.
    private func edited(_ text: String, in context: ProcessContext) throws(CommandError) -> Draft {
        let environment = context.environment
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let draft = try Draft(holding: text, in: folder)
        do throws(CommandError) {
            try Editor(environment: environment).edit(draft.path, onFailure: "nothing was changed")
        } catch {
            draft.remove()
            throw error
        }
        return draft
    }
}
