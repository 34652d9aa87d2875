import ArgumentParser

/// The commands that bring data in from other programs, and out for them.
enum ExchangeFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Import and export", subcommands: [ImportCommand.self, ExportCommand.self, CalendarCommand.self])

    static let aliases = ["visit import": ["import"]]
}
