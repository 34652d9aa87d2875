import CommandGuide
import GardenAPI
import GardenCore
import GardenDaemon

extension Gardend {
    /// The manual page with that file name.
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
            gardend accepts connections on the socket that systemd passes to it, or binds one of its own. It replaces \
            the socket file of a dead daemon. If another daemon is running, it exits with 69. Only its own user can \
            connect.
            """,
            """
            Every change is written to a journal and is on disk before gardend answers. Each day gardend makes and \
            checks a backup; it keeps seven, and those from before a reset. It never opens or changes a damaged \
            journal.
            """,
        ],
        signals: [
            .init("SIGTERM, SIGINT", "Stop cleanly."),
            .init("SIGHUP", "Reload the configuration. It is also reloaded whenever you save it."),
        ],
        files: [
            .init("$XDG_RUNTIME_DIR/garden/garden.sock", "The socket."),
            .init("/run/user/UID/garden/garden.sock", "The socket if XDG_RUNTIME_DIR is not set."),
            .init(
                "~/.local/share/garden/run/garden.sock",
                "The socket if /run/user/UID does not exist either."),
            .init(
                "~/.local/share/garden/lock", "Locked by the daemon; holds its process id and the path of its socket."),
            .init("last-words", "Next to the socket: why a daemon exited with an error, for the next client."),
            .init("~/.local/share/garden/garden.sqlite", "The journal."),
            .init("~/.local/share/garden/backups/", "Backups of the last seven days, and those from before a reset."),
            .init(
                "~/.local/share/garden/missing-log",
                "There if the journal was copied without garden.sqlite-wal, until you remove it."),
            .init("~/.local/share/garden/alive", "The daemon's last heartbeat, read after a power cut."),
            .init("~/.local/share/garden/reminded", "The number of the last reminder that was shown on the desktop."),
            .init("~/.config/garden/config.toml", "The configuration, see garden-config(5)."),
        ] + FeatureCommands.files + [
            .init(
                "/etc/localtime",
                "The system's time zone, unless day.timezone or TZ in gardend's environment names another. Changes take effect at once."
            )
        ],
        environment: [
            .init("GARDEN_SOCKET", "The socket, unless systemd passes one or --socket names one."),
            .init(
                "XDG_RUNTIME_DIR",
                "If GARDEN_SOCKET is unset, the socket is in this directory. The user must own it."),
            .init("XDG_DATA_HOME", "The base of the data directory; ~/.local/share if unset."),
            .init("XDG_CONFIG_HOME", "The base of the configuration directory; ~/.config if unset."),
            .init("HOME", "The base of the default directories; taken from the passwd database if unset."),
            .init(
                "LISTEN_FDS, NOTIFY_SOCKET, WATCHDOG_USEC, JOURNAL_STREAM",
                "Set by systemd: the socket it passes, and where to send readiness, heartbeats and the log."),
        ],
        seeAlso: ["gardenctl 1", "garden-config 5", "systemd.socket 5", "garden-concepts 7"])
}
