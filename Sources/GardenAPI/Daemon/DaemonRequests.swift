public struct DaemonHello: Request {
    public static let method = "daemon.hello"
    public static let summary = "Returns the daemon's version, the protocol version and its limits."
    public typealias Response = Hello

    public var client: String?
    public var actor: String?

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

public struct DaemonStatus: Request {
    public static let method = "daemon.status"
    public static let summary = "Returns the state of the whole garden."
    public typealias Response = GardenStatus
    public static let fields = Fields(DaemonStatus.init)
    public init() {}
}

public struct DaemonReload: ChangeRequest {
    public static let method = "daemon.reload"
    public static let summary = "Reloads the configuration; after an error in the file, the old settings remain."
    public typealias Response = ReloadReport
    public static let fields = Fields(DaemonReload.init)
    public init() {}
}

public struct DaemonDoctor: Request {
    public static let method = "daemon.doctor"
    public static let summary = "Checks everything that the daemon depends on."
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
    public static let summary = "Returns the current settings."
    public typealias Response = SettingsReport
    public static let fields = Fields(SettingsGet.init)
    public init() {}
}
