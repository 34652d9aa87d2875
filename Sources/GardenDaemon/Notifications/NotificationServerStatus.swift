/// A server of org.freedesktop.Notifications, as it describes itself.
nonisolated struct NotificationServer: Sendable, Equatable {
    /// Its unique name on the bus: `:1.42`.
    var owner: String
    /// "dunst"; empty if it does not say.
    var name: String
    /// Its own version; empty if it does not say.
    var version: String
    /// What it can do: `actions`, `body-markup`…
    var capabilities: Set<String>
}

/// Whether notifications can be shown.
nonisolated enum NotificationServerStatus: Sendable, Equatable, CustomStringConvertible {
    /// There is no session bus at that address, or it does not answer. `nil` if the environment names none.
    case noBus(address: String?)
    /// The bus has no server, and cannot start one; with the bus's reason once a start was tried.
    case noServer(reason: String?)
    /// A server is being started, or was asked about itself.
    case starting
    /// The server answers.
    case serving(NotificationServer)
    /// The server has not answered for that long. `nil` if it has never answered.
    case silent(NotificationServer?, seconds: Int)

    /// "dunst 1.9.0".
    var description: String {
        switch self {
        case .noBus(nil): "no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
        case .noBus(let address?): "no session bus at \(address)"
        case .noServer(nil): "no notification server"
        case .noServer(let reason?): "no notification server: \(reason)"
        case .starting: "the notification server is starting"
        case .serving(let server): server.label
        case .silent(let server, let seconds):
            "\(server?.label ?? "the notification server") has not answered for \(seconds) s"
        }
    }
}

nonisolated extension NotificationServer {
    /// "dunst 1.9.0".
    var label: String {
        guard !name.isEmpty else { return "an unnamed notification server" }
        return version.isEmpty ? name : "\(name) \(version)"
    }
}
