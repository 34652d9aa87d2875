import GardenAPI
import TimeKit

/// The daemon's start, until its `daemon.started` is written: what it knows of the time before, and of the machine.
public struct Startup: Sendable, Equatable {
    /// What the daemon brings along to a garden and to each start.
    public struct Names: Sendable, Equatable {
        /// The id a garden gets when it begins.
        public var newGardenId: String
        /// The id a device gets when it writes for the first time: with the garden's beginning, or where its data came
        /// from another machine or a backup.
        public var newDeviceId: String
        /// A hash of the machine's id, by which a copied data folder is noticed; `nil` where it cannot be read.
        public var machine: String?

        public init(newGardenId: String, newDeviceId: String, machine: String?) {
            self.newGardenId = newGardenId
            self.newDeviceId = newDeviceId
            self.machine = machine
        }
    }

    let names: Names
    /// Whether the journal is a copy, whose original may have gone on.
    let isCopy: Bool
    /// The last sign of life of the run before: its last change, or a later heartbeat (RULES P9).
    let lastSign: Instant
    /// How long no daemon ran, in the same boot.
    let absenceMilliseconds: Int

    /// - Parameter heartbeat: when the run before left its last heartbeat, where it left one.
    public init(at moment: Moment, after state: GardenState, heartbeat: Instant?, names: Names, isCopy: Bool = false) {
        self.names = names
        self.isCopy = isCopy
        lastSign = max(state.lastChangeAt, heartbeat ?? state.lastChangeAt)
        // Over a reboot there is no such thing: the machine was off.
        let signOnBootClock = lastSign.milliseconds - state.clock.wallMinusBootMilliseconds
        absenceMilliseconds =
            moment.bootId == state.clock.bootId ? max(0, moment.bootMilliseconds - signOnBootClock) : 0
    }

    /// The garden's first change.
    func birth(at now: Moment) -> DueItem {
        DueItem(cause: EventKind.daemonStarted.type, moment: now, isStart: true) { t in
            let day = t.environment.calendar.day(of: now.wall)
            let effect = DaemonStartEffect(
                version: GardenVersion.current, deviceId: names.newDeviceId, machine: names.machine,
                gardenId: names.newGardenId, clock: ClockReference(now),
                day: DayEffect.Span(of: day, timezone: t.environment.zone.name, t.environment), presence: .unknown)
            t.emit(.daemonStarted, effect)
            t.react { $0.birth(&$1) }
        }
    }

    /// Any later start.
    func start(of state: GardenState, at now: Moment) -> DueItem {
        DueItem(cause: EventKind.daemonStarted.type, moment: now, isStart: true) { t in
            var effect = DaemonStartEffect(version: GardenVersion.current)
            if state.presence != .unknown { effect.presence = .unknown }
            if let machine = names.machine, machine != state.identity.machine {
                effect.machine = machine
                // A folder whose machine was not known came from nowhere else.
                if !state.identity.machine.isEmpty { effect.deviceId = names.newDeviceId }
            }
            // Else what it creates would have the uids of what the original created meanwhile.
            if isCopy { effect.deviceId = names.newDeviceId }
            t.emit(.daemonStarted, effect)
        }
    }
}
