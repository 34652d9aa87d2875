import GardenAPI

/// A summary of the rate: tier, multiplier and days left; the meter, its distance to the next tier, and when the tier
/// falls.
func rateText(_ rate: Rate, _ style: Style) -> String {
    var heading = [style.bold("Tier \(rate.tier)"), times(rate.rate)]
    if rate.tier > 0 { heading.append(daysLeft(rate.daysLeft)) }
    if !rate.applied { heading.append(style.warning("NOT APPLIED")) }
    var facts = ["meter \(rate.meter)"]
    facts.append(rate.nextTierFrom.map { "\($0 - rate.meter) to tier \(rate.tier + 1)" } ?? "the top tier")
    if let decaysAt = rate.decaysAt { facts.append("drops to tier \(rate.tier - 1) at \(decaysAt.dateAndClock)") }
    var lines = [heading.joined(separator: " · "), facts.joined(separator: " · ")]
    if !rate.applied { lines.append("The shop charges base prices. To apply the rate: gardenctl rate on") }
    return lines.joined(separator: "\n")
}

/// The same with the table below it, in which the current tier is marked.
///
/// - Parameter table: `nil` if the daemon reports none.
func rateText(_ rate: Rate, _ table: RateTable?, _ style: Style) -> String {
    guard let table else { return rateText(rate, style) }
    let fromWidth = max("from".count, table.rows.map { "\($0.from)".count }.max() ?? 0)
    let rateWidth = max("rate".count, table.rows.map { times($0.rate).count }.max() ?? 0)
    func line(_ tier: String, _ from: String, _ rate: String) -> String {
        [tier.indented(to: 4), from.indented(to: fromWidth), rate.indented(to: rateWidth)].joined(separator: "  ")
    }
    let rows = table.rows.enumerated().map { tier, row in
        let line = line("\(tier)", "\(row.from)", times(row.rate))
        return tier == rate.tier ? style.bold("▶ \(line)") : "  \(line)"
    }
    let heading = style.dim("  \(line("tier", "from", "rate"))")
    return ([rateText(rate, style), "", heading] + rows).joined(separator: "\n")
}

extension SettingsReport {
    /// The table of the rate as a setting (RULES M9); `nil` if the daemon reports none.
    var rateTable: RateTable? { values["rate.tiers"].flatMap { try? RateTable(json: $0) } }
}
