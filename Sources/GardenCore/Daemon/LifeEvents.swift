import GardenAPI

/// Whether somebody sits at the seat (RULES P5).
public enum Presence: String, WireWord {
    case active, idle, locked, unknown
}

/// The daemon has come up: the first event of a garden, and the first of every run.
struct DaemonStart: WireObject {
    static let name = "DaemonStart"

    var version = GardenVersion.current
    var deviceId = ""
    var clock = ClockReference()
    var day = DayState()
    /// The table of the rate, at the birth of a garden.
    var rateTable: RateTable?

    static let fields: [Field<DaemonStart>] = [
        .required("version", \.version, "the release that came up"),
        .required("deviceId", \.deviceId, "the garden's name among others"),
        .required("clock", \.clock, "how the clocks stand to each other"),
        .required("day", \.day, "the current logical day"),
        .optional("rateTable", \.rateTable, "the table of the rate, at the birth of a garden"),
    ]
}

struct DaemonStop: WireObject {
    static let name = "DaemonStop"

    var version = GardenVersion.current

    static let fields: [Field<DaemonStop>] = [.required("version", \.version, "the release that stops")]
}

/// The wall clock was set (RULES P10).
struct ClockStep: WireObject {
    static let name = "ClockStep"

    var stepMilliseconds = 0
    var clock = ClockReference()
    /// The timer, where its end moved by the step.
    var moved = MovedTimer()

    static let fields: [Field<ClockStep>] =
        [
            .required("stepMilliseconds", \.stepMilliseconds, "how far forward, or back where negative"),
            .required("clock", \.clock, "how the clocks stand to each other now"),
        ] + .inlined(\.moved)
}

/// The machine fell asleep, or was switched off, which is the same here (RULES P9).
struct SleepBegin: WireObject {
    static let name = "SleepBegin"

    var since = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    var clock = ClockReference()
    /// The timer on the clocks of the new boot, where the machine was switched off.
    var timerState: TimerState?

    static let fields: [Field<SleepBegin>] = [
        .required("since", \.since, "when it did"),
        .required("clock", \.clock, "how the clocks stood to each other"),
        .optional("timerState", \.timerState, "what the daemon goes on from, on the clocks of the new boot"),
    ]
}

struct SleepEnd: WireObject {
    static let name = "SleepEnd"

    var asleepSeconds = 0
    var clock = ClockReference()
    /// The timer, where a focus that went on has its end moved by the sleep.
    var moved = MovedTimer()

    static let fields: [Field<SleepEnd>] =
        [
            .required("asleepSeconds", \.asleepSeconds, "how long the machine slept or was off"),
            .required("clock", \.clock, "how the clocks stand to each other now"),
        ] + .inlined(\.moved)
}

struct PresenceChange: WireObject {
    static let name = "PresenceChange"

    var presence = Presence.unknown
    var before: JSON?

    static let fields: [Field<PresenceChange>] = [
        .required("presence", \.presence, "active, idle, locked or unknown"),
        .optional("before", \.before, "the fields that changed, as they were"),
    ]
}

struct SettingsChange: WireObject {
    static let name = "SettingsChange"

    /// The settings that changed, with the values they have now.
    var changed = JSON.object(JSONObject())
    /// The table of the rate, where it changed: the one setting that is state.
    var rateTable: RateTable?
    var before: JSON?

    static let fields: [Field<SettingsChange>] = [
        .required("changed", \.changed, "the settings that changed, by name, as they are now"),
        .optional("rateTable", \.rateTable, "the table of the rate, where it changed"),
        .optional("before", \.before, "as they were"),
    ]
}

extension EventKind where Payload == DaemonStart {
    static let daemonStarted = EventKind("daemon.started") { start, state in
        state.deviceId = start.deviceId
        state.clock = start.clock
        state.day = start.day
        if let table = start.rateTable { state.rateTable = table }
        state.presence = .unknown
    }
}

extension EventKind where Payload == DaemonStop {
    static let daemonStopping = EventKind("daemon.stopping") { _, _ in }
}

extension EventKind where Payload == ClockStep {
    static let clockStepped = EventKind("clock.stepped") { step, state in
        state.clock = step.clock
        if let timer = step.moved.timerState { state.timer = timer }
    }
}

extension EventKind where Payload == SleepBegin {
    static let systemSlept = EventKind("system.slept") { sleep, state in
        state.asleepSince = sleep.since.instant
        state.clock = sleep.clock
        if let timer = sleep.timerState { state.timer = timer }
    }
}

extension EventKind where Payload == SleepEnd {
    static let systemWoke = EventKind("system.woke") { sleep, state in
        state.asleepSince = nil
        state.clock = sleep.clock
        if let timer = sleep.moved.timerState { state.timer = timer }
    }
}

extension EventKind where Payload == PresenceChange {
    static let presenceChanged = EventKind("presence.changed") { change, state in state.presence = change.presence }
}

extension EventKind where Payload == SettingsChange {
    /// Settings are no state, but for the table that the tier of the meter is by: what others shaped is in the events they
    /// shaped.
    static let settingsChanged = EventKind("settings.changed") { change, state in
        if let table = change.rateTable { state.rateTable = table }
    }
}
