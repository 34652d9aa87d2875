import GardenAPI
import TextKit

/// What notifications say (API §6, `[notifications.text.KIND]`): templates with the placeholders of their kind.
public struct NotificationTexts: WireObject, Equatable {
    public static let name = "NotificationTexts"

    /// The summary and the body of each kind, in the order of ``NotificationTypes/all``.
    private var texts: [String]

    static let standard = NotificationTexts(texts: NotificationTypes.all.flatMap { [$0.summary, $0.body] })

    public static let fields = Fields(
        listing: NotificationTypes.all.enumerated().flatMap { index, type in
            [
                field(type, "summary", "title", \.texts[index * 2]),
                field(type, "body", "text below the title", \.texts[index * 2 + 1]),
            ]
        }, NotificationTexts.init)

    private static func field(
        _ type: NotificationType, _ part: String, _ meaning: String,
        _ path: KeyPath<NotificationTexts, String> & Sendable
    ) -> Field<NotificationTexts, String> {
        let placeholders = type.placeholderNames.map { "{\($0)}" }.joined(separator: ", ")
        return .defaulted(
            "notifications.text.\(type.kind.rawValue).\(part)", path, in: .standard,
            "The \(meaning) of the notification. Placeholders: \(placeholders).", .template(type.placeholderNames))
    }

    /// The templates of a kind.
    public subscript(kind: NotificationKind) -> (summary: String, body: String) {
        get {
            let index = Self.index(of: kind)
            return (texts[index], texts[index + 1])
        }
        set {
            let index = Self.index(of: kind)
            (texts[index], texts[index + 1]) = newValue
        }
    }

    private static func index(of kind: NotificationKind) -> Int {
        (NotificationKind.allCases.firstIndex(of: kind) ?? 0) * 2
    }

    /// The summary and the body of a notification.
    ///
    /// - Parameter values: of the kind's placeholders.
    func text(_ type: NotificationType, _ values: [String: String]) -> (summary: String, body: String) {
        let (summary, body) = self[type.kind]
        return (Self.rendered(summary, type, values), Self.rendered(body, type, values))
    }

    private static func rendered(_ text: String, _ type: NotificationType, _ values: [String: String]) -> String {
        // The settings were checked when they were read.
        let template = try? Template(text, placeholders: type.placeholderNames)
        return template?.rendered { values[$0] ?? "" } ?? text
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
