import GardenAPI
import TimeKit

/// Minutes and seconds, as many minutes as there are: `24:59`, `90:00`.
func minutesAndSeconds(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}

/// A length in words, to the minute where it has whole ones: `25 min`, `40 s`.
func length(_ seconds: Int) -> String {
    seconds % 60 == 0 ? "\(seconds / 60) min" : "\(minutesAndSeconds(seconds)) min"
}

extension Timestamp {
    // The wall clock is in the text: gardenctl needs no zone of its own.

    /// The date of the wall clock it is told by; `nil` beyond the years that a day can have.
    var date: CalendarDay? { CalendarDay(String(description.prefix(10))) }

    /// The hour and minute of the wall clock it is told by: `09:25`.
    var clock: String { String(description.dropFirst(11).prefix(5)) }

    /// The date and time of the wall clock it is told by: `2026-11-21 09:25`.
    var dateAndClock: String { "\(description.prefix(10)) \(clock)" }

    /// The same to the second: `2026-11-21 09:25:00`.
    var dateAndTime: String { "\(description.prefix(10)) \(description.dropFirst(11).prefix(8))" }
}

extension CalendarDay {
    var weekdayName: String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1]
    }
}
