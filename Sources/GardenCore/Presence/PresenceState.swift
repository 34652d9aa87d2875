import GardenAPI
import TimeKit

/// Whether a person is at the desktop, and since when the desktop has been locked, or the person idle.
public struct PresenceState: WireObject, Equatable {
    public static let name = "PresenceState"

    public internal(set) var current: Presence
    /// The boot in which a program reported it (RULES P15); `nil` if the login session reports it.
    var reportedIn: String?
    /// The lock that has not ended. While the presence is unknown, the desktop may still be locked.
    var lock: Absence?
    /// The boots in which the login session, and a program, have reported an absence. Before that, one that never reports any
    /// looks active for ever (RULES P15).
    private(set) var loginProvedIn: String?
    private(set) var programProvedIn: String?
    /// The idle time that has not ended (RULES P29). It goes on during a lock, and while the presence is unknown.
    var idle: Absence?

    public static let fields = Fields(
        PresenceState.init,
        .required("current", \.current, "the presence"),
        .optional("reportedIn", \.reportedIn, "the boot in which a program reported it"),
        .optional("lock", \.lock, "the lock that has not ended"),
        .optional("loginProvedIn", \.loginProvedIn, "the boot in which the login session reported an absence"),
        .optional("programProvedIn", \.programProvedIn, "the boot in which a program reported an absence"),
        .optional("idle", \.idle, "the idle time that has not ended"))

    /// When the desktop was locked, or the person idle.
    struct Absence: WireObject, Equatable {
        static let name = "Absence"

        var since: Instant
        /// On CLOCK_MONOTONIC, which a focus session counts.
        var awakeMilliseconds: Int
        var bootId: String
        /// When the focus session began that was in progress, which identifies it; `nil` if none was.
        var focusStartedAt: Timestamp?
        /// How much of it had passed.
        var focusedMilliseconds: Int?
        /// Of idle time: how long the locks were that ended during it, without sleep; `nil` for none.
        var lockedMilliseconds: Int?
        /// Of idle time: true if it counts without a question (RULES P29).
        var countsAsFocus: Bool?

        static let fields = Fields(
            Absence.init,
            .required("since", \.since, "when it began"),
            .required("awakeMilliseconds", \.awakeMilliseconds, "the same on CLOCK_MONOTONIC"),
            .required("bootId", \.bootId, "the boot that this clock counts from"),
            .optional("focusStartedAt", \.focusStartedAt, "when the focus session in progress began"),
            .optional("focusedMilliseconds", \.focusedMilliseconds, "how much of it had passed"),
            .optional("lockedMilliseconds", \.lockedMilliseconds, "how long the locks were that ended during it"),
            .optional("countsAsFocus", \.countsAsFocus, "true if it counts without a question"))
    }

    var source: PresenceSource { reportedIn == nil ? .login : .set }

    /// Whether a daemon that starts in that boot keeps the presence: a program reported it, and does not repeat it.
    func outlastsRestart(in bootId: String) -> Bool {
        current == .unknown && reportedIn == nil || reportedIn == bootId
    }

    /// Whether a source has shown in this boot that it notices an absence.
    func hasProved(_ source: PresenceSource, in bootId: String) -> Bool {
        switch source {
        case .login: loginProvedIn == bootId
        case .set: programProvedIn == bootId
        }
    }

    /// What is known of the person: a source that has reported nothing but `active` proves nothing (RULES P15).
    func proved(in bootId: String) -> Presence {
        current == .active && !hasProved(source, in: bootId) ? .unknown : current
    }

    /// Takes over what its source reports.
    mutating func take(_ effect: PresenceEffect, in bootId: String) {
        (current, reportedIn, lock, idle) = (effect.presence, effect.reportedIn, effect.lock, effect.idle)
        guard effect.provedBefore == true || effect.presence.isAbsent else { return }
        switch source {
        case .login: loginProvedIn = bootId
        case .set: programProvedIn = bootId
        }
    }

