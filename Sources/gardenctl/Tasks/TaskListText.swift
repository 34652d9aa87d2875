import GardenAPI
import TextKit
import TimeKit

/// What a list of tasks shows besides the tasks.
struct TaskListing {
    var tasks: [TaskItem]
    /// The command that shows the next page; `nil` if no more tasks follow.
    var commandForMore: String?
    /// Whether the tasks are in the order of their categories, which then become headings.
    var isByCategory = true
    /// Whether a filter applies, so that an empty list does not mean that there are no tasks.
    var isFiltered = false
    /// How many tasks are left out until they can begin or count again.
    var hidden = 0
}

/// The tasks, one per line in columns, or in two lines each if the terminal is too narrow for that.
///
/// - Parameters:
///   - counts: `nil` to leave them out.
///   - present: `nil` if it is not known; then no task is marked as overdue.
func taskListText(_ listing: TaskListing, _ counts: TaskCounts?, _ present: Present?, _ style: Style) -> String {
    var paragraphs = [TaskTable(listing, present, style).text]
    if listing.tasks.isEmpty {
        if listing.commandForMore != nil {
            paragraphs = ["No task found so far."]
        } else if listing.isFiltered {
            paragraphs = ["No tasks match."]
        } else if listing.hidden > 0 {
            paragraphs = ["No task can begin yet."]
        } else {
            return "No open tasks. Add one: gardenctl task add TITLE"
        }
    }
    if let counts, !listing.isFiltered { paragraphs.append(countsText(counts, style)) }
    if listing.hidden > 0 { paragraphs.append(hiddenText(listing.hidden)) }
    if let command = listing.commandForMore { paragraphs.append("More tasks follow: \(command)") }
    return paragraphs.joined(separator: "\n\n")
}

/// How many tasks are left out until they can begin or count again (RULES T19, T21).
func hiddenText(_ count: Int) -> String {
    let are = count == 1 ? "1 task is hidden for now" : "\(count) tasks are hidden for now"
    return "\(are): gardenctl task list --all"
}

/// `5 tasks open · 2 overdue · 1 due today`
func countsText(_ counts: TaskCounts, _ style: Style) -> String {
    var parts = ["\(counts.open.counted("task")) open"]
    if counts.overdue > 0 { parts.append(style.failure("\(counts.overdue) overdue")) }
    if counts.dueToday > 0 { parts.append(style.warning("\(counts.dueToday) due today")) }
    return parts.joined(separator: " · ")
}

/// A fact about a task, which has a column of its own.
enum TaskColumn: CaseIterable {
    case start, due, reminder, repetition, priority, points, focuses, tags, category, completed

    var heading: String {
        switch self {
        case .start: "start"
        case .due: "due"
        case .tags: "tags"
        case .reminder: "reminder"
        case .repetition: "repeat"
        case .priority: "prio"
        case .points: "points"
        case .focuses: "focuses"
        case .category: "category"
        case .completed: "completed"
        }
    }

    var isNumber: Bool { self == .points || self == .priority }

    /// The cell of a task; empty if the fact does not apply.
    func text(_ task: TaskItem, _ present: Present?) -> String {
        switch self {
        case .start:
            // One that has come says nothing.
            guard let start = task.start, let present, start.isAhead(present), task.completedAt == nil else {
                return ""
            }
            return start.shortText(present)
        case .tags: return tagsText(task)
        case .due:
            guard let due = task.due, task.completedAt == nil else { return "" }
            guard let present else { return due.shortText(nil) }
            return due.isOverdue(present) ? "overdue \(due.overdueText(present))" : due.shortText(present)
        case .reminder:
            let next = [task.remind, task.snoozedUntil].compactMap(\.self).min { $0.instant < $1.instant }
            return next.map { reminderText($0, task, present) } ?? ""
        case .repetition:
            if let target = task.target { return "\(target.done)/\(target.count) a \(target.per.rawValue)" }
            return [task.standing ? "standing" : nil, task.repeat.map(ruleText)].compactMap(\.self)
                .joined(separator: ", ")
        case .priority: return task.priority.map(String.init) ?? ""
        case .points: return task.points == 0 ? "" : task.points < 0 ? signed(task.points) : "\(task.points)"
        case .focuses:
            let count = task.focuses > 0 || task.estimate != nil ? "\(task.focuses)" : ""
            return task.estimate.map { "\(count)/\($0)" } ?? count
        case .category: return printable(task.category)
        case .completed: return task.completedAt.map { TaskDate.instant($0).shortText(present) } ?? ""
        }
    }

    /// A reminder on the day of the due date beside it needs only its time.
    private func reminderText(_ reminder: Timestamp, _ task: TaskItem, _ present: Present?) -> String {
        guard let due = task.due, present.map(due.isOverdue) != true, due.date == reminder.date else {
            return TaskDate.instant(reminder).shortText(present)
        }
        return reminder.clock
    }

    /// A rule as people say it, `every Mon and Thu`; of a longer RRULE only the frequency, as in `weekly…`.
    private func ruleText(_ rule: String) -> String {
        let (longestPhrase, longestRule) = (24, 12)
        if let text = repetitionText(ofRule: rule), text.count <= longestPhrase { return text }
        guard let parts = rule.firstRange(of: "FREQ=").map({ rule[$0.upperBound...] }) else {
            return printable(rule).cut(to: longestRule)
        }
        return "\(printable(parts.prefix { $0.isLetter }.lowercased()).cut(to: longestRule))…"
    }

