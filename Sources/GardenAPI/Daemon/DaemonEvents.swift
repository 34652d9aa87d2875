/// What `daemon.started` and `daemon.stopping` hold.
public struct DaemonRun: WireObject, Equatable {
    public static let name = "DaemonRun"

    public var version = ""
    public var gardenId = ""
    public var deviceId = ""

    public init() {}

    public static let fields: [Field<DaemonRun>] = [
        .required("version", \.version, "the release"),
        .required("gardenId", \.gardenId, "identifies this garden, on all devices"),
        .required("deviceId", \.deviceId, "identifies the device that writes this journal"),
    ]
}

/// What `clock.stepped` holds: the wall clock was set (RULES P10).
public struct ClockStepped: WireObject, Equatable {
    public static let name = "ClockStepped"

    public var stepMilliseconds = 0

    public init() {}

    public static let fields: [Field<ClockStepped>] = [
        .required("stepMilliseconds", \.stepMilliseconds, "how far the clock moved; negative is backward")
    ]
}

/// What `system.slept` holds: the machine fell asleep, or was switched off (RULES P9).
public struct SystemSlept: WireObject, Equatable {
    public static let name = "SystemSlept"

    public var since = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)

    public init() {}

    public static let fields: [Field<SystemSlept>] = [.required("since", \.since, "when the sleep began")]
}

/// What `system.woke` holds.
public struct SystemWoke: WireObject, Equatable {
    public static let name = "SystemWoke"

    public var asleepSeconds = 0

    public init() {}

    public static let fields: [Field<SystemWoke>] = [
        .required("asleepSeconds", \.asleepSeconds, "how long the machine slept or was off")
    ]
}

/// What `presence.changed` holds.
public struct PresenceChanged: WireObject, Equatable {
    public static let name = "PresenceChanged"

    public var presence = Presence.unknown

    public init() {}

    public static let fields: [Field<PresenceChanged>] = [
        .required("presence", \.presence, "active, idle, locked or unknown")
    ]
}

/// Whether a person is at the desktop (RULES P5).
public enum Presence: String, WireWord {
    case active, idle, locked, unknown
}

/// What `settings.changed` holds.
public struct SettingsChanged: WireObject, Equatable {
    public static let name = "SettingsChanged"

    public var changed = JSON.object(JSONObject())

    public init() {}

    public static let fields: [Field<SettingsChanged>] = [
        .required("changed", \.changed, "the settings that changed, by name, with their new values")
    ]
}
