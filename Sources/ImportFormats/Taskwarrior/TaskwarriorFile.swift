import GardenAPI
import TimeKit

/// Tasks of Taskwarrior, as `task export` writes them: a list, or objects one after the other.
struct TaskwarriorReader {
    private(set) var file = ImportedFile("Taskwarrior")
    /// The UUIDs of the repeating tasks.
    private var templates: Set<String> = []
    /// The first open occurrence of each repeating task, by the UUID of that.
    private var firstOccurrences: [String: Occurrence] = [:]

    /// The dates of an open occurrence of a repeating task.
    private struct Occurrence {
        let dates: TaskwarriorDates
        let due: Instant
    }

    static func canRead(_ value: JSON) -> Bool {
        value["description"]?.stringValue != nil && value["status"]?.stringValue != nil
            && (value["entry"] != nil || value["uuid"] != nil)
    }

    /// Reads the text twice, because a repeating task and its occurrences can be anywhere in it.
    mutating func read(_ bytes: [UInt8]) {
        var records = JSONRecords(bytes, lists: [])
        records.read { findRepeating($0.value) }
        records = JSONRecords(bytes, lists: [])
        records.read { read($0.value, $0.position) }
        file.add(records)
    }

    private mutating func findRepeating(_ value: JSON) {
        switch TaskwarriorStatus(value) {
        case .recurring: if let uuid = value["uuid"]?.stringValue { templates.insert(uuid) }
        case .pending, .waiting:
            guard let parent = value["parent"]?.stringValue, let text = value["due"]?.plainText,
                case .instant(let due) = ImportedTime(written: text)
            else { return }
            if let known = firstOccurrences[parent], known.due <= due.instant { return }
            firstOccurrences[parent] = Occurrence(dates: TaskwarriorDates(value), due: due.instant)
        case .completed, .deleted, nil: return
        }
    }

    private mutating func read(_ value: JSON, _ position: String) {
        guard case .object = value else { return file.leaveOut(position, "it is no task") }
        var reading = TaskReading(position)
        reading.setDaysAtMidnight()
        let uuid = value["uuid"]?.stringValue
        let gardenUid = uuid.flatMap(GardenUid.uid)
        reading.setOrigin(gardenUid == nil ? "taskwarrior" : GardenUid.program, gardenUid ?? uuid)
        readTexts(value, &reading)
        var notes = Self.annotations(value)
        var repetition: String?
        if gardenUid != nil, let last = notes.last, let text = Self.exportedRepetition(last) {
            notes.removeLast()
            repetition = text
        }
        for note in notes { reading.addNote(note) }
        reading.setCreated(value["entry"]?.plainText)
        var dates = TaskwarriorDates(value)
        let end = value["until"]?.plainText

        switch TaskwarriorStatus(value) {
        case .deleted: return file.noteOther("deleted task")
        case nil:
            return file.leaveOut(position, "its status, \(value["status"]?.excerpt ?? ""), is not one of Taskwarrior")
        case .completed:
            guard setCompleted(value, &reading) else {
                return file.leaveOut(position, "it is completed, and does not say when")
            }
            reading.setEnd(end)
            repetition = nil
        case .recurring:
            dates = uuid.flatMap { firstOccurrences[$0]?.dates } ?? dates
            repetition = Self.rule(value, dates, &reading)
        case .pending, .waiting:
            if let parent = value["parent"]?.stringValue {
                guard !templates.contains(parent) else { return file.noteOther("occurrence of a repeating task") }
                reading.guess("it is an occurrence of a repeating task that the file does not have")
            }
            reading.setEnd(end)
        }
        if let repetition {
            if dates.due == nil, RepetitionText.needsDate(repetition) {
                dates.due = dates.start ?? value["entry"]?.plainText
                reading.guess("it repeats without a due date; the first one is when it starts")
            }
            reading.setRule(repetition)
        }
        reading.setDue(dates.due)
        reading.setStart(dates.start)
        reading.take(into: &file)
    }

    // MARK: Fields

    private func readTexts(_ value: JSON, _ reading: inout TaskReading) {
        reading.setTitle(value["description"]?.plainText)
        reading.setCategory(value["project"]?.plainText)
        switch value["tags"] {
        case .array(let tags): reading.setTags(tags.compactMap(\.plainText))
        case .string(let tags): reading.setTags(tags.split(separator: ",").map(String.init))
        default: break
        }
        switch value["priority"]?.plainText {
        case "H": reading.setPriority(1)
        case "M": reading.setPriority(5)
        case "L": reading.setPriority(9)
        case nil, "": break
        case let other?: reading.guess("the priority \(quoted(other)) is not understood")
        }
    }

    private static func annotations(_ value: JSON) -> [String] {
        (value["annotations"]?.arrayValue ?? []).compactMap { $0.plainText ?? $0["description"]?.plainText }
    }

    /// The repetition that our own export has as an annotation.
    private static func exportedRepetition(_ annotation: String) -> String? {
        let mark = "repeats: "
        guard annotation.hasPrefix(mark) else { return nil }
        let text = String(annotation.dropFirst(mark.count))
        return RepetitionText.isOfGarden(text) ? text : nil
    }

    /// - Returns: whether it says when.
    private func setCompleted(_ value: JSON, _ reading: inout TaskReading) -> Bool {
        for name in ["end", "modified", "entry"] {
            guard let text = value[name]?.plainText, ImportedTime(written: text) != nil else { continue }
            if name != "end" { reading.guess("it does not say when it was completed; taken from \(name)") }
            reading.setCompleted(text)
            return true
        }
        return false
    }

    private static func rule(_ value: JSON, _ dates: TaskwarriorDates, _ reading: inout TaskReading) -> String? {
        let text = value["recur"]?.plainText ?? ""
        guard let repetition = SimpleRepetition(text) else {
            reading.guess("the repetition \(quoted(text)) is not understood")
            return nil
        }
        let due = dates.due.flatMap(ImportedTime.init(written:))
        guard let end = value["until"]?.plainText, !end.isEmpty else { return repetition.rule(from: due) }
        let until = ImportedTime(written: end)
        if until == nil { reading.guess("the end of the repetition, \(quoted(end)), is not understood") }
        if case .instant(let last) = until, case .instant(let first) = due, last.instant < first.instant {
            reading.guess("its repetition ends before it is due")
            return nil
        }
        return repetition.rule(from: due, until: until)
    }
}

private enum TaskwarriorStatus: String {
    case pending, waiting, recurring, completed, deleted

    /// - Returns: `nil` for one that Taskwarrior does not have. Without a status, it is the one that `task import` gives.
    init?(_ value: JSON) {
        if let status = value["status"] {
            self.init(rawValue: status.stringValue ?? "")
        } else {
            self = value["recur"] != nil && value["parent"] == nil ? .recurring : .pending
        }
    }
}

/// The dates that each occurrence of a repeating task has of its own.
private struct TaskwarriorDates {
    var due: String?
    var start: String?

    init(_ value: JSON) {
        due = value["due"]?.plainText
        start = (value["wait"] ?? value["scheduled"])?.plainText
    }
}
