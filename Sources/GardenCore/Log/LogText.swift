import GardenAPI

/// The texts of the log's lines, without their time (RULES A2, A3). They are fixed when written, in the language then
/// set: all there is to translate stands here.
enum LogText {
    private static let minus = "\u{2212}"

    static func signed(_ amount: Int) -> String { (amount < 0 ? minus : "+") + String(amount.magnitude) }

    /// "×1.5"
    static func times(_ rate: Tenths) -> String { "×\(rate.tenths / 10).\(rate.tenths % 10)" }

    static func days(_ count: Int) -> String { count == 1 ? "1 day left" : "\(count) days left" }

    static func earned(_ amount: Int, multiplier: Int, _ name: String, balance: Int) -> String {
        "\(signed(amount)) pt ×\(multiplier) \(name) → \(balance)"
    }

    static func bought(_ purchase: Purchase) -> String {
        "\(minus)\(purchase.price) pt \(times(purchase.rate)) \(purchase.item) → \(purchase.balance)"
    }

    static func refunded(_ purchase: Purchase) -> String {
        "\(signed(purchase.price)) pt \(times(purchase.rate)) refund: \(purchase.item) → \(purchase.balance)"
    }

    static func adjusted(_ amount: Int, _ reason: String, balance: Int) -> String {
        "\(signed(amount)) pt adjusted: \(reason) → \(balance)"
    }

    static func meter(_ meter: Int, moved: Int, remark: String?) -> String {
        "meter \(meter)" + (moved == 0 ? "" : " (\(signed(moved)))") + (remark.map { " \($0)" } ?? "")
    }

    static func forced(_ rate: RateState, _ multiplier: Tenths) -> String {
        "forced: tier \(rate.tier) \(times(multiplier))" + (rate.daysLeft > 0 ? ", \(days(rate.daysLeft))" : "")
    }

    /// Two tiers may have the same rate.
    static func rate(from old: Rate, to new: Rate) -> String {
        let change = old.rate == new.rate ? "tier \(old.tier) → \(new.tier)" : "\(times(old.rate)) → \(times(new.rate))"
        return "rate \(change)" + (new.daysLeft > 0 ? " (\(days(new.daysLeft)))" : "")
    }

    static func table(_ table: RateTable) -> String {
        "rate table: " + table.rows.map { "\(times($0.rate)) from \($0.from)" }.joined(separator: ", ")
    }

    static func inventory(_ item: InventoryItem, moved: Int) -> String {
        "inventory \(label(item)) \(item.count) (\(signed(moved)))"
    }

    static func inventory(_ item: InventoryItem, before: InventoryItem) -> String {
        let text = "inventory \(label(item))"
        return label(item) == label(before) ? text : "\(text), before \(label(before))"
    }

    static func inventoryAdded(_ item: InventoryItem) -> String { "inventory \(label(item)) \(item.count), new" }

    static func inventoryRemoved(_ item: InventoryItem) -> String { "inventory \(label(item)) \(item.count), removed" }

    private static func label(_ item: InventoryItem) -> String { (item.icon.map { "\($0) " } ?? "") + item.name }

    static func focus(_ session: Session) -> String { "focus \(session.minutes) min \(session.category)" }

    static func level(_ garden: Garden) -> String { "\(garden.category) reached level \(garden.level)" }

    static func subtotal(from: Int, to: Int, points: Int) -> String { "\(from)–\(to): \(points)" }

    static func corrected(from old: CalendarDay, to new: CalendarDay) -> String { "day corrected: \(old) → \(new)" }

    /// The beginning of a day: the date, the balance, the rate, and what decayed.
    static func header(_ day: CalendarDay, balance: Int, rate: Rate, before: Rate) -> String {
        var parts = ["\(day)", "\(balance) pt", "tier \(rate.tier) \(times(rate.rate))"]
        if rate.daysLeft > 0 { parts.append(days(rate.daysLeft)) }
        if before.tier != rate.tier {
            parts.append("decayed from tier \(before.tier) \(times(before.rate))")
        }
        if before.meter != rate.meter { parts.append("meter \(before.meter) → \(rate.meter)") }
        return parts.joined(separator: " · ")
    }
}
