import TimeKit

/// Tables of tasks and of stretches of work, with columns that a header names.
///
/// The format is read by a parser of our own: a file with a wrong quotation mark must lose one row and not all of them, each row is
/// known by its line, and a comma separates also before a combining mark, which together are one `Character`.
struct CSVReader {
    /// The names of the columns that a person gave; `nil` for a table with a header.
    private let named: CSVColumns?
    /// The day on which the file is read, for dates such as `tomorrow`.
    private let today: CalendarDay?
    private var file = ImportedFile("CSV")

    /// - Parameters:
    ///   - columns: the fields of a table without a header, one for each column; `-` for one that is not read.
    ///   - today: for dates that are written from the day of the export on; without it, they are not understood.
    /// - Throws: that one is no field.
    init(columns: [String]? = nil, today: CalendarDay? = nil) throws(UnreadableFile) {
        named = if let columns { try CSVColumns(names: columns) } else { nil }
        self.today = today
    }

    /// Whether a text is a table with a header that is understood.
    static func canRead(_ text: [UInt8]) -> Bool {
        if AnkiNotes.canRead(text) { return true }
        // A header is short, and what follows it may be cut.
        let beginning = UnicodeText.withoutCutCharacter(Array(text.prefix(1 << 16)))
        guard let read = try? UnicodeText.utf8(beginning).text, var table = CSVTable(read), let header = table.header()
        else { return false }
        return CSVColumns(header: header, isStrict: true) != nil || LoopHabitDays(header, rows: table.rows) != nil
    }

    /// Reads a file.
    ///
    /// - Parameter bytes: the content in UTF-8, UTF-16 or Windows-1252.
    /// - Throws: that its columns are not understood.
    func read(_ bytes: [UInt8]) throws(UnreadableFile) -> ImportedFile {
        let (text, repair) = try UnicodeText.utf8(UnicodeText.withoutCutCharacter(bytes))
        var reader = self
        try reader.read(text: text)
        if let repair { reader.file.repairs.append(repair) }
        return reader.file
    }

    private mutating func read(text: [UInt8]) throws(UnreadableFile) {
        if AnkiNotes.canRead(text) {
            file = AnkiNotes.read(text)
            return
        }
        guard var table = CSVTable(text) else { throw UnreadableFile(reason: "it has no rows") }
        if let named {
            table.rows.columns = named.count
            return read(table.rows, named)
        }
        guard let header = table.header() else { throw UnreadableFile(reason: "it has no row of column names") }
        guard let columns = CSVColumns(header: header, isStrict: false) else {
            guard let habits = LoopHabitDays(header, rows: table.rows) else {
                let names = header.prefix(20).map { quoted($0) }.joined(separator: ", ")
                throw UnreadableFile(
                    reason:
                        "its columns are not understood: \(names); give their names, such as title,due or date,start,end",
                    position: "line 1")
            }
            file = habits.read(today: today)
            return
        }
        read(table.rows, columns, header)
    }

    private mutating func read(_ rows: CSVRows, _ columns: CSVColumns, _ header: [String] = []) {
        file.format = "CSV (\(columns.profile.name))"
        let times = Self.times(rows, columns)
        let tasks = CSVTasks(columns, times)
        var todoist = TodoistRows(columns, today: today)
        var sessions = CSVSessions(columns, times, rows)
        let habits = LoopHabitList(header: header, today: today)
        var rows = rows
        while let next = rows.next() {
            switch next {
            case .failure(let mistake): file.leaveOut("line \(mistake.line)", mistake.reason)
            case .success(let row) where row.cells.dropFirst(columns.count).contains { !$0.isEmpty }:
                file.leaveOut(
                    "line \(row.line)",
                    "it has \(row.cells.count) cells and the header \(columns.count); is a text not quoted?")
            case .success(let row):
                switch columns.profile.content {
                case .tasks: tasks.take(row, into: &file)
                case .todoist: todoist.take(row, into: &file)
                case .sessions: sessions.take(row, into: &file)
                case .habits: habits.take(row, into: &file)
                }
            }
        }
        todoist.end(into: &file)
        file.damage = rows.damage
    }

    /// The order of days and months, which all rows together show.
    private static func times(_ rows: CSVRows, _ columns: CSVColumns) -> CSVTimes {
        var times = CSVTimes(writesMonthFirst: columns.profile.writesMonthFirst)
        let fields = CSVField.dates.filter(columns.has)
        var rows = rows
        while let next = rows.next() {
            guard case .success(let row) = next else { continue }
            for field in fields { for text in columns.texts(field, in: row) { times.learn(text) } }
        }
        return times
    }
}

/// A text as a table.
struct CSVTable {
    var rows: CSVRows

    /// - Returns: `nil` for an empty text.
    init?(_ text: [UInt8]) {
        let first = text.prefix { ![0x0A, 0x0D].contains($0) }
        guard !text.isEmpty else { return nil }
        // Excel writes the separator on a line of its own.
        let declared = String(decoding: first.prefix(10), as: UTF8.self).lowercased()
        if declared.hasPrefix("sep="), let separator = first.dropFirst(4).first {
            rows = CSVRows(text, separator: separator)
            _ = rows.next()
        } else {
            rows = CSVRows(text, separator: CSVRows.separator(of: text))
        }
    }

    /// The names of the columns, after which the rows follow.
    mutating func header() -> [String]? {
        guard case .success(let row)? = rows.next() else { return nil }
        // Rows may have empty cells at their end.
        let count = row.cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        rows.columns = count
        return Array(row.cells.prefix(count))
    }
}
