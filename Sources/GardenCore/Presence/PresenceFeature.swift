import GardenAPI
import TimeKit

extension Feature {
    /// Whether a person is at the desktop.
    static let presence = Feature(
        "presence", undo: .impossible(because: "it does not change the garden"), parts: [.absence],
        methods: [.query(PresenceGet.self), .command(PresenceSet.self)],
        events: { EventKind.presenceChanged })
}

/// A change of the presence, for features that depend on it.
struct PresenceChange {
    /// The lock that began with this change; `nil` if none did.
    let lockBegun: PresenceState.Absence?
    /// The lock that ended with this change, in the boot in which it began; `nil` if none did.
    let lockEnded: PresenceState.Absence?
    /// The idle time that ended with this change, in the boot in which it began; `nil` if none did.
    let idleEnded: PresenceState.Absence?
    /// The idle time that goes on with this change; `nil` if none does.
    let idleContinued: PresenceState.Absence?
    let cause: EventReference
}

extension Occasion where Details == PresenceChange {
    /// The presence changed (RULES P14, P15, P29).
    static let presenceChange = Occasion("presenceChange")
}

extension Change {
    /// Whether it shows that a person is there (RULES P18): a hook and a garden by itself make changes, too, and a program that
    /// reports the presence also reports an absence.
    var isSignOfPerson: Bool {
        actor != Actor.due && !actor.hasPrefix(Actor.hookPrefix) && !Features.isAutomatic(actor)
            && method != PresenceSet.method
    }
}

extension PresenceGet: Query {
    public func answer(in context: QueryContext) -> PresenceReport { PresenceReport(context.state.presence) }
}

extension PresenceSet: Command {
    public func perform(in t: inout Transition) -> PresenceReport {
        let reported: Presence? =
            switch presence {
            case .active: .active
            case .idle: .idle
            case .locked: .locked
            case .auto: nil
            }
        if let reported {
            t.changePresence(to: reported, reportedIn: t.state.clock.bootId)
        } else {
            t.followLogin(t.environment[LoginPresence.self])
        }
        return PresenceReport(t.state.presence)
    }
}

extension PresenceReport {
    fileprivate init(_ state: PresenceState) { self.init(presence: state.current, source: state.source) }
}

/// The presence that the login session reports. A program that reports it comes before (RULES P15).
public struct LoginPresence: MachineReport, EnvironmentPart {
    public static let initial = LoginPresence(.unknown)
    public static let isReported = true

    public let presence: Presence
    /// Whether the login session has reported an absence.
    fileprivate let hasProved: Bool

    /// - Parameter hasProved: whether the login session is known to have reported an absence in this boot.
    public init(_ presence: Presence, hasProved: Bool = false) {
        self.presence = presence
        self.hasProved = hasProved || presence.isAbsent
    }

    public var subject: String { "presence" }

    public var cause: String { EventKind.presenceChanged.type }

    public func isNews(to state: GardenState) -> Bool { true }

    public func update(_ environment: inout Environment) {
        environment[Self.self] = LoginPresence(
            presence, hasProved: hasProved || environment[Self.self].hasProved)
    }

    public func perform(in t: inout Transition) {
        guard t.state.presence.source == .login else { return }
        t.followLogin(t.environment[LoginPresence.self])
    }
}

extension Transition {
    /// A session that has never reported an absence, such as one with a compositor that has no such hint, looks active for ever:
    /// its `active` says nothing (RULES P15).
    fileprivate mutating func followLogin(_ login: LoginPresence) {
        let isRecorded = state.presence.hasProved(.login, in: state.clock.bootId)
        let hasProved = login.hasProved || isRecorded
        changePresence(
            to: login.presence == .active && !hasProved ? .unknown : login.presence, reportedIn: nil,
            provedBefore: hasProved && !isRecorded && !login.presence.isAbsent)
    }

    /// The timer asks about the session in progress when the absence ends (RULES P14, P29). How much of it has passed by now is
    /// recorded here, because the timer itself does not change then.
    private var newAbsence: PresenceState.Absence {
        let focus = state.timer.run.flatMap { $0.phase == .focus ? $0 : nil }
        return PresenceState.Absence(
            since: moment.wall, awakeMilliseconds: moment.awakeMilliseconds, bootId: state.clock.bootId,
            focusStartedAt: focus?.startedAt,
            focusedMilliseconds: focus.map { $0.totalMilliseconds - state.remainingMilliseconds(at: moment) },
            countsAsFocus: focus?.countsIdle)
    }

    /// - Parameters:
    ///   - bootId: the boot, if a program reports it.
    ///   - provedBefore: whether its source reported an absence that is not recorded.
    fileprivate mutating func changePresence(
        to presence: Presence, reportedIn bootId: String?, provedBefore: Bool = false
    ) {
        let before = state.presence
        guard presence != before.current || bootId != before.reportedIn else { return }
        let openLock = before.lock.flatMap { $0.bootId == state.clock.bootId ? $0 : nil }
        let openIdle = before.idle.flatMap { $0.bootId == state.clock.bootId ? $0 : nil }
        let lock: PresenceState.Absence?
        var idle: PresenceState.Absence?
        switch presence {
        case .locked: (lock, idle) = (openLock ?? newAbsence, openIdle)
        // The daemon starts, or the session cannot be seen: that is no unlock, and no return.
        case .unknown: (lock, idle) = (openLock, openIdle)
        case .idle: (lock, idle) = (nil, openIdle ?? newAbsence)
        case .active: (lock, idle) = (nil, nil)
        }
        if let ended = openLock, lock == nil, openIdle != nil {
            let locked = moment.awakeMilliseconds - ended.awakeMilliseconds
            idle?.lockedMilliseconds = (openIdle?.lockedMilliseconds ?? 0) + locked
        }
        let effect = PresenceEffect(
            presence: presence, before: before.current, reportedIn: bootId,
            wasReported: before.reportedIn == nil ? nil : true, lock: lock,
            provedBefore: provedBefore ? true : nil, idle: idle)
        let changed = emit(.presenceChanged, effect)
        let change = PresenceChange(
            lockBegun: openLock == nil ? lock : nil, lockEnded: lock == nil ? openLock : nil,
            idleEnded: idle == nil ? openIdle : nil,
            idleContinued: idle == nil ? nil : openIdle, cause: changed)
        react(to: .presenceChange, change)
    }
}
