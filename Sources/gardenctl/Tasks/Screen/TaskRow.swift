import GardenAPI

/// A task in the list of a full screen.
struct TaskRow: ListedItem {
    let task: TaskItem
    /// Whether it was completed by the last key. Its row stays until the next one, so that the same key pressed twice is not about the
    /// next task.
    var isDone = false
    /// The category, if the tasks of each are together.
    let heading: String?
    /// What a filter looks at, folded.
    private let text: String
    private let tags: [String]

    init(_ task: TaskItem, isByCategory: Bool) {
        self.task = task
        heading = isByCategory ? task.category : nil
        text = [task.title, task.note].compactMap(\.self).joined(separator: "\n").folded
        tags = task.tags.map(\.folded)
    }

    var id: Int { task.id }
    var shownTitle: String { (isDone ? "✓ " : "") + printable(task.title) }

    /// `+phone` is the beginning of a tag, because it is filtered as one types; anything else a part of the title or the note.
    func has(_ word: String) -> Bool {
        guard let mark = word.first, "+＋".contains(mark) else { return text.contains(word) }
        let tag = word.dropFirst()
        return tags.contains { $0.hasPrefix(tag) }
    }
}

/// The columns of the facts about tasks on a full screen, and which of them a terminal has room for.
struct TaskColumns: Equatable {
    struct Entry: Equatable {
        let column: TaskColumn
        let width: Int
    }

    private static let gap = "  "
    /// The facts that a narrow terminal leaves out, the first one first.
    private static let leastImportant: [TaskColumn] = [
        .focuses, .reminder, .start, .category, .tags, .priority, .points, .repetition, .due,
    ]

    private var entries: [Entry] = []
    private var idWidth = 2
    private var longestTitle = 0

    init() {}

    init(_ rows: [TaskRow], _ present: Present?) {
        let isByCategory = rows.first?.heading != nil
        entries = TaskColumn.allCases.compactMap { column in
            if column == .completed || column == .category && isByCategory { return nil }
            let longest = rows.lazy.map { column.text($0.task, present).columns }.max() ?? 0
            return longest > 0 ? Entry(column: column, width: max(longest, column.heading.columns)) : nil
        }
        idWidth = max(2, rows.lazy.map { "\($0.id)".count }.max() ?? 0)
        longestTitle = max("task".count, rows.lazy.map { $0.shownTitle.columns }.max() ?? 0)
    }

    /// The columns that fit into a width.
    struct Fitted {
        let entries: [Entry]
        /// The columns that are left out.
        let missing: [TaskColumn]
        let idWidth: Int
        let titleWidth: Int
    }

    func fitted(to width: Int) -> Fitted {
        var fitting = entries
        var missing: [TaskColumn] = []
        var room: Int { width - fitting.reduce(idWidth + Self.gap.count) { $0 + Self.gap.count + $1.width } }
        let least = min(longestTitle, width >= 60 ? 24 : 14)
        for column in Self.leastImportant where room < least {
            guard let index = fitting.firstIndex(where: { $0.column == column }) else { continue }
            fitting.remove(at: index)
            missing.append(column)
        }
        return Fitted(
            entries: fitting, missing: TaskColumn.allCases.filter(missing.contains), idWidth: idWidth,
            titleWidth: max(1, min(longestTitle, room)))
    }
}

extension TaskColumns.Fitted {
    private static let gap = "  "

    func heading(_ style: Style) -> String {
        let cells = entries.map { entry in
            let text = entry.column.heading
            return entry.column.isNumber ? text.indented(to: entry.width) : text.padded(to: entry.width)
        }
        let line = ["id".indented(to: idWidth), "task".padded(to: titleWidth)] + cells
        return style.dim(line.joined(separator: Self.gap).trimmingEnd)
    }

    func text(_ row: TaskRow, _ present: Present?, _ style: Style) -> String {
        let task = row.task
        let title = row.shownTitle.cut(to: titleWidth).padded(to: titleWidth)
        let cells = entries.map { entry in
            let text = entry.column.text(task, present)
            let cell = entry.column.isNumber ? text.indented(to: entry.width) : text.padded(to: entry.width)
            return entry.column.styled(cell, task, present, style)
        }
        let shownTitle = row.isDone || task.isHidden(present) ? style.dim(title) : title
        return (["\(task.id)".indented(to: idWidth), shownTitle] + cells).joined(separator: Self.gap)
    }

    /// What the row of a task does not show: the whole title if it is cut, the facts without a column, and the note.
    func rest(_ task: TaskItem, _ present: Present?) -> String {
        let title = printable(task.title)
        var parts = title.columns > titleWidth ? [title] : []
        parts += missing.compactMap { column in
            let text = column.text(task, present)
            return text.isEmpty ? nil : column.fact(text)
        }
        if let note = task.note { parts.append(printable(note)) }
        return parts.joined(separator: " · ")
    }
}
