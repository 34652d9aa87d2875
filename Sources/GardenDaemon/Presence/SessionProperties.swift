import GardenAPI
import SystemdKit

/// What logind says about a login session: org.freedesktop.login1(5), "Session Objects".
nonisolated struct SessionProperties: Equatable {
    /// logind's id of the session: "2", "c1".
    var id = ""
    /// `x11`, `wayland`, `mir`, `web`, `tty` or `unspecified`.
    var type = ""
    /// `opening`, `online`, `active` (in the foreground of its seat) or `closing`.
    var phase = ""
    /// Whether the person is connected from another machine.
    var isRemote = false
    /// LockedHint: the desktop says that its screen is locked.
    var isLocked = false
    /// IdleHint: the desktop says that there was no input for a while.
    var isIdle = false
    /// Whether this session has ever reported that it is idle or locked (RULES P15).
    var hasReportedAbsence = false

    /// Reads all properties of a session.
    init(all values: [String: BusValue]) {
        update(values)
    }

    /// Applies changes; properties that are not mentioned keep their values.
    ///
    /// - Returns: `false` if the changes do not suffice, and all properties must be read again. logind does not report
    ///   that a session closes, but only that it leaves the foreground.
    mutating func apply(_ changes: PropertyChanges) -> Bool {
        if changes.mention("IdleHint") { hasReportedAbsence = true }
        update(changes.values)
        return !changes.mention("Active") && !["LockedHint", "IdleHint"].contains(where: changes.invalidated.contains)
    }

    private mutating func update(_ values: [String: BusValue]) {
        if case .string(let value)? = values["Id"] { id = value }
        if case .string(let value)? = values["Type"] { type = value }
        if case .string(let value)? = values["State"] { phase = value }
        if case .bool(let value)? = values["Remote"] { isRemote = value }
        if case .bool(let value)? = values["LockedHint"] { isLocked = value }
        if case .bool(let value)? = values["IdleHint"] { isIdle = value }
        if case .uint64(let since)? = values["IdleSinceHint"], since > 0, hasIdleHint { hasReportedAbsence = true }
        if isLocked { hasReportedAbsence = true }
    }

    /// Whether the idle hint means anything. In a text session logind computes it from the terminal's last input at the
    /// moment it is read, and reports no change of it.
    private var hasIdleHint: Bool { type != "tty" }

    /// Whether a person is at the session's desktop (RULES P15): locked has precedence over idle.
    ///
    /// A text session, on a console or over SSH, may be locked, but otherwise says nothing: a shell stays open when its
    /// user goes. A session that closes has no desktop any more.
    var presence: Presence {
        if phase == "closing" { return .unknown }
        if isLocked { return .locked }
        guard hasIdleHint else { return .unknown }
        return isIdle ? .idle : .active
    }
}
