import CommandGuide
import GardenAPI
import GardenCore
import GardenDaemon

extension Gardend {
    /// The page of the manual with that file's name.
    static func page(named file: String) -> String? {
        switch file {
        case "gardend.1": return page.text(of: Gardend.self)
        case "garden-config.5": return SettingsPage.text
        default: return nil
        }
    }

    private static let page = CommandPage(
        synopsis: [
            ["Op Fl -data Ar DIR", "Op Fl -config Ar FILE", "Op Fl -socket Ar PATH", "Op Fl -log-level Ar log-level"],
            ["Ar command", "Op Ar argument ..."],
            ["Cm help", "Op Ar command"],
            ["Fl -version"],
        ],
        description: [
            """
            Where systemd hands it a socket it serves on that; else it binds its own. A socket file that a dead daemon \
            left is replaced; where one lives, gardend ends with 69. Nobody but its owner is let in.
            """,
            """
            Everything that happens is kept in a journal, and is on the disk before it is answered. Each day a backup \
            is made and checked; seven are kept. A damaged journal is neither opened nor touched.
            """,
        ],
        signals: [
            .init("SIGTERM, SIGINT", "Stop in good order."),
            .init("SIGHUP", "Read the settings again. They are also read when their file is saved."),
        ],
        files: [
            .init("$XDG_RUNTIME_DIR/garden/garden.sock", "The socket."),
            .init("/run/user/UID/garden/garden.sock", "The socket where XDG_RUNTIME_DIR is not set."),
            .init(
                "~/.local/share/garden/run/garden.sock",
                "The socket where there is no /run/user/UID of the user either."),
            .init("~/.local/share/garden/lock", "Locked by the daemon: its process, and the socket it serves on."),
            .init("last-words", "Beside the socket: why a daemon ended by itself, for the next client."),
            .init("~/.local/share/garden/garden.sqlite", "The journal."),
            .init("~/.local/share/garden/backups/", "A backup of each of the last seven days."),
            .init("~/.local/share/garden/alive", "The daemon's last sign of life, read after a power cut."),
            .init("~/.config/garden/config.toml", "The settings, see garden-config(5)."),
            .init("/etc/localtime", "The system's time zone, followed as it changes; $TZ is not looked at."),
        ],
        environment: [
            .init("GARDEN_SOCKET", "The socket to serve on, unless systemd or --socket says otherwise."),
            .init(
                "XDG_RUNTIME_DIR",
                "The folder below which it is else bound, where that is a folder of the user."),
            .init("XDG_DATA_HOME", "Where data is kept instead of ~/.local/share."),
            .init("XDG_CONFIG_HOME", "Where settings are looked for instead of ~/.config."),
            .init("HOME", "The home of these; the user database tells where it is not set."),
            .init(
                "LISTEN_FDS, NOTIFY_SOCKET, WATCHDOG_USEC, JOURNAL_STREAM",
                "Set by systemd: the socket it hands over, and whom to tell of readiness, of life and of the log."),
        ],
        seeAlso: ["gardenctl 1", "garden-config 5", "systemd.socket 5"])
}
