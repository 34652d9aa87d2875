import GardenAPI

/// A stretch of work of a file, as a focus session to add.
public struct ImportedSession: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// What the program that it is from knows it by: `toggl:123`; `nil` if the file does not say it.
    public var origin: String?
    /// When it began.
    public var start: ImportedTime
    /// When it ended.
    public var end: ImportedTime
    /// The time focused in seconds; `nil` for all of it.
    public var seconds: Int?
    /// What the category is made of, such as a project; `nil` if the file does not say it.
    public var category: String?
    /// A note of one line.
    public var note: String?
    /// How what is taken differs from what the file says.
    public var guesses: [String] = []
}

/// A session that is read from the fields of a record, with what is guessed and why it cannot be taken.
struct SessionReading {
    /// Where in the file it is.
    let position: String
    private var origin: String?
    private var category: String?
    private var notes: [String] = []
    private var seconds: Int?
    private var texts = TextFields()

    init(_ position: String) { self.position = position }

    /// Notes how what is taken differs from what the file says.
    mutating func guess(_ text: String) { texts.guess(text) }

    // MARK: Fields

    /// - Parameters:
    ///   - program: the format, which no other has: `toggl`.
    ///   - id: what the program knows the session by.
    mutating func setOrigin(_ program: String, _ id: String?) { origin = originText(program, id) }

    mutating func setCategory(_ text: String?) { category = texts.name(text, "category") }
    /// Adds something to the note.
    mutating func addNote(_ text: String?) { if let text, !text.allSatisfy(\.isWhitespace) { notes.append(text) } }
    mutating func setSeconds(_ seconds: Int?) { self.seconds = seconds }

    // MARK: The session

    /// Takes the session, or leaves it out without a beginning or an end, such as one that goes on.
    func take(from start: ImportedTime?, to end: ImportedTime?, into file: inout ImportedFile) {
        guard let start else { return file.leaveOut(position, "its beginning is missing, or not understood") }
        guard let end else { return file.leaveOut(position, "its end is missing, or not understood; does it go on?") }
        guard seconds != 0 else { return file.leaveOut(position, "its duration is 0") }
        var reading = self
        let note = reading.texts.line(notes.joined(separator: ", "), "note")
        file.take(
            ImportedSession(
                position: position, origin: origin, start: start, end: end, seconds: seconds, category: category,
                note: note, guesses: reading.texts.guesses))
    }
}

/// The identity of an entry in the program that it is from; `nil` if that is none.
func originText(_ program: String, _ id: String?) -> String? {
    guard let id, let line = FieldText.line(id)?.text, line.utf8.count <= 160 else { return nil }
    return "\(program):\(line)"
}