    /// A part of the focus session in progress that is not of the absence, although it comes or goes during it: a sleep that counts,
    /// or (negative) an earlier absence that does not.
    mutating func leaveOut(_ milliseconds: Int, ofFocusFrom start: Timestamp) {
        guard milliseconds != 0 else { return }
        lock?.leaveOut(milliseconds, ofFocusFrom: start)
        idle?.leaveOut(milliseconds, ofFocusFrom: start)
    }

    /// All of the focus session in progress that passed after so much of it does not count, whether it was of the absence or before.
    mutating func cutBack(to milliseconds: Int, ofFocusFrom start: Timestamp) {
        lock?.cutBack(to: milliseconds, ofFocusFrom: start)
        idle?.cutBack(to: milliseconds, ofFocusFrom: start)
    }

    /// A daemon starts.
    mutating func begin(_ presence: Presence) { (current, reportedIn) = (presence, nil) }
}

extension PresenceState {
    /// Nothing is known.
    init() {
        self.init(
            current: .unknown, reportedIn: nil, lock: nil, loginProvedIn: nil, programProvedIn: nil, idle: nil)
    }
}

extension PresenceState.Absence {
    fileprivate mutating func leaveOut(_ milliseconds: Int, ofFocusFrom start: Timestamp) {
        guard focusStartedAt == start, let focused = focusedMilliseconds else { return }
        focusedMilliseconds = focused + milliseconds
    }

    fileprivate mutating func cutBack(to milliseconds: Int, ofFocusFrom start: Timestamp) {
        guard focusStartedAt == start, let focused = focusedMilliseconds else { return }
        focusedMilliseconds = min(focused, milliseconds)
    }
}

extension StatePart {
    /// How much of its focus session had passed when an absence began: the lock, and the idle time, that has not ended. An answer
    /// that is undone puts the part back that it had left out, as long as the absence goes on.
    static let absence = StatePart(
        "absence", PresenceState.AbsenceFocus.members,
        read: { state, id in PresenceState.AbsenceFocus(state.presence[keyPath: PresenceState.absences[id]]) },
        write: { state, id, focus in
            state.presence[keyPath: PresenceState.absences[id]]?.focusedMilliseconds = focus?.focusedMilliseconds
        })
}

extension PresenceState {
    /// By their ids in ``StatePart/absence``.
    fileprivate static let absences: [WritableKeyPath<PresenceState, Absence?> & Sendable] = [\.lock, \.idle]

    /// What undo puts back of an absence.
    fileprivate struct AbsenceFocus: WireObject {
        static let name = "AbsenceFocus"
        static let members = StatePart.Members(sums: ["focusedMilliseconds"], identifying: ["focusStartedAt"])

        var focusStartedAt: Timestamp
        var focusedMilliseconds: Int

        static let fields = Fields(
            AbsenceFocus.init,
            .required("focusStartedAt", \.focusStartedAt, "when the focus session began"),
            .required("focusedMilliseconds", \.focusedMilliseconds, "how much of it had passed"))
    }

    /// What leaving a part of a focus session out replaces in the absences, as ``leaveOut(_:ofFocusFrom:)`` does.
    static func replacements(
        leavingOut milliseconds: Int, ofFocusFrom start: Timestamp, at event: Int
    ) -> [Replacement] {
        absences.indices.map { id in
            Replacement(
                .absence, id, from: AbsenceFocus(focusStartedAt: start, focusedMilliseconds: 0),
                to: AbsenceFocus(focusStartedAt: start, focusedMilliseconds: milliseconds), at: event)
        }
    }
}

extension PresenceState.AbsenceFocus {
    fileprivate init?(_ absence: PresenceState.Absence?) {
        guard let start = absence?.focusStartedAt, let focused = absence?.focusedMilliseconds else { return nil }
        self.init(focusStartedAt: start, focusedMilliseconds: focused)
    }
}

extension GardenState {
    /// What is known of the person (RULES P15).
    var provedPresence: Presence { presence.proved(in: clock.bootId) }
}

extension Presence {
    /// Whether a person counts as present: also if it is not known (RULES P15).
    var isPresent: Bool { self == .active || self == .unknown }

    /// Whether a source says that the person is away.
    var isAbsent: Bool { self == .idle || self == .locked }
}
