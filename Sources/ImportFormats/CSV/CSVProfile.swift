/// A table of a program that is known by its header: which column holds what.
struct CSVProfile: Sendable {
    /// What the rows are.
    enum Content: Equatable, Sendable {
        case tasks, sessions
        /// Tasks with sections, comments and subtasks between them.
        case todoist
        /// Habits of Loop Habit Tracker.
        case habits
    }

    /// The program: `Toggl Track`.
    let name: String
    let content: Content
    /// The columns that a header of the program has, in lower case.
    let header: [String]
    /// The field of each column that is read; several columns of a field are in the order of the file.
    let columns: [String: CSVField]
    /// The program in the identity of an entry; `nil` for one that exports none.
    var origin: String?
    /// Whether the program writes the month first where that cannot be found out.
    var writesMonthFirst = false
    /// Whether cells have an apostrophe before characters with which formulas begin, as our own export writes it.
    var marksFormulas = false
    /// What counts as a stretch of work: the column, and its values.
    var outcome: (column: String, values: Set<String>)?

    /// The profile of a header; `nil` for one of no program that is known.
    static func of(_ header: [String]) -> CSVProfile? {
        let names = Set(header.map(CSVHeader.folded))
        return all.first { names.isSuperset(of: $0.header) }
    }

    /// Those with more columns are before those that have some of them.
    static let all = [gardenTasks, gardenSessions, todoist, clockify, toggl, loopHabits, oldLoopHabits]

    private static let gardenTasks = CSVProfile(
        name: "Pocket Garden, tasks", content: .tasks,
        header: ["uid", "title", "category", "tags", "times done", "standing"],
        columns: [
            "uid": .id, "title": .title, "category": .category, "tags": .tags, "priority": .priority, "points": .points,
            "start": .start, "end": .end, "due": .due, "remind": .remind, "repeat": .repetition, "estimate": .estimate,
            "note": .note, "created": .created, "completed": .completed,
        ], origin: "garden", marksFormulas: true)

    private static let gardenSessions = CSVProfile(
        name: "Pocket Garden, sessions", content: .sessions,
        header: ["start", "end", "day", "minutes", "seconds", "category", "task", "note", "outcome"],
        columns: [
            "uid": .id, "start": .start, "end": .end, "seconds": .seconds, "category": .category, "task": .title,
            "note": .note,
        ], origin: "garden", marksFormulas: true, outcome: ("outcome", ["completed", "partial"]))

    private static let todoist = CSVProfile(
        name: "Todoist", content: .todoist, header: ["type", "content", "priority", "indent", "date"],
        columns: [
            "content": .title, "description": .note, "priority": .priority, "labels": .tags, "date": .due,
            "deadline": .due,
        ])

    private static let clockify = CSVProfile(
        name: "Clockify", content: .sessions,
        header: ["project", "description", "start date", "start time", "end date", "end time", "duration (h)"],
        columns: [
            "project": .category, "task": .title, "description": .note, "start date": .date, "start time": .start,
            "end date": .endDate, "end time": .end, "duration (h)": .duration,
        ], writesMonthFirst: true)

    private static let toggl = CSVProfile(
        name: "Toggl Track", content: .sessions,
        header: ["start date", "start time", "end date", "end time", "duration"],
        columns: [
            "project": .category, "task": .title, "description": .note, "start date": .date, "start time": .start,
            "end date": .endDate, "end time": .end, "duration": .duration,
        ], writesMonthFirst: true)

    private static let loopHabits = CSVProfile(
        name: "Loop Habit Tracker", content: .habits, header: ["position", "name", "question", "color"], columns: [:])

    private static let oldLoopHabits = CSVProfile(
        name: "Loop Habit Tracker", content: .habits,
        header: ["name", "description", "numrepetitions", "interval"], columns: [:])

    // MARK: Tables of no known program

    /// A table with columns that say themselves what they are; `nil` if they are too few for tasks and for sessions.
    static func general(_ fields: [CSVField?]) -> CSVProfile? {
        let found = Set(fields.compactMap(\.self))
        let hasTime = found.contains(.date) || found.contains(.start)
        let hasDuration = !found.isDisjoint(with: [.duration, .minutes, .hours, .seconds])
        let isOfTasks = !found.isDisjoint(with: [.due, .completed, .priority, .repetition, .remind, .points])
        if hasTime, hasDuration || found.contains(.end) && !isOfTasks {
            return CSVProfile(name: "sessions", content: .sessions, header: [], columns: [:])
        }
        guard found.contains(.title) else { return nil }
        return CSVProfile(name: "tasks", content: .tasks, header: [], columns: [:])
    }
}
