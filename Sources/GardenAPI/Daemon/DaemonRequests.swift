public struct DaemonHello: Request {
    public static let method = "daemon.hello"
    public static let summary = "Tells who answers, which contract holds and what its bounds are."
    public typealias Response = Hello

    public var client: String?
    public var actor: String?

    public init(client: String? = nil, actor: String? = nil) {
        self.client = client
        self.actor = actor
    }

    public static let fields = Fields(
        DaemonHello.init,
        .optional("client", \.client, "who asks, for the daemon's log", .name),
        .optional(
            "actor", \.actor,
            "in whose name this connection changes things, such as cli or hook:FILE; kept with each"
                + " change", .name))
}

public struct DaemonStatus: Request {
    public static let method = "daemon.status"
    public static let summary = "Tells the whole garden at a glance."
    public typealias Response = GardenStatus
    public static let fields = Fields(DaemonStatus.init)
    public init() {}
}

public struct DaemonReload: ChangeRequest {
    public static let method = "daemon.reload"
    public static let summary = "Reads the settings again; a bad file leaves the old ones in force."
    public typealias Response = ReloadReport
    public static let fields = Fields(DaemonReload.init)
    public init() {}
}

public struct DaemonDoctor: Request {
    public static let method = "daemon.doctor"
    public static let summary = "Looks at what the daemon depends on and says what is missing."
    public typealias Response = [HealthCheck]
    public static let fields = Fields(DaemonDoctor.init)
    public init() {}
}

public struct RPCDiscover: Request {
    public static let method = "rpc.discover"
    public static let summary = "Describes every method with its schemas, as an OpenRPC document."
    public typealias Response = JSON
    public static let fields = Fields(RPCDiscover.init)
    public init() {}
}

public struct SettingsGet: Request {
    public static let method = "settings.get"
    public static let summary = "Lists the settings in force."
    public typealias Response = SettingsReport
    public static let fields = Fields(SettingsGet.init)
    public init() {}
}
