import GardenAPI

extension LogText {
    static func meter(_ meter: Int, moved: Int, remark: String?) -> String {
        "meter \(meter)" + (moved == 0 ? "" : " (\(signed(moved)))") + (remark.map { " \($0)" } ?? "")
    }

    static func forced(_ rate: RateState, _ multiplier: Tenths) -> String {
        "forced: tier \(rate.tier) \(times(multiplier))" + (rate.daysLeft > 0 ? ", \(days(rate.daysLeft))" : "")
    }

    /// Two tiers may have the same rate.
    static func rate(from old: RateEffect.Facts, to new: RateEffect.Facts) -> String {
        let change =
            old.rate == new.rate
            ? "tier \(old.state.tier) → \(new.state.tier)" : "\(times(old.rate)) → \(times(new.rate))"
        return "rate \(change)" + (new.state.daysLeft > 0 ? " (\(days(new.state.daysLeft)))" : "")
    }

    static func table(_ table: RateTable) -> String {
        "rate table: " + table.rows.map { "\(times($0.rate)) from \($0.from)" }.joined(separator: ", ")
    }
}
