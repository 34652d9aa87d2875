/// Whether a person is at the desktop (RULES P5, P15).
public enum Presence: String, WireWord {
    /// In the order of the cases: at the desktop, away from it, desktop locked, not known.
    case active, idle, locked, unknown
}

/// Who reports the presence (RULES P15).
public enum PresenceSource: String, WireWord {
    /// The login session on the desktop, or a program by `presence.set`, which takes precedence.
    case login, set
}

/// What a program can report with ``PresenceSet``.
public enum ReportedPresence: String, WireWord {
    /// A presence, or no longer any: the login session reports it again.
    case active, idle, locked, auto
}

/// The presence, and who reports it: also the data of `presence.changed`.
public struct PresenceReport: WireObject, Equatable {
    public static let name = "PresenceReport"

    /// The presence.
    public var presence: Presence
    /// Who reports it.
    public var source: PresenceSource

    /// Creates the value from its members.
    public init(presence: Presence, source: PresenceSource) {
        self.presence = presence
        self.source = source
    }

    public static let fields = Fields(
        PresenceReport.init,
        .required("presence", \.presence, "active, idle, locked or unknown"),
        .required("source", \.source, "login: the login session; set: a program, with presence.set"))
}
