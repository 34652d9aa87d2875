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

/// A length as people write it, from an hour on without seconds: `33 s`, `15 min 10 s`, `5 h 33 min`, `24 h`.
func length(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let parts = hours > 0 ? [(hours, "h"), (minutes, "min")] : [(minutes, "min"), (seconds % 60, "s")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return text.isEmpty ? "0 s" : text
}

extension Timestamp {
    // The text contains the wall clock's time, so gardenctl needs no zone of its own.

    /// The wall clock's date; `nil` beyond the years of a calendar day.
    var date: CalendarDay? { CalendarDay(String(description.prefix(10))) }

    /// The wall clock's hour and minute: `09:25`.
    var clock: String { String(description.dropFirst(11).prefix(5)) }

    /// The wall clock's hour and minute, after the date if that is another than at the present moment.
    func clock(seenAt now: Timestamp) -> String { date == now.date ? clock : dateAndClock }

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