    /// The same for a text without headings.
    func fact(_ text: String) -> String {
        switch self {
        case .start: "from \(text)"
        case .due: text.hasPrefix("overdue") ? text : "due \(text)"
        case .reminder: "reminder \(text)"
        case .priority: "priority \(text)"
        case .points: "\(text) points"
        case .focuses: "\(text) focuses"
        case .completed: "completed \(text)"
        case .repetition, .category, .tags: text
        }
    }

    func styled(_ text: String, _ task: TaskItem, _ present: Present?, _ style: Style) -> String {
        guard task.completedAt == nil, !task.isHidden(present) else { return style.dim(text) }
        guard self == .due, let due = task.due, let present else { return text }
        if due.isOverdue(present) { return style.failure(text) }
        return due.isDueToday(present) ? style.warning(text) : text
    }
}

extension TaskItem {
    /// Whether its start is ahead, and it is not overdue (RULES T21), or its target is met (RULES T19).
    func isHidden(_ present: Present?) -> Bool {
        if let target, target.done >= target.count { return true }
        guard let present, let start, start.isAhead(present) else { return false }
        return due.map { !$0.isOverdue(present) } ?? true
    }
}

/// The tasks in columns of the needed width; only the title is cut.
private struct TaskTable {
    private static let gap = "  "
    /// Below this width of the title, each task takes two lines.
    private static let leastTitleColumns = 24
    /// Where the width is not limited, longer titles are not aligned.
    private static let mostTitleColumns = 60

    private let listing: TaskListing
    private let present: Present?
    private let style: Style
    private let columns: [(column: TaskColumn, width: Int)]
    private let idWidth: Int
    private let longestTitle: Int

    init(_ listing: TaskListing, _ present: Present?, _ style: Style) {
        (self.listing, self.present, self.style) = (listing, present, style)
        let tasks = listing.tasks
        columns = TaskColumn.allCases.compactMap { column in
            if column == .category, listing.isByCategory { return nil }
            let longest = tasks.map { column.text($0, present).columns }.max() ?? 0
            return longest > 0 ? (column, max(longest, column.heading.columns)) : nil
        }
        idWidth = tasks.map { "\($0.id)".count }.max().map { max($0, 2) } ?? 2
        longestTitle = max("task".count, tasks.map { printable($0.title).columns }.max() ?? 0)
    }

    /// The width of the title's column beside the others; `nil` if there is no room for it.
    private var titleWidth: Int? {
        guard let total = style.columns else { return min(longestTitle, Self.mostTitleColumns) }
        let room = total - columns.reduce(idWidth + Self.gap.count) { $0 + Self.gap.count + $1.width }
        return room >= min(longestTitle, Self.leastTitleColumns) ? min(longestTitle, room) : nil
    }

    var text: String {
        let titleWidth = titleWidth
        var lines = titleWidth.map { [style.dim(heading($0))] } ?? []
        var category: String?
        for task in listing.tasks {
            if listing.isByCategory, task.category != category {
                lines.append(style.bold(printable(task.category).cut(to: style.columns)))
            }
            category = task.category
            lines += titleWidth.map { [line(task, $0)] } ?? twoLines(task)
        }
        return lines.joined(separator: "\n")
    }

    private func heading(_ titleWidth: Int) -> String {
        let cells = columns.map { aligned($0.column.heading, $0.column, $0.width) }
        return join(["id".indented(to: idWidth), "task".padded(to: titleWidth)] + cells)
    }

    private func line(_ task: TaskItem, _ titleWidth: Int) -> String {
        let title = printable(task.title).cut(to: style.columns == nil ? nil : titleWidth).padded(to: titleWidth)
        let id = "\(task.id)".indented(to: idWidth)
        // Blanks outside of the colours, so that those at the end of the line can be removed.
        let last = columns.lastIndex { !$0.column.text(task, present).isEmpty }
        guard let last else { return "\(id)\(Self.gap)\(dimmed(task, title.trimmingEnd))" }
        let cells = columns[...last].enumerated().map { index, entry in
            let text = entry.column.text(task, present)
            let cell = aligned(text, entry.column, index == last ? 0 : entry.width)
            let width = entry.column.isNumber ? entry.width : 0
            return entry.column.styled(cell.indented(to: width), task, present, style)
        }
        return ([id, dimmed(task, title)] + cells).joined(separator: Self.gap)
    }

    private func twoLines(_ task: TaskItem) -> [String] {
        let id = "\(task.id)".indented(to: idWidth)
        let indentation = String(repeating: " ", count: idWidth + Self.gap.count)
        let width = style.columns.map { $0 - indentation.count }
        let title = "\(id)\(Self.gap)\(dimmed(task, printable(task.title).cut(to: width)))"
        var lines: [(text: String, styled: String)] = []
        for (column, _) in columns {
            let text = column.text(task, present)
            guard !text.isEmpty else { continue }
            let fact = column.fact(text)
            let styled = column.styled(fact, task, present, style)
            if let last = lines.last, "\(last.text) · \(fact)".columns <= width ?? .max {
                lines[lines.count - 1] = ("\(last.text) · \(fact)", "\(last.styled) · \(styled)")
            } else {
                lines.append((fact, styled))
            }
        }
        return [title] + lines.map { indentation + $0.styled }
    }

    private func dimmed(_ task: TaskItem, _ text: String) -> String {
        task.completedAt == nil && !task.isHidden(present) ? text : style.dim(text)
    }

    private func aligned(_ text: String, _ column: TaskColumn, _ width: Int) -> String {
        column.isNumber ? text.indented(to: width) : text.padded(to: width)
    }

    private func join(_ cells: [String]) -> String { cells.joined(separator: Self.gap).trimmingEnd }
}
