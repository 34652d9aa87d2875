import ArgumentParser
import GardenCore
import GardenDaemon
import GardenEngine
import Glibc

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Check a configuration file.",
        discussion: """
            EXAMPLES
              gardend check-config
              gardend check-config --config ~/.config/garden/config.toml
            """)

    @OptionGroup var place: ConfigPlace

    mutating func run() throws {
        let file = place.file
        let path = file.path
        do throws(SettingsProblem) {
            let reading = try file.reading()
            let settings = reading.settings
            if settings.dayTimezone != Settings.systemTimezone {
                do throws(SettingsProblem) { _ = try Zones.named(settings.dayTimezone) } catch {
                    throw SettingsProblem(message: "\(path): day.timezone: \(error.message)")
                }
            }
            for problem in reading.unknown { printError("warning: \(problem)") }
            let changed = settings.names(differingFrom: .standard)
            let list = changed.isEmpty ? "all settings have their defaults" : "set: \(changed.joined(separator: ", "))"
            printText(
                access(path, F_OK) == 0
                    ? "\(path) is valid; \(list)" : "\(path) does not exist; all settings have their defaults")
        } catch {
            for message in error.messages { printError(message) }
            throw ExitCode(ExitStatus.usage)
        }
    }
}

struct PrintExampleConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example-config",
        abstract: "Print a configuration file with all settings, their meanings and defaults.",
        discussion: """
            EXAMPLES
              gardend example-config > ~/.config/garden/config.toml
            """)

    mutating func run() { print(ExampleConfig.text, terminator: "") }
}
