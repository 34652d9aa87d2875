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
        client.asksForPresent = !common.json
        let answer = try answer(from: client)
        guard !common.json else { return try context.output.printData(answer.json.text) }
        // Without the present, the text only lacks the distances.
        let present = client.present
        client.asksForPresent = false
        let levels = client.meta
        // Undo would take back the change before it.
        let unchanged = "Nothing was changed: it was like this before."
        let answered = try text(answer.value(), present, context.style)
        try context.print(answer.isUnchanged ? unchanged : answered)
        try context.printLevels(in: levels)
        try context.printUndoHint(after: Asked.self, isUnchanged: answer.isUnchanged)
    }
}

extension CategoryCreatingCommand where Self: TaskAnswering {
    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try announcingCategory(client, context) { () throws(CommandError) in
            try performRequest(with: client, in: context)
        }
    }
}

extension ProcessContext {
    /// Says which levels gardens have reached by a change.
    ///
    /// - Parameter meta: of the answer to it.
    func printLevels(in meta: JSON) throws(CommandError) {
        for line in reachedLevelsText(in: meta) { try print(style.success(line)) }
    }
}

/// Which levels gardens have reached by a change.
///
/// - Parameter meta: of the answer to it.
func reachedLevelsText(in meta: JSON) -> [String] {
    let levels = meta[ReachedLevel.metaName]?.arrayValue ?? []
    return levels.compactMap { try? ReachedLevel(json: $0) }.map { reached in
        "\(printable(reached.category)) reached level \(reached.level)."
    }
}

/// Joins the words of an option by blanks; `nil` if the option is not given.
func joined(_ words: [String]) -> String? { words.isEmpty ? nil : words.joined(separator: " ") }
