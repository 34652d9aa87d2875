import ArgumentParser
import CommandGuide

/// The commands for notifications, presence and hooks.
enum DesktopFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Desktop", subcommands: [AckCommand.self, NotifyTestCommand.self, PresenceCommand.self, HookCommand.self])

    static var environment: [CommandPage.Entry] {
        [.init("GARDEN_ACTOR", "Who makes changes, in hooks: gardend sets it, so that no hook starts itself again.")]
    }
}
