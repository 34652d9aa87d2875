import GardenAPI

/// The balance, the multiplier and today's sums.
func pointsText(_ summary: PointsSummary, _ style: Style) -> String {
    """
    \(style.facts([style.bold(points(summary.balance)), "tasks pay ×\(summary.multiplier)"]))
    today: \(summary.earnedToday) earned, \(summary.spentToday) spent
    """
}
