import GardenAPI

/// What notifications say (API §6, `[notifications.text.KIND]`): templates with the placeholders of their kind.
public struct NotificationTexts: WireObject, Equatable {
    public static let name = "NotificationTexts"

    var focusCompletedSummary: String
    var focusCompletedBody: String
    var restCompletedSummary: String
    var restCompletedBody: String
    var reminderSummary: String
    var reminderBody: String
    var levelUpSummary: String
    var levelUpBody: String
    var wokeSummary: String
    var wokeBody: String
    var lockedSummary: String
    var lockedBody: String
    var tierRaisedSummary: String
    var tierRaisedBody: String
    var storageFailedSummary: String
    var storageFailedBody: String
    var drillFinishedSummary: String
    var drillFinishedBody: String

    static let standard = NotificationTexts(
        focusCompletedSummary: "Focus completed", focusCompletedBody: "{category}, {minutes} min. {next}",
        restCompletedSummary: "Rest completed", restCompletedBody: "{next}",
        reminderSummary: "{task}", reminderBody: "{category}, {time}{missed}",
        levelUpSummary: "{category} reached level {level}", levelUpBody: "",
        wokeSummary: "Focus paused",
        wokeBody: "{category}, {left} left. The machine slept or was off for {duration}.",
        lockedSummary: "Did you focus on {category}?",
        lockedBody: "The desktop was locked for {duration} of the session.",
        tierRaisedSummary: "Prices rose to ×{rate}", tierRaisedBody: "The rate is in tier {tier}.",
        storageFailedSummary: "Cannot write to disk",
        storageFailedBody: "{reason}. gardend refuses changes until it can write again.",
        drillFinishedSummary: "{deck}, {level}: {outcome}", drillFinishedBody: "{result}")

    public static let fields = Fields(
        NotificationTexts.init,
        .summary(.focusCompleted, \.focusCompletedSummary), .body(.focusCompleted, \.focusCompletedBody),
        .summary(.restCompleted, \.restCompletedSummary), .body(.restCompleted, \.restCompletedBody),
        .summary(.reminder, \.reminderSummary), .body(.reminder, \.reminderBody),
        .summary(.levelUp, \.levelUpSummary), .body(.levelUp, \.levelUpBody),
        .summary(.woke, \.wokeSummary), .body(.woke, \.wokeBody),
        .summary(.locked, \.lockedSummary), .body(.locked, \.lockedBody),
        .summary(.tierRaised, \.tierRaisedSummary), .body(.tierRaised, \.tierRaisedBody),
        .summary(.storageFailed, \.storageFailedSummary), .body(.storageFailed, \.storageFailedBody),
        .summary(.drillFinished, \.drillFinishedSummary), .body(.drillFinished, \.drillFinishedBody))

    /// The summary and the body of a kind.
    private subscript(kind: NotificationKind) -> (summary: String, body: String) {
        switch kind {
        case .focusCompleted: (focusCompletedSummary, focusCompletedBody)
        case .restCompleted: (restCompletedSummary, restCompletedBody)
        case .reminder: (reminderSummary, reminderBody)
        case .levelUp: (levelUpSummary, levelUpBody)
        case .woke: (wokeSummary, wokeBody)
        case .locked: (lockedSummary, lockedBody)
        case .tierRaised: (tierRaisedSummary, tierRaisedBody)
        case .storageFailed: (storageFailedSummary, storageFailedBody)
        case .drillFinished: (drillFinishedSummary, drillFinishedBody)
        }
    }

    /// The summary and the body of a notification.
    ///
    /// - Parameter values: of the kind's placeholders.
    func text(_ kind: NotificationKind, _ values: [NotificationPlaceholder: String]) -> (summary: String, body: String)
    {
        let (summary, body) = self[kind]
        return (Self.rendered(summary, kind, values), Self.rendered(body, kind, values))
    }

    private static func rendered(
        _ text: String, _ kind: NotificationKind, _ values: [NotificationPlaceholder: String]
    ) -> String {
        // The settings were checked when they were read.
        let template = try? Template(text, placeholders: kind.placeholderNames)
        return template?.rendered { name in NotificationPlaceholder(rawValue: name).flatMap { values[$0] } ?? "" }
            ?? text
    }
}

/// A value in the text of a notification, written as `{name}`.
enum NotificationPlaceholder: String, CaseIterable {
    case category, task, session, minutes, duration, next, time, missed, level, left, tier, rate, reason, deck, outcome,
        result
}

extension NotificationKind {
    /// The placeholders of its text, each with a value for a sample.
    var sampleValues: [(placeholder: NotificationPlaceholder, value: String)] {
        switch self {
        case .focusCompleted:
            [
                (.category, "Work"), (.minutes, "25"), (.session, "1"), (.task, "Write the report"),
                (.next, "A rest of 5 min has begun."),
            ]
        case .restCompleted: [(.category, "Work"), (.minutes, "5"), (.session, "2"), (.next, "Session 2 has begun.")]
        case .reminder: [(.task, "Water the plants"), (.category, "Home"), (.time, "09:00"), (.missed, "")]
        case .levelUp: [(.category, "Work"), (.level, "3")]
        case .woke: [(.category, "Work"), (.duration, "30 min"), (.minutes, "30"), (.left, "12:30")]
        case .locked: [(.category, "Work"), (.duration, "15 min"), (.minutes, "15")]
        case .tierRaised: [(.tier, "2"), (.rate, "1.5")]
        case .storageFailed: [(.reason, "no space left on device")]
        case .drillFinished:
            [(.deck, "flags"), (.level, "basic"), (.outcome, "cleared"), (.result, "★★☆ in 21.4 s")]
        }
    }

    fileprivate var placeholderNames: [String] { sampleValues.map(\.placeholder.rawValue) }
}

extension Field where Root == NotificationTexts, Value == String {
    fileprivate static func summary(
        _ kind: NotificationKind, _ path: KeyPath<NotificationTexts, String> & Sendable
    ) -> Field { text(kind, "summary", "title", path) }

    fileprivate static func body(
        _ kind: NotificationKind, _ path: KeyPath<NotificationTexts, String> & Sendable
    ) -> Field { text(kind, "body", "text below the title", path) }

    private static func text(
        _ kind: NotificationKind, _ part: String, _ meaning: String,
        _ path: KeyPath<NotificationTexts, String> & Sendable
    ) -> Field {
        let placeholders = kind.placeholderNames.map { "{\($0)}" }.joined(separator: ", ")
        return .defaulted(
            "notifications.text.\(kind.rawValue).\(part)", path, in: .standard,
            "The \(meaning) of the notification. Placeholders: \(placeholders).", .template(kind.placeholderNames))
    }
}

extension Constraint where Value == String {
    /// A template of at most 500 characters; empty for no text.
    fileprivate static func template(_ placeholders: [String]) -> Constraint {
        let most = 500
        return Constraint(
            "a text of at most \(most) characters", schema: JSONObject([("x-maxCharacters", .integer(most))]),
            problem: { text in
                do throws(Template.Problem) { _ = try Template(text, placeholders: placeholders) } catch {
                    return "is not a valid text: \(error.message)"
                }
                return nil
            },
            validate: { text in
                let isValid = (try? Template(text, placeholders: placeholders)) != nil
                return isValid && text.utf8.count <= most * 4 && text.count <= most ? text : nil
            })
    }
}
