/// The notes of Anki as it exports them to a text. A garden has no cards, so they are counted.
enum AnkiNotes {
    /// Whether a text begins with what Anki writes at its beginning: `#separator:tab`.
    static func canRead(_ text: [UInt8]) -> Bool {
        ["#separator:", "#html:", "#notetype:", "#deck:"].contains { text.starts(with: $0.utf8) }
    }

    /// Counts the notes.
    static func read(_ text: [UInt8]) -> ImportedFile {
        var file = ImportedFile("Anki notes")
        let first = String(decoding: text.prefix { ![0x0A, 0x0D].contains($0) }.prefix(40), as: UTF8.self).lowercased()
        let separators =
            ["comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"] as [String: Unicode.Scalar]
        let name = first.hasPrefix("#separator:") ? String(first.dropFirst(11)).trimmed : "tab"
        var rows = CSVRows(text, separator: UInt8(ascii: separators[name] ?? "\t"))
        while let next = rows.next() {
            guard case .success(let row) = next, row.cells.first?.hasPrefix("#") != true else { continue }
            file.noteOther("card")
        }
        file.damage = rows.damage
        return file
    }
}

/// The days of habits as Loop Habit Tracker exports them: a column for each habit. A garden has no counterpart, so they are counted.
struct HabitDays {
    private let rows: CSVRows
    /// How many columns have days; further ones are not looked at.
    private let count: Int

    /// What is written for a day: not known, not done, done because of another day, done, skipped.
    private static let values: Set<String> = [
        "-1", "0", "1", "2", "3", "unknown", "no", "yes_auto", "yes_manual", "skip", "",
    ]
    private static let done: Set<String> = ["2", "yes_manual"]
    /// How many rows are looked at.
    private static let fewRows = 20

    /// - Returns: `nil` for a table that has something else.
    init?(_ header: [String], rows: CSVRows) {
        guard header.first.map(CSVHeader.folded) == "date", header.count > 1 else { return nil }
        self.rows = rows
        // The table of a single habit has notes, too.
        count = header.map(CSVHeader.folded) == ["date", "value", "notes"] ? 2 : .max
        var beginning = rows
        var seen = 0
        while seen < Self.fewRows, case .success(let row)? = beginning.next() {
            guard row.cells.prefix(self.count).dropFirst().allSatisfy({ Self.values.contains($0.lowercased()) }),
                case .time(.day) = ImportedTime.read(row.cells[0])
            else { return nil }
            seen += 1
        }
        guard seen > 0 else { return nil }
    }

    /// Counts the days on which a habit was done.
    func read() -> ImportedFile {
        var file = ImportedFile("CSV (Loop Habit Tracker)")
        var rows = rows
        while let next = rows.next() {
            guard case .success(let row) = next else { continue }
            for cell in row.cells.prefix(count).dropFirst() where Self.done.contains(cell.lowercased()) {
                file.noteOther("day on which a habit was done")
            }
        }
        file.damage = rows.damage
        return file
    }
}
