import GardenAPI
import TimeKit

/// A line of the log after it was written, edited or removed, and before.
struct LogLineEffect: WireObject {
    static let name = "LogLineEffect"

    var id: Int
    /// The day of its log.
    var day: CalendarDay
    var kind: LogKind
    var text: String
    /// The points earned since the last divider, if the line counts.
    var subtotal: HourlySubtotal?
    var categoryId: Int?
    var categoryUid: UIDReference?
    /// For a line that existed before: the event that created it, when it was written, and its kind and text before.
    var created: Int?
    var at: Timestamp?
    var kindBefore: LogKind?
    var textBefore: String?

    static let fields = Fields(
        LogLineEffect.init,
        .required("id", \.id, "the line's id"),
        .required("day", \.day, "the logical day of its log"),
        .required("kind", \.kind, "what it is about"),
        .required("text", \.text, "the whole line"),
        .optional("subtotal", \.subtotal, "the points earned since the last divider"),
        .optional("categoryId", \.categoryId, "the category it is about"),
        .optional("categoryUid", \.categoryUid, "the category's uid"),
        .optional("created", \.created, "the event that created it, if another one did"),
        .optional("at", \.at, "when it was written, if before this event"),
        .optional("kindBefore", \.kindBefore, "what it was about before"),
        .optional("textBefore", \.textBefore, "the line before"))

    /// The line as the history stores it.
    func projection(_ origin: EventOrigin) -> LogLineProjection {
        LogLineProjection(
            id: id, created: created ?? origin.seq, at: at ?? origin.at, kind: kind, text: text, categoryId: categoryId,
            categoryUid: categoryUid)
    }

    func published(_ context: PublishingContext) -> Publication<LogLineChanged> {
        let after = LogLineChanged(line: LogLine(projection(context.origin), context.identity), day: day)
        var before = after
        if let kindBefore { before.line.kind = kindBefore }
        if let textBefore { before.line.text = textBefore }
        return Publication(after, before: before)
    }
}

extension EventKind where Effect == LogLineEffect, Published == LogLineChanged {
    static let logWritten = EventKind("log.written", apply: put) { $0.published($1) }
    static let logEdited = EventKind("log.edited", apply: put) { $0.published($1) }
    static let logRemoved = EventKind("log.removed") { effect, _, state in
        state.log.remove(effect.id)
    } publish: {
        $0.published($1)
    }

    @Sendable private static func put(_ effect: LogLineEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        state.log.put(LogLine(effect.projection(origin), state.identity))
        if let subtotal = effect.subtotal { state.log.subtotal = subtotal }
    }
}

/// The log of the day that ended is closed (RULES A5).
struct LogCloseEffect: WireObject {
    static let name = "LogCloseEffect"

    var day: CalendarDay
    var lines: Int
    var archives: Bool
    /// No file up to this day is removed, because the clock went ahead by more than a year.
    var keptThrough: CalendarDay?

    static let fields = Fields(
        LogCloseEffect.init,
        .required("day", \.day, "the day that ended"),
        .required("lines", \.lines, "how many lines its log has"),
        .required("archives", \.archives, "whether they go to a file"),
        .optional("keptThrough", \.keptThrough, "the last day that retention keeps in any case"))
}

extension EventKind where Effect == LogCloseEffect, Published == LogClosed {
    static let logClosed = EventKind("log.closed") { effect, _, state in
        state.log.close(effect.day, forArchive: effect.archives)
        if let day = effect.keptThrough { state.log.keptThrough = day }
    } publish: { effect, _ in
        Publication(LogClosed(day: effect.day, lines: effect.lines, archives: effect.archives))
    }
}

/// The open lines moved to the corrected day (RULES L10).
struct LogMoveEffect: WireObject {
    static let name = "LogMoveEffect"

    /// The last line of the earlier days: the lines after it moved.
    var after: Int
    var from: CalendarDay
    var to: CalendarDay

    static let fields = Fields(
        LogMoveEffect.init,
        .required("after", \.after, "the last line that did not move"),
        .required("from", \.from, "the day of the lines before"),
        .required("to", \.to, "the day of the lines now"))
}

extension EventKind where Effect == LogMoveEffect, Published == LogMoved {
    static let logMoved = EventKind("log.moved") { _, _, state in
        state.log.correct()
    } publish: { effect, _ in
        Publication(LogMoved(from: effect.from, to: effect.to))
    }
}

extension Transition {
    /// Writes a line into the current day's log, with its time as a prefix.
    ///
    /// - Parameters:
    ///   - categoryId: of the line's category, if it has one.
    ///   - cause: the event that the line describes.
    @discardableResult
    mutating func writeLine(
        _ kind: LogKind, _ text: String, categoryId: Int? = nil, because cause: EventReference?
    ) -> LogLine {
        writeLine(kind, text, subtotal: nil, categoryId: categoryId, because: cause)
    }

    /// Writes a line that hourly subtotals count, after any divider that is due (RULES A4).
    mutating func writeCountedLine(
        _ kind: LogKind, _ text: String, earned: Int = 0, categoryId: Int? = nil, because cause: EventReference
    ) {
        let hour = hourOfDay
        var subtotal = state.log.subtotal
        let last = subtotal.hour ?? settings.dayStartHour
        if hour > last {
            if settings.hourlySubtotals, subtotal.points > 0 {
                writeLine(
                    .subtotal, LogText.subtotal(from: last, to: hour, points: subtotal.points),
                    subtotal: HourlySubtotal(hour: last, points: 0), categoryId: nil, because: cause)
            }
            subtotal.points = 0
        }
        subtotal.hour = hour
        subtotal.points = subtotal.points.addingUpToLimit(earned)
        writeLine(kind, text, subtotal: subtotal, categoryId: categoryId, because: cause)
    }

    @discardableResult
    private mutating func writeLine(
        _ kind: LogKind, _ text: String, subtotal: HourlySubtotal?, categoryId: Int?, because cause: EventReference?
    ) -> LogLine {
        let effect = LogLineEffect(
            id: state.log.lastId + 1, day: state.day.day, kind: kind, text: "\(wallClock) \(text)", subtotal: subtotal,
            categoryId: categoryId, categoryUid: categoryId.map { state.label(ofCategory: $0).uid })
        emit(.logWritten, effect, because: cause)
        guard let line = state.log[effect.id] else {
            preconditionFailure("line \(effect.id) was written, and is not in the log")
        }
        return line
    }

    /// "[09:05]"
    private var wallClock: String {
        let minutes = environment.zone.wallTime(at: moment.wall).secondsOfDay / 60
        return "[\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))]"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The wall clock's hour, counted on past midnight until the day ends: 01:30 is in hour 25.
    private var hourOfDay: Int {
        let hour = environment.zone.wallTime(at: moment.wall).secondsOfDay / 3600
        return hour < settings.dayStartHour ? hour + 24 : hour
    }
}
