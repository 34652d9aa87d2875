import GardenAPI
import TextKit

extension LogText {
    /// The rate in the header of a day, with its decay since the day before.
    static func rateHeader(_ rate: Rate, before: Rate) -> [String] {
        var parts = ["tier \(rate.tier) \(times(rate.rate))"]
        if rate.daysLeft > 0 { parts.append(daysLeft(rate.daysLeft)) }
        if before.tier != rate.tier { parts.append("decayed from tier \(before.tier) \(times(before.rate))") }
        if before.meter != rate.meter { parts.append("meter \(before.meter) → \(rate.meter)") }
        return parts
    }

    static func meter(_ meter: Int, moved: Int, remark: String?) -> String {
        "meter \(meter)" + (moved == 0 ? "" : " (\(signed(moved)))") + (remark.map { " \($0)" } ?? "")
    }

    static func forced(_ rate: RateState, _ multiplier: Tenths) -> String {
        "forced: tier \(rate.tier) \(times(multiplier))" + (rate.daysLeft > 0 ? ", \(daysLeft(rate.daysLeft))" : "")
    }

    /// Two tiers may have the same rate.
    static func rate(from old: RateEffect.Facts, to new: RateEffect.Facts) -> String {
        let change =
            old.rate == new.rate
            ? "tier \(old.state.tier) → \(new.state.tier)" : "\(times(old.rate)) → \(times(new.rate))"
        return "rate \(change)" + (new.state.daysLeft > 0 ? " (\(daysLeft(new.state.daysLeft)))" : "")
    }

    static func table(_ table: RateTable) -> String {
        "rate table: " + table.rows.map { "\(times($0.rate)) from \($0.from)" }.joined(separator: ", ")
    }
}
