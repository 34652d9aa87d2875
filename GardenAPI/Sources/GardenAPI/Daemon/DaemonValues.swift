import TimeKit

/// The state of the whole garden (API §2, Status). Members for features of later releases are zero or empty.
public struct GardenStatus: WireObject, Equatable {
    public static let name = "Status"

    /// When the status was read.
    public var now: Timestamp
    /// The current logical day.
    public var day: CalendarDay
    /// The name of the current time zone.
    public var timezone: String
    /// The number of the last event that the status includes.
    public var seq: Int
    /// True while changes cannot be written to disk. The status is then the last saved state.
    public var stale: Bool
    /// The focus timer.
    public var timer: FocusTimer
    /// The balance and today's sums.
    public var points: PointsSummary
    /// The shop rate.
    public var rate: Rate
    /// One garden per category, and those of removed categories with experience.
    public var gardens: [Garden]
    /// The number of open tasks.
    public var tasks: TaskCounts
    /// Whether a person is at the desktop.
    public var presence: Presence
    /// The focus sessions of the current day.
    public var today: FocusToday
    /// Whether points, items or spending have been recorded. Clients need not show an untouched balance and rate.
    public var usesPoints: Bool
    /// The drill that is running; `nil` if none is.
    public var drill: Drill?
    /// The questions about focus sessions that are open, the oldest first (RULES P14, P29).
    public var questions: [Question]
    /// The first of them; `nil` if none is open.
    public var question: Question?

    /// Creates the value from its members.
    public init(
        now: Timestamp, day: CalendarDay, timezone: String, seq: Int, stale: Bool, timer: FocusTimer,
        points: PointsSummary, rate: Rate, gardens: [Garden], tasks: TaskCounts,
        presence: Presence, today: FocusToday, usesPoints: Bool, drill: Drill? = nil, questions: [Question] = [],
        question: Question? = nil
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
        self.presence = presence
        self.today = today
        self.usesPoints = usesPoints
        self.drill = drill
        self.questions = questions
        self.question = question
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
        .required("tasks", \.tasks, "the open tasks"),
        .required("presence", \.presence, "whether a person is at the desktop"),
        .required("today", \.today, "the focus sessions of the current day"),
        .required("usesPoints", \.usesPoints, "whether points, items or spending have been recorded"),
        .nullable("drill", \.drill, "the drill that is running"),
        .required("questions", \.questions, "the questions about focus sessions that are open, the oldest first"),
        .nullable("question", \.question, "the first of them"))
}

/// The completed focus sessions of a logical day (RULES P13).
public struct FocusToday: WireObject, Equatable {
    public static let name = "Today"

    /// The minutes focused, rounded down.
    public var minutes: Int
    /// The number of completed focus sessions.
    public var sessions: Int
    /// The minutes that are the goal of a day; 0 for no goal.
    public var goalMinutes: Int

    /// Creates the value from its members.
    public init(minutes: Int, sessions: Int, goalMinutes: Int) {
        self.minutes = minutes
        self.sessions = sessions
        self.goalMinutes = goalMinutes
    }

    public static let fields = Fields(
        FocusToday.init,
        .required("minutes", \.minutes, "the minutes of completed focus sessions that began on it"),
        .required("sessions", \.sessions, "the number of these sessions"),
        .required("goalMinutes", \.goalMinutes, "the goal of a day in minutes; 0 for one session"))
}

/// The version of the protocol. Clients work with every minor version of their major version (API §1).
public struct ProtocolVersion: WireObject, Equatable {
    public static let name = "ProtocolVersion"
    /// The version of this release.
    public static let current = ProtocolVersion(major: 1, minor: 0)

    /// Goes up when a member or a method is removed or renamed.
    public var major: Int
    /// Goes up when something is added.
    public var minor: Int

    /// Creates the value from its members.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    public static let fields = Fields(
        ProtocolVersion.init,
        .required("major", \.major, "goes up when something is removed"),
        .required("minor", \.minor, "goes up when something is added"))
}

/// The limits of the protocol, as `daemon.hello` returns them (API §1).
public struct WireLimits: WireObject, Equatable {
    public static let name = "Limits"

