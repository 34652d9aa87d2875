import GardenAPI
import TimeKit

/// The phase that follows a phase, and whether it starts by itself (RULES P1, P5).
enum CyclePolicy {
    /// Whether the next rest is a long one (RULES P26).
    static func isLongRest(in cycle: LongRestCycle, at now: Instant, _ settings: Settings) -> Bool {
        settings.longRestEvery > 0 && cycle.completed(at: now) >= settings.longRestEvery
    }

    /// How many more focus sessions are completed before the next long rest, with the one in progress; 0 if the next rest is one, and
    /// `nil` if there are no long rests.
    static func sessionsUntilLongRest(in cycle: LongRestCycle, at now: Instant, _ settings: Settings) -> Int? {
        settings.longRestEvery > 0 ? max(0, settings.longRestEvery - cycle.completed(at: now)) : nil
    }

    static func restMilliseconds(isLong: Bool, _ settings: Settings) -> Int {
        (isLong ? settings.longRestMinutes : settings.restMinutes) * 60_000
    }

    static func restStartsByItself(_ settings: Settings, _ presence: Presence) -> Bool {
        allows(settings.startRest, presence)
    }

    static func focusStartsByItself(_ settings: Settings, _ presence: Presence) -> Bool {
        allows(settings.startFocus, presence)
    }

    /// Whether another focus may start by itself after `automatic` that did (RULES P18).
    ///
    /// - Parameter presence: ``GardenState/provedPresence``.
    static func isAttended(after automatic: Int, _ settings: Settings, _ presence: Presence) -> Bool {
        presence != .unknown || settings.unattendedSessions == 0 || automatic < settings.unattendedSessions
    }

    private static func allows(_ start: AutomaticStart, _ presence: Presence) -> Bool {
        switch start {
        case .always: true
        case .present: presence.isPresent
        case .never: false
        }
    }
}
