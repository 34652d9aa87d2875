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

    /// The beginning of a day: the date, then what each feature has to say.
    static func header(_ day: CalendarDay, _ parts: [String]) -> String {
        (["\(day)"] + parts).joined(separator: " · ")
    }
}
