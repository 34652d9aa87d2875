import GardenAPI

/// What an event means for the history of the log.
public enum LogRecord {
    /// A line, new or with another text, and the day whose log it is in.
    case line(LogLine, on: CalendarDay)
    case removed(id: Int)
    /// The lines of the days before that one are gone.
    case pruned(before: CalendarDay)
    /// The lines after one went along from a day to an earlier one, but for the headers of the days in between, which
    /// were none.
    case moved(after: Int, from: CalendarDay, to: CalendarDay)

    /// `nil` for an event that means nothing for it.
    ///
    /// - Throws: when the data is not that of its type.
    public init?(of event: Event) throws(Mismatch) {
        switch event.type {
        case "log.written", "log.edited":
            let change = try LogChange(json: event.dataJSON())
            self = .line(change.line, on: change.day)
        case "log.removed":
            self = .removed(id: try LogChange(json: event.dataJSON()).line.id)
        case "archive.pruned":
            self = .pruned(before: try ArchivePruning(json: event.dataJSON()).before)
        case "day.corrected":
            let change = try DayChange(json: event.dataJSON())
            guard let from = change.before?["day"], let after = change.logAfter else {
                throw Mismatch(problem: "does not tell what it corrected")
            }
            self = .moved(after: after, from: try CalendarDay(json: from), to: change.today.day)
        default:
            return nil
        }
    }
}

extension Event {
    /// ``data`` as a tree.
    func dataJSON() throws(Mismatch) -> JSON {
        do { return try JSON.parse(data, depth: .max) } catch { throw Mismatch(problem: error.reason) }
    }
}
