import TimeKit

/// A length as people write it, from an hour on without seconds: `33 s`, `15 min 10 s`, `5 h 33 min`, `24 h`.
package func length(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let parts = hours > 0 ? [(hours, "h"), (minutes, "min")] : [(minutes, "min"), (seconds % 60, "s")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return text.isEmpty ? "0 s" : text
}

extension Timestamp {
    // The text contains the wall clock's time, so none of these needs a zone.

    /// The wall clock's date; `nil` beyond the years of a calendar day.
    package var date: CalendarDay? { CalendarDay(String(description.prefix(10))) }

    /// The wall clock's hour and minute: `09:25`.
    package var clock: String { String(description.dropFirst(11).prefix(5)) }

    /// The wall clock's hour and minute, after the date if that is another than at the present moment.
    package func clock(seenAt now: Timestamp) -> String { date == now.date ? clock : dateAndClock }

    /// The wall clock's date and time: `2026-11-21 09:25`.
    package var dateAndClock: String { "\(description.prefix(10)) \(clock)" }

    /// The same to the second: `2026-11-21 09:25:00`.
    package var dateAndTime: String { "\(description.prefix(10)) \(description.dropFirst(11).prefix(8))" }
}
