import GardenAPI
import TimeKit

/// The texts of the log's lines, without their time (RULES A2, A3). A text is fixed when written, in the language of
/// that time. Each feature adds the texts of its own lines.
enum LogText {
    static let minus = "\u{2212}"

    static func signed(_ amount: Int) -> String {
        amount == 0 ? "0" : (amount < 0 ? minus : "+") + String(amount.magnitude)
    }

    /// "×1.5"
    static func times(_ rate: Tenths) -> String { "×\(rate.tenths / 10).\(rate.tenths % 10)" }

    static func days(_ count: Int) -> String { "\(count.counted("day")) left" }

    static func subtotal(from: Int, to: Int, points: Int) -> String { "\(from)–\(to): \(points)" }

    static func corrected(from old: CalendarDay, to new: CalendarDay) -> String { "day corrected: \(old) → \(new)" }

    /// The header of a day: the date, then each feature's part.
    static func header(_ day: CalendarDay, _ parts: [String]) -> String {
        (["\(day)"] + parts).joined(separator: " · ")
    }
}
