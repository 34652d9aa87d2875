/// A to-do of a calendar as a task.
struct ICalendarTodo {
    static let properties: Set = [
        "", "SUMMARY", "DESCRIPTION", "UID", "DUE", "DTSTART", "DURATION", "CATEGORIES", "PRIORITY", "STATUS",
        "COMPLETED",
        "CREATED", "LAST-MODIFIED", "DTSTAMP", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", ownRule,
    ]
    /// The repetition of our own export that is no rule of RFC 5545.
    private static let ownRule = "X-GARDEN-REPEAT"

    private let component: ICalendarComponent
    private var times: ICalendarTimes
    private var reading: TaskReading

    init(_ component: ICalendarComponent, _ times: ICalendarTimes) {
        (self.component, self.times) = (component, times)
        reading = TaskReading("line \(component.line)")
    }

    /// Takes the task, or leaves the to-do out.
    func take(into file: inout ImportedFile) {
        var todo = self
        // A single date of a repetition that was changed. The to-do itself has the same identity.
        guard component["RECURRENCE-ID"] == nil else { return file.noteOther("changed date of a repetition") }
        guard component.word("STATUS") != "CANCELLED" else { return file.noteOther("cancelled to-do") }
        todo.readTexts()
        guard todo.readCompletion() else {
            return file.leaveOut(
                "line \(component.line)", "it is completed, but its time of completion is missing, or not understood")
        }
        todo.readDates()
        for guess in todo.times.guesses { todo.reading.guess(guess) }
        todo.reading.take(into: &file)
    }

    private mutating func readTexts() {
        let uid = component["UID"]?.text
        let ownUid = GardenUid.uid(ofCalendar: uid)
        reading.setOrigin(ownUid == nil ? "ical" : GardenUid.program, ownUid ?? uid)
        reading.setTitle(component["SUMMARY"]?.text)
        reading.addNote(component["DESCRIPTION"]?.text)
        let categories = component.lines("CATEGORIES").flatMap(\.texts).filter { !$0.allSatisfy(\.isWhitespace) }
        reading.setCategory(categories.first)
        reading.setTags(Array(categories.dropFirst()))
        if let priority = component["PRIORITY"]?.value.trimmed, !priority.isEmpty {
            if let number = Int(priority), number >= 0 {
                reading.setPriority(number == 0 ? nil : number)
            } else {
                reading.guess("the priority, \(quoted(priority)), is not understood")
            }
        }
        if let line = component.lines("").first { reading.guess("line \(line.line) is not read: it has no name") }
    }

    /// - Returns: whether the time of a completion is known.
    private mutating func readCompletion() -> Bool {
        reading.set(\.created, times.time(component["CREATED"], "time of creation"))
        let status = component.word("STATUS")
        // What is open again has the time of its completion in some files.
        guard status != "NEEDS-ACTION", status != "IN-PROCESS" else { return true }
        let completed = times.time(component["COMPLETED"], "time of completion")
        guard completed == nil else {
            reading.set(\.completed, completed)
            return true
        }
        guard status == "COMPLETED" || component["COMPLETED"] != nil else { return true }
        for name in ["LAST-MODIFIED", "DTSTAMP"] {
            guard let time = times.time(component[name], name) else { continue }
            reading.guess("the time of completion is not said; that of \(name) is taken")
            reading.set(\.completed, time)
            return true
        }
        return false
    }

    private mutating func readDates() {
        var start = times.time(component["DTSTART"], "start")
        var due = times.time(component["DUE"], "due date")
        if due == nil, let begin = start, let duration = component["DURATION"]?.value.trimmed, !duration.isEmpty {
            due = ICalendarTimes.seconds(ofDuration: duration).flatMap { begin.advanced(bySeconds: $0) }
            if due == nil { reading.guess("the duration, \(quoted(duration)), is not understood") }
        }
        if let rule = component[Self.ownRule]?.text {
            setRule(rule, due)
        } else if let rule = component["RRULE"]?.value.trimmed, !rule.isEmpty {
            if due == nil, start != nil {
                reading.guess("it repeats, so its start is its due date")
                due = start
            }
            // A rule needs a start, and programs take the due date for it.
            if start == due { start = nil }
            setRule(rule, due)
            if component["RDATE"] != nil || component["EXDATE"] != nil || component.lines("RRULE").count > 1 {
                reading.guess("only its first rule is taken, without further dates and without exceptions")
            }
        } else if component["RDATE"] != nil {
            reading.guess("it does not repeat here: its dates follow no rule")
        }
        reading.set(\.start, start)
        reading.set(\.due, due)
    }

    private mutating func setRule(_ text: String, _ due: ImportedTime?) {
        do throws(RuleText.Problem) { reading.setRule(try RuleText.checked(text, due: due)) } catch {
            reading.guess("it does not repeat here: \(error.reason)")
        }
    }
}
