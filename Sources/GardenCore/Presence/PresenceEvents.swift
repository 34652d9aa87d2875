import GardenAPI
import TimeKit

struct PresenceEffect: WireObject {
    static let name = "PresenceEffect"

    var presence: Presence
    var before: Presence
    /// The boot in which a program reports it; `nil` if the login session does.
    var reportedIn: String?
    /// Whether a program reported it before.
    var wasReported: Bool?
    /// The lock that has not ended.
    var lock: PresenceState.Absence?
    /// Whether its source reported an absence before, while another one came first.
    var provedBefore: Bool?
    /// The idle time that has not ended.
    var idle: PresenceState.Absence?

    static let fields = Fields(
        PresenceEffect.init,
        .required("presence", \.presence, "the presence after it"),
        .required("before", \.before, "the presence before it"),
        .optional("reportedIn", \.reportedIn, "the boot in which a program reports it"),
        .optional("wasReported", \.wasReported, "true if a program reported it before"),
        .optional("lock", \.lock, "the lock that has not ended"),
        .optional("provedBefore", \.provedBefore, "true if its source reported an absence before, unrecorded"),
        .optional("idle", \.idle, "the idle time that has not ended"))
}

extension EventKind where Effect == PresenceEffect, Published == PresenceReport {
    static let presenceChanged = EventKind("presence.changed", "Presence: {presence}") { effect, origin, state in
        state.notePersonWasThere(until: origin.at.instant)
        state.presence.take(effect, in: state.clock.bootId)
        if state.provedPresence == .active { state.noteSignOfPerson(at: origin.at.instant) }
    } publish: { effect, _ in
        Publication(
            PresenceReport(presence: effect.presence, source: effect.reportedIn == nil ? .login : .set),
            before: PresenceReport(presence: effect.before, source: effect.wasReported == true ? .set : .login))
    }
}
