import ArgumentParser
import GardenAPI

struct ExtendCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Make the current phase longer or shorter.",
        usage: "gardenctl extend [--json] [--socket <path>] [--timeout <seconds>] <±minutes>",
        discussion: """
            At least 1 minute must remain.

              gardenctl extend +5
              gardenctl extend -5
              gardenctl extend 1h30
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The minutes to add; negative to subtract.", valueName: "±minutes"))
    var minutes: [String]

    @OptionGroup var common: CommonOptions

    func request() throws -> TimerExtend { TimerExtend(minutes: try SignedAmount.minutes(minutes)) }
}
