import GardenAPI
import TimeKit

/// Tasks of todo.txt: one a line.
struct TodoTxtReader {
    private(set) var file = ImportedFile("todo.txt")

    mutating func read(_ bytes: [UInt8]) { for line in TextLines(bytes) where !line.isBlank { read(line) } }

    private mutating func read(_ line: TextLines.Line) {
        if let problem = line.problem { return file.leaveOut(line.position, problem) }
        var words = TodoTxtLine.words(of: line.bytes)
        let beginning = TodoTxtBeginning(&words)
        var reading = TaskReading(line.position)
        var marks = TodoTxtMarks(words, &reading)
        guard !marks.isHidden else { return file.noteOther("hidden line") }
        guard !beginning.isCompleted || beginning.completed != nil else {
            return file.leaveOut(line.position, "it is completed, and does not say when")
        }

        reading.setTitle(marks.title)
        reading.setCategory(marks.category)
        reading.setTags(marks.tags)
        if let letter = beginning.priority ?? marks.priority {
            if letter > Self.lowestLetter {
                reading.guess("the priority \(Character(Unicode.Scalar(letter))) is beyond I, the lowest one")
            }
            reading.setPriority(Int(letter - UInt8(ascii: "A")) + 1)
        }
        reading.setPoints(marks.points)
        reading.setEstimate(marks.estimate)
        if let uid = marks.uid { reading.setOrigin(GardenUid.isUid(uid) ? GardenUid.program : "todotxt", uid) }
        reading.set(\.created, beginning.created.map(ImportedTime.day))
        reading.set(\.completed, beginning.completed.map(ImportedTime.day))
        reading.set(\.start, marks.start)
        if !beginning.isCompleted { setRepetition(&marks, beginning, &reading) }
        reading.set(\.due, marks.due)
        reading.take(into: &file)
    }

    private static let lowestLetter = UInt8(ascii: "I")

    private func setRepetition(
        _ marks: inout TodoTxtMarks, _ beginning: TodoTxtBeginning, _ reading: inout TaskReading
    ) {
        guard let repetition = marks.repetition else { return }
        if marks.due == nil {
            guard let first = marks.start ?? beginning.created.map(ImportedTime.day) else {
                return reading.guess("it repeats without a date to begin with, so the repetition is left out")
            }
            marks.due = first
            reading.guess("it repeats without a due date; the first one is when it starts")
        }
        switch repetition {
        case .afterCompletion(let text), .rule(let text): reading.setRule(text)
        case .strict(let simple): reading.setRule(simple.rule(from: marks.due))
        }
    }
}

/// What a line begins with: `x 2026-11-30 2026-11-01`, `(A) 2026-11-01`.
private struct TodoTxtBeginning {
    var isCompleted = false
    var priority: UInt8?
    var completed: CalendarDay?
    var created: CalendarDay?

    /// Takes the words of the beginning. Some programs keep the priority of a completed task, before or after the day.
    init(_ words: inout ArraySlice<Substring>) {
        isCompleted = words.count > 1 && words.first == "x"
        if isCompleted { words.removeFirst() }
        takePriority(&words)
        if isCompleted {
            completed = Self.takeDay(&words)
            takePriority(&words)
        }
        if !isCompleted || completed != nil { created = Self.takeDay(&words) }
    }

    private mutating func takePriority(_ words: inout ArraySlice<Substring>) {
        guard priority == nil, words.count > 1, let letter = TodoTxtLine.priority(words.first) else { return }
        priority = letter
        words.removeFirst()
    }

    private static func takeDay(_ words: inout ArraySlice<Substring>) -> CalendarDay? {
        guard let day = words.first.flatMap({ CalendarDay(String($0)) }) else { return nil }
        words.removeFirst()
        return day
    }
}

/// The words of a line after its beginning: marks such as `+project` and `due:2026-12-01`, and the title. A task has
/// one of each, and the first counts; what is none, or not understood, is of the title.
private struct TodoTxtMarks {
    enum Repetition {
        case strict(SimpleRepetition)
        case afterCompletion(String)
        case rule(String)
    }

    var title = ""
    var category: String?
    var tags: [String] = []
    var due: ImportedTime?
    var start: ImportedTime?
    var repetition: Repetition?
    var estimate: Int?
    var points: Int?
    var priority: UInt8?
    var uid: String?
    var isHidden = false
    private var dueTime: Int?
    private var startTime: Int?

    init(_ words: ArraySlice<Substring>, _ reading: inout TaskReading) {
        let first = Self.firstExportedMark(words) ?? words.startIndex
        var titleWords = Array(words[..<first])
        let marks = words[first...]
        let (hasDue, hasStart) = (
            marks.contains { $0.hasPrefix("due:") }, marks.contains { $0.hasPrefix("t:") }
        )
        for word in marks where !take(word, hasDue, hasStart, &reading) { titleWords.append(word) }
        title = titleWords.joined(separator: " ")
        (due, start) = (Self.moment(due, dueTime), Self.moment(start, startTime))
    }

