import GardenAPI

/// The presence to report, at most once per second (RULES P15: flaps settle within a second).
///
/// A change is reported at once, unless the last report was less than a second ago: then the value that is current when
/// that second ends is reported, if it differs. `unknown` is reported only after a second: logind restarts faster, and
/// a restart while the desktop is locked must not look like an unlock.
nonisolated struct SettledPresence: Equatable {
    /// What to do about a change.
    enum Step: Equatable {
        /// Nothing; forget an earlier `wait`.
        case rest
        /// Report this value; forget an earlier `wait`.
        case report(Presence)
        /// Call ``SettledPresence/settle(atMicroseconds:)`` at this moment.
        case wait(untilMicroseconds: UInt64)
    }

    /// The value that was reported last.
    private(set) var reported = Presence.unknown
    private var current = Presence.unknown
    /// The earliest moment of the next report, and of one of `unknown`.
    private var nextReportMicroseconds: UInt64 = 0
    private var unknownReportMicroseconds: UInt64 = 0

    private static let intervalMicroseconds: UInt64 = 1_000_000

    /// Takes the value that is current from now on.
    ///
    /// - Parameter now: a reading of the monotonic clock.
    mutating func change(to presence: Presence, atMicroseconds now: UInt64) -> Step {
        if presence == .unknown, current != .unknown { unknownReportMicroseconds = now + Self.intervalMicroseconds }
        current = presence
        return settle(atMicroseconds: now)
    }

    /// Reports the current value if it is time.
    mutating func settle(atMicroseconds now: UInt64) -> Step {
        guard current != reported else { return .rest }
        let due = max(nextReportMicroseconds, current == .unknown ? unknownReportMicroseconds : 0)
        guard now >= due else { return .wait(untilMicroseconds: due) }
        reported = current
        nextReportMicroseconds = now + Self.intervalMicroseconds
        return .report(current)
    }
}
