import GardenAPI
import TextKit
import TimeKit

/// The texts of the log's lines, without their time (RULES A2, A3). A text is fixed when written, in the language of
/// that time. Each feature adds the texts of its own lines.
enum LogText {
    static func subtotal(from: Int, to: Int, points: Int) -> String {
        "\(from)–\(to): \(points < 0 ? signed(points) : "\(points)")"
    }

    static func corrected(from old: CalendarDay, to new: CalendarDay) -> String { "day corrected: \(old) → \(new)" }

    /// The header of a day: the date, then each feature's part.
    static func header(_ day: CalendarDay, _ parts: [String]) -> String {
        (["\(day)"] + parts).joined(separator: " · ")
    }
}