    /// Where the marks of a line of our own export begin: with its project. What is before that is the title, whatever it looks like.
    private static func firstExportedMark(_ words: ArraySlice<Substring>) -> Int? {
        guard let last = words.last, last.hasPrefix("uid:"), GardenUid.isUid(last.dropFirst(4)),
            let project = words.lastIndex(where: { $0.hasPrefix("+") && $0.utf8.count > 1 }),
            words[(project + 1)...].allSatisfy({ $0.hasPrefix("@") || TodoTxtLine.hasExportedKey($0) })
        else { return nil }
        return project
    }

    private mutating func take(
        _ word: Substring, _ hasDue: Bool, _ hasStart: Bool, _ reading: inout TaskReading
    ) -> Bool {
        switch word.utf8.first {
        case UInt8(ascii: "+"), UInt8(ascii: "@"):
            let name = String(word.dropFirst())
            // In a sentence, `+1` and `@,` are no names.
            let isName = name.contains { $0.isLetter || !$0.isASCII } && FieldText.name(name) != nil
            guard isName else { return false }
            if word.hasPrefix("+"), category == nil { category = name } else { tags.append(name) }
            return true
        default:
            guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
            let value = String(word[word.utf8.index(after: colon)...])
            switch word[..<colon] {
            case "due": return set(\.due, date(value, "due date", &reading))
            case "t": return set(\.start, date(value, "start", &reading))
            case "time" where hasDue: return set(\.dueTime, Self.millisecondsOfDay(value))
            case "start" where hasStart: return set(\.startTime, Self.millisecondsOfDay(value))
            case "rec": return set(\.repetition, Self.repetition(value, &reading))
            case "est": return set(\.estimate, Int(value).flatMap { (1...99).contains($0) ? $0 : nil })
            case "points": return set(\.points, Int(value).flatMap { $0 >= 0 ? $0 : nil })
            case "pri": return set(\.priority, TodoTxtLine.priority("(\(value))"))
            case "uid": return set(\.uid, value.isEmpty ? nil : value)
            case "h" where value == "1":
                isHidden = true
                return true
            default: return false
            }
        }
    }

    /// - Returns: whether it is set: not if there is one already, or no value.
    private mutating func set<Value>(_ field: WritableKeyPath<Self, Value?>, _ value: Value?) -> Bool {
        guard self[keyPath: field] == nil, let value else { return false }
        self[keyPath: field] = value
        return true
    }

    private func date(_ value: String, _ name: String, _ reading: inout TaskReading) -> ImportedTime? {
        guard !value.isEmpty else { return nil }
        let time = ImportedTime(written: value)
        if time == nil { reading.guess("the \(name), \(quoted(value)), is not understood") }
        return time
    }

    /// `18:00`
    private static func millisecondsOfDay(_ value: String) -> Int? {
        guard value.utf8.count == 5, case .wall(_, let milliseconds) = ImportedTime(written: "2000-01-01T\(value)")
        else { return nil }
        return milliseconds
    }

    private static func moment(_ date: ImportedTime?, _ millisecondsOfDay: Int?) -> ImportedTime? {
        guard case .day(let day) = date, let millisecondsOfDay else { return date }
        return .wall(day, millisecondsOfDay: millisecondsOfDay)
    }

    private static func repetition(_ value: String, _ reading: inout TaskReading) -> Repetition? {
        guard !value.isEmpty else { return nil }
        if RepetitionText.isRule(value) { return .rule(value) }
        if value.hasPrefix("+") {
            if let simple = SimpleRepetition(value.dropFirst()) { return .strict(simple) }
        } else if let text = SimpleRepetition(value)?.afterCompletion {
            return .afterCompletion(text)
        }
        reading.guess("the repetition \(quoted(value)) is not understood")
        return nil
    }
}

/// What words of a line are.
enum TodoTxtLine {
    private static let exportedKeys: Set = ["due", "time", "t", "start", "rec", "est", "points", "pri", "uid"]

    static func words(of line: ArraySlice<UInt8>) -> ArraySlice<Substring> {
        let text = String(decoding: line, as: UTF8.self)
        return text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { Substring($0) }[...]
    }

    static func hasExportedKey(_ word: Substring) -> Bool {
        word.split(separator: ":", maxSplits: 1).first.map { exportedKeys.contains(String($0)) } ?? false
    }

    /// The letter of `(A)`.
    static func priority(_ word: Substring?) -> UInt8? {
        guard let bytes = word?.utf8, bytes.count == 3, bytes.first == UInt8(ascii: "("),
            bytes.last == UInt8(ascii: ")")
        else { return nil }
        return bytes.dropFirst().first.flatMap { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 : nil }
    }
}
