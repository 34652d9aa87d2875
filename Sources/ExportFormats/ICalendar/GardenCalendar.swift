import GardenAPI
import TimeKit

/// A calendar of a garden for programs that show calendars: due dates, focus sessions and, if asked for, visits (RFC 5545).
///
/// The same garden gives the same bytes, so a file of it has to be written only after a change.
public struct GardenCalendar: Sendable {
    /// What it has, and how.
    public struct Options: Equatable, Sendable {
        /// Whether due dates are to-dos. Otherwise they are events, which all programs show.
        public var hasToDos: Bool
        /// Whether it has the notes of tasks and sessions, and the comments of visits.
        public var hasNotes: Bool

        /// Creates the options.
        public init(hasToDos: Bool = false, hasNotes: Bool = false) {
            (self.hasToDos, self.hasNotes) = (hasToDos, hasNotes)
        }
    }

    /// The open tasks; those without a due date are not shown.
    public var tasks: [TaskItem] = []
    /// The focus sessions.
    public var sessions: [Session] = []
    /// The visits, each with its place.
    public var visits: [Visit] = []

    /// Creates an empty calendar.
    public init() {}

    /// The file.
    ///
    /// - Parameter zone: that of the garden.
    public func text(zone: ZoneRules, _ options: Options) -> String {
        let dueDates = tasks.map { task in
            guard options.hasToDos, task.due != nil else {
                return ICalendar.dueDate(of: task, zone, hasNote: options.hasNotes)
            }
            return ICalendar.todo(task, zone, stamp: task.updatedAt.instant, hasNote: options.hasNotes)
        }
        // When a session was changed is not known, and the time of writing would make each file another one.
        let events = sessions.map { ICalendar.event($0, stamp: $0.end.instant, hasNote: options.hasNotes) }
        return ICalendar.calendar(
            dueDates + events + visits.map { Self.event($0, hasComment: options.hasNotes) },
            properties: [ContentLine("X-WR-CALNAME", "Pocket Garden"), ContentLine("NAME", "Pocket Garden")])
    }

    /// Whether a file begins as those of gardenctl do, so that another one of them may take its place.
    public static func isOwn(_ text: String) -> Bool {
        text.unicodeScalars.split { $0 == "\r" || $0 == "\n" }.prefix(3).map { String($0) }
            == [ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"), ICalendar.program].map(\.text)
    }

    private static func event(_ visit: Visit, hasComment: Bool) -> [ContentLine] {
        let details = visit.details
        var lines = [
            ContentLine("BEGIN", "VEVENT"), ContentLine("UID", "\(visit.uid)@garden"),
            ContentLine("DTSTAMP", visit.at.instant.basicText), ContentLine("DTSTART", visit.at.instant.basicText),
            ContentLine("SUMMARY", text: visit.shownName),
            ContentLine("GEO", "\(visit.latitude.json.text);\(visit.longitude.json.text)"),
        ]
        let place = [details.facility, details.address].compactMap(\.self).joined(separator: ", ")
        if !place.isEmpty { lines.append(ContentLine("LOCATION", text: place)) }
        if !details.labels.isEmpty { lines.append(ContentLine("CATEGORIES", texts: details.labels)) }
        if hasComment, let comment = details.comment { lines.append(ContentLine("DESCRIPTION", text: comment)) }
        return lines + [ContentLine("TRANSP", "TRANSPARENT"), ContentLine("END", "VEVENT")]
    }
}
