import GardenAPI

/// A command that shows a part of the garden.
///
/// If the disk refuses changes, people also see that this is the last state it accepted (RULES L4).
protocol ShowingCommand: AskingCommand {
    /// The day that it shows, as a person wrote it; `nil` for the present.
    var shownDay: String? { get }

    /// The answer for people, with additional facts.
    ///
    /// - Parameter present: `nil` if the daemon did not say it.
    func text(_ response: Asked.Response, at present: Present?, asking client: Client, _ style: Style)
        throws(CommandError) -> String
}

extension ShowingCommand {
    var shownDay: String? { nil }

    func text(_ response: Asked.Response, at present: Present?, asking client: Client, _ style: Style)
        throws(CommandError) -> String
    {
        rendered(response, style)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try performShowing(with: client, in: context)
    }

    func performShowing(with client: Client, in context: ProcessContext) throws(CommandError) {
        client.asksForPresent = !common.json
        let answer = try answer(from: client)
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let (style, present) = (context.style, client.present)
        client.asksForPresent = false
        let heading = try pastDayHeading(shownDay, asking: client, style)
        let text = try text(answer.value(), at: present, asking: client, style)
        let paragraphs = [staleWarning(present?.isStale ?? false, style), heading, text].compactMap(\.self)
        try context.print(paragraphs.joined(separator: "\n\n"))
    }
}
