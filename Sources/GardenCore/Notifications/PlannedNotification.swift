import GardenAPI
import TimeKit

/// A notification to show.
public struct PlannedNotification: Sendable, Equatable {
    /// What it is about: at most one notification of a subject is on the screen (RULES N3).
    public let subject: String
    public let notification: GardenNotification
    /// Whether it only reports a fact, which stays one: it is of no use later.
    public let isFact: Bool
    /// The events that it is about: several, if it is shown in place of several.
    let events: [Int]

    public var kind: NotificationKind { notification.kind }

    /// What its source has kept to see whether it still applies.
    var kept: JSON = .null

    /// The events that a person must see, if need be with the next run (RULES N1); none for most kinds.
    public var eventsToShow: [Int] { NotificationTypes.type(of: kind).isRepeatedUntilShown ? events : [] }

    /// Whether something waits for the person, so that it stays on the screen.
    public var waits: Bool {
        switch NotificationTypes.type(of: kind).appearance.waits {
        case .never: false
        case .always: true
        case .with(let actions): notification.actions.contains { actions.contains($0.action) }
        }
    }
}

extension QueryContext {
    /// A notification about an event.
    ///
    /// - Parameters:
    ///   - values: of the placeholders of its kind.
    ///   - actions: what can be done now.
    func planned(
        _ kind: NotificationKind, _ event: Event, subject: String, _ values: [String: String],
        actions: [NotificationAction] = [], isFact: Bool = false, keeping kept: JSON = .null
    ) -> PlannedNotification {
        planned(
            kind, id: event.seq, at: event.at, subject: subject, values, actions: actions, isFact: isFact, keeping: kept
        )
    }

    func planned(
        _ kind: NotificationKind, id: Int, at: Timestamp, subject: String, _ values: [String: String],
        actions: [NotificationAction] = [], isFact: Bool = false, keeping kept: JSON = .null
    ) -> PlannedNotification {
        let type = NotificationTypes.type(of: kind)
        let (summary, body) = environment.settings.notificationTexts.text(type, values)
        let buttons = actions.compactMap { action in
            type.actions.first { $0.action == action }.map { NotificationButton(action: action, label: $0.label) }
        }
        return PlannedNotification(
            subject: subject,
            notification: GardenNotification(
                id: id, kind: kind, at: at, summary: summary, body: body, actions: buttons),
            isFact: isFact, events: [id], kept: kept)
    }

    /// "9 h 5 min", rounded down; less than a minute is "less than 1 min".
    static func duration(_ milliseconds: Int) -> String {
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        switch (hours, minutes) {
        case (0, 0): return "less than 1 min"
        case (0, _): return "\(minutes) min"
        case (_, 0): return "\(hours) h"
        default: return "\(hours) h \(minutes) min"
        }
    }

    /// "09:00" on the current day, otherwise "2026-11-27 09:00".
    func time(of instant: Instant) -> String {
        let text = timestamp(instant).wallText
        return environment.calendar.day(of: instant) == state.day.day ? String(text.suffix(5)) : text
    }

    func newestEvent(_ types: [String]) throws(StoreError) -> Event? {
        try history.newestEvents(before: nil, limit: 1, types: types).last
    }
}
