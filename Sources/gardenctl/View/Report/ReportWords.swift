import GardenAPI
import TimeKit

/// A number with a narrow blank between thousands from five digits on, and with a minus sign: `12 000`, `−300`.
func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "−" : ""
    guard digits.count > 4 else { return sign + digits }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
        groups.insert(rest.suffix(3), at: 0)
        rest = rest.dropLast(3)
    }
    return sign + groups.joined(separator: "\u{202F}")
}

/// A number with its noun: `1 session`, `12 000 sessions`.
func groupedCount(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }

/// A number for an axis: `750`, `1.5k`, `20M`.
func shortened(_ number: Double) -> String {
    var (value, prefixes) = (abs(number), ["", "k", "M", "G", "T", "P", "E"])
    while value >= 1000, prefixes.count > 1 {
        value /= 1000
        prefixes.removeFirst()
    }
    let tenths = Int(clampingTo64Bits: (value * 10).rounded())
    let sign = number < 0 ? "−" : ""
    return "\(sign)\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")\(prefixes[0])"
}

/// A length of minutes that keeps its parts on one line: `1 h 40 min`.
func minutesWords(_ minutes: Int) -> String {
    let sign = minutes < 0 ? "−" : ""
    return sign + minutesText(Int(clamping: minutes.magnitude)).split(separator: " ").joined(separator: "\u{A0}")
}

/// The beginning of an hour: `09:00`.
func hourWords(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }

extension CalendarDay {
    var monthName: String { monthNames[month - 1] }

    /// `21 Nov`
    var short: String { "\(day)\u{A0}\(monthName.prefix(3))" }

    /// `Sat 21 Nov 2026`
    var words: String { "\(weekdayName.prefix(3)) \(short) \(year)" }

    /// `21 November 2026`
    var long: String { "\(day)\u{A0}\(monthName) \(year)" }
}
