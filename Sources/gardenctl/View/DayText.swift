import GardenAPI
import TextKit
import TimeKit

/// The logical day and its boundaries.
func dayText(_ today: Today) -> String {
    """
    \(today.day.weekdayName), \(today.day)
    from \(today.startsAt.dateAndClock) to \(today.endsAt.dateAndClock), \(printable(today.timezone))
    """
}

/// The advice for a day that a wrong clock moved ahead (RULES L7); `nil` if the day is close to the calendar's.
func dayAheadHint(_ day: CalendarDay, at now: Timestamp) -> String? {
    // A flight west across the date line puts the day this far ahead without any fault.
    let likelyDays = 2
    guard let date = now.date else { return nil }
    let daysAhead = day.daysSinceEpoch - date.daysSinceEpoch
    guard daysAhead > likelyDays else { return nil }
    return
        "The day is \(daysAhead) days ahead of the calendar (\(date)). To fix it: gardenctl day correct"
}

/// The outcome of a correction of the day.
func dayCorrectionText(from before: Today, to after: Today) -> String {
    guard before.day != after.day else { return "Nothing to correct: the day is \(after.day)." }
    return "The day was \(before.day). Corrected:\n\(dayText(after))"
}
