/// Returns the notifications on which something can be done now, the newest first (RULES N2).
///
/// It does not matter whether the desktop shows them. At most the 50 newest reminders are among them.
public struct NotificationList: Request {
    public static let method = "notification.list"
    public static let summary = "Returns the notifications on which something can be done now."
    public typealias Response = [GardenNotification]
    public static let fields = Fields(NotificationList.init)

    /// Creates the request.
    public init() {}
}

/// Does what a button of a notification does (RULES N2).
///
/// Errors: those of the request that does the same, and
/// - `not_found` when no notification has the id.
/// - `invalid_params` when this kind of notification has no such action.
/// - `refused`, reason `too_late`, when the action is no longer possible; nothing is changed.
public struct NotificationAct: ChangeRequest {
    public static let method = "notification.act"
    public static let summary = "Does what a button of a notification does."
    public typealias Response = NotificationOutcome
    public static let errors: [RequestError] = [.notFound, .refused(.tooLate), .refused(.outOfRange)]

    /// The notification; `nil` for the oldest question that has the action as an answer, otherwise the newest one that has it.
    public var id: Int?
    /// What to do.
    public var action: NotificationAction

    /// Creates the request.
    public init(id: Int? = nil, action: NotificationAction) {
        self.id = id
        self.action = action
    }

    public static let fields = Fields(
        NotificationAct.init,
        .optional(
            "id", \.id,
            "the notification (default: the oldest question with that answer, or the newest that has the action)", .id),
        .required("action", \.action, "what to do"))
}

/// Shows a sample notification, whether or not its kind is switched on. Its buttons do nothing.
public struct NotificationTest: Request {
    public static let method = "notification.test"
    public static let summary = "Shows a sample notification."
    public typealias Response = NotificationSample
    public static let errors: [RequestError] = [.refused(.busy)]

    /// The kind without the param.
    public static let defaultKind = NotificationKind.focusCompleted

    /// The kind; `nil` for ``defaultKind``.
    public var kind: NotificationKind?

    /// Creates the request.
    public init(kind: NotificationKind? = nil) { self.kind = kind }

    public static let fields = Fields(
        NotificationTest.init,
        .optional("kind", \.kind, "the kind (default: focus_completed)"))
}
