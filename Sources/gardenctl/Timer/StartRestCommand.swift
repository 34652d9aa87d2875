import ArgumentParser
import GardenAPI

struct StartRestCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-rest",
        abstract: "Start a rest (a break).",
        usage: "gardenctl rest [<length>] [--minutes <minutes>] [--json] [--socket <path>] [--timeout <seconds>]",
        discussion: """
            It fails while a focus session is running or paused; skip or stop it first.

              gardenctl rest
              gardenctl rest 10
              gardenctl start-rest -m 10
            """,
        aliases: ["rest", "break"])

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The length, as with --minutes.", valueName: "length"))
    var words: [String] = []

    @Option(
        name: .minutes,
        help: ArgumentHelp("Length, 1–1440 minutes, or as 1h30 (default: timer.rest_minutes).", valueName: "minutes"))
    var minutes: Minutes?

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        let text = try freeText(words)
        guard words.isEmpty || minutes == nil else {
            throw ValidationError("give the length once: with -m or without")
        }
        guard words.isEmpty || length != nil else {
            throw ValidationError(
                "the length must be minutes such as 10 or 1h30, not \(JSON.string(printable(text)).excerpt)")
        }
        try validateRequest()
    }

    /// The length after the command; validate() has already checked it.
    private var length: Minutes? { words.isEmpty ? nil : Minutes(argument: words.joined(separator: " ")) }

    func request() -> TimerStart { TimerStart(phase: .rest, minutes: (length ?? minutes)?.count) }
}
