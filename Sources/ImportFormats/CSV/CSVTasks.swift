/// Rows of a table as tasks.
struct CSVTasks {
    private let columns: CSVColumns
    private let times: CSVTimes

    init(_ columns: CSVColumns, _ times: CSVTimes) { (self.columns, self.times) = (columns, times) }

    /// Takes the task of a row, or leaves it out.
    func take(_ row: CSVRows.Row, into file: inout ImportedFile) {
        var reading = TaskReading("line \(row.line)")
        if let origin = columns.profile.origin { reading.setOrigin(origin, columns.text(.id, in: row)) }
        reading.setTitle(columns.text(.title, in: row))
        let categories = columns.texts(.category, in: row)
        reading.setCategory(categories.first)
        reading.setTags(columns.texts(.tags, in: row).flatMap(Self.tags))
        for note in columns.texts(.note, in: row) { reading.addNote(note) }
        setNumbers(row, &reading)
        for (field, path, name) in Self.dates {
            guard let text = columns.text(field, in: row) else { continue }
            // A table can have both.
            if field == .date, columns.text(.due, in: row) != nil { continue }
            reading.set(path, time(text, name, &reading))
        }
        setRule(row, &reading)
        if columns.text(named: "standing", in: row) == "true" { reading.guess("it is not a standing task any more") }
        guard setCompletion(row, &reading) else {
            return file.leaveOut("line \(row.line)", "it is completed, but the table does not say when")
        }
        reading.take(into: &file)
    }

    private static var dates: [(CSVField, WritableKeyPath<ImportedTask, ImportedTime?>, String)] {
        [
            (.start, \.start, "start"), (.end, \.end, "end"), (.due, \.due, "due date"), (.date, \.due, "due date"),
            (.remind, \.remind, "reminder"), (.created, \.created, "time of creation"),
        ]
    }

    private func time(_ text: String, _ field: String, _ reading: inout TaskReading) -> ImportedTime? {
        var guesses: [String] = []
        let read = times.read(text) { guesses.append($0) }
        for guess in guesses { reading.guess(guess) }
        if case .time(let time) = read { return time }
        reading.guess("the \(field), \(quoted(text)), is not understood")
        return nil
    }

    // MARK: Fields

    /// Tags may be separated by commas, semicolons or blanks, and have `#` or `@` before them.
    static func tags(_ text: String) -> [String] {
        let isList = text.contains { ",;、，".contains($0) }
        let parts = text.split { isList ? ",;、，".contains($0) : $0.isWhitespace }
        return parts.map { part in
            let tag = String(part).trimmed
            return ["#", "@"].contains(tag.first) ? String(tag.dropFirst()) : tag
        }.filter { !$0.isEmpty }
    }

    private static let priorities: [(words: Set<String>, priority: Int?)] = [
        (["high", "highest", "urgent", "hoch", "haute", "élevée", "alta", "高", "高い", "!!!", "a", "p1"], 1),
        (["medium", "normal", "mittel", "moyenne", "media", "中", "!!", "b", "p2"], 5),
        (["low", "lowest", "niedrig", "gering", "basse", "faible", "baja", "低", "低い", "!", "c", "p3"], 9),
        (["none", "no", "0", "-", "keine", "aucune", "ninguna", "なし", "无", "無", "p4"], nil),
    ]

    private func setNumbers(_ row: CSVRows.Row, _ reading: inout TaskReading) {
        if let text = columns.text(.priority, in: row)?.trimmed {
            if let known = Self.priorities.first(where: { $0.words.contains(text.lowercased()) }) {
                reading.setPriority(known.priority)
            } else if let number = Int(text), number > 0 {
                reading.setPriority(number)
                if number > 9 { reading.guess("the priority \(number) is taken as 9") }
            } else {
                reading.guess("the priority, \(quoted(text)), is not understood")
            }
        }
        if let text = columns.text(.points, in: row)?.trimmed {
            // Points beyond this are no reward that a person thought of.
            if let points = Int(text), (0...1_000_000_000).contains(points) {
                reading.setPoints(points)
            } else {
                reading.guess("the points, \(quoted(text)), are not taken")
            }
        }
        if let text = columns.text(.estimate, in: row)?.trimmed { reading.setEstimate(Int(text)) }
    }

    private func setRule(_ row: CSVRows.Row, _ reading: inout TaskReading) {
        guard let text = columns.text(.repetition, in: row) else { return }
        func date(_ field: CSVField) -> ImportedTime? {
            // What is guessed was noted with the date itself.
            guard let text = columns.text(field, in: row), case .time(let time) = times.read(text, { _ in }) else {
                return nil
            }
            return time
        }
        do throws(RuleText.Problem) {
            reading.setRule(try RuleText.checked(text, due: date(.due) ?? date(.date), remind: date(.remind)))
        } catch {
            reading.guess("it does not repeat here: \(error.reason)")
        }
    }

    private static let yes: Set<String> = [
        "yes", "y", "true", "1", "x", "done", "completed", "complete", "closed", "finished", "100%", "✓", "✔", "☑", "✅",
        "ja", "erledigt", "abgeschlossen", "fertig", "oui", "terminé", "terminée", "fait", "vrai", "sí", "si", "hecho",
        "completada", "completado", "terminado", "verdadero", "wahr", "はい", "完了", "済", "済み", "○", "是", "完成", "已完成",
    ]

    /// - Returns: whether the time of a completion is known.
    private func setCompletion(_ row: CSVRows.Row, _ reading: inout TaskReading) -> Bool {
        var isCompleted = false
        for text in columns.texts(.completed, in: row) {
            if case .time(let time) = times.read(text, { reading.guess($0) }) {
                reading.set(\.completed, time)
                return true
            }
            // Any other word says that it is open.
            isCompleted = isCompleted || Self.yes.contains(text.trimmed.lowercased())
        }
        return !isCompleted
    }
}
