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
        try context.print(text(answer.value(), present, context.style))
        try context.printUndoHint(after: Asked.self)
    }
}

extension Present {
    init(asking client: Client) throws(CommandError) {
        let today = try client.ask(DayGet()).value()
        self.init(now: try client.ask(DaemonStatus()).value().now, today: today)
    }
}

/// Joins the words of an option by blanks; `nil` if the option is not given.
func joined(_ words: [String]) -> String? { words.isEmpty ? nil : words.joined(separator: " ") }
