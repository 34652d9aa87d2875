import GardenAPI
import TimeKit

/// The runs of days that reached the goal (RULES S4). Days off neither break nor lengthen them, and the current day breaks
/// none until it is over.
struct Streak: Equatable {
    private(set) var current = 0
    private(set) var longest = 0

    /// - Parameters:
    ///   - reached: the days that reached the goal.
    ///   - isOver: whether the last day that counts, `today`, has ended.
    init(reached: [CalendarDay], off: DaysOff, today: CalendarDay, isOver: Bool = false) {
        let singleDays = Set(off.days)
        let weekdays = Set(off.weekdays.map(\.number))
        let isOff = { (day: CalendarDay) in singleDays.contains(day) || weekdays.contains(day.weekday) }
        let days = reached.filter { $0 <= today && !isOff($0) }.sorted()
        var previous: CalendarDay?
        for day in days {
            current = previous.map { Self.areJoined($0, day, isOff) } ?? true ? current + 1 : 1
            longest = max(longest, current)
            previous = day
        }
        let end = isOver ? today.advanced(by: 1) : today
        if let previous, !Self.areJoined(previous, end, isOff) { current = 0 }
    }

    /// Whether all days between two are off.
    private static func areJoined(
        _ first: CalendarDay, _ second: CalendarDay, _ isOff: (CalendarDay) -> Bool
    ) -> Bool {
        var day = first.advanced(by: 1)
        while day < second {
            guard isOff(day) else { return false }
            day = day.advanced(by: 1)
        }
        return true
    }
}
