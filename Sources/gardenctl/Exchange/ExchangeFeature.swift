import ArgumentParser

/// The commands that bring data in from other programs.
enum ExchangeFeature: ClientFeature {
    static let group = CommandGroup(name: "Import and export", subcommands: [ImportCommand.self])

    static let aliases = ["visit import": ["import"]]
}
