import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

/// How long before its due date a task reminds (RULES T17).
struct StoredDistance: WireObject, Equatable {
    static let name = "ReminderDistance"

    /// Minutes before the due time; `nil` for days.
    var minutes: Int?
    /// Days before the due day; `nil` for minutes.
    var days: Int?
    /// With days: the minute of the day; `nil` for that of the due time, or ``DateReader/reminderTime`` before a due day.
    var minuteOfDay: Int?

    static let fields = Fields(
        StoredDistance.init,
        .optional("minutes", \.minutes, "minutes before the due time"),
        .optional("days", \.days, "days before the due day"),
        .optional("minuteOfDay", \.minuteOfDay, "with days: the minute of the day"))

    init(_ distance: ReminderDistance) {
        switch distance {
        case .minutes(let minutes): self.init(minutes: minutes)
        case .days(let days, let time): self.init(days: days, minuteOfDay: time.map { $0.hour * 60 + $0.minute })
        }
    }

    private init(minutes: Int? = nil, days: Int? = nil, minuteOfDay: Int? = nil) {
        (self.minutes, self.days, self.minuteOfDay) = (minutes, days, minuteOfDay)
    }

    /// As methods and events return it.
    var published: RemindBefore {
        RemindBefore(minutes: minutes, days: days, time: minuteOfDay.map(Self.time))
    }

    /// As a person writes it: `10m before`, `1d before 18:00`.
    var text: String {
        if minutes == 0 { return "at due" }
        if let minutes {
            return minutes.isMultiple(of: 60) ? "\(minutes / 60)h before" : "\(minutes)m before"
        }
        return "\(days ?? 0)d before" + (minuteOfDay.map { " \(Self.time($0))" } ?? "")
    }

    private static func time(_ minute: Int) -> String {
        let (hour, minute) = (minute / 60, minute % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// The reminder before a due date; `nil` if the date is a day and the distance is in minutes.
    func reminder(before due: StoredDate, in zone: ZoneRules) -> StoredDate? {
        if let minutes {
            guard !due.isDay, case .time(let time) = due.occurrence(in: zone) else { return nil }
            let dueAt = if case .instant(let instant) = due { instant } else { time.instant(in: zone) }
            return .instant(dueAt.advanced(byMilliseconds: -minutes * 60_000))
        }
        let (day, dueMinute) =
            switch due.occurrence(in: zone) {
            case .day(let day): (day, DateReader.reminderTime.hour * 60 + DateReader.reminderTime.minute)
            case .time(let time): (time.day, time.minuteOfDay)
            }
        return WallTime(day: day.advanced(by: -(days ?? 0)), minuteOfDay: minuteOfDay ?? dueMinute).map { .wall($0) }
    }
}
