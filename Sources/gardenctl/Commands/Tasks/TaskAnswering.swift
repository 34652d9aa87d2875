import ArgumentParser
import GardenAPI

/// A command about tasks, with an answer that people see with the distances of its dates from now.
protocol TaskAnswering: AskingCommand {
    /// The answer for people.
    ///
    /// - Parameter present: `nil` if it is not known.
    func text(_ response: Asked.Response, _ present: Present?, _ style: Style) -> String
}

extension TaskAnswering {
    func rendered(_ response: Asked.Response, _ style: Style) -> String { text(response, nil, style) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try performRequest(with: client, in: context)
    }

    func performRequest(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try answer(from: client)
        guard !common.json else { return try context.output.print(answer.json.text) }
        // The change is done: without the present, its text only lacks the distances.
        let present = try? Present(asking: client)
        try context.output.print(text(answer.value(), present, context.style))
        try context.printUndoHint(after: Asked.self)
    }
}

extension Present {
    init(asking client: Client) throws(CommandError) {
        let today = try client.ask(DayGet()).value()
        self.init(now: try client.ask(DaemonStatus()).value().now, today: today)
    }
}

/// The task that a command is about: the words that belong to no option.
struct TaskArgument: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The task: its id, its title, or the beginning of it.", valueName: "task"),
        completion: Completions.tasks)
    var words: [String]

    /// - Precondition: ``validate()`` has passed.
    var task: Reference { (try? Reference(words: words)) ?? .name("") }

    func validate() throws { _ = try Reference(words: words) }
}

extension Reference {
    /// Reads words of the command line, joined by blanks: digits are an id, anything else is a name.
    init(words: [String]) throws {
        let text = try freeText(words)
        guard let reference = Reference(argument: text) else {
            throw ValidationError("\(printable(text)) is too large for an id")
        }
        self = reference
    }
}

/// Joins the words of an option by blanks; `nil` if the option is not given.
func joined(_ words: [String]) -> String? { words.isEmpty ? nil : words.joined(separator: " ") }
