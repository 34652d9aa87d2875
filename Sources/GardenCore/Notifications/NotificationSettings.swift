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
    /// Whether each kind is.
    public var kinds: NotificationSwitches
    /// The server that shows nothing during a focus session.
    public var doNotDisturb: DoNotDisturbServer
    /// Whether reminders and due times are shown during it.
    public var comesThroughDoNotDisturb: Bool

    static let standard = NotificationSettings(
        isEnabled: true, hasSound: true, kinds: .standard, doNotDisturb: .off, comesThroughDoNotDisturb: true)

    public static let fields = Fields(
        NotificationSettings.init,
        .defaulted("notifications.enabled", \.isEnabled, in: standard, "Whether gardend shows notifications."),
        .defaulted(
            "notifications.sound", \.hasSound, in: standard,
            "Whether notifications ask the notification server to make a sound."),
        .inlined(\.kinds),
        .defaulted(
            "notifications.do_not_disturb", \.doNotDisturb, in: standard,
            "The notification server to silence during a focus session: \"dunst\", \"mako\" (its mode"
                + " do-not-disturb), \"swaync\" or \"gnome\"; \"off\" for none."),
        .defaulted(
            "notifications.through_do_not_disturb", \.comesThroughDoNotDisturb, in: standard,
            "Whether reminders and due times are shown at once as urgent, also during a focus session."))

    /// Whether notifications of a kind are shown as urgent, also while the server is to show nothing.
    public func comesThrough(_ kind: NotificationKind) -> Bool {
        comesThroughDoNotDisturb && NotificationTypes.type(of: kind).appearance.comesThrough
    }

    /// Whether notifications of a kind are shown.
    public func shows(_ kind: NotificationKind) -> Bool { isEnabled && kinds[kind] }
}

/// Whether each kind of notification is shown.
public struct NotificationSwitches: WireObject, Equatable {
    public static let name = "NotificationSwitches"

    /// In the order of ``NotificationTypes/all``.
    private var values: [Bool]

    static let standard = NotificationSwitches(values: NotificationTypes.all.map { _ in true })

    public static let fields = Fields(
        listing: NotificationTypes.all.enumerated().map { index, type in
            .defaulted(
                "notifications.\(type.kind.rawValue)", \.values[index], in: .standard,
                "Whether to show a notification when \(type.occasion).")
        }, NotificationSwitches.init)

    public subscript(kind: NotificationKind) -> Bool {
        get { values[Self.index(of: kind)] }
        set { values[Self.index(of: kind)] = newValue }
    }

    private static func index(of kind: NotificationKind) -> Int { NotificationKind.allCases.firstIndex(of: kind) ?? 0 }
}
