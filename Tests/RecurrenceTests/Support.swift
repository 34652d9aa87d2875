import Recurrence
import TestSupport
import TimeKit

/// The date of a text; traps on another, as only literals are given.
func date(_ text: String) -> OccurrenceDate {
    guard let date = OccurrenceDate(text) else { preconditionFailure("no date: \(text)") }
    return date
}

func parsedSchedule(_ text: String) throws -> Schedule {
    guard case .scheduled(let schedule) = try Repeat(text) else { preconditionFailure("no schedule: \(text)") }
    return schedule
}

extension Recurrence {
    /// The recurrence of two texts; UNTIL in UTC is in that zone.
    init(_ text: String, from anchor: String, in zone: ZoneRules = .utc) throws {
        try self.init(parsedSchedule(text), anchor: date(anchor), zone: zone)
    }

    /// The first occurrences.
    func starting(_ limit: Int) -> [String] {
        ([first] + occurrences(after: first, limit: limit - 1)).map(\.description)
    }
}
