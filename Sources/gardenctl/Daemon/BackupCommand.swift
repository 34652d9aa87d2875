import ArgumentParser
import GardenAPI
import Glibc

/// Runs `gardend backup` for the garden of the daemon. The daemon itself cannot write to another disk: its sandbox has only its own
/// directories.
struct BackupCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole garden into a folder, for another disk or another machine.",
        discussion: """
            The folder has the journal, the photos and the configuration file. With --with-key it also has the private key \
            that signs located visits: keep such a backup where only you can read it. Hooks, decks of your own and the \
            daily backups are not in it.

            DIR is a new or empty folder, or one with an earlier backup of this garden, which remains until the new one is \
            complete and checked. Photos that are there are not copied again. The daemon may run; without it, the garden \
            in the default data directory is copied. gardend does the work; gardenctl exits with the status of gardend.

            With --check, it checks all that an earlier backup in DIR has, and changes nothing. To restore a backup, also \
            on another machine, stop gardend and run: gardend restore DIR

              gardenctl backup /media/stick/garden
              gardenctl backup --with-key /media/stick/garden
              gardenctl backup --check /media/stick/garden
            """)

    @Flag(help: "Copy the private key, too. Whoever has it can sign visits as your garden.")
    var withKey = false

    @Flag(help: "Check an earlier backup instead.")
    var check = false

    @Argument(help: ArgumentHelp("The folder of the backup.", valueName: "DIR"), completion: .directory)
    var folder: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError("DIR has an empty path; name a folder") }
        guard !(check && withKey) else { throw ValidationError("--check copies nothing; leave out --with-key") }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let place = check ? [] : try Self.place(of: client)
        let flags = (withKey ? ["--with-key"] : []) + (check ? ["--check"] : []) + (common.json ? ["--json"] : [])
        // A name that begins with a hyphen is no option.
        throw Program.gardend(in: context).replaceSelf(["backup"] + place + flags + ["--", folder])
    }

    /// The options that name the garden and the configuration of the daemon; empty for the default ones.
    private static func place(of client: Client) throws(CommandError) -> [String] {
        let hello: Hello
        let settings: SettingsReport
        do throws(CommandError) {
            hello = try client.ask(DaemonHello()).value()
            settings = try client.ask(SettingsGet()).value()
        } catch {
            // A socket that a person has named is the one of another garden.
            guard error.exitStatus == EX_UNAVAILABLE, !client.isSocketNamed else { throw error }
            return []
        }
        let end = "/photos"
        let data = hello.photos.flatMap { $0.hasSuffix(end) ? ["--data", String($0.dropLast(end.count))] : nil }
        return (data ?? []) + (settings.file.map { ["--config", $0] } ?? [])
    }
}
