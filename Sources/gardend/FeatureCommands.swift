import ArgumentParser
import CommandGuide
import GardenDaemon

/// What features add to the daemon's command line and its manual pages: the only list.
enum FeatureCommands {
    /// The subcommands for people.
    static let shown: [any ParsableCommand.Type] = [CheckDeck.self]

    /// Those of the daemon's child processes.
    static let hidden: [any ParsableCommand.Type] = [CheckPhotos.self]

    /// The sections of garden-config(5) about other files than the settings.
    static let pageSections = [PageSection.decks]

    /// The rows of gardend(1) about files.
    static let files: [CommandPage.Entry] = [.photos, .identityKey, .hooks]
}
