import CommandGuide

extension Gardenctl {
    /// The manual page with that file name; `nil` if this program has none.
    static func page(named file: String) -> String? {
        switch file {
        case "gardenctl.1": page.text(of: Gardenctl.self)
        case "garden-concepts.7": ClientFeatures.concepts.page
        default: nil
        }
    }

    private static let page = CommandPage(
        synopsis: [
            ["Ar command", "Op Ar argument ...", "Op Fl -json", "Op Fl -socket Ar path"],
            ["Cm help", "Op Ar command"],
            ["Cm help", "Cm concepts"],
            ["Fl -version"],
        ],
        description: [
            """
            Pocket Garden is a Pomodoro timer: focus sessions alternate with breaks, which are called rests here. Each \
            finished session grows the garden of its category.
            """,
            """
            A number is an id, anything else is a name. A category is created when you first name it. Put a name \
            that begins with a hyphen after `--`.
            """,
            """
            A task is named by its id, its title, or the beginning of its title if only one open task begins with it. \
            Dates are words or numbers in English, Japanese or Chinese: today, tomorrow 18:00, fri, in 25m, end of \
            month, 2026-12-24. A word such as today means a day of the garden, which ends at day.start_hour. Options \
            for dates and texts take all words up to the next option, so they need no quotes.
            """,
            """
            Errors go to standard error. If no daemon answers, gardenctl says how to start it and, if known, why the \
            last one exited.
            """,
        ],
        files: [
            .init("$XDG_RUNTIME_DIR/garden/garden.sock", "The daemon's socket."),
            .init("/run/user/UID/garden/garden.sock", "The socket if XDG_RUNTIME_DIR is not set."),
            .init(
                "~/.local/share/garden/run/garden.sock",
                "The socket if /run/user/UID does not exist either."),
            .init(
                "~/.local/share/garden/lock",
                "The daemon's process and socket, used if no daemon answers on the sockets above."),
            .init("last-words", "Next to the socket: why the daemon exited with an error."),
            .init("heard", "Next to the socket: the last event that a command at a terminal knows of."),
            .init("~/.config/garden/config.toml", "The configuration, see garden-config(5)."),
        ] + ClientFeatures.all.flatMap { $0.files },
        environment: [
            .init("GARDEN_SOCKET", "The daemon's socket. It has precedence over every other place."),
            .init(
                "XDG_RUNTIME_DIR",
                "If GARDEN_SOCKET is unset, the socket is in this directory. The user must own it."),
            .init(
                "XDG_DATA_HOME", "The base of the data directory, which holds the lock file; ~/.local/share if unset."),
            .init("XDG_CONFIG_HOME, HOME", "The base of the configuration directory, used if no daemon is running."),
            .init(
                "SSH_CONNECTION, SSH_TTY",
                "If one of them is set, `watch` rings the bell, and commands say what rang, whatever the desktop shows."
            ),
            .init("VISUAL, EDITOR", "The editor of `config edit` and `log edit`; vi if both are unset."),
            .init("PATH", "Where other programs are found: gardend, systemctl, the editor, fzf and players of sounds."),
            .init("TMPDIR", "The directory of the temporary file of `log edit`; /tmp if unset."),
            .init("COLUMNS", "The width of the output; that of the terminal if unset."),
            .init(
                "NO_COLOR",
                "If set, output has no colours. Output that is not a terminal never has any."),
            .init(
                "TERM, COLORTERM",
                "How many colours the terminal has. If TERM is `dumb` or unset, output has none."),
        ] + ClientFeatures.all.flatMap { $0.environment },
        seeAlso: ["gardend 1", "garden-config 5", "garden-concepts 7"])
}
