import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenStore
import SystemdKit
import Glibc
import TextKit
import TimeKit

/// Makes or checks a complete copy of the garden in a folder.
struct MakeFullBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole garden into a folder, for another disk or another machine.",
        discussion: """
            The folder has the journal, the photos and the configuration file. With --with-key it also has the private key \
            that signs located visits. It does not have hooks, decks of your own and the daily backups. The daemon may run. \
            gardenctl backup does the same for the daemon that it talks to.

            The backup is checked before it replaces an earlier one of the same garden in the same folder, and photos that \
            are there are not copied again. If it fails or is interrupted, the earlier one remains. DIR is a new or empty \
            folder, or that of an earlier backup.

            With --check, it checks all that an earlier backup in DIR has, and changes nothing.

            EXIT STATUS
              0   the backup is complete and checked
              64  DIR cannot be used for this garden; nothing was changed
              65  the journal or the backup is damaged
              74  a file cannot be read or written

            EXAMPLES
              gardend backup /media/stick/garden
              gardend backup --with-key /media/stick/garden
              gardend backup --check /media/stick/garden
            """)

    @OptionGroup var place: DataPlace
    @OptionGroup var configPlace: NewConfigPlace

    @Flag(help: "Copy the private key, too. Whoever has it can sign visits as your garden.")
    var withKey = false

    @Flag(help: "Check an earlier backup instead.")
    var check = false

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: ArgumentHelp("The folder of the backup.", valueName: "DIR"), completion: .directory)
    var folder: String

    func validate() throws {
        try refuseEmpty(folder, of: "DIR")
        guard !(check && withKey) else { throw ValidationError("--check copies nothing; leave out --with-key") }
    }

    mutating func run() throws {
        let zone = (try? Zones.system()) ?? .utc
        let cancellation = Cancellation()
        do throws(FullBackupError) {
            if check {
                let found = try FullBackupCheck(path, isCancelled: cancellation.isRequested)
                json ? print(found.json.text) : printText(found.message(in: zone))
            } else {
                let source = FullBackup.Source(paths: place.paths, config: configPlace.path, withKey: withKey)
                let now = zone.timestamp(Instant(milliseconds: Int(Clocks.realtimeMilliseconds)))
                let made = try FullBackup.make(of: source, in: path, now: now, isCancelled: cancellation.isRequested)
                json ? print(made.json.text) : printText(made.message(in: zone, asksForKey: withKey))
                for name in made.content.missingPhotos {
                    printError("warning: the garden has lost photo \(name), so the backup does not have it either")
                }
            }
        } catch {
            if error == .cancelled { cancellation.end() }
            throw failure(error.adding(check ? ". If the garden is still there, make a backup in another folder" : ""))
        }
    }

    /// The folder without slashes at its end.
    private var path: String {
        let path = absolute(folder)
        return String(path.reversed().drop { $0 == "/" }.reversed())
    }
}

/// The configuration file, whether or not there is one.
struct NewConfigPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file.", discussion: "Default: $XDG_CONFIG_HOME/garden/config.toml.", valueName: "FILE"),
        completion: .file())
    var config: String?

    func validate() throws { try refuseEmpty(config, of: "--config") }

    var path: String { config.map(absolute) ?? Home.config }
}

/// The signals that end a backup: they wait until what is half done was removed.
struct Cancellation {
    /// Without those that are ignored, as in the background and after nohup(1): blocked, they would wait all the same.
    private let signals: [Int32]

    init() {
        signals = [SIGINT, SIGTERM, SIGHUP].filter { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) }
                != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        var set = set
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    /// Whether one of the signals has arrived.
    func isRequested() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Lets the signal that has arrived end the process.
    func end() {
        var set = set
        sigprocmask(SIG_UNBLOCK, &set, nil)
    }
}

extension FullBackupError {
    /// The same error with a further sentence, if a backup cannot be used.
    func adding(_ sentence: String) -> FullBackupError {
        switch self {
        case .damaged(let words): .damaged(words + sentence)
        case .refused, .failed, .cancelled: self
        }
    }
}

/// The exit status of a command about a full backup, after its error message is printed.
func failure(_ error: FullBackupError) -> ExitCode {
    switch error {
    case .refused(let words): failure(words, ExitStatus.usage)
    case .damaged(let words): failure(words, ExitStatus.damagedData)
    case .failed(let words): failure(words, ExitStatus.inputOutput)
    case .cancelled: failure("the backup was interrupted", ExitStatus.inputOutput)
    }
}
