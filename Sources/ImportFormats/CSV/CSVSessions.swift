import TimeKit

/// Rows of a table as stretches of work.
struct CSVSessions {
    private let columns: CSVColumns
    private let times: CSVTimes
    /// Up to when the rows of a day without a time of day last, in seconds after 12:00.
    private var secondsOfDays: [CalendarDay: Int] = [:]

    /// Whether plain numbers of the column of durations are hours.
    private let countsHours: Bool

    init(_ columns: CSVColumns, _ times: CSVTimes, _ rows: CSVRows) {
        (self.columns, self.times) = (columns, times)
        countsHours = Self.countsHours(rows, columns)
    }

    /// A column with a number such as `1.5` is one of hours, if all of its numbers are those of a day.
    private static func countsHours(_ rows: CSVRows, _ columns: CSVColumns) -> Bool {
        guard columns.has(.duration) else { return false }
        var rows = rows
        var hasDecimals = false
        while let next = rows.next() {
            guard case .success(let row) = next, let text = columns.text(.duration, in: row)?.trimmed,
                let number = Double(text.replacing(",", with: "."))
            else { continue }
            if number > 24 { return false }
            hasDecimals = hasDecimals || text.contains { ".,".contains($0) }
        }
        return hasDecimals
    }

    /// Why a row is no session.
    private struct Problem: Error { let reason: String }

    /// Takes the session of a row, or leaves it out.
    mutating func take(_ row: CSVRows.Row, into file: inout ImportedFile) {
        let position = "line \(row.line)"
        if let (column, values) = columns.profile.outcome, let outcome = columns.text(named: column, in: row),
            !values.contains(outcome)
        {
            return file.noteOther("session that was not completed")
        }
        var reading = SessionReading(position)
        if let origin = columns.profile.origin { reading.setOrigin(origin, columns.text(.id, in: row)) }
        setTexts(row, &reading)
        do throws(Problem) {
            let (start, end) = try interval(row, &reading)
            reading.take(from: start, to: end, into: &file)
        } catch {
            file.leaveOut(position, error.reason)
        }
    }

    /// Without a category, a book or a task is one.
    private func setTexts(_ row: CSVRows.Row, _ reading: inout SessionReading) {
        let titles = columns.texts(.title, in: row)
        let categories = columns.texts(.category, in: row)
        let isGeneral = columns.profile.header.isEmpty
        reading.setCategory(categories.first ?? (isGeneral ? titles.first : nil))
        for title in categories.isEmpty && isGeneral ? titles.dropFirst() : titles[...] { reading.addNote(title) }
        if isGeneral { for other in categories.dropFirst() { reading.addNote(other) } }
        for note in columns.texts(.note, in: row) { reading.addNote(note) }
    }

    // MARK: When it was

    private mutating func interval(
        _ row: CSVRows.Row, _ reading: inout SessionReading
    ) throws(Problem) -> (ImportedTime?, ImportedTime?) {
        let length = try seconds(row, &reading)
        let date = try time(.date, row, &reading)
        var start = try time(.start, row, &reading)
        if case .clock(let clock)? = start {
            guard case .time(.day(let day))? = date else {
                throw Problem(reason: "its date is missing, or not understood")
            }
            start = .time(.wall(day, millisecondsOfDay: clock))
        }
        guard case .time(let begin)? = start ?? date else {
            throw Problem(reason: "its beginning is missing, or not understood")
        }
        if case .day(let day) = begin { return try onDay(day, length, &reading) }
        guard let end = try end(row, begin, &reading) else {
            return (begin, length.flatMap { begin.advanced(bySeconds: $0) })
        }
        if let length, let span = Self.seconds(from: begin, to: end) {
            if length < span { reading.setSeconds(length) }
            if length > span + 60 { reading.guess("its duration is longer than it was from its start to its end") }
        }
        return (begin, end)
    }

