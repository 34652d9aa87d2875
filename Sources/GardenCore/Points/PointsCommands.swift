import GardenAPI

extension Feature {
    /// The balance, and today's sums.
    static let points = Feature(
        "points", undo: .possible, parts: [.points, .earnings],
        methods: [.query(PointsGet.self), .command(PointsAdjust.self), .command(PointsSetMultiplier.self)],
        events: {
            EventKind.pointsEarned
            EventKind.pointsSpent
            EventKind.pointsAdjusted
            EventKind.multiplierChanged
            EventKind.pointsDayClosed
        },
        additions: [ImportedKind.balance], reset: { $0.points = $1.points },
        reactions: [
            .to(.dayBegin) { t, crossing in
                var next = t.state.points
                (next.earnedToday, next.spentToday) = (0, 0)
                if next != t.state.points { t.changePoints(.pointsDayClosed, to: next, because: crossing.cause) }
            },
            .to(.dayHeader) { t, header in header.add("\(t.state.points.balance) pt") },
        ])
}

extension PointsGet: DatedQuery {
    static let datedParts: Set<DatedPart> = [.points]

    public func answer(in context: QueryContext) -> PointsSummary { context.state.points }
}

extension PointsAdjust: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> PointsSummary {
        try t.happened(at)
        var next = t.state.points
        let (sum, overflow) = next.balance.addingReportingOverflow(amount)
        let balance: [(String, JSON)] = [("balance", .integer(next.balance))]
        guard !overflow else {
            throw .refused(
                .outOfRange, "the balance is \(next.balance); adding \(amount) exceeds the largest possible balance",
                balance)
        }
        guard sum >= 0 else {
            throw .refused(
                .outOfRange,
                "cannot subtract \(amount.magnitude) points; you have \(next.balance), \(sum.magnitude) too few",
                balance)
        }
        next.balance = sum
        let adjusted = t.changePoints(.pointsAdjusted, to: next, reason: reason)
        t.writeLine(.adjust, LogText.adjusted(amount, reason, balance: sum), because: adjusted)
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
