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
        func day(_ date: StoredDate) -> CalendarDay { date.logicalDay(environment) }
        if !old.isDay, !due.isDay, calendar.day(of: reminder) == day(old) {
            let distance = Instant.milliseconds(from: reminder, to: old.instant(environment))
            remind = .instant(due.instant(environment).advanced(byMilliseconds: -distance))
        } else {
            let days = day(due).daysSinceEpoch - day(old).daysSinceEpoch
            remind = .wall(WallTime(reminder, in: environment.zone).advanced(byDays: days))
        }
    }

    /// Moves the end of a single task along with its due date, if it was not before that: what takes an hour still takes an hour, and
    /// without two times, the end is as many days later. Without the due date, it goes.
    ///
    /// - Parameter old: the due date before the edit.
    mutating func moveEnd(with old: StoredDate, in environment: Environment) {
        guard let end, due != old else { return }
        guard let due else {
            // What it ended is gone.
            if end.instant(environment) >= old.instant(environment) { self.end = nil }
            return
        }
        let isTimed = !old.isDay && !due.isDay && !end.isDay
        if isTimed {
            let length = Instant.milliseconds(from: old.instant(environment), to: end.instant(environment))
            guard length >= 0 else { return }
            self.end = .instant(due.instant(environment).advanced(byMilliseconds: length))
        } else {
            let (first, last) = (old.logicalDay(environment), due.logicalDay(environment))
            guard end.logicalDay(environment) >= first else { return }
            self.end = end.advanced(byDays: last.daysSinceEpoch - first.daysSinceEpoch, in: environment.zone)
        }
    }
}

extension StoredDate {
    /// The day of the garden on which it is.
    fileprivate func logicalDay(_ environment: Environment) -> CalendarDay {
        if case .day(let day) = self { day } else { environment.calendar.day(of: instant(environment)) }
    }
}
