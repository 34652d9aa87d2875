import GardenAPI

/// The logical day and its boundaries.
func dayText(_ today: Today) -> String {
    """
    \(today.day.weekdayName), \(today.day)
    from \(today.startsAt.dateAndClock) to \(today.endsAt.dateAndClock), \(printable(today.timezone))
    """
}
