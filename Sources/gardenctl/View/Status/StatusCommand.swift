import ArgumentParser
import GardenAPI

struct StatusCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status.",
        discussion: """
            plain is one line for scripts, with tabs between five fields: phase, category, time left, session, and \
            the words paused and stale if they apply. bar is a few words for a status bar: ● Maths 24:10 during focus, \
            ☕ 04:59 during a rest, ‖ 24:10 while paused, ○ when stopped. waybar is the same as JSON.

              gardenctl status
              gardenctl status --as-of yesterday
              gardenctl status -f plain
              gardenctl status -f '{category} {remaining}, until {endsAt}'

            \(FormatOptions.placeholders)
            """)

    @OptionGroup var format: FormatOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var common: CommonOptions

    mutating func validate() throws { try format.validate(beside: common) }

    var showsQuestions: Bool { true }

    /// - Precondition: ``FormatOptions/validate()`` has passed.
    var action: StatusAction {
        StatusAction(format: format.chosen ?? .text, options: options, asOf: asOf.text)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try action.perform(with: client, in: context)
    }
}

/// Shows the status. Bars do this all day, so it needs nothing of the argument parser.
struct StatusAction: ClientAction {
    var format: StatusFormat
    var options: ClientOptions
    /// The day to show, as a person wrote it; `nil` for the present.
    var asOf: String?

    var showsQuestions: Bool { true }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try client.ask(DaemonStatus(asOf: asOf))
        guard !options.json else { return try context.output.printData(answer.json.text) }
        if format == .text, let heading = try pastDayHeading(asOf, asking: client, context.style) {
            return try context.print(statusText(try answer.value(), heading: heading, context.style))
        }
        let text = format.rendered(.home(try answer.value()), context.style)
        // A line for scripts is never wrapped.
        if format == .text { try context.print(text) } else { try context.output.printData(text) }
    }
}

/// The format of the status.
struct FormatOptions: ParsableArguments {
    static let placeholders = """
        A template can contain, in braces: \(Placeholder.allCases.map(\.rawValue).joined(separator: ", ")). \
        Write {{ and }} for literal braces. To see what each means: gardenctl help concepts
        """

    @Option(
        name: .shortAndLong, help: ArgumentHelp("text, plain, bar, waybar or a template.", valueName: "format"),
        completion: .list(StatusFormat.words))
    var format: String?

    /// `nil` if none is given.
    ///
    /// - Precondition: ``validate()`` has passed.
    var chosen: StatusFormat? { format.flatMap { try? StatusFormat($0) } }

    func validate(beside options: CommonOptions) throws {
        guard format != nil, options.json else { return }
        throw ValidationError("--format conflicts with --json, which prints everything")
    }

    mutating func validate() throws {
        guard let format else { return }
        do { _ = try StatusFormat(format) } catch { throw ValidationError(error.message) }
    }
}
