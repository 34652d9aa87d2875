import ArgumentParser
import GardenAPI

struct StatusCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status.",
        discussion: """
            plain is one line for scripts, with tabs between the fields: phase, category, time left, session, then \
            paused and stale if they apply.

              gardenctl status
              gardenctl status -f plain
              gardenctl status -f '{category} {remaining}, until {endsAt}'

            \(FormatOptions.placeholders)
            """)

    @OptionGroup var format: FormatOptions
    @OptionGroup var common: CommonOptions

    func request() -> DaemonStatus { DaemonStatus() }

    func rendered(_ response: GardenStatus, _ style: Style) -> String {
        (format.chosen ?? .text).rendered(.home(response), style)
    }
}

/// The format of the status.
struct FormatOptions: ParsableArguments {
    static let placeholders = """
        A template can contain, in braces: \(Placeholder.allCases.map(\.rawValue).joined(separator: ", ")). \
        Write {{ and }} for literal braces. To see what each means: gardenctl help concepts
        """

    @Option(
        name: .shortAndLong, help: ArgumentHelp("text, plain, waybar or a template.", valueName: "format"),
        completion: .list(StatusFormat.words))
    var format: String?

    /// `nil` if none is given.
    ///
    /// - Precondition: ``validate()`` has passed.
    var chosen: StatusFormat? { format.flatMap { try? StatusFormat($0) } }

    mutating func validate() throws {
        guard let format else { return }
        do { _ = try StatusFormat(format) } catch { throw ValidationError(error.message) }
    }
}
