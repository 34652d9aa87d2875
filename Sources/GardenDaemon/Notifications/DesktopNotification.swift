import SystemdKit

/// A notification for the user's desktop, independent of the server that shows it: Desktop Notifications Specification,
/// version 1.2.
nonisolated struct DesktopNotification: Sendable, Equatable {
    /// How important it is. Most servers keep a critical one until it is dismissed.
    enum Urgency: UInt8, Sendable {
        case low, normal, critical
    }

    /// A button.
    struct Action: Sendable, Equatable {
        /// Comes back when the button is pressed: `startRest`.
        var key: String
        /// The text of the button.
        var label: String
    }

    /// One line of plain text.
    var summary: String
    /// Plain text; may have several lines.
    var body: String
    /// In the order of display.
    var actions: [Action]
    var urgency: Urgency
    /// The kind, for the user's own rules in the server: `x-garden.focus`. `nil` for none.
    var category: String?
    /// A name of the freedesktop icon naming specification: `appointment-soon`. Empty for none.
    var icon: String
    /// A name of the freedesktop sound naming specification: `complete`. `nil` asks the server to make no sound.
    var sound: String?
    /// Whether the server may remove it after some time. If not, it is asked to keep it until it is dismissed.
    var expires: Bool
    /// The caller's own number for this notification; the server does not see it.
    var reference: Int64

    init(
        summary: String, body: String = "", actions: [Action] = [], urgency: Urgency = .normal,
        category: String? = nil, icon: String = "", sound: String? = nil, expires: Bool = true, reference: Int64 = 0
    ) {
        self.summary = summary
        self.body = body
        self.actions = actions
        self.urgency = urgency
        self.category = category
        self.icon = icon
        self.sound = sound
        self.expires = expires
        self.reference = reference
    }
}

nonisolated extension DesktopNotification {
    /// The lengths beyond which texts are cut, in Unicode scalars.
    static let longestSummary = 200
    static let longestBody = 1000
    static let longestLabel = 60

    /// The arguments of `Notify`.
    ///
    /// - Parameters:
    ///   - replacedId: the id of the notification to replace; 0 for none.
    ///   - capabilities: the server's.
    func arguments(replacing replacedId: UInt32, capabilities: Set<String>) -> [BusValue] {
        let plainBody = body.printable(limit: Self.longestBody, keepsLines: true)
        let shownActions = capabilities.contains("actions") ? actions : []
        var hints: [String: BusValue] = ["urgency": .byte(urgency.rawValue)]
        if let category { hints["category"] = .string(category) }
        if let sound { hints["sound-name"] = .string(sound) } else { hints["suppress-sound"] = .bool(true) }
        return [
            .string("Pocket Garden"),
            .uint32(replacedId),
            .string(icon),
            .string(summary.printable(limit: Self.longestSummary, keepsLines: false)),
            .string(capabilities.contains("body-markup") ? plainBody.escapedForMarkup : plainBody),
            .array(
                elementSignature: "s",
                shownActions.flatMap { action -> [BusValue] in
                    [.string(action.key), .string(action.label.printable(limit: Self.longestLabel, keepsLines: false))]
                }),
            .dictionary(hints),
            // -1: the server decides. 0: never.
            .int32(expires ? -1 : 0),
        ]
    }
}

nonisolated extension String {
    /// This text without control characters, cut after `limit` Unicode scalars with "…" as the last of them.
    ///
    /// - Parameter keepsLines: whether line breaks are kept; otherwise each becomes a space.
    func printable(limit: Int, keepsLines: Bool) -> String {
        var kept = String()
        var count = 0
        for character in self {
            let clean = character.printable(keepsLines: keepsLines)
            count += clean.unicodeScalars.count
            // Cut between characters: an accent or a part of an emoji must not be lost alone.
            guard count <= limit else { return kept.cut(to: limit - 1) + "…" }
            kept += clean
        }
        return kept
    }

    /// Its first whole characters, of at most `limit` Unicode scalars together.
    private func cut(to limit: Int) -> String {
        var kept = self
        while kept.unicodeScalars.count > limit { kept.removeLast() }
        return kept
    }

    /// This text as the content of an XML element, the markup of notifications.
    var escapedForMarkup: String {
        var escaped = String()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

nonisolated extension Character {
    fileprivate func printable(keepsLines: Bool) -> String {
        if isNewline { return keepsLines ? "\n" : " " }
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\t" {
                kept.append(" ")
            } else if scalar.properties.generalCategory != .control {
                kept.append(scalar)
            }
        }
        return String(kept)
    }
}
