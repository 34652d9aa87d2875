import GardenAPI

/// The balance, the multiplier and the sums of the day.
///
/// - Parameter isPast: whether the day has ended.
func pointsText(_ summary: PointsSummary, isPast: Bool = false, _ style: Style) -> String {
    """
    \(style.facts([style.bold(points(summary.balance)), "tasks pay ×\(summary.multiplier)"]))
    \(isPast ? "that day" : "today"): \(summary.earnedToday) earned, \(summary.spentToday) spent
    """
}
