import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

extension RequestedDates {
    /// Sets the reminder that a request gives: a date of its own, or a distance from the due date (RULES T4, T17).
    mutating func setReminder(_ text: String, _ reader: DateReader) throws(GardenError) {
        setsReminder = true
        if let distance = reader.distance(text) {
            remindBefore = StoredDistance(distance)
        } else {
            try reader.refuseDistance(text, "remind")
            remind = .instant(try reader.reminder(text, "remind"))
        }
    }

    /// Moves a reminder with a date of its own along with the due date, if a request changes only that: on the day on
    /// which the task was due by as much time, and before that by as many days (RULES T4).
    mutating func moveReminder(with old: StoredDate, in environment: Environment) {
        guard let due, due != old, let reminder = remind?.instant(environment) else { return }
        let calendar = environment.calendar
        func day(_ date: StoredDate) -> CalendarDay {
            if case .day(let day) = date { day } else { calendar.day(of: date.instant(environment)) }
        }
        if !old.isDay, !due.isDay, calendar.day(of: reminder) == day(old) {
            let distance = Instant.milliseconds(from: reminder, to: old.instant(environment))
            remind = .instant(due.instant(environment).advanced(byMilliseconds: -distance))
        } else {
            let days = day(due).daysSinceEpoch - day(old).daysSinceEpoch
            remind = .wall(WallTime(reminder, in: environment.zone).advanced(byDays: days))
        }
    }
}
