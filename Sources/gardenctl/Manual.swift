import CommandGuide

extension Gardenctl {
    /// The page of the manual with that file's name.
    static func page(named file: String) -> String? {
        file == "gardenctl.1" ? page.text(of: Gardenctl.self) : nil
    }

    private static let page = CommandPage(
        synopsis: [
            ["Ar command", "Op Ar argument ...", "Op Fl -json", "Op Fl -socket Ar path"],
            ["Cm help", "Op Ar command"],
            ["Fl -version"],
        ],
        description: [
            """
            An item that is named by digits alone is meant by its id, else by its name. Categories are made by naming \
            them. A name that begins with a hyphen goes behind `--`.
            """,
            """
            What goes wrong is told on the standard error. Where nobody is at home, that is where no daemon answers, \
            it is told how to start one, and why the last one ended if it left word.
            """,
        ],
        files: [
            .init("$XDG_RUNTIME_DIR/garden/garden.sock", "The daemon's socket."),
            .init("/run/user/UID/garden/garden.sock", "The socket where XDG_RUNTIME_DIR is not set."),
            .init(
                "~/.local/share/garden/run/garden.sock",
                "The socket where there is no /run/user/UID of the user either."),
            .init(
                "~/.local/share/garden/lock",
                "The daemon's process and socket, for where nobody is at home at the places above."),
            .init("last-words", "Beside the socket: why the daemon ended, if it did so by itself."),
            .init("~/.config/garden/config.toml", "The settings, see garden-config(5)."),
        ],
        environment: [
            .init("GARDEN_SOCKET", "The daemon's socket, before any other place."),
            .init(
                "XDG_RUNTIME_DIR",
                "The folder below which it is else looked for, where that is a folder of the user."),
            .init("XDG_DATA_HOME", "Where data is kept instead of ~/.local/share, and with it the lock file."),
            .init("XDG_CONFIG_HOME, HOME", "Where the settings stand while no daemon tells."),
            .init("VISUAL, EDITOR", "The editor of `config edit` and `log edit`; vi when neither is set."),
            .init("TMPDIR", "Where the line of `log edit` stands while it is edited; /tmp when it is not set."),
            .init(
                "NO_COLOR",
                "No colours, when it is set to anything. What is no terminal gets none anyway."),
            .init("TERM", "No colours where it is dumb."),
        ],
        seeAlso: ["gardend 1", "garden-config 5"])
}
