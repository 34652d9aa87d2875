import GardenAPI

/// When a phase may start by itself (RULES P5).
public enum AutomaticStart: String, WireWord {
    case always, present, never
}

/// The settings of `config.toml` (API §6). Each is described once, in ``fields``: reading, refusal, the commented
/// example and the reference come from there.
public struct Settings: WireObject, Equatable {
    public static let name = "SettingValues"
    public static let refusesUnknownNames = true
    /// The value of `day.timezone` that follows the system's zone.
    public static let systemTimezone = "system"
    static let rateTableName = "rate.tiers"

    public var dayStartHour = 4
    public var dayTimezone = Settings.systemTimezone
    public var focusMinutes = 25
    public var restMinutes = 5
    public var longRestMinutes = 15
    public var longRestEvery = 0
    public var startRest = AutomaticStart.always
    public var startFocus = AutomaticStart.present
    public var sleepGraceSeconds = 60
    public var endingSoonSeconds = 0
    public var unattendedSessions = 16
    public var pointsPerFocus = 0
    public var itemsCountAsSpending = false
    public var rateTable = RateTable.standard
    public var hourlySubtotals = true
    public var retentionDays = 30
    public var maxConnections = 256

    public init() {}

    public static let fields: [Field<Settings>] = [
        .defaulted("day.start_hour", \.dayStartHour, "The hour at which a new day begins.", .range(0...23)),
        .defaulted(
            "day.timezone", \.dayTimezone,
            "The time zone of your days, e.g. \"Asia/Tokyo\"; \"system\" follows the system's.", .line(64)),
        .defaulted("timer.focus_minutes", \.focusMinutes, "How long a focus is, in minutes.", .minutes),
        .defaulted("timer.rest_minutes", \.restMinutes, "How long a rest is, in minutes.", .minutes),
        .defaulted("timer.long_rest_minutes", \.longRestMinutes, "How long a long rest is, in minutes.", .minutes),
        .defaulted(
            "timer.long_rest_every", \.longRestEvery, "Every how many sessions the rest is a long one; 0 for never.",
            .range(0...1000)),
        .defaulted(
            "timer.start_rest", \.startRest,
            "Whether a rest starts by itself after a focus: \"always\", \"present\" (only while the screen is neither"
                + " locked nor idle) or \"never\"."),
        .defaulted(
            "timer.start_focus", \.startFocus,
            "Whether the next focus starts by itself after a rest: \"always\", \"present\" or \"never\"."),
        .defaulted(
            "timer.sleep_grace_seconds", \.sleepGraceSeconds,
            "How long the machine may sleep, or the daemon be away, without a focus being paused for it, in seconds.",
            .range(0...86_400)),
        .defaulted(
            "timer.ending_soon_seconds", \.endingSoonSeconds,
            "How long before the end of a phase timer.endingSoon is sent, in seconds; 0 for never.", .range(0...3600)),
        .defaulted(
            "timer.unattended_sessions", \.unattendedSessions,
            "How many focuses may start by themselves in a row without a change of the timer by a person, where nothing"
                + " says whether one is present; 0 for any number.", .range(0...10_000)),
        .defaulted(
            "rewards.points_per_focus", \.pointsPerFocus, "How many points a finished focus pays.",
            .range(0...1_000_000)),
        .defaulted(
            "shop.items_count_as_spending", \.itemsCountAsSpending,
            "Whether buying a new item feeds the meter of the shop rate, unless it says otherwise itself."),
        .defaulted(
            rateTableName, \.rateTable,
            "From which meter on prices are multiplied by what: a row a tier, the first from 0, each from more than the"
                + " one before."),
        .defaulted(
            "log.hourly_subtotals", \.hourlySubtotals,
            "Whether the log tells, hour by hour, how many points were earned."),
        .defaulted(
            "log.retention_days", \.retentionDays, "How many days the log's archive is kept; 0 for ever.",
            .range(0...36_500)),
        .defaulted(
            "server.max_connections", \.maxConnections, "How many clients may be connected at once.", .range(1...4096)),
    ]

    /// The settings with another value than in `other`, by their full names.
    public func names(differingFrom other: Settings) -> [String] {
        guard case .object(let differing) = fieldsDiffering(from: other) else { return [] }
        return differing.members.map(\.name)
    }
}
