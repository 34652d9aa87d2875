import ArgumentParser
import GardenAPI

/// The commands of the timer. A new one goes here, or into its own file if it is longer.
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
        abstract: "Pause the timer.",
        discussion: """
            The remaining time is kept until `gardenctl resume`.

              gardenctl pause
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerPause { TimerPause() }
}

struct ResumeCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume the paused timer.",
        discussion: """
            If the machine sleeps too long, a focus session is paused. If you kept working meanwhile, count that time.

              gardenctl resume
              gardenctl resume --count-absence
            """)

    @Flag(help: "Count the time that the machine slept or was off as focus.")
    var countAbsence = false

    @OptionGroup var common: CommonOptions

    func request() -> TimerResume { TimerResume(countAbsence: countAbsence ? true : nil) }
}

struct ToggleCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Pause, resume, or start a focus session, depending on the state.",
        discussion: """
            Useful for a hot key or a button in a status bar.

              gardenctl toggle
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerToggle { TimerToggle() }
}

struct SkipCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "End the current phase and start the next one.",
        discussion: """
            A skipped focus session earns nothing.

              gardenctl skip
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerSkip { TimerSkip() }
}

struct StopCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop the timer and reset the session number.",
        discussion: """
            A stopped focus session earns nothing.

              gardenctl stop
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerStop { TimerStop() }
}
