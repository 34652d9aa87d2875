import GardenAPI

extension RateGet: DatedQuery {
    static let datedParts: Set<DatedPart> = [.rate]

    public func answer(in context: QueryContext) -> Rate { context.state.rateView(context.environment) }
}

extension RateAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Rate {
        try t.happened(at)
        let rate = try t.rateThen().rate
        let (sum, overflow) = rate.meter.addingReportingOverflow(amount)
        guard !overflow else {
            throw .refused(
                .outOfRange, "the meter is \(rate.meter); adding \(amount) exceeds the largest possible meter",
                [("meter", .integer(rate.meter))])
        }
        if amount < 0, rate.floor > 0, sum < rate.floor, force != true {
            throw .refused(
                .belowTierBase,
                "cannot take back \(amount.magnitude): the meter is \(rate.meter), and only"
                    + " \(max(0, rate.meter - rate.floor)) of it is from \(t.isLate ? "that day" : "today");"
                    + " to take back money of earlier days, too, use --force",
                [("floor", .integer(rate.floor)), ("meter", .integer(rate.meter))])
        }
        try t.addMoney(amount, note: note)
        return t.rateView
    }
}

extension RateSet: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Rate {
        t.changeMeter(.rateSet, to: t.state.rate.with(meter: amount, t.state.rateTable), remark: "set")
        return t.rateView
    }
}

extension RateForce: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Rate {
        let table = t.state.rateTable
        guard tier <= table.top else {
            throw .invalidParam("tier", "must be from 0 to \(table.top), not \(tier)")
        }
        if tier == 0, let days, days != 0 {
            throw .invalidParam("days", "must be omitted for tier 0, not \(days)")
        }
        if tier > 0, days == 0 { throw .invalidParam("days", "must be 1 or 2, not 0") }
        var next = t.state.rate
        next.tier = tier
        next.daysLeft = tier == 0 ? 0 : days ?? RateState.daysOfTier
        next.meter = table.base(of: tier)
        t.changeMeter(.rateForced, to: next, remark: LogText.forced(next, table.rate(of: tier)))
        return t.rateView
    }
}
