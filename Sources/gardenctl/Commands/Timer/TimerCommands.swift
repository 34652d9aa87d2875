import ArgumentParser
import GardenAPI

/// The commands of the timer. A new one of them stands here, or in a file of its own where it is longer.
enum TimerCommands {
    static let group = CommandGroup(
        name: "Timer",
        subcommands: [
            StartFocusCommand.self, StartRestCommand.self, PauseCommand.self, ResumeCommand.self,
            ToggleCommand.self, SkipCommand.self, StopCommand.self, ExtendCommand.self,
        ])
}

struct PauseCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause the focus or rest that runs.",
        discussion: """
            What is left of it stays, until `gardenctl resume`.

              gardenctl pause
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerPause { TimerPause() }
}

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

struct ToggleCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Pause what runs, resume what is paused, start a focus when stopped.",
        discussion: """
            One key or click for everything: bind this one.

              gardenctl toggle
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerToggle { TimerToggle() }
}

struct SkipCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "End the phase and start the one that follows.",
        discussion: """
            A focus that is skipped earns nothing.

              gardenctl skip
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerSkip { TimerSkip() }
}

struct StopCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End the phase and count sessions from 1 again.",
        discussion: """
            A focus that is stopped earns nothing.

              gardenctl stop
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerStop { TimerStop() }
}
