import GardenAPI
import TextKit

/// The format of the status.
enum StatusFormat: Equatable {
    case text
    case plain
    /// A few words for a status bar: `● Maths 24:10`.
    case bar
    case template(Template)
    case waybar

    static let words = ["text", "plain", "bar", "waybar"]

    /// A format's name, or a template, which contains braces.
    init(_ text: String) throws(Template.Problem) {
        switch text {
        case "text": self = .text
        case "plain": self = .plain
        case "bar": self = .bar
        case "waybar": self = .waybar
        case _ where text.contains("{") || text.contains("}"):
            self = .template(try Template(text, placeholders: Placeholder.names))
        default:
            let hint = Suggestion.nearest(to: text, among: Self.words).map { "; did you mean \($0)?" } ?? ":"
            throw Template.Problem(
                message:
                    "unknown format '\(text)'\(hint) use text, plain, bar, waybar or a template such as '{category} {remaining}'"
            )
        }
    }

    /// Whether it shows which tasks are due or overdue.
    var showsDueTasks: Bool {
        switch self {
        case .text: true
        case .plain, .bar: false
        case .waybar: true
        case .template(let template): [Placeholder.tasksDue, .tasksOverdue].contains { template.contains($0.rawValue) }
        }
    }

    func rendered(_ snapshot: StatusSnapshot, _ style: Style) -> String {
        switch (self, snapshot) {
        case (.text, .home(let status)): return statusText(status, style)
        case (.text, .away): return style.warning("The daemon is away; reconnecting.")
        case (.plain, _): return statusLine(snapshot)
        case (.bar, _): return barText(snapshot)
        case (.waybar, _): return waybarText(snapshot)
        case (.template(let template), _):
            return template.rendered { name in Placeholder(rawValue: name).map(snapshot.value) ?? "" }
        }
    }
}
