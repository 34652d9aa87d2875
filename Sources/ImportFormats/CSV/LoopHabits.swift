import TimeKit

/// Habits of Loop Habit Tracker. A habit becomes a task that repeats, and a day on which it was done a completion.
enum LoopHabits {
    static let title = "Loop Habit Tracker"
    private static let program = "loop"

    /// What is written for a day: not known, not done, done because of another day, done, skipped.
    fileprivate static let values: Set<String> = [
        "-1", "0", "1", "2", "3", "unknown", "no", "yes_auto", "yes_manual", "skip", "",
    ]
    fileprivate static let done: Set<String> = ["2", "yes_manual"]

    /// A habit is known by its name: the files have nothing better.
    fileprivate static func origin(of name: String) -> String? { originText(program, name) }

    /// Takes a habit.
    ///
    /// - Parameter rule: how it repeats.
    fileprivate static func take(
        _ name: String, _ position: String, rule: String, note: String?, guess: String?, today: CalendarDay?,
        into file: inout ImportedFile
    ) {
        var reading = TaskReading(position)
        reading.setOrigin(program, name)
        reading.setTitle(name)
        reading.addNote(note)
        reading.setRule(rule)
        if let guess { reading.guess(guess) }
        // A target has no due date.
        if rule.hasPrefix("every"), let today { reading.set(\.due, .day(today)) }
        reading.take(into: &file)
    }
}

/// The list of habits, `Habits.csv`.
struct LoopHabitList {
    private let columns: [String: Int]
    private let today: CalendarDay?

    init(header: [String], today: CalendarDay?) {
        let names = header.map(CSVHeader.folded)
        columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        self.today = today
    }

    func take(_ row: CSVRows.Row, into file: inout ImportedFile) {
        let position = "line \(row.line)"
        guard let name = text(row, "name") else { return file.leaveOut(position, "its name is missing") }
        guard text(row, "archived?")?.lowercased() != "true" else { return file.noteOther("archived habit") }
        guard text(row, "type")?.lowercased() != "numerical" else { return file.noteOther("measured habit") }
        let count = number(row, "numrepetitions") ?? number(row, "frequencynumerator") ?? 1
        let days = number(row, "interval") ?? number(row, "frequencydenominator") ?? 1
        let (rule, isGuessed) = Self.rule(count, days)
        let note = [text(row, "description"), text(row, "question")].compactMap(\.self).first
        LoopHabits.take(
            name, position, rule: rule, note: note,
            guess: isGuessed ? "\(count) times in \(days) days becomes \(quoted(rule))" : nil, today: today, into: &file
        )
    }

    private func text(_ row: CSVRows.Row, _ column: String) -> String? {
        guard let index = columns[column], row.cells.indices.contains(index) else { return nil }
        let text = row.cells[index].trimmed
        return text.isEmpty ? nil : text
    }

    private func number(_ row: CSVRows.Row, _ column: String) -> Int? {
        text(row, column).flatMap { Int($0) }.flatMap { (1...366).contains($0) ? $0 : nil }
    }

    /// So many times in so many days.
    private static func rule(_ count: Int, _ days: Int) -> (rule: String, isGuessed: Bool) {
        switch (count, days) {
        case (_, 7) where count < 7: (count == 1 ? "every week" : "\(count) times a week", false)
        case (_, 28...31) where count < 28: (count == 1 ? "every month" : "\(count) times a month", false)
        case _ where count >= days: ("every day", count > days)
        case (1, _): ("every \(days) days", false)
        default: ("every \(max(1, days / count)) days", true)
        }
    }
}

/// The days on which habits were done, `Checkmarks.csv`: a column for each habit.
struct LoopHabitDays {
    private let rows: CSVRows
    /// The names of the habits, by their columns.
    private let names: [String]
    /// The columns of habits that are measured: numbers of thousandths.
    private var measured: Set<Int> = []
    private var times = CSVTimes(writesMonthFirst: true)
    /// Whether it is the table of a single habit, which does not say its name.
    private let isOfOne: Bool

    /// How many rows are looked at.
    private static let fewRows = 20

    /// - Returns: `nil` for a table that has something else.
    init?(_ header: [String], rows: CSVRows) {
        guard header.first.map(CSVHeader.folded) == "date", header.count > 1 else { return nil }
        self.rows = rows
        // The table of a single habit has notes, too.
        isOfOne = header.map(CSVHeader.folded) == ["date", "value", "notes"]
        names = isOfOne ? ["value"] : Array(header.dropFirst())
        guard canRead() else { return nil }
        learn()
    }

    private func canRead() -> Bool {
        var beginning = rows
        var (seen, others) = (0, Set<Int>())
        while seen < Self.fewRows, case .success(let row)? = beginning.next() {
            var times = times
            times.learn(row.cells.first ?? "")
            guard Self.day(row, times) != nil else { return false }
            for (column, cell) in zip(names.indices, row.cells.dropFirst()) {
                let value = cell.trimmed.lowercased()
                if LoopHabits.values.contains(value) { continue }
                guard Int(value) != nil else { return false }
                others.insert(column)
            }
            seen += 1
        }
        // Numbers alone can be anything.
        return seen > 0 && others.count < names.count
    }

    private mutating func learn() {
        var rows = rows
        while let next = rows.next() {
            guard case .success(let row) = next else { continue }
            times.learn(row.cells.first ?? "")
            for (column, cell) in zip(names.indices, row.cells.dropFirst())
            where !LoopHabits.values.contains(cell.trimmed.lowercased()) { measured.insert(column) }
        }
    }

    private static func day(_ row: CSVRows.Row, _ times: CSVTimes) -> CalendarDay? {
        guard let cell = row.cells.first, case .time(.day(let day)) = times.read(cell, { _ in }) else { return nil }
        return day
    }

    /// - Parameter today: the day of the reading.
    func read(today: CalendarDay?) -> ImportedFile {
        var file = ImportedFile("CSV (\(LoopHabits.title))")
        for (column, name) in zip(names.indices, names) where !isOfOne {
            guard !measured.contains(column) else {
                file.noteOther("measured habit")
                continue
            }
            LoopHabits.take(
                name, "line 1", rule: "every day", note: nil,
                guess:
                    "how often the habit \(quoted(name)) repeats is in another file; it becomes \(quoted("every day"))",
                today: today, into: &file)
        }
        var rows = rows
        while let next = rows.next() {
            switch next {
            case .failure(let mistake): file.leaveOut("line \(mistake.line)", mistake.reason)
            case .success(let row): take(row, into: &file)
            }
        }
        file.damage = rows.damage
        return file
    }

    private func take(_ row: CSVRows.Row, into file: inout ImportedFile) {
        let done = zip(names.indices, row.cells.dropFirst()).filter { column, cell in
            !measured.contains(column) && LoopHabits.done.contains(cell.trimmed.lowercased())
        }
        guard !done.isEmpty else { return }
        guard let day = Self.day(row, times) else {
            return file.leaveOut("line \(row.line)", "its date is missing, or not understood")
        }
        for (column, _) in done {
            let name = names[column]
            guard !isOfOne, let origin = LoopHabits.origin(of: name) else {
                file.noteOther("day of a habit without a name")
                continue
            }
            file.take(ImportedCompletion(position: "line \(row.line), \(quoted(name))", task: origin, day: day))
        }
    }
}