    /// The longest line that a client may send, in bytes.
    public var lineBytes: Int
    /// The deepest nesting of lists and objects.
    public var depth: Int
    /// The most requests in a batch.
    public var batchEntries: Int
    /// The most bytes that wait to be sent on one connection.
    public var queuedBytes: Int
    /// The longest idempotency key, in characters.
    public var keyCharacters: Int
    /// The most open connections.
    public var connections: Int
    /// The most categories.
    public var categories: Int
    /// The most items in the shop.
    public var items: Int
    /// The most counters.
    public var counters: Int
    /// The most open tasks.
    public var openTasks: Int
    /// The most labels, groups and members, each.
    public var visitTags: Int
    /// The most days off.
    public var daysOff: Int
    /// The most days of a heat map.
    public var heatMapDays: Int

    /// Creates the limits of a server.
    public init(
        lineBytes: Int, depth: Int, batchEntries: Int, queuedBytes: Int, keyCharacters: Int, connections: Int,
        categories: Int = Limits.categories, items: Int = Limits.items, counters: Int = Limits.counters,
        openTasks: Int = Limits.openTasks, visitTags: Int = Limits.visitTags, daysOff: Int = Limits.daysOff,
        heatMapDays: Int = Limits.heatMapDays
    ) {
        self.lineBytes = lineBytes
        self.depth = depth
        self.batchEntries = batchEntries
        self.queuedBytes = queuedBytes
        self.keyCharacters = keyCharacters
        self.connections = connections
        self.categories = categories
        self.items = items
        self.counters = counters
        self.openTasks = openTasks
        self.visitTags = visitTags
        self.daysOff = daysOff
        self.heatMapDays = heatMapDays
    }

    /// What an earlier daemon does not say.
    private static let unsaid = WireLimits(
        lineBytes: 0, depth: 0, batchEntries: 0, queuedBytes: 0, keyCharacters: 0, connections: 0)

    public static let fields = Fields(
        {
            WireLimits(
                lineBytes: $0, depth: $1, batchEntries: $2, queuedBytes: $3, keyCharacters: $4, connections: $5,
                categories: $6, items: $7, counters: $8, openTasks: $9, visitTags: $10, daysOff: $11, heatMapDays: $12)
        },
        .required("lineBytes", \.lineBytes, "the longest line a client may send"),
        .required("depth", \.depth, "the deepest nesting of JSON"),
        .required("batchEntries", \.batchEntries, "the most requests in a batch"),
        .required("queuedBytes", \.queuedBytes, "the most bytes that wait to be sent on one connection"),
        .required("keyCharacters", \.keyCharacters, "the longest idempotency key"),
        .required("connections", \.connections, "the most open connections"),
        .required("categories", \.categories, "the most categories"),
        .required("items", \.items, "the most items in the shop"),
        .required("counters", \.counters, "the most counters"),
        .required("openTasks", \.openTasks, "the most open tasks"),
        .defaulted("visitTags", \.visitTags, in: unsaid, "the most labels, groups and members, each"),
        .defaulted("daysOff", \.daysOff, in: unsaid, "the most days off"),
        .defaulted("heatMapDays", \.heatMapDays, in: unsaid, "the most days of a heat map"))

    /// Creates the limits of this release; only the number of connections differs between servers.
    public init(connections: Int) {
        self.init(
            lineBytes: Limits.lineBytes, depth: Limits.depth, batchEntries: Limits.batchEntries,
            queuedBytes: Limits.queuedBytes, keyCharacters: Limits.keyCharacters, connections: connections)
    }
}

/// The answer to ``DaemonHello``: the daemon, the protocol and its limits.
public struct Hello: WireObject, Equatable {
    public static let name = "Hello"

    /// Always `gardend`.
    public var server: String
    /// The release of the daemon.
    public var version: String
    /// The version of the protocol.
    public var `protocol`: ProtocolVersion
    /// The process id of the daemon.
    public var pid: Int
    /// The number of the last event.
    public var seq: Int
    /// The limits of the protocol.
    public var limits: WireLimits
    /// The names of the features of this release.
    public var features: [String]
    /// The present time in the garden's time zone; `nil` from a daemon that does not say it, like the next two.
    public var now: Timestamp?
    /// The current logical day.
    public var day: Today?
    /// Whether the disk refuses changes. Answers then show the last state that it accepted.
    public var stale: Bool?
    /// The folder of photos, with the folder for uploads in it (RULES V9); `nil` if the daemon keeps no photos.
    public var photos: String?
    /// The garden's id, the same on all devices; `nil` from a daemon that does not say it, like the next.
    public var gardenId: String?
    /// Names the line of events: it changes when a backup is restored, or the journal continues on another device (API §3).
    public var epoch: String?
    /// Whether a notification server of the desktop shows notifications now; `nil` from a daemon that does not say it, or has no
    /// desktop at all, such as a simulated one.
    public var showsNotifications: Bool?

