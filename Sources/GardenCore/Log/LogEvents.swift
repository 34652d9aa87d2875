import GardenAPI

/// A line of the log after it was written, edited or removed.
struct LogChange: WireObject {
    static let name = "LogChange"

    var line = LogLine()
    /// The day whose log it is in.
    var day = CalendarDay(daysSinceEpoch: 0)
    var subtotal: HourlySubtotal?
    var before: JSON?
    var cause: String?

    init() {}

    static let fields: [Field<LogChange>] =
        .inlined(\LogChange.line) + [
            .required("day", \.day, "the day whose log it is in"),
            .optional("subtotal", \.subtotal, "the points earned since the last divider, where the line counts for it"),
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "the event that it tells of"),
        ]
}

extension EventKind where Payload == LogChange {
    static let logWritten = EventKind("log.written", apply: put)
    static let logEdited = EventKind("log.edited", apply: put)
    static let logRemoved = EventKind("log.removed") { change, state in state.log.remove(change.line.id) }

    @Sendable private static func put(_ change: LogChange, _ state: inout GardenState) {
        state.log.put(change.line)
        if let subtotal = change.subtotal { state.log.subtotal = subtotal }
    }
}

extension Transition {
    /// Writes a line into the current day's log, its time put before it.
    ///
    /// - Parameter cause: the event that it tells of.
    @discardableResult
    mutating func writeLine(_ kind: LogKind, _ text: String, cause: String?) -> LogLine {
        writeLine(kind, text, subtotal: nil, cause: cause)
    }

    /// Writes a line that the hourly subtotals look at, and before it the divider that is due (RULES A4).
    mutating func writeCountedLine(_ kind: LogKind, _ text: String, earned: Int = 0, cause: String) {
        let hour = hourOfDay
        var subtotal = state.log.subtotal
        let last = subtotal.hour ?? settings.dayStartHour
        if hour > last {
            if settings.hourlySubtotals, subtotal.points > 0 {
                writeLine(
                    .subtotal, LogText.subtotal(from: last, to: hour, points: subtotal.points),
                    subtotal: HourlySubtotal(hour: last), cause: cause)
            }
            subtotal.points = 0
        }
        subtotal.hour = hour
        subtotal.points = subtotal.points.addingUpToLimit(earned)
        writeLine(kind, text, subtotal: subtotal, cause: cause)
    }

    @discardableResult
    private mutating func writeLine(_ kind: LogKind, _ text: String, subtotal: HourlySubtotal?, cause: String?)
        -> LogLine
    {
        var change = LogChange()
        change.line.id = state.log.lastId + 1
        change.line.at = timestamp(moment.wall)
        change.line.kind = kind
        change.line.text = "\(wallClock) \(text)"
        change.day = state.day.day
        change.subtotal = subtotal
        change.cause = cause
        emit(.logWritten, change)
        return change.line
    }

    /// "[09:05]"
    private var wallClock: String {
        let minutes = conditions.zone.wallTime(at: moment.wall).secondsOfDay / 60
        return "[\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))]"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The hour on the wall, counted on past midnight until the day ends: 01:30 is in hour 25.
    private var hourOfDay: Int {
        let hour = conditions.zone.wallTime(at: moment.wall).secondsOfDay / 3600
        return hour < settings.dayStartHour ? hour + 24 : hour
    }
}
