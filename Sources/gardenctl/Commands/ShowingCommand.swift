import GardenAPI

/// A command that shows a part of the garden.
///
/// If the disk refuses changes, people also see that this is the last state it accepted (RULES L4).
protocol ShowingCommand: AskingCommand {
    /// The answer for people, with additional facts.
    func text(_ response: Asked.Response, beside status: GardenStatus, asking client: Client, _ style: Style)
        throws(CommandError) -> String
}

extension ShowingCommand {
    func text(_ response: Asked.Response, beside status: GardenStatus, asking client: Client, _ style: Style)
        throws(CommandError) -> String
    {
        rendered(response, style)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try answer(from: client)
        guard !common.json else { return try context.output.print(answer.json.text) }
        let status = try client.ask(DaemonStatus()).value()
        let style = context.style
        let text = try text(answer.value(), beside: status, asking: client, style)
        let paragraphs = [staleWarning(status, style), text].compactMap(\.self)
        try context.print(paragraphs.joined(separator: "\n\n"))
    }
}
