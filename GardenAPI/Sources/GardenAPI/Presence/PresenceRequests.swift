/// Returns whether a person is at the desktop, and who reports it (RULES P15).
public struct PresenceGet: Request {
    public static let method = "presence.get"
    public static let summary = "Returns whether a person is at the desktop, and who reports it."
    public typealias Response = PresenceReport
    public static let fields = Fields(PresenceGet.init)

    /// Creates the request.
    public init() {}
}

/// Reports the presence in place of the login session, for desktops that do not report it to their session (RULES P15).
///
/// Programs such as swayidle and hypridle send it. The report holds until the next one, also over a restart of the daemon,
/// and ends with `auto` or with the boot.
public struct PresenceSet: ChangeRequest {
    public static let method = "presence.set"
    public static let summary = "Reports the presence in place of the login session, until auto or the next boot."
    public typealias Response = PresenceReport

    /// The presence; `auto` to follow the login session again.
    public var presence: ReportedPresence

    /// Creates the request.
    public init(presence: ReportedPresence) { self.presence = presence }

    public static let fields = Fields(
        PresenceSet.init,
        .required("presence", \.presence, "the presence, or auto to follow the login session again"))
}
