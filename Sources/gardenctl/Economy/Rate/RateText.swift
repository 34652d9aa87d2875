import GardenAPI
import TextKit
import TimeKit

/// A summary of the rate: tier, multiplier and days left; the meter, its distance to the next tier, and when the tier
/// falls.
func rateText(_ rate: Rate, _ style: Style) -> String {
    var heading = [style.bold("Tier \(rate.tier)"), times(rate.rate)]
    if rate.tier > 0 { heading.append(daysLeft(rate.daysLeft)) }
    if !rate.applied { heading.append(style.warning("NOT APPLIED")) }
    var facts = ["meter \(rate.meter)"]
    facts.append(
        rate.nextTierFrom.map { "\(saturatingDifference($0, rate.meter)) to tier \(saturatingSum(rate.tier, 1))" }
            ?? "the top tier")
    if let decaysAt = rate.decaysAt {
        facts.append("drops to tier \(saturatingDifference(rate.tier, 1)) at \(decaysAt.dateAndClock)")
    }
    var lines = [style.facts(heading), style.facts(facts)]
    if !rate.applied { lines.append("The shop charges base prices. To apply the rate: gardenctl rate on") }
    return lines.joined(separator: "\n")
}

/// The same with the table below it, in which the current tier is marked.
///
/// - Parameter table: `nil` if the daemon reports none.
func rateText(_ rate: Rate, _ table: RateTable?, _ style: Style) -> String {
    guard let table else { return rateText(rate, style) }
    var tiers = TextTable([.number, .number, .number])
    tiers.append(["tier", "from", "rate"], .dim)
    for (tier, row) in table.rows.enumerated() {
        let isCurrent = tier == rate.tier
        tiers.append(
            [isCurrent ? "▶ \(tier)" : "\(tier)", "\(row.from)", times(row.rate)],
            isCurrent ? .bold : .plain)
    }
    return "\(rateText(rate, style))\n\n\(tiers.text(style))"
}

extension SettingsReport {
    /// The table of the rate as a setting (RULES M9); `nil` if the daemon reports none.
    var rateTable: RateTable? { values["rate.tiers"].flatMap { try? RateTable(json: $0) } }
}

/// `Meter of Tuesday, 2026-11-24: 0 → 1200, tier unchanged`
func meterOfDayText(_ note: JSON) -> String? {
    func pair(_ name: String) -> (before: Int, after: Int)? {
        guard let pair = note[name]?.arrayValue, pair.count == 2, let before = pair[0].integerValue,
            let after = pair[1].integerValue
        else { return nil }
        return (before, after)
    }
    guard let day = note["day"]?.stringValue.flatMap({ CalendarDay($0) }), let meter = pair("meter"),
        let tier = pair("tier")
    else { return nil }
    let change = tier.before == tier.after ? "tier unchanged" : "tier \(tier.before) → \(tier.after)"
    return "Meter of \(day.weekdayName), \(day): \(meter.before) → \(meter.after), \(change)"
}
