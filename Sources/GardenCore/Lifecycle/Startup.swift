import GardenAPI
import TimeKit

/// The daemon's start until its `daemon.started` is written: what it knows about the time before, and about the
/// machine.
public struct Startup: Sendable, Equatable {
    /// The ids that the daemon supplies for a new garden and at each start.
    public struct Names: Sendable, Equatable {
        /// The id a garden gets when it begins.
        public var newGardenId: String
        /// The id a device gets when it first writes: when the garden begins, or when its data came from another
        /// machine or a backup.
        public var newDeviceId: String
        /// A hash of the machine's id, which detects a copied data folder; `nil` if the id cannot be read.
        public var machine: String?

        public init(newGardenId: String, newDeviceId: String, machine: String?) {
            self.newGardenId = newGardenId
            self.newDeviceId = newDeviceId
            self.machine = machine
        }
    }

    let names: Names
    /// Whether the journal is a copy. The original may have continued.
    let isCopy: Bool
    /// The last sign of life of the previous run: its last change, or a later heartbeat (RULES P9).
    let lastSign: Instant
    /// How long no daemon ran, in the same boot.
    private let absenceMilliseconds: Int
    /// Whether the machine was off meanwhile.
    private let wasOff: Bool

    /// - Parameter heartbeat: when the previous run left its last heartbeat, if it left one.
    public init(at moment: Moment, after state: GardenState, heartbeat: Instant?, names: Names, isCopy: Bool = false) {
        self.names = names
        self.isCopy = isCopy
        lastSign = max(state.lastChangeAt, heartbeat ?? state.lastChangeAt)
        // Across a reboot there is no absence: the machine was off.
        let signOnBootClock = lastSign.milliseconds - state.clock.wallMinusBootMilliseconds
        wasOff = moment.bootId != state.clock.bootId
        absenceMilliseconds = wasOff ? 0 : max(0, moment.bootMilliseconds - signOnBootClock)
    }

    /// Whether the daemon was away for longer than the grace. A shorter downtime is ignored (RULES P8).
    func isAbsence(under settings: Settings) -> Bool {
        absenceMilliseconds >= settings.sleepGraceSeconds * 1000
    }

    /// Whether a heartbeat may become the last sign of life before this start is on the disk. It may not if the daemon
    /// was away or the machine off: if it is killed before the disk accepts its start, the next start must find the same
    /// absence (RULES P8, P9).
    public func allowsHeartbeat(under settings: Settings) -> Bool { !wasOff && !isAbsence(under: settings) }

    /// The garden's first change.
    func birth(at now: Moment) -> DueItem {
        DueItem(cause: EventKind.daemonStarted.type, moment: now, isStart: true) { t in
            let day = t.environment.calendar.day(of: now.wall)
            let effect = DaemonStartEffect(
                version: GardenVersion.current, deviceId: names.newDeviceId, machine: names.machine,
                gardenId: names.newGardenId, clock: ClockReference(now),
                day: DayEffect.Span(of: day, timezone: t.environment.zone.name, t.environment), presence: .unknown,
                rules: GardenIdentity.currentRules)
            t.emit(.daemonStarted, effect)
            t.react(to: .gardenBirth, ())
        }
    }

    /// Any later start.
    func start(of state: GardenState, at now: Moment) -> DueItem {
        DueItem(cause: EventKind.daemonStarted.type, moment: now, isStart: true) { t in
            var effect = DaemonStartEffect(version: GardenVersion.current)
            if !state.presence.outlastsRestart(in: now.bootId) {
                effect.presence = .unknown
                if state.timer.run?.isOpen == true, state.provedPresence == .active {
                    effect.seenUntil = now.wall.advanced(byMilliseconds: -absenceMilliseconds)
                }
            }
            if let machine = names.machine, machine != state.identity.machine {
                effect.machine = machine
                // A folder without a known machine was not copied from another one.
                if !state.identity.machine.isEmpty { effect.deviceId = names.newDeviceId }
            }
            // Without a new id, new entities would have the uids of those that the original created meanwhile.
            if isCopy { effect.deviceId = names.newDeviceId }
            t.react(to: .daemonStart, t.emit(.daemonStarted, effect))
        }
    }
}
