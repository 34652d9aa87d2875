import GardenAPI

/// The daemon has started: the first event of a garden, and the first of every run.
struct DaemonStartEffect: WireObject {
    static let name = "DaemonStartEffect"

    var version = GardenVersion.current
    /// Where it changed, as the next two.
    var deviceId: String?
    var machine: String?
    /// At the beginning of the garden, as all that follow.
    var gardenId: String?
    var clock: ClockReference?
    var day: CalendarDay?
    var timezone: String?

    static let fields: [Field<DaemonStartEffect>] = [
        .required("version", \.version, "the release"),
        .optional("deviceId", \.deviceId, "the device, where it is a new one"),
        .optional("machine", \.machine, "a hash of the machine's id, where it is another"),
        .optional("gardenId", \.gardenId, "the garden, where it begins"),
        .optional("clock", \.clock, "how the clocks stand, where the garden begins"),
        .optional("day", \.day, "the current logical day, where the garden begins"),
        .optional("timezone", \.timezone, "the zone in force, where the garden begins"),
    ]
}

struct DaemonStopEffect: WireObject {
    static let name = "DaemonStopEffect"

    var version = GardenVersion.current

    static let fields: [Field<DaemonStopEffect>] = [.required("version", \.version, "the release")]
}

struct PresenceEffect: WireObject {
    static let name = "PresenceEffect"

    var presence = Presence.unknown
    var before = Presence.unknown

    static let fields: [Field<PresenceEffect>] = [
        .required("presence", \.presence, "what it is"),
        .required("before", \.before, "what it was"),
    ]
}

/// Settings are no state: what they shaped is in the events they shaped.
struct SettingsEffect: WireObject {
    static let name = "SettingsEffect"

    var changed = JSON.object(JSONObject())
    var before = JSON.object(JSONObject())

    static let fields: [Field<SettingsEffect>] = [
        .required("changed", \.changed, "the settings that changed, by name"),
        .required("before", \.before, "the same as they were"),
    ]
}

extension EventKind where Effect == DaemonStartEffect, Data == DaemonRun {
    static let daemonStarted = EventKind("daemon.started") { start, origin, state in
        if let gardenId = start.gardenId { state.identity.gardenId = gardenId }
        if let machine = start.machine { state.identity.machine = machine }
        if let deviceId = start.deviceId { state.identity.began(deviceId, at: origin.seq) }
        if let clock = start.clock { state.clock = clock }
        if let day = start.day { state.day.day = day }
        if let timezone = start.timezone { state.day.timezone = timezone }
        state.presence = .unknown
    } publish: { start, context in
        Publication(context.run(of: start.version))
    }.explaining(.day) { start, _ in
        start.day.map { ExplainedStep("L1", "\($0) was the day the garden began") }
    }
}

extension EventKind where Effect == DaemonStopEffect, Data == DaemonRun {
    static let daemonStopping = EventKind("daemon.stopping") { _, _, _ in
    } publish: { stop, context in
        Publication(context.run(of: stop.version))
    }
}

extension PublishingContext {
    fileprivate func run(of version: String) -> DaemonRun {
        var run = DaemonRun()
        run.version = version
        run.gardenId = identity.gardenId
        run.deviceId = identity.deviceId(at: origin.seq)
        return run
    }
}

extension EventKind where Effect == PresenceEffect, Data == PresenceChanged {
    static let presenceChanged = EventKind("presence.changed") { effect, _, state in
        state.presence = effect.presence
    } publish: { effect, _ in
        var (after, before) = (PresenceChanged(), PresenceChanged())
        (after.presence, before.presence) = (effect.presence, effect.before)
        return Publication(after, before: before)
    }
}

extension EventKind where Effect == SettingsEffect, Data == SettingsChanged {
    static let settingsChanged = EventKind("settings.changed") { _, _, _ in
    } publish: { effect, _ in
        var (after, before) = (SettingsChanged(), SettingsChanged())
        (after.changed, before.changed) = (effect.changed, effect.before)
        return Publication(after, before: before)
    }
}
