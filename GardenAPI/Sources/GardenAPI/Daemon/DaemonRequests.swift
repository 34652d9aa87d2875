/// Introduces the client, and returns the daemon's version, the protocol version and its limits.
///
/// The request is optional. ``actor`` applies to the changes that follow on this connection. Unknown params are ignored, so that
/// a client of a later release can say more about itself.
public struct DaemonHello: Request {
    public static let method = "daemon.hello"
    public static let summary = "Returns the daemon's version, the protocol version and its limits."
    public typealias Response = Hello
    public static let refusesUnknownNames = false

    /// The client's name for the daemon's log, 1 … 100 characters; `nil` to omit it.
    public var client: String?
    /// The author of changes on this connection, such as `cli` or `hook:FILE`, stored with each change. 1 … 100
    /// characters; `nil` to leave the author unchanged.
    public var actor: String?

    /// Creates the request.
    public init(client: String? = nil, actor: String? = nil) {
        self.client = client
        self.actor = actor
    }

    public static let fields = Fields(
        DaemonHello.init,
        .optional("client", \.client, "the client's name, for the daemon's log", .name),
        .optional(
            "actor", \.actor,
            "who makes changes on this connection, such as cli or hook:FILE; stored with each"
                + " change", .name))
}

/// Returns the state of the whole garden at one instant.
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct DaemonStatus: DatedRequest {
    public static let method = "daemon.status"
    public static let looksThrough: [LookedThrough] = [.days, .tasks]
    public static let summary = "Returns the state of the whole garden."
    public typealias Response = GardenStatus
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        DaemonStatus.init,
        .asOf)
}

/// Reloads the configuration and the time zone, and returns the names of the settings that changed.
///
/// Errors:
/// - `invalid_params` when the configuration file is invalid; `param` names the setting, and the old settings remain.
public struct DaemonReload: ChangeRequest {
    public static let method = "daemon.reload"
    public static let looksThrough: [LookedThrough] = [.tasks]
    public static let summary = "Reloads the configuration; after an error in the file, the old settings remain."
    public typealias Response = ReloadReport
    public static let fields = Fields(DaemonReload.init)

    /// Creates the request.
    public init() {}
}

/// Checks everything that the daemon depends on, such as the disk, the backups and the service.
public struct DaemonDoctor: Request {
    public static let method = "daemon.doctor"
    public static let summary = "Checks everything that the daemon depends on."
    public typealias Response = [HealthCheck]
    public static let fields = Fields(DaemonDoctor.init)

    /// Creates the request.
    public init() {}
}

/// Returns an OpenRPC document with a JSON Schema for each method, object and event type.
public struct RPCDiscover: Request {
    public static let method = "rpc.discover"
    public static let summary = "Describes every method with its schemas, as an OpenRPC document."
    public typealias Response = JSON
    public static let fields = Fields(RPCDiscover.init)

    /// Creates the request.
    public init() {}
}

/// Returns the current settings.
public struct SettingsGet: Request {
    public static let method = "settings.get"
    public static let summary = "Returns the current settings."
    public typealias Response = SettingsReport
    public static let fields = Fields(SettingsGet.init)

    /// Creates the request.
    public init() {}
}
