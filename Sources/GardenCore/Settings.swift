import GardenAPI

/// When a phase may start by itself (RULES P5).
public enum AutomaticStart: String, WireWord {
    case always, present, never
}

/// What a lock of the desktop does to a focus session (RULES P14).
public enum LockReaction: String, WireWord {
    case run, pause
}

/// The settings of `config.toml` (API §6). Each is described once, in ``fields``: the reader, the errors, the commented
/// example and the reference are made from it.
public struct Settings: WireObject, Equatable {
    public static let name = "SettingValues"
    public static let refusesUnknownNames = true
    /// The value of `day.timezone` that follows the system's zone.
    public static let systemTimezone = "system"
    static let rateTableName = "rate.tiers"

    public var dayStartHour: Int
    public var dayTimezone: String
    public var focusMinutes: Int
    public var restMinutes: Int
    public var longRestMinutes: Int
    public var longRestEvery: Int
    public var startRest: AutomaticStart
    public var startFocus: AutomaticStart
    public var sleepGraceSeconds: Int
    public var endingSoonSeconds: Int
    public var unattendedSessions: Int
    public var onLock: LockReaction
    public var askAfterLockedMinutes: Int
    public var askAfterIdleMinutes: Int
    public var remindPausedMinutes: Int
    public var partialSessions: Bool
    public var pointsPerFocus: Int
    public var expMinutes: Int
    public var minMinutes: Int
    public var drillRewards: DrillRewards
    public var dayNotice: String
    public var taskOrder: TaskOrder
    public var itemsCountAsSpending: Bool
    public var rateTable: RateTable
    public var hourlySubtotals: Bool
    public var retentionDays: Int
    public var maxConnections: Int
    public var hookTimeoutSeconds: Int
    public var notifications: NotificationSettings
    public var notificationTexts: NotificationTexts
    public var statistics: StatisticsSettings
    public var drills: DrillSettings
    public var visits: VisitSettings

    /// Whether settings have names under that one, as in `timer.focus_minutes` under `timer`.
    public static func hasSection(_ name: String) -> Bool { fields.contains { $0.name.hasPrefix("\(name).") } }

    /// The defaults.
    public static let standard = Settings(
        dayStartHour: 4, dayTimezone: Settings.systemTimezone, focusMinutes: 25, restMinutes: 5, longRestMinutes: 15,
        longRestEvery: 0, startRest: .always, startFocus: .present, sleepGraceSeconds: 60, endingSoonSeconds: 0,
        unattendedSessions: 4, onLock: .run, askAfterLockedMinutes: 5, askAfterIdleMinutes: 10,
        remindPausedMinutes: 60, partialSessions: false, pointsPerFocus: 0, expMinutes: 25, minMinutes: 5,
        drillRewards: .standard, dayNotice: "09:00", taskOrder: .position,
        itemsCountAsSpending: false,
        rateTable: .standard,
        hourlySubtotals: true, retentionDays: 30, maxConnections: 256, hookTimeoutSeconds: 10,
        notifications: .standard, notificationTexts: .standard,
        statistics: .standard, drills: .standard, visits: .standard)

