import GardenAPI

/// The logical day and its boundaries.
func dayText(_ today: Today) -> String {
    """
    \(today.day.weekdayName), \(today.day)
    from \(today.startsAt.dateAndClock) to \(today.endsAt.dateAndClock), \(printable(today.timezone))
    """
}

/// What a correction of the day did.
func dayCorrectionText(from before: Today, to after: Today) -> String {
    guard before.day != after.day else { return "Nothing to correct: it is \(after.day), by the clock too." }
    return "The day was \(before.day). Corrected:\n\(dayText(after))"
}
