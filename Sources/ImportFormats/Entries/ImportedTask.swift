import GardenAPI

/// A task of a file, open or completed.
public struct ImportedTask: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// What the program that it is from knows it by: `taskwarrior:6f1a0c2e-…`; `nil` if the file does not say it.
    public var origin: String?
    /// The title.
    public var title: String
    /// What the category is made of, such as a project; `nil` if the file does not say it.
    public var category: String?
    /// The tags.
    public var tags: [String] = []
    /// A note, which may have several lines.
    public var note: String?
    /// The priority, 1 (high) … 9 (low).
    public var priority: Int?
    /// The points that it pays.
    public var points: Int?
    /// The estimated number of focus sessions.
    public var estimate: Int?
    /// When it can begin.
    public var start: ImportedTime?
    /// When it ends.
    public var end: ImportedTime?
    /// When it is due.
    public var due: ImportedTime?
    /// When it reminds.
    public var remind: ImportedTime?
    /// How it repeats, as `task.add` takes it.
    public var rule: String?
    /// Whether its program writes a day as the midnight with which it begins.
    public var hasDaysAtMidnight = false
    /// When it was added; `nil` if the file does not say it.
    public var created: ImportedTime?
    /// When it was completed; `nil` for an open one.
    public var completed: ImportedTime?
    /// How what is taken differs from what the file says.
    public var guesses: [String] = []
}

/// A task that is read from the fields of a record, with what is guessed.
struct TaskReading {
    private var task: ImportedTask
    private var texts = TextFields()
    private var notes: [String] = []

    init(_ position: String) { task = ImportedTask(position: position, title: "") }

    /// Notes how what is taken differs from what the file says.
    mutating func guess(_ text: String) { texts.guess(text) }

    // MARK: Fields

    /// - Parameters:
    ///   - program: the format, which no other has: `taskwarrior`.
    ///   - id: what the program knows the task by.
    mutating func setOrigin(_ program: String, _ id: String?) { task.origin = originText(program, id) }

    mutating func setTitle(_ text: String?) { task.title = texts.line(text, "title") ?? "" }
    mutating func setCategory(_ text: String?) { task.category = texts.name(text, "category") }
    /// A tag has no blanks: `next week` becomes `next_week`.
    mutating func setTags(_ names: [String]) {
        var tags: [String] = []
        for name in names {
            guard let line = FieldText.line(name)?.text else { continue }
            let tag = line.map { TaskTag.isTag("a\($0)") ? String($0) : "_" }.joined()
            guard TaskTag.isTag(tag) else {
                texts.guess("the tag \(quoted(line)) is left out; a tag has letters, and at most 50 characters")
                continue
            }
            if tags.contains(where: { $0.folded == tag.folded }) { continue }
            guard tags.count < TaskTag.mostOfTask else {
                texts.guess("only \(TaskTag.mostOfTask) tags are kept")
                break
            }
            tags.append(tag)
        }
        task.tags = tags
    }
    /// Adds a paragraph to the note.
    mutating func addNote(_ text: String?) { if let text { notes.append(text) } }
    mutating func setPriority(_ priority: Int?) { task.priority = priority.map { min(max($0, 1), 9) } }
    mutating func setPoints(_ points: Int?) { task.points = points.flatMap { $0 >= 0 ? $0 : nil } }
    mutating func setEstimate(_ sessions: Int?) {
        task.estimate = sessions.flatMap { (1...99).contains($0) ? $0 : nil }
    }
    mutating func setDaysAtMidnight() { task.hasDaysAtMidnight = true }
    mutating func setRule(_ rule: String?) { task.rule = rule }

    mutating func setStart(_ text: String?) { task.start = texts.time(text, "start") }
    mutating func setEnd(_ text: String?) { task.end = texts.time(text, "end") }
    mutating func setDue(_ text: String?) { task.due = texts.time(text, "due date") }
    mutating func setReminder(_ text: String?) { task.remind = texts.time(text, "reminder") }
    mutating func setCreated(_ text: String?) { task.created = texts.time(text, "time of creation") }
    mutating func setCompleted(_ text: String?) { task.completed = texts.time(text, "time of completion") }

    /// Sets a date that is read already, such as ``ImportedTask/due``.
    mutating func set(_ date: WritableKeyPath<ImportedTask, ImportedTime?>, _ time: ImportedTime?) {
        task[keyPath: date] = time
    }

    // MARK: The task

    /// Takes the task, or leaves it out if it has no title.
    func take(into file: inout ImportedFile) {
        var reading = self
        guard !task.title.isEmpty else { return file.leaveOut(task.position, "its title is missing") }
        let note = reading.texts.note(notes.joined(separator: "\n"), "note")
        reading.task.note = note
        reading.task.guesses = reading.texts.guesses
        file.take(reading.task)
    }
}
