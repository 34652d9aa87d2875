import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of the signs of the person in open sessions: without one for 4 hours, they are paused (RULES P27).
///
/// All times are awake time in milliseconds.
struct SignModel {
    private static let longest = 4 * 3_600_000

    private var last = 0
    /// What was known of the person.
    private var presence = Presence.unknown

    mutating func note(at awake: Int) { last = max(last, awake) }

    /// The presence changes. Until then, a person who was there gave a sign each minute.
    mutating func note(presence new: Presence, at awake: Int) {
        if presence == .active || new == .active { note(at: awake) }
        presence = new
    }

    /// A session is paused.
    ///
    /// - Parameter milliseconds: how much of it is left out.
    func check(pausedFor milliseconds: Int, at awake: Int, slack: Int, _ isDelayed: Bool, _ label: String) {
        guard !isDelayed else { return }
        // A pause in between is no part of the session.
        #expect(milliseconds >= Self.longest - slack, "\(label): paused after \(milliseconds) ms")
        #expect(milliseconds <= awake - last + slack, "\(label): there was a sign \(awake - last) ms ago")
    }

    /// No session runs on without a sign.
    mutating func check(_ garden: TaskComparison.Garden, at awake: Int, slack: Int, _ label: String) {
        // A restart of the daemon and a reboot change it without an event.
        if garden.state.provedPresence != presence { note(presence: garden.state.provedPresence, at: awake) }
        guard case .running(let run, _) = garden.state.timer, run.isOpen, presence == .unknown else { return }
        #expect(awake - last <= Self.longest + slack, "\(label): there was no sign for \(awake - last) ms")
    }
}

extension TimerEffect {
    /// The time left after a pause.
    var remainingOfPause: Int? {
        if case .paused(_, let pause) = after { return pause.remainingMilliseconds }
        return nil
    }
}
