import GardenAPI

/// The logical day and its boundaries.
func dayText(_ today: Today) -> String {
    """
    \(today.day.weekdayName), \(today.day)
    from \(today.startsAt.dateAndClock) to \(today.endsAt.dateAndClock), \(printable(today.timezone))
    """
}

/// What to do about a day that a wrong clock had put ahead (RULES L7); `nil` where the day is not far from the calendar's.
func dayAheadHint(_ status: GardenStatus) -> String? {
    // A flight west across the date line leaves the day that far ahead, and all is well.
    let likelyDays = 2
    guard let date = status.now.date else { return nil }
    let daysAhead = status.day.daysSinceEpoch - date.daysSinceEpoch
    guard daysAhead > likelyDays else { return nil }
    return
        "The day is \(daysAhead) days ahead of the calendar (\(date)). To fix it: gardenctl day correct"
}

/// What a correction of the day did.
func dayCorrectionText(from before: Today, to after: Today) -> String {
    guard before.day != after.day else { return "Nothing to correct: the day is \(after.day)." }
    return "The day was \(before.day). Corrected:\n\(dayText(after))"
}
