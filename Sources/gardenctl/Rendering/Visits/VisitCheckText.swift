import GardenAPI

/// The outcome of a check of the chain of visits, with what to compare.
func visitCheckText(_ check: VisitCheck, _ style: Style) -> String {
    let count = check.visits.counted("visit")
    guard let bad = check.firstBad else {
        return "\(style.success("OK")): \(count) verified, head \(check.head)"
    }
    return "\(style.failure("changed from outside")): visit \(bad.id): \(printable(bad.problem))  (\(count))"
}