    public static let fields = Fields(
        Settings.init,
        .defaulted(
            "day.start_hour", \.dayStartHour, in: standard, "The hour at which a new day begins.", .range(0...23)),
        .defaulted(
            "day.timezone", \.dayTimezone, in: standard,
            "The time zone of your days, for example \"Asia/Tokyo\"; \"system\" follows the system.", .line(64)),
        .defaulted(
            "timer.focus_minutes", \.focusMinutes, in: standard, "The length of a focus session, in minutes.", .minutes),
        .defaulted(
            "timer.rest_minutes", \.restMinutes, in: standard, "The length of a rest (break), in minutes.", .minutes),
        .defaulted(
            "timer.long_rest_minutes", \.longRestMinutes, in: standard, "The length of a long rest, in minutes.",
            .minutes
        ),
        .defaulted(
            "timer.long_rest_every", \.longRestEvery, in: standard,
            "Take a long rest after this many completed focus sessions; 0 = never.",
            .range(0...1000)),
        .defaulted(
            "timer.start_rest", \.startRest, in: standard,
            "Whether a rest starts by itself after a focus session: \"always\", \"present\" (only while the screen is"
                + " neither locked nor idle) or \"never\"."),
        .defaulted(
            "timer.start_focus", \.startFocus, in: standard,
            "Whether the next focus session starts by itself after a rest: \"always\", \"present\" or \"never\"."),
        .defaulted(
            "timer.sleep_grace_seconds", \.sleepGraceSeconds, in: standard,
            "How long the machine can sleep, or the daemon can be down, before a focus session is paused, in seconds.",
            .range(0...86_400)),
        .defaulted(
            "timer.ending_soon_seconds", \.endingSoonSeconds, in: standard,
            "How long before the end of a phase to notify of it and to send timer.endingSoon, in seconds; 0 = never.",
            .range(0...3600)),
        .defaulted(
            "timer.unattended_sessions", \.unattendedSessions, in: standard,
            "How many focus sessions in a row can start by themselves while it is unknown whether you are present;"
                + " 0 = no limit.", .range(0...10_000)),
        .defaulted(
            "timer.on_lock", \.onLock, in: standard,
            "Whether a focus session continues when the desktop is locked: \"run\" or \"pause\"."),
        .defaulted(
            "timer.ask_after_locked_minutes", \.askAfterLockedMinutes, in: standard,
            "If the desktop was locked for longer than this, in minutes, gardend asks whether the time counts as focus.",
            .range(0...1440)),
        .defaulted(
            "timer.ask_after_idle_minutes", \.askAfterIdleMinutes, in: standard,
            "If you were idle for longer than this during a focus session, in minutes, gardend asks whether the time counts;"
                + " 0 = never.", .range(0...1440)),
        .defaulted(
            "timer.remind_paused_minutes", \.remindPausedMinutes, in: standard,
            "After how many minutes to mention a phase that is still paused, once; 0 = never.", .range(0...1440)),
        .defaulted(
            "timer.partial_sessions", \.partialSessions, in: standard,
            "Whether the minutes of a focus session that is ended early count, as a partial session."),
        .defaulted(
            "rewards.points_per_focus", \.pointsPerFocus, in: standard,
            "The points that a focus session pays for each experience that it brings.",
            .range(0...1_000_000)),
        .defaulted(
            "rewards.exp_minutes", \.expMinutes, in: standard,
            "How many minutes of focus bring one experience; a session that ran its length brings at least one.",
            .range(1...1440)),
        .defaulted(
            "rewards.min_minutes", \.minMinutes, in: standard,
            "A focus session of fewer minutes brings no experience; one of timer.focus_minutes always does.",
            .range(0...1440)),
        .inlined(\.drillRewards),
        .defaulted(
            "tasks.day_notice", \.dayNotice, in: standard,
            "When to list what is due on a day and has no time, and what is overdue; \"\" = never.", .timeOfDayOrNone),
        .defaulted(
            "tasks.default_sort", \.taskOrder, in: standard,
            "The order of lists of open tasks: \"position\", \"due\", \"priority\" or \"created\"."),
        .defaulted(
            "shop.items_count_as_spending", \.itemsCountAsSpending, in: standard,
            "Whether buying an item counts as money spent, by default for new items."),
        .defaulted(
            rateTableName, \.rateTable, in: standard,
            "The rates by money spent. One [[rate.tiers]] table per tier, `from` ascending, the first 0."),
        .defaulted(
            "log.hourly_subtotals", \.hourlySubtotals, in: standard,
            "Whether the log has hourly subtotals: a line with the points earned since the previous one."),
        .defaulted(
            "log.retention_days", \.retentionDays, in: standard,
            "How many days the archived logs are kept; 0 = forever.",
            .range(0...36_500)),
        .defaulted(
            "server.max_connections", \.maxConnections, in: standard,
            "How many clients can be connected at the same time.",
            .range(1...4096)),
        .defaulted(
            "hooks.timeout_seconds", \.hookTimeoutSeconds, in: standard,
            "How long a hook can run, in seconds; then it is stopped.", .range(1...3600)),
        .inlined(\.notifications),
        .inlined(\.notificationTexts),
        .inlined(\.statistics),
        .inlined(\.drills),
        .inlined(\.visits))

    /// The full names of the settings that differ from `other`.
    public func names(differingFrom other: Settings) -> [String] {
        guard case .object(let differing) = fieldsDiffering(from: other) else { return [] }
        return differing.members.map(\.name)
    }
}
