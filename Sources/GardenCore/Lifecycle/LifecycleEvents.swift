import GardenAPI
import TimeKit

/// The daemon has started: the first event of a garden, and the first of every run.
struct DaemonStartEffect: WireObject {
    static let name = "DaemonStartEffect"

    var version: String
    /// Set if it changed, like the next field.
    var deviceId: String?
    var machine: String?
    /// Set at the beginning of the garden, like all that follow.
    var gardenId: String?
    var clock: ClockReference?
    var day: DayEffect.Span?
    /// The person's presence, if known.
    var presence: Presence?
    /// The last sign of life of the run before, if it ended while the person was there, in an open session (RULES P27).
    var seenUntil: Instant?
    /// Set at the beginning of the garden: the rules with which it begins.
    var rules: Int?

    static let fields = Fields(
        DaemonStartEffect.init,
        .required("version", \.version, "the release"),
        .optional("deviceId", \.deviceId, "the device's id, if it is a new device"),
        .optional("machine", \.machine, "a hash of the machine's id, if it changed"),
        .optional("gardenId", \.gardenId, "the garden's id, in a new garden"),
        .optional("clock", \.clock, "the readings of the clocks, in a new garden"),
        .optional("day", \.day, "the current logical day, in a new garden"),
        .optional("presence", \.presence, "the person's presence, if known"),
        .optional("seenUntil", \.seenUntil, "until when the person was there, in an open session"),
        .optional("rules", \.rules, "the rules with which it begins, in a new garden"))
}

struct DaemonStopEffect: WireObject {
    static let name = "DaemonStopEffect"

    var version: String

    static let fields = Fields(
        DaemonStopEffect.init,
        .required("version", \.version, "the release"))
}

/// Settings are not state: later events already contain their effects.
struct SettingsEffect: WireObject {
    static let name = "SettingsEffect"

    struct Setting: WireObject {
        static let name = "ChangedSetting"

        var name: String
        var value: JSON
        var before: JSON

        static let fields = Fields(
            Setting.init,
            .required("name", \.name, "its full name"),
            .required("value", \.value, "its value now"),
            .required("before", \.before, "its value before"))
    }

    var settings: [Setting]

    static let fields = Fields(
        SettingsEffect.init,
        .required("settings", \.settings, "the settings that changed"))

    /// Version 1 kept the names twice: in an object of the values now and in one of the values before.
    static let upgradeFrom1: RecordUpgrade = { record throws(ValidationError) in
        guard case .array(let objects) = record, objects.count == 2, case .object(let changed) = objects[0] else {
            throw ValidationError(expected: "the settings now and before", found: record)
        }
        return [
            .array(changed.members.map { [.string($0.name), $0.value, objects[1][$0.name] ?? .null] })
        ]
    }
}

extension SettingsEffect {
    init(from old: Settings, to new: Settings) {
        let (values, before) = (new.json, old.json)
        self.init(
            settings: new.names(differingFrom: old).map { name in
                Setting(name: name, value: values[name] ?? .null, before: before[name] ?? .null)
            })
    }
}

extension EventKind where Effect == DaemonStartEffect, Published == DaemonRun {
    static let daemonStarted = EventKind("daemon.started", "gardend {version} started") { start, origin, state in
        if let gardenId = start.gardenId { state.identity.gardenId = gardenId }
        if let rules = start.rules { state.identity.rules = rules }
        if let machine = start.machine { state.identity.machine = machine }
        if let deviceId = start.deviceId { state.identity.began(deviceId, at: origin.seq) }
        if let clock = start.clock { state.clock = clock }
        if let day = start.day { state.day.take(day) }
        if let seenUntil = start.seenUntil { state.notePersonWasThere(until: seenUntil) }
        if let presence = start.presence { state.presence.begin(presence) }
    } publish: { start, context in
        Publication(context.run(of: start.version))
    }.explaining(.day) { start, _ in
        start.day.map { ExplainedStep("L1", "\($0.day) was the day the garden began") }
    }
}

extension EventKind where Effect == DaemonStopEffect, Published == DaemonRun {
    static let daemonStopping = EventKind("daemon.stopping", "gardend {version} stopped") { _, _, _ in
    } publish: { stop, context in
        Publication(context.run(of: stop.version))
    }
}

extension PublishingContext {
    fileprivate func run(of version: String) -> DaemonRun {
        DaemonRun(version: version, gardenId: identity.gardenId, deviceId: identity.deviceId(at: origin.seq))
    }
}

extension EventKind where Effect == SettingsEffect, Published == SettingsChanged {
    static let settingsChanged = EventKind(
        "settings.changed", "Changed {changed:settings}", version: 2, upgrades: [SettingsEffect.upgradeFrom1]
    ) {
        _, _, _ in
    } publish: { effect, _ in
        let after = JSONObject(effect.settings.map { ($0.name, $0.value) })
        let before = JSONObject(effect.settings.map { ($0.name, $0.before) })
        return Publication(
            SettingsChanged(changed: .object(after)), before: SettingsChanged(changed: .object(before)))
    }
}
