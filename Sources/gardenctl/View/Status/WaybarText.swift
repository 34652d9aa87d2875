import GardenAPI

/// The status as a line of JSON for a custom module of waybar: text, alt, class, percentage and tooltip.
///
/// Waybar reads text and tooltip as Pango markup, so `&`, `<` and `>` are escaped.
func waybarText(_ snapshot: StatusSnapshot) -> String {
    let fields: JSON =
        switch snapshot {
        case .away:
            [
                "text": .string(barText(snapshot)), "alt": "away", "class": ["away"], "percentage": 0,
                "tooltip": "gardend is away",
            ]
        case .home(let status):
            [
                "text": .string(markup(barText(snapshot))), "alt": .string(status.timer.alternative),
                "class": .array(classes(of: status).map(JSON.string)), "percentage": .integer(status.timer.percent),
                "tooltip": .string(markup(statusText(status, .plain))),
            ]
        }
    return fields.text
}

private func classes(of status: GardenStatus) -> [String] {
    let timer = status.timer
    let words: [(String, Bool)] = [
        (timer.phase.rawValue, true), ("paused", timer.paused), ("long", timer.longRest),
        ("open", timer.open), ("waiting", timer.isWaiting), ("stale", status.stale),
    ]
    return words.filter(\.1).map(\.0)
}

private func markup(_ text: String) -> String {
    text.reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        default: result.append(character)
        }
    }
}

extension FocusTimer {
    /// The word that `format-icons` chooses an icon by.
    fileprivate var alternative: String { paused ? "paused" : longRest ? "longRest" : phase.rawValue }
}
