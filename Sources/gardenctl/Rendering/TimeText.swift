import GardenAPI
import TimeKit

/// Minutes and seconds, without hours: `24:59`, `90:00`.
func minutesAndSeconds(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}

/// Hours if there are any, minutes and seconds: `24:59`, `1:30:00`.
func hoursMinutesAndSeconds(_ seconds: Int) -> String {
    guard seconds >= 3600 else { return minutesAndSeconds(seconds) }
    return "\(seconds / 3600):\(minutesAndSeconds(seconds % 3600))"
}

/// A length in words, in whole minutes if possible: `25 min`, `40 s`.
func length(_ seconds: Int) -> String {
    seconds % 60 == 0 ? "\(seconds / 60) min" : "\(minutesAndSeconds(seconds)) min"
}

extension Timestamp {
    // The text contains the wall clock's time, so gardenctl needs no zone of its own.

    /// The wall clock's date; `nil` beyond the years of a calendar day.
    var date: CalendarDay? { CalendarDay(String(description.prefix(10))) }

    /// The wall clock's hour and minute: `09:25`.
    var clock: String { String(description.dropFirst(11).prefix(5)) }

    /// The wall clock's date and time: `2026-11-21 09:25`.
    var dateAndClock: String { "\(description.prefix(10)) \(clock)" }

    /// The same to the second: `2026-11-21 09:25:00`.
    var dateAndTime: String { "\(description.prefix(10)) \(description.dropFirst(11).prefix(8))" }
}

extension CalendarDay {
    var weekdayName: String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1]
    }
}
