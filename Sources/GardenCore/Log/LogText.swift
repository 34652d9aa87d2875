import GardenAPI
import TimeKit

/// The texts of the log's lines, without their time (RULES A2, A3). They are fixed when written, in the language then
/// set. Each feature adds those of its own lines.
enum LogText {
    static let minus = "\u{2212}"

    static func signed(_ amount: Int) -> String { (amount < 0 ? minus : "+") + String(amount.magnitude) }

    /// "×1.5"
    static func times(_ rate: Tenths) -> String { "×\(rate.tenths / 10).\(rate.tenths % 10)" }

    static func days(_ count: Int) -> String { count == 1 ? "1 day left" : "\(count) days left" }

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
