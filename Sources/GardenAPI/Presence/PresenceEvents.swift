/// The data of `presence.changed` (RULES P15).
public struct PresenceChanged: WireObject, Equatable {
    public static let name = "PresenceChanged"

    /// The new presence.
    public var presence: Presence
    /// Who reports it.
    public var source: PresenceSource

    /// Creates the value from its members.
    public init(presence: Presence, source: PresenceSource) {
        self.presence = presence
        self.source = source
    }

    public static let fields = Fields(
        PresenceChanged.init,
        .required("presence", \.presence, "active, idle, locked or unknown"),
        .required("source", \.source, "login: the login session; set: a program, with presence.set"))
}
