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
    var day: DayEffect.Span?
    /// What is known of a person's presence.
    var presence: Presence?

    static let fields: [Field<DaemonStartEffect>] = [
        .required("version", \.version, "the release"),
        .optional("deviceId", \.deviceId, "the device, where it is a new one"),
        .optional("machine", \.machine, "a hash of the machine's id, where it is another"),
        .optional("gardenId", \.gardenId, "the garden, where it begins"),
        .optional("clock", \.clock, "how the clocks stand, where the garden begins"),
        .optional("day", \.day, "the current logical day, where the garden begins"),
        .optional("presence", \.presence, "what is known of a person's presence"),
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

    struct Setting: WireObject {
        static let name = "ChangedSetting"

        var name = ""
        var value = JSON.null
        var before = JSON.null

        static let fields: [Field<Setting>] = [
            .required("name", \.name, "its full name"),
            .required("value", \.value, "its value now"),
            .required("before", \.before, "its value before"),
        ]
    }

    var settings: [Setting] = []

    static let fields: [Field<SettingsEffect>] = [.required("settings", \.settings, "those that changed")]

    init() {}

    init(from old: Settings, to new: Settings) {
        guard case .object(let changed) = new.fieldsDiffering(from: old) else { return }
        let before = old.fieldsDiffering(from: new)
        settings = changed.members.map { member in
            var setting = Setting()
            (setting.name, setting.value, setting.before) = (member.name, member.value, before[member.name] ?? .null)
            return setting
        }
    }

    /// Version 1 kept the names twice: an object of the values now, and one of the values before.
    static let upgradeFrom1: RecordUpgrade = { record throws(ValidationError) in
        guard case .array(let objects) = record, objects.count == 2, case .object(let changed) = objects[0] else {
            throw ValidationError(expected: "the settings now and before", found: record)
        }
        return [
            .array(changed.members.map { [.string($0.name), $0.value, objects[1][$0.name] ?? .null] })
        ]
    }
}

extension EventKind where Effect == DaemonStartEffect, Data == DaemonRun {
    static let daemonStarted = EventKind("daemon.started") { start, origin, state in
        if let gardenId = start.gardenId { state.identity.gardenId = gardenId }
        if let machine = start.machine { state.identity.machine = machine }
        if let deviceId = start.deviceId { state.identity.began(deviceId, at: origin.seq) }
        if let clock = start.clock { state.clock = clock }
        if let day = start.day { state.day.take(day) }
        if let presence = start.presence { state.presence = presence }
    } publish: { start, context in
        Publication(context.run(of: start.version))
    }.explaining(.day) { start, _ in
        start.day.map { ExplainedStep("L1", "\($0.day) was the day the garden began") }
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
    static let settingsChanged = EventKind("settings.changed", version: 2, upgrades: [SettingsEffect.upgradeFrom1]) {
        _, _, _ in
    } publish: { effect, _ in
        var (after, before) = (SettingsChanged(), SettingsChanged())
        after.changed = .object(JSONObject(effect.settings.map { ($0.name, $0.value) }))
        before.changed = .object(JSONObject(effect.settings.map { ($0.name, $0.before) }))
        return Publication(after, before: before)
    }
}
