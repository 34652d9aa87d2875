import GardenAPI

extension PointsGet: Query {
    public func answer(from view: View) -> PointsSummary { view.state.points }
}

extension PointsAdjust: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> PointsSummary {
        var next = t.state.points
        let (sum, overflow) = next.balance.addingReportingOverflow(amount)
        let balance: [(String, JSON)] = [("balance", .integer(next.balance))]
        guard !overflow else {
            throw .refused(
                .outOfRange, "the balance is \(next.balance), and \(amount) more is past what it can hold", balance)
        }
        guard sum >= 0 else {
            throw .refused(
                .outOfRange, "the balance is \(next.balance); \(amount) would leave less than nothing", balance)
        }
        next.balance = sum
        t.changePoints(.pointsAdjusted, to: next, reason: reason)
        t.writeLine(.adjust, LogText.adjusted(amount, reason, balance: sum), cause: "points.adjusted")
        return next
    }
}

extension PointsSetMultiplier: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> PointsSummary {
        guard multiplier != t.state.points.multiplier else { return t.state.points }
        var next = t.state.points
        next.multiplier = multiplier
        t.changePoints(.multiplierChanged, to: next)
        return next
    }
}