    /// Creates the value from its members.
    public init(
        server: String, version: String, `protocol`: ProtocolVersion, pid: Int, seq: Int, limits: WireLimits,
        features: [String], now: Timestamp? = nil, day: Today? = nil, stale: Bool? = nil, photos: String? = nil,
        gardenId: String? = nil, epoch: String? = nil, showsNotifications: Bool? = nil
    ) {
        self.server = server
        self.version = version
        self.protocol = `protocol`
        self.pid = pid
        self.seq = seq
        self.limits = limits
        self.features = features
        self.now = now
        self.day = day
        self.stale = stale
        self.photos = photos
        self.gardenId = gardenId
        self.epoch = epoch
        self.showsNotifications = showsNotifications
    }

    public static let fields = Fields(
        Hello.init,
        .required("server", \.server, "always gardend"),
        .required("version", \.version, "its release"),
        .required("protocol", \.protocol, "the version of the protocol"),
        .required("pid", \.pid, "the daemon's process id"),
        .required("seq", \.seq, "the number of the last event"),
        .required("limits", \.limits, "the limits of the protocol"),
        .required("features", \.features, "the features of this release"),
        .optional("now", \.now, "the present time"),
        .optional("day", \.day, "the current logical day"),
        .optional("stale", \.stale, "whether the disk refuses changes"),
        .optional("photos", \.photos, "the folder of photos; uploads go to the folder incoming in it"),
        .optional("gardenId", \.gardenId, "identifies this garden, on all devices"),
        .optional("epoch", \.epoch, "names the line of events; changes when a backup is restored"),
        .optional(
            "showsNotifications", \.showsNotifications, "whether a server of the desktop shows notifications now"))
}

/// The result of one check of ``DaemonDoctor``.
public struct HealthCheck: WireObject, Equatable {
    public static let name = "Check"

    /// The result of a check.
    public enum Verdict: String, WireWord {
        /// `warning` works but needs attention; `skipped` could not be checked.
        case ok, warning, failed, skipped
    }

    /// The subject of the check, one word: `disk`, `backups`, `service`.
    public var name: String
    /// The result.
    public var verdict: Verdict
    /// What the check found, for people.
    public var detail: String
    /// How to fix it; `nil` if there is nothing to fix.
    public var advice: String?

    /// Creates the result of a check.
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

/// The answer to ``SettingsGet``: all settings, and the file that they come from.
public struct SettingsReport: WireObject, Equatable {
    public static let name = "Settings"

    /// The configuration file, which need not exist; `nil` if the daemon reads none.
    public var file: String?
    /// Every setting by its full name.
    public var values: JSON
    /// The names of the settings that differ from their defaults.
    public var changed: [String]

    /// Creates the value from its members.
    public init(file: String? = nil, values: JSON, changed: [String]) {
        self.file = file
        self.values = values
        self.changed = changed
    }

    public static let fields = Fields(
        SettingsReport.init,
        .nullable("file", \.file, "the configuration file, whether or not it exists; null if none is used"),
        .required("values", \.values, "every setting by its full name"),
        .required("changed", \.changed, "the names of the settings that differ from their defaults"))
}

/// The answer to ``DaemonReload``.
public struct ReloadReport: WireObject, Equatable {
    public static let name = "Reload"

    /// The names of the settings that changed.
    public var changed: [String]
    /// What is not used: names of the settings file that are unknown, and files of decks that were refused; `nil` if all is.
    public var problems: [String]?

    /// Creates the value from its members.
    public init(changed: [String], problems: [String]? = nil) {
        self.changed = changed
        self.problems = problems
    }

    public static let fields = Fields(
        ReloadReport.init,
        .required("changed", \.changed, "the names of the settings that changed"),
        .optional("problems", \.problems, "what is not used, and why: unknown settings, and files of decks"))
}

/// The release of the daemon and its clients.
public enum GardenVersion {
    /// This release.
    public static let current = "0.1.0"
}
