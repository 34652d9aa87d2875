import GardenAPI
import TimeKit

/// A kind of notification, as its feature describes it (RULES N2).
public struct NotificationType: Sendable {
    public let kind: NotificationKind
    /// The type of the event that it is about; `nil` for one that is about no event.
    let event: String?
    /// Which of these events have one.
    let isAbout: @Sendable (Event) throws -> Bool
    /// When it is shown, in words that follow "when".
    let occasion: String
    /// What it says unless the settings say otherwise, with placeholders in braces.
    let summary: String
    let body: String
    /// The placeholders, each with a value for a sample.
    let placeholders: [(name: String, sample: String)]
    /// Every action that a notification of the kind can have, in the order of the buttons.
    let actions: [NotificationAnswer]
    /// Why an action is no longer possible.
    let lateness: String
    /// Whether it asks a question: an answer without the id of a notification goes to the oldest question that has it.
    let isQuestion: Bool
    /// Whether it is shown again after a crash that may have kept it from the screen (RULES N1).
    let isRepeatedUntilShown: Bool
    public let appearance: NotificationAppearance

    init(
        _ kind: NotificationKind, about event: String?,
        where isAbout: @escaping @Sendable (Event) throws -> Bool = { _ in true },
        when occasion: String, summary: String, body: String, placeholders: KeyValuePairs<String, String>,
        actions: [NotificationAnswer] = [], lateness: String = "it asks no question",
        isQuestion: Bool = false, isRepeatedUntilShown: Bool = false,
        appearance: NotificationAppearance
    ) {
        self.kind = kind
        self.event = event
        self.isAbout = isAbout
        self.occasion = occasion
        self.summary = summary
        self.body = body
        self.placeholders = placeholders.map { ($0.key, $0.value) }
        self.actions = actions
        self.lateness = lateness
        self.isQuestion = isQuestion
        self.isRepeatedUntilShown = isRepeatedUntilShown
        self.appearance = appearance
    }

    /// The names of the placeholders.
    var placeholderNames: [String] { placeholders.map(\.name) }
}

/// What a button of a notification says and does.
struct NotificationAnswer: Sendable {
    typealias Perform =
        @Sendable (PlannedNotification, inout Transition) throws(GardenError) -> NotificationActionResult

    let action: NotificationAction
    let label: String
    /// Whether a sample has the button. Some say that something has not begun, which the text of a sample contradicts.
    var isInSample = true
    let perform: Perform

    init(_ action: NotificationAction, _ label: String, isInSample: Bool = true, _ perform: @escaping Perform) {
        self.action = action
        self.label = label
        self.isInSample = isInSample
        self.perform = perform
    }
}

/// What an action has changed besides the timer.
struct NotificationActionResult {
    var task: TaskItem?
    var session: Session?
    var removed: [Session]?
    var missingPoints: Int?
}

/// How a desktop shows a kind of notification.
public struct NotificationAppearance: Sendable, Equatable {
    public enum Urgency: Sendable { case low, normal, critical }

    public var urgency: Urgency
    /// A name of the freedesktop icon naming specification.
    public var icon: String
    /// A name of the freedesktop sound naming specification.
    public var sound: String
    /// Whether it stays on the screen until the person does something: always, or if it has one of these actions.
    public var waits: Waiting
    /// Whether it is of something for which a person has set the time, so that it comes through do-not-disturb (RULES N5).
    public var comesThrough = false

    public enum Waiting: Sendable, Equatable {
        case never, always
        case with([NotificationAction])
    }
}

/// The notifications of a feature.
struct NotificationSource: Sendable {
    let types: [NotificationType]
    /// Other events after which one of them may be shown.
    var otherEvents: [String] = []
    /// Those on which something can be done now.
    var open: @Sendable (QueryContext) throws -> [PlannedNotification] = { _ in [] }
    /// Those to show after events were committed.
    var new: @Sendable (QueryContext, [Event]) throws -> [PlannedNotification] = { _, _ in [] }
    /// Those after an event that still apply, of kinds that are repeated until they are shown.
    var unshown: @Sendable (QueryContext, _ seq: Int) throws -> [PlannedNotification] = { _, _ in [] }
    /// Whether one that is no fact still applies.
    var isOpen: @Sendable (QueryContext, PlannedNotification) throws -> Bool = { _, _ in true }
}

extension NotificationSource {
    /// Notifications that each report an event and stay true.
    ///
    /// - Parameter planned: the notification about an event; `nil` if it has none.
    static func facts(
        _ type: NotificationType, _ planned: @escaping @Sendable (QueryContext, Event) throws -> PlannedNotification?
    ) -> NotificationSource {
        NotificationSource(
            types: [type], new: { context, events in try events.compactMap { try planned(context, $0) } })
    }
}

/// All kinds of notifications.
public enum NotificationTypes {
    static let sources: [NotificationSource] = Features.additions(NotificationSource.self)

    /// In the order of the settings.
    public static let all: [NotificationType] = NotificationKind.allCases.map { kind in
        guard let type = sources.lazy.flatMap(\.types).first(where: { $0.kind == kind }) else {
            preconditionFailure("no feature has the notification \(kind.rawValue)")
        }
        return type
    }

    /// The type of a kind.
    public static func type(of kind: NotificationKind) -> NotificationType {
        all[NotificationKind.allCases.firstIndex(of: kind) ?? 0]
    }

    /// The source of a kind.
    static func source(of kind: NotificationKind) -> NotificationSource? {
        sources.first { $0.types.contains { $0.kind == kind } }
    }

    /// The events after which a notification may be shown.
    static let events = Set(all.compactMap(\.event) + sources.flatMap(\.otherEvents))
}
