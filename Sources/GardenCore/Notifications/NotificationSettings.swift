import GardenAPI

/// A notification server with a do-not-disturb mode that can be switched on during a focus session.
public enum DoNotDisturbServer: String, WireWord {
    case off, dunst, mako, swaync, gnome
}

/// Which notifications are shown (API §6, `[notifications]`).
public struct NotificationSettings: WireObject, Equatable {
    public static let name = "NotificationSettings"

    /// Whether any are.
    public var isEnabled: Bool
    /// Whether the server is asked to make a sound.
    public var hasSound: Bool
    public var focusCompleted: Bool
    public var restCompleted: Bool
    public var reminder: Bool
    public var levelUp: Bool
    public var woke: Bool
    public var locked: Bool
    public var tierRaised: Bool
    public var storageFailed: Bool
    public var drillFinished: Bool
    /// The server that shows nothing during a focus session.
    public var doNotDisturb: DoNotDisturbServer

    static let standard = NotificationSettings(
        isEnabled: true, hasSound: true, focusCompleted: true, restCompleted: true, reminder: true, levelUp: true,
        woke: true, locked: true, tierRaised: true, storageFailed: true, drillFinished: true,
        doNotDisturb: .off)

    public static let fields = Fields(
        NotificationSettings.init,
        .defaulted("notifications.enabled", \.isEnabled, in: standard, "Whether gardend shows notifications."),
        .defaulted(
            "notifications.sound", \.hasSound, in: standard,
            "Whether notifications ask the notification server to make a sound."),
        .shown(.focusCompleted, \.focusCompleted, "a focus session is over"),
        .shown(.restCompleted, \.restCompleted, "a rest is over"),
        .shown(.reminder, \.reminder, "a task's reminder is due"),
        .shown(.levelUp, \.levelUp, "a garden reaches a new level"),
        .shown(.woke, \.woke, "a focus session was paused because the machine slept or was off"),
        .shown(.locked, \.locked, "a focus session continued while the desktop was locked"),
        .shown(.tierRaised, \.tierRaised, "prices rise"),
        .shown(.storageFailed, \.storageFailed, "writing to disk fails"),
        .shown(.drillFinished, \.drillFinished, "a drill ends, other than by hand"),
        .defaulted(
            "notifications.do_not_disturb", \.doNotDisturb, in: standard,
            "The notification server to silence during a focus session: \"dunst\", \"mako\" (its mode"
                + " do-not-disturb), \"swaync\" or \"gnome\"; \"off\" for none."))

    /// Whether notifications of a kind are shown.
    public func shows(_ kind: NotificationKind) -> Bool {
        guard isEnabled else { return false }
        return switch kind {
        case .focusCompleted: focusCompleted
        case .restCompleted: restCompleted
        case .reminder: reminder
        case .levelUp: levelUp
        case .woke: woke
        case .locked: locked
        case .tierRaised: tierRaised
        case .storageFailed: storageFailed
        case .drillFinished: drillFinished
        }
    }
}

extension Field where Root == NotificationSettings, Value == Bool {
    fileprivate static func shown(
        _ kind: NotificationKind, _ path: KeyPath<NotificationSettings, Bool> & Sendable, _ occasion: String
    ) -> Field {
        .defaulted(
            "notifications.\(kind.rawValue)", path, in: .standard, "Whether to show a notification when \(occasion).")
    }
}
