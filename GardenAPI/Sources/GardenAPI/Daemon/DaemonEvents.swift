import TimeKit

/// The data of `daemon.started` and `daemon.stopping`.
public struct DaemonRun: WireObject, Equatable {
    public static let name = "DaemonRun"

    /// The release of the daemon.
    public var version: String
    /// The garden's id, the same on all devices.
    public var gardenId: String
    /// The id of the device that writes this journal (RULES G2).
    public var deviceId: String

    /// Creates the value from its members.
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

/// The data of `clock.stepped`: the wall clock was set (RULES P10).
public struct ClockStepped: WireObject, Equatable {
    public static let name = "ClockStepped"

    /// How far the wall clock moved, in milliseconds; negative is backward.
    public var stepMilliseconds: Int

    /// Creates the value from its members.
    public init(stepMilliseconds: Int) { self.stepMilliseconds = stepMilliseconds }

    public static let fields = Fields(
        ClockStepped.init,
        .required("stepMilliseconds", \.stepMilliseconds, "how far the clock moved; negative is backward"))
}

/// The data of `system.slept`: the machine was suspended or switched off (RULES P9).
public struct SystemSlept: WireObject, Equatable {
    public static let name = "SystemSlept"

    /// When the sleep began.
    public var since: Timestamp

    /// Creates the value from its members.
    public init(since: Timestamp) { self.since = since }

    public static let fields = Fields(
        SystemSlept.init,
        .required("since", \.since, "when the sleep began"))
}

/// The data of `system.woke`: the machine runs again (RULES P9).
public struct SystemWoke: WireObject, Equatable {
    public static let name = "SystemWoke"

    /// How long the machine slept or was off, in seconds.
    public var asleepSeconds: Int

    /// Creates the value from its members.
    public init(asleepSeconds: Int) { self.asleepSeconds = asleepSeconds }

    public static let fields = Fields(
        SystemWoke.init,
        .required("asleepSeconds", \.asleepSeconds, "how long the machine slept or was off"))
}

/// The data of `settings.changed`.
public struct SettingsChanged: WireObject, Equatable {
    public static let name = "SettingsChanged"

    /// The settings that changed: an object of their full names and new values.
    public var changed: JSON

    /// Creates the value from its members.
    public init(changed: JSON) { self.changed = changed }

    public static let fields = Fields(
        SettingsChanged.init,
        .required("changed", \.changed, "the settings that changed, by name, with their new values"))
}
