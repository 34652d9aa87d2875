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

extension CalendarDay {
    var weekdayName: String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1]
    }
}

/// `Tuesday, 2026-03-10`, with the word for a day that is near.
func dayHeading(_ day: CalendarDay, today: CalendarDay?) -> String {
    let date = "\(day.weekdayName), \(day)"
    switch today.map({ $0.daysSinceEpoch - day.daysSinceEpoch }) {
    case 0?: return "\(date) · today"
    case 1?: return "\(date) · yesterday"
    default: return date
    }
}
