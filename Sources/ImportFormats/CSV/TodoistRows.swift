import TimeKit

/// The rows of a Todoist backup or template: tasks, sections, and comments on the task before them.
struct TodoistRows {
    private let columns: CSVColumns
    private let today: CalendarDay?
    private var task: TaskReading?
    private var section: String?
    /// The titles of the tasks that the next row may be a part of.
    private var titles: [String] = []

    init(_ columns: CSVColumns, today: CalendarDay?) { (self.columns, self.today) = (columns, today) }

    /// Takes a row; the task before it is complete then, unless it is a comment.
    mutating func take(_ row: CSVRows.Row, into file: inout ImportedFile) {
        let content = columns.text(.title, in: row)
        switch columns.text(named: "type", in: row)?.trimmed.lowercased() {
        case "task":
            end(into: &file)
            begin(row, content ?? "")
        case "note":
            if task == nil { file.noteOther("comment on the project") } else { task?.addNote(content) }
        case "section":
            end(into: &file)
            titles = []
            section = content
        // How the project is shown.
        case nil, "meta": break
        default: file.noteOther("other row")
        }
    }

    /// Takes the last task.
    mutating func end(into file: inout ImportedFile) {
        task?.take(into: &file)
        task = nil
    }

    private mutating func begin(_ row: CSVRows.Row, _ content: String) {
        var reading = TaskReading("line \(row.line)")
        let (title, labels) = Self.labels(of: content)
        reading.setTitle(title)
        reading.setTags(labels + columns.texts(.tags, in: row).flatMap(CSVTasks.tags))
        reading.setCategory(section)
        let level = min(max(columns.text(named: "indent", in: row).flatMap { Int($0.trimmed) } ?? 1, 1), 10)
        titles = Array(titles.prefix(level - 1))
        if level > 1, let parent = titles.last { reading.addNote("Part of: \(parent)") }
        titles.append(title)
        for note in columns.texts(.note, in: row) { reading.addNote(note) }
        // 4 is what a task has without one.
        let priorities = ["1": 1, "2": 5, "3": 9]
        reading.setPriority(columns.text(.priority, in: row).flatMap { priorities[$0.trimmed] })
        setDate(row, &reading)
        task = reading
    }

    private func setDate(_ row: CSVRows.Row, _ reading: inout TaskReading) {
        // A date is before a deadline.
        let texts = columns.texts(.due, in: row).map(\.trimmed)
        guard let first = texts.first else { return }
        let language = columns.text(named: "date lang", in: row)?.trimmed.lowercased() ?? "en"
        let dates = texts.lazy.compactMap { text in
            TodoistDate(text, isEnglish: language.hasPrefix("en"), today: today).map { (text, $0) }
        }
        guard let (text, date) = dates.first else {
            reading.guess("the date, \(quoted(first)), is not understood")
            return reading.addNote("Date: \(first)")
        }
        if text != first { reading.guess("the date, \(quoted(first)), is not understood; the deadline is taken") }
        reading.set(\.due, date.due)
        guard let rule = date.rule else { return }
        do throws(RuleText.Problem) { reading.setRule(try RuleText.checked(rule, due: date.due)) } catch {
            reading.guess("it does not repeat here: \(error.reason)")
        }
        if !date.saysBeginning { reading.guess("the date, \(quoted(text)), begins on the day of the import") }
    }

    /// A title without the labels in it, and their names.
    private static func labels(of content: String) -> (title: String, labels: [String]) {
        var labels: [String] = []
        var words: [Substring] = []
        for word in content.split(whereSeparator: \.isWhitespace) {
            if word.hasPrefix("@"), word.count > 1 {
                labels.append(String(word.dropFirst()))
            } else {
                words.append(word)
            }
        }
        return (words.joined(separator: " "), labels)
    }
}

