import TimeKit

/// The whole garden at a glance (API §2, Status). Every key is there from the first release on; what no feature fills
/// yet is zero or empty.
public struct GardenStatus: WireObject, Equatable {
    public static let name = "Status"

    public var now: Timestamp
    public var day: CalendarDay
    public var timezone: String
    /// The number of the last event this tells of.
    public var seq: Int
    /// Whether the disk refuses: this is the last state it took, and what is due since is not in it.
    public var stale: Bool
    public var timer: FocusTimer
    public var points: PointsSummary
    public var rate: Rate
    public var gardens: [Garden]
    public var tasks: TaskCounts

    public init(
        now: Timestamp, day: CalendarDay, timezone: String, seq: Int, stale: Bool, timer: FocusTimer,
        points: PointsSummary, rate: Rate, gardens: [Garden], tasks: TaskCounts
    ) {
        self.now = now
        self.day = day
        self.timezone = timezone
        self.seq = seq
        self.stale = stale
        self.timer = timer
        self.points = points
        self.rate = rate
        self.gardens = gardens
        self.tasks = tasks
    }

    public static let fields = Fields(
        GardenStatus.init,
        .required("now", \.now, "when the status was read"),
        .required("day", \.day, "the current logical day"),
        .required("timezone", \.timezone, "the current time zone"),
        .required("seq", \.seq, "the number of the last event included"),
        .required("stale", \.stale, "true while changes cannot be written and this is the last saved state"),
        .required("timer", \.timer, "the focus timer"),
        .required("points", \.points, "the points"),
        .required("rate", \.rate, "the shop rate"),
        .required("gardens", \.gardens, "the gardens"),
        .required("tasks", \.tasks, "the open tasks"))
}

public struct ProtocolVersion: WireObject, Equatable {
    public static let name = "ProtocolVersion"
    public static let current = ProtocolVersion(major: 1, minor: 0)

    public var major: Int
    public var minor: Int

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    public static let fields = Fields(
        ProtocolVersion.init,
        .required("major", \.major, "goes up when something is removed"),
        .required("minor", \.minor, "goes up when something is added"))
}

/// The bounds of the wire (API §1).
public struct WireLimits: WireObject, Equatable {
    public static let name = "Limits"

    public var lineBytes: Int
    public var depth: Int
    public var batchEntries: Int
    public var queuedBytes: Int
    public var keyCharacters: Int
    public var connections: Int

    public init(lineBytes: Int, depth: Int, batchEntries: Int, queuedBytes: Int, keyCharacters: Int, connections: Int) {
        self.lineBytes = lineBytes
        self.depth = depth
        self.batchEntries = batchEntries
        self.queuedBytes = queuedBytes
        self.keyCharacters = keyCharacters
        self.connections = connections
    }

    public static let fields = Fields(
        WireLimits.init,
        .required("lineBytes", \.lineBytes, "the longest line a client may send"),
        .required("depth", \.depth, "the deepest nesting of JSON"),
        .required("batchEntries", \.batchEntries, "the most requests in a batch"),
        .required("queuedBytes", \.queuedBytes, "the most bytes that wait to be sent on one connection"),
        .required("keyCharacters", \.keyCharacters, "the longest idempotency key"),
        .required("connections", \.connections, "the most open connections"))

    /// Those of this release.
    public init(connections: Int) {
        self.init(
            lineBytes: Limits.lineBytes, depth: Limits.depth, batchEntries: Limits.batchEntries,
            queuedBytes: Limits.queuedBytes, keyCharacters: Limits.keyCharacters, connections: connections)
    }
}

public struct Hello: WireObject, Equatable {
    public static let name = "Hello"

    public var server: String
    public var version: String
    public var `protocol`: ProtocolVersion
    public var pid: Int
    public var seq: Int
    public var limits: WireLimits
    public var features: [String]

    public init(
        server: String, version: String, `protocol`: ProtocolVersion, pid: Int, seq: Int, limits: WireLimits,
        features: [String]
    ) {
        self.server = server
        self.version = version
        self.protocol = `protocol`
        self.pid = pid
        self.seq = seq
        self.limits = limits
        self.features = features
    }

    public static let fields = Fields(
        Hello.init,
        .required("server", \.server, "always gardend"),
        .required("version", \.version, "its release"),
        .required("protocol", \.protocol, "the version of the protocol"),
        .required("pid", \.pid, "the daemon's process id"),
        .required("seq", \.seq, "the number of the last event"),
        .required("limits", \.limits, "the limits of the protocol"),
        .required("features", \.features, "the features of this release"))
}

/// How one thing the daemon depends on is doing.
public struct HealthCheck: WireObject, Equatable {
    public static let name = "Check"

    public enum Verdict: String, WireWord {
        case ok, warning, failed, skipped
    }

    public var name: String
    public var verdict: Verdict
    public var detail: String
    /// What to do about it; `nil` where there is nothing to do.
    public var advice: String?

    public init(_ name: String, _ verdict: Verdict, _ detail: String, advice: String? = nil) {
        self.name = name
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
    }

    public static let fields = Fields(
        HealthCheck.init,
        .required("name", \.name, "what was checked"),
        .required("verdict", \.verdict, "the result; skipped if it could not be checked"),
        .required("detail", \.detail, "what was found"),
        .optional("advice", \.advice, "what to do about it"))
}

public struct SettingsReport: WireObject, Equatable {
    public static let name = "Settings"

    /// The file they are read from, whether it is there or not; `nil` where none is looked for.
    public var file: String?
    /// Every setting by its full name.
    public var values: JSON
    /// The names of those that differ from their defaults.
    public var changed: [String]

    public init(file: String? = nil, values: JSON, changed: [String]) {
        self.file = file
        self.values = values
        self.changed = changed
    }

    public static let fields = Fields(
        SettingsReport.init,
        .nullable("file", \.file, "the configuration file, if it exists"),
        .required("values", \.values, "every setting by its full name"),
        .required("changed", \.changed, "the names of the settings that differ from their defaults"))
}

public struct ReloadReport: WireObject, Equatable {
    public static let name = "Reload"

    /// The names of the settings that have another value now.
    public var changed: [String]

    public init(changed: [String]) { self.changed = changed }

    public static let fields = Fields(
        ReloadReport.init,
        .required("changed", \.changed, "the names of the settings that changed"))
}

/// The release of daemon and client.
public enum GardenVersion {
    public static let current = "0.1.0"
}
