import GardenAPI
import TimeKit

/// The sums of completed focus sessions by logical day (RULES P13), for the last days that have any.
///
/// The current day can be an earlier one again, after a wrong clock was put right (RULES L7). Sums of days further back are
/// in the table of sessions only.
public struct FocusSums: Sendable, Equatable {
    /// More days than a clock stays wrong.
    private static let mostDays = 32

    /// The latest ones, in their order.
    private var days: [Day] = []

    struct Day: WireObject, Equatable {
        static let name = "FocusDay"

        var day: CalendarDay
        var seconds: Int
        var sessions: Int

        static let fields = Fields(
            Day.init,
            .required("day", \.day, "the logical day"),
            .required("seconds", \.seconds, "the time focused"),
            .required("sessions", \.sessions, "the completed sessions"))
    }

    /// Adds a session, or what a correction of one changes.
    mutating func add(seconds: Int, sessions: Int, on day: CalendarDay) {
        var sums = self[day]
        // The sums of a damaged journal must not end the program.
        sums.seconds &+= seconds
        sums.sessions &+= sessions
        put(sums)
    }

    subscript(day: CalendarDay) -> Day { days.last { $0.day == day } ?? Day(day: day, seconds: 0, sessions: 0) }

    /// Replaces the sums of a day. One without any is not kept.
    mutating func put(_ sums: Day) {
        let index = days.firstIndex { $0.day >= sums.day } ?? days.count
        if index < days.count, days[index].day == sums.day { days.remove(at: index) }
        guard sums.seconds != 0 || sums.sessions != 0 else { return }
        days.insert(sums, at: index)
        if days.count > Self.mostDays { days.removeFirst() }
    }

    /// The sums of a day as the status shows them.
    func today(_ day: CalendarDay, goalMinutes: Int) -> FocusToday {
        let sums = self[day]
        return FocusToday(minutes: sums.seconds / 60, sessions: sums.sessions, goalMinutes: goalMinutes)
    }
}

extension FocusSums: WireValue {
    public static var schema: JSON { [Day].schema }
    public static var referredObjects: [any WireObject.Type] { [Day.self] }

    public init(json: JSON) throws(ValidationError) { self.init(days: try [Day](json: json)) }
    public init(record: JSON) throws(ValidationError) { self.init(days: try [Day](record: record)) }
    public func write(to writer: inout JSONWriter) { days.write(to: &writer) }
    public func writeRecord(to writer: inout JSONWriter) { days.writeRecord(to: &writer) }
}