/// A date as Todoist writes it: `2026-12-01`, `Dec 1 at 14:00`, `every mon, thu`.
struct TodoistDate: Equatable {
    private(set) var due: ImportedTime?
    /// How it repeats.
    private(set) var rule: String?
    /// Whether the text says when a repetition begins.
    private(set) var saysBeginning = true

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// - Parameters:
    ///   - isEnglish: whether the words are English; those of other languages are not read.
    ///   - today: for dates without a year; `nil` if such dates cannot be read.
    /// - Returns: `nil` for a text that is not understood.
    init?(_ text: String, isEnglish: Bool, today: CalendarDay?) {
        if case .time(let time) = ImportedTime.read(text) {
            due = time
            return
        }
        guard isEnglish, text.utf8.count <= 200 else { return nil }
        let text = text.lowercased().replacing(" am", with: "am").replacing(" pm", with: "pm")
        var words = text.split { " ,".contains($0) }.map(String.init).filter {
            !["at", "and", "on"].contains($0)
        }
        var clock: Int?
        if let index = words.lastIndex(where: { CSVTimes.clock($0) != nil }) {
            clock = CSVTimes.clock(words.remove(at: index))
        }
        var beginning: CalendarDay?
        if let index = words.firstIndex(where: { ["starting", "from"].contains($0) }) {
            guard let day = Self.day(words[(index + 1)...], today) else { return nil }
            beginning = day
            words.removeSubrange(index...)
        }
        let day: CalendarDay
        if let repetition = Self.repetition(words) {
            guard let first = beginning ?? today else { return nil }
            rule = repetition.rule
            saysBeginning = beginning != nil
            day =
                Self.next(from: first) { repetition.weekdays.isEmpty || repetition.weekdays.contains($0.weekday) }
                ?? first
        } else {
            guard beginning == nil, let read = Self.day(words[...], today) else { return nil }
            day = read
        }
        due = clock.map { .wall(day, millisecondsOfDay: $0) } ?? .day(day)
    }

    private static func next(from day: CalendarDay, _ isRight: (CalendarDay) -> Bool) -> CalendarDay? {
        (0..<7).lazy.map { day.advanced(by: $0) }.first(where: isRight)
    }

    /// The number of a weekday, by its beginning; `nil` for others.
    private static func weekday(_ word: String) -> Int? {
        guard word.count >= 3, let index = weekdays.firstIndex(of: String(word.prefix(3))) else { return nil }
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names[index].hasPrefix(word) ? index + 1 : nil
    }

    private static func day(_ words: ArraySlice<String>, _ today: CalendarDay?) -> CalendarDay? {
        if words.count == 1, let word = words.first {
            if case .time(.day(let day)) = ImportedTime.read(word) { return day }
            switch word {
            case "today", "tod": return today
            case "tomorrow", "tom": return today?.advanced(by: 1)
            default:
                guard let today, let weekday = weekday(word) else { return nil }
                return next(from: today.advanced(by: 1)) { $0.weekday == weekday }
            }
        }
        guard (2...3).contains(words.count) else { return nil }
        var (month, numbers): (Int?, [Int]) = (nil, [])
        for word in words {
            if let index = months.firstIndex(of: String(word.prefix(3))), word.allSatisfy(\.isLetter) {
                month = index + 1
            } else {
                let digits = word.prefix { $0.isASCII && $0.isNumber }
                guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)), let number = Int(digits)
                else {
                    return nil
                }
                numbers.append(number)
            }
        }
        guard let month, let day = numbers.first, numbers.count == words.count - 1 else { return nil }
        if numbers.count == 2 { return CalendarDay(year: numbers[1], month: month, day: day) }
        guard let today else { return nil }
        // February 29 is in one of the next years.
        return (0...8).lazy.compactMap { CalendarDay(year: today.year + $0, month: month, day: day) }.first {
            $0 >= today
        }
    }

    private static let units = [
        "day": ("DAILY", "d"), "week": ("WEEKLY", "w"), "month": ("MONTHLY", "mo"), "year": ("YEARLY", ""),
    ]

    /// A repetition, and the weekdays on which it can begin.
    private static func repetition(_ words: [String]) -> (rule: String, weekdays: Set<Int>)? {
        if words.count == 1, ["daily", "weekly", "monthly", "yearly"].contains(words[0]) { return (words[0], []) }
        guard let first = words.first, ["every", "ev", "every!"].contains(first) else { return nil }
        let isAfter = first == "every!"
        var rest = words.dropFirst()
        if !isAfter, ["weekday", "workday"].contains(rest.first), rest.count == 1 {
            return ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", [1, 2, 3, 4, 5])
        }
        let days = rest.compactMap(weekday)
        if !isAfter, !days.isEmpty, days.count == rest.count {
            let names = Set(days).sorted().map { weekdays[$0 - 1].prefix(2).uppercased() }
            return ("FREQ=WEEKLY;BYDAY=\(names.joined(separator: ","))", Set(days))
        }
        var count = 1
        if let word = rest.first, let number = word == "other" ? 2 : Int(word), (1...999).contains(number) {
            count = number
            rest = rest.dropFirst()
        }
        guard rest.count == 1, let word = rest.first,
            let (frequency, unit) = units[word.hasSuffix("s") ? String(word.dropLast()) : word]
        else { return nil }
        if isAfter { return unit.isEmpty ? nil : ("after \(count)\(unit)", []) }
        return (count == 1 ? frequency.lowercased() : "FREQ=\(frequency);INTERVAL=\(count)", [])
    }
}
