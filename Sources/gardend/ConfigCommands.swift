import ArgumentParser
import GardenCore
import GardenDaemon
import GardenEngine
import Glibc

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Tells whether a settings file is sound.",
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
            let settings = try file.settings()
            if settings.dayTimezone != Settings.systemTimezone {
                do throws(SettingsProblem) { _ = try Zones.named(settings.dayTimezone) } catch {
                    throw SettingsProblem(message: "\(path): day.timezone: \(error.message)")
                }
            }
            let changed = settings.names(differingFrom: .standard)
            let list = changed.isEmpty ? "every setting has its default" : "set: \(changed.joined(separator: ", "))"
            print(
                access(path, F_OK) == 0
                    ? "\(path) is sound; \(list)" : "there is no \(path); every setting has its default")
        } catch {
            complain(error.message)
            throw ExitCode(ExitStatus.usage)
        }
    }
}

struct PrintExampleConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example-config", abstract: "Prints a settings file with every setting, its meaning and default.",
        discussion: """
            EXAMPLES
              gardend example-config > ~/.config/garden/config.toml
            """)

    mutating func run() { print(ExampleConfig.text, terminator: "") }
}
