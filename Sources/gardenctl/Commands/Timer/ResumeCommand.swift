import ArgumentParser
import GardenAPI

struct ResumeCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let the paused phase go on.",
        discussion: """
            A focus is also paused by a machine that slept too long. If you worked on without it, count that time in.

              gardenctl resume
              gardenctl resume --count-absence
            """)

    @Flag(help: "Count the time the machine slept or was off as focus.")
    var countAbsence = false

    @OptionGroup var common: CommonOptions

    func request() -> TimerResume { TimerResume(countAbsence: countAbsence ? true : nil) }
}
