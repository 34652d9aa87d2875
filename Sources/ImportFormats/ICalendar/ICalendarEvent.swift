import GardenAPI

/// An event of a calendar as a session.
struct ICalendarEvent {
    static let properties: Set = [
        "SUMMARY", "DESCRIPTION", "UID", "DTSTART", "DTEND", "DURATION", "CATEGORIES", "STATUS", "TRANSP", "RRULE",
        "RDATE", "RECURRENCE-ID",
    ]

    private let component: ICalendarComponent
    private var times: ICalendarTimes
    private let calendar: String?

    /// - Parameter calendar: the name of its calendar.
    init(_ component: ICalendarComponent, _ times: ICalendarTimes, of calendar: String?) {
        (self.component, self.times, self.calendar) = (component, times, calendar)
    }

    /// Takes the session, or leaves the event out.
    func take(into file: inout ImportedFile) {
        let position = "line \(component.line)"
        if component.word("STATUS") == "CANCELLED" { return file.noteOther("cancelled event") }
        if let reason = reasonToLeaveOut { return file.leaveOut(position, reason) }
        var event = self
        var reading = SessionReading(position)
        let start = event.times.time(component["DTSTART"], "start")
        guard start?.isDay != true else {
            return file.leaveOut(position, "it is all day long, which does not say how long the work was")
        }
        var end = event.times.time(component["DTEND"], "end")
        if end == nil, let start, let duration = component["DURATION"] {
            end = ICalendarTimes.seconds(ofDuration: duration.value).flatMap { start.advanced(bySeconds: $0) }
        }
        for guess in event.times.guesses { reading.guess(guess) }
        event.setTexts(&reading)
        reading.take(from: start, to: end, into: &file)
    }

    /// Events of our own export block no time, because they are over.
    private var isOwn: Bool { component["UID"]?.value.trimmed.hasSuffix("@garden") == true }

    private var reasonToLeaveOut: String? {
        if component["RRULE"] != nil || component["RDATE"] != nil || component["RECURRENCE-ID"] != nil {
            return "it repeats, which does not say on which dates the work was"
        }
        return component.word("TRANSP") == "TRANSPARENT" && !isOwn ? "it blocks no time (TRANSP)" : nil
    }

    private func setTexts(_ reading: inout SessionReading) {
        let uid = component["UID"]?.text
        let ownUid = GardenUid.uid(ofCalendar: uid)
        reading.setOrigin(ownUid == nil ? "ical" : GardenUid.program, ownUid ?? uid)
        let category = component.lines("CATEGORIES").flatMap(\.texts).first { !$0.allSatisfy(\.isWhitespace) }
        reading.setCategory(category ?? calendar)
        var title = component["SUMMARY"]?.text.trimmed ?? ""
        // Our own export has the category and the task in it.
        if let category = category?.trimmed, isOwn {
            if title == category {
                title = ""
            } else if title.hasPrefix("\(category): ") {
                title = String(title.dropFirst(category.count + 2))
            }
        }
        reading.addNote(title)
        reading.addNote(component["DESCRIPTION"]?.text)
    }
}

extension ImportedTime {
    fileprivate var isDay: Bool {
        guard case .day = self else { return false }
        return true
    }
}