    private func end(
        _ row: CSVRows.Row, _ begin: ImportedTime, _ reading: inout SessionReading
    ) throws(Problem) -> ImportedTime? {
        switch try time(.end, row, &reading) {
        case nil: return nil
        case .time(.day): throw Problem(reason: "its end has no time of day")
        case .time(let time): return time
        case .clock(let clock):
            if case .time(.day(let day))? = try time(.endDate, row, &reading) {
                return .wall(day, millisecondsOfDay: clock)
            }
            guard case .wall(let day, let milliseconds) = begin else {
                throw Problem(reason: "its end has no date, and its start a zone")
            }
            // Past midnight.
            let end = ImportedTime.wall(day, millisecondsOfDay: clock)
            return clock < milliseconds ? end.advanced(bySeconds: 86_400) : end
        case .unreadable: return nil
        }
    }

    /// A time of the garden is between two instants, so that a day with a duration needs a time of day.
    private mutating func onDay(
        _ day: CalendarDay, _ length: Int?, _ reading: inout SessionReading
    ) throws(Problem) -> (ImportedTime?, ImportedTime?) {
        guard let length, length > 0 else { throw Problem(reason: "it has a day, but neither a start nor a duration") }
        let noon = 43_200
        let before = secondsOfDays[day] ?? 0
        guard before + length < noon else {
            throw Problem(reason: "the day has more than 12 hours of durations without a time of day")
        }
        secondsOfDays[day] = before + length
        reading.guess("it has no time of day; it begins at 12:00, or after the one before it on that day")
        let start = ImportedTime.wall(day, millisecondsOfDay: (noon + before) * 1000)
        return (start, start.advanced(bySeconds: length))
    }

    private func time(
        _ field: CSVField, _ row: CSVRows.Row, _ reading: inout SessionReading
    ) throws(Problem) -> CSVTimes.Reading? {
        guard let text = columns.text(field, in: row) else { return nil }
        let time = times.read(text) { reading.guess($0) }
        guard time == .unreadable else { return time }
        throw Problem(reason: "its \(field.rawValue), \(quoted(text)), is not understood")
    }

    /// The seconds between two times of the same kind.
    private static func seconds(from start: ImportedTime, to end: ImportedTime) -> Int? {
        switch (start, end) {
        case (.instant(let start), .instant(let end)):
            return Instant.milliseconds(from: start.instant, to: end.instant) / 1000
        case (.wall(let first, let start), .wall(let last, let end)):
            return (last.daysSinceEpoch - first.daysSinceEpoch) * 86_400 + (end - start) / 1000
        default: return nil
        }
    }

    // MARK: How long it was

    private func seconds(_ row: CSVRows.Row, _ reading: inout SessionReading) throws(Problem) -> Int? {
        if let text = columns.text(.seconds, in: row) { return try seconds(text, 1) }
        let hours = try columns.text(.hours, in: row).map { text throws(Problem) in try seconds(text, 3600) }
        let minutes = try columns.text(.minutes, in: row).map { text throws(Problem) in try seconds(text, 60) }
        // `1` and `30` are an hour and a half; `1.5` and `90` are the same twice.
        if let hours, let minutes { return hours % 3600 == 0 && minutes < 3600 ? hours + minutes : minutes }
        if let length = hours ?? minutes { return length }
        guard let text = columns.text(.duration, in: row) else { return nil }
        let isOfHours = countsHours || text.trimmed.contains { ".,".contains($0) }
        if Int(text.trimmed) != nil {
            reading.guess("the duration, \(quoted(text)), is read as \(isOfHours ? "hours" : "minutes")")
        }
        return try seconds(text, isOfHours ? 3600 : 60)
    }

    private func seconds(_ text: String, _ unit: Int) throws(Problem) -> Int {
        guard let seconds = CSVDuration.seconds(text, unit: unit) else {
            throw Problem(reason: "its duration, \(quoted(text)), is not understood")
        }
        return seconds
    }
}
