import TimeKit

/// What `daemon.started` and `daemon.stopping` hold.
public struct DaemonRun: WireObject, Equatable {
    public static let name = "DaemonRun"

    public var version: String
    public var gardenId: String
    public var deviceId: String

    public init(version: String, gardenId: String, deviceId: String) {
        self.version = version
        self.gardenId = gardenId
        self.deviceId = deviceId
    }

    public static let fields = Fields(
        DaemonRun.init,
        .required("version", \.version, "the release"),
        .required("gardenId", \.gardenId, "identifies this garden, on all devices"),
        .required("deviceId", \.deviceId, "identifies the device that writes this journal"))
}

/// What `clock.stepped` holds: the wall clock was set (RULES P10).
public struct ClockStepped: WireObject, Equatable {
    public static let name = "ClockStepped"

    public var stepMilliseconds: Int

    public init(stepMilliseconds: Int) { self.stepMilliseconds = stepMilliseconds }

    public static let fields = Fields(
        ClockStepped.init,
        .required("stepMilliseconds", \.stepMilliseconds, "how far the clock moved; negative is backward"))
}

/// What `system.slept` holds: the machine fell asleep, or was switched off (RULES P9).
public struct SystemSlept: WireObject, Equatable {
    public static let name = "SystemSlept"

    public var since: Timestamp

    public init(since: Timestamp) { self.since = since }

    public static let fields = Fields(
        SystemSlept.init,
        .required("since", \.since, "when the sleep began"))
}

/// What `system.woke` holds.
public struct SystemWoke: WireObject, Equatable {
    public static let name = "SystemWoke"

    public var asleepSeconds: Int

    public init(asleepSeconds: Int) { self.asleepSeconds = asleepSeconds }

    public static let fields = Fields(
        SystemWoke.init,
        .required("asleepSeconds", \.asleepSeconds, "how long the machine slept or was off"))
}

/// What `presence.changed` holds.
public struct PresenceChanged: WireObject, Equatable {
    public static let name = "PresenceChanged"

    public var presence: Presence

    public init(presence: Presence) { self.presence = presence }

    public static let fields = Fields(
        PresenceChanged.init,
        .required("presence", \.presence, "active, idle, locked or unknown"))
}

/// Whether a person is at the desktop (RULES P5).
public enum Presence: String, WireWord {
    case active, idle, locked, unknown
}

/// What `settings.changed` holds.
public struct SettingsChanged: WireObject, Equatable {
    public static let name = "SettingsChanged"

    public var changed: JSON

    public init(changed: JSON) { self.changed = changed }

    public static let fields = Fields(
        SettingsChanged.init,
        .required("changed", \.changed, "the settings that changed, by name, with their new values"))
}
