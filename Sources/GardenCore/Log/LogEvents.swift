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
    /// The points that a counted line added to the subtotal; `nil` for 0.
    var earned: Int?
    /// When it was entered, if that is later than what it says (RULES P22).
    var enteredAt: Timestamp?
    /// True for a line of an earlier day that belongs into its file (RULES A5).
    var archives: Bool?
    /// True for a line of a day that had ended.
    var hasEnded: Bool?
    /// True for a line that an import brought, and takes along when it is undone.
    var isImported: Bool?

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
        .optional("textBefore", \.textBefore, "the line before"),
        .optional("earned", \.earned, "the points it added to the subtotal, if any"),
        .optional("enteredAt", \.enteredAt, "when it was entered, if later"),
        .optional("archives", \.archives, "true for a line of an earlier day that goes to its file"),
        .optional("hasEnded", \.hasEnded, "true for a line of a day that had ended"),
        .optional("imported", \.isImported, "true for a line that an import brought"))

    /// The line as the history stores it.
    func projection(_ origin: EventOrigin) -> LogLineProjection {
        LogLineProjection(
            id: id, created: created ?? origin.seq, at: at ?? origin.at, kind: kind, text: text, categoryId: categoryId,
            categoryUid: categoryUid, enteredAt: enteredAt)
    }

    fileprivate func line(_ context: ReplacementContext) -> DatedLine {
        DatedLine(
            line: LogLine(projection(context.origin), context.identity), day: day,
            isImported: hasEnded == true ? isImported : nil)
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
    static let logWritten = EventKind("log.written", "{text}", apply: put) { $0.published($1) }
        .described { "noted \($0.text)" }.undoableAlone()
        .replacing(.logLine, .lateLine, .subtotal) { effect, context in
            let seq = context.origin.seq
            // The line of another event stays when that is undone (RULES U2).
            guard context.origin.cause != nil, effect.isImported != true else {
                let part = effect.hasEnded == true ? StatePart.lateLine : .logLine
                return [Replacement(part, effect.id, from: nil, to: effect.line(context), at: seq)]
            }
            guard let earned = effect.earned, let after = effect.subtotal else { return [] }
            let before = HourlySubtotal(hour: after.hour, points: after.points &- earned)
            return [Replacement(.subtotal, from: before, to: after, at: seq)]
        }
    static let logEdited = EventKind(
        "log.edited", "Edited a line: [{before.text} → ]{text}", apply: put
    ) { $0.published($1) }
    .described { "edited the line \($0.textBefore ?? $0.text) to \($0.text)" }
    .replacing(.logLine) { effect, context in
        var before = effect.line(context)
        before.line.kind = effect.kindBefore ?? before.line.kind
        before.line.text = effect.textBefore ?? before.line.text
        return [Replacement(.logLine, effect.id, from: before, to: effect.line(context), at: context.origin.seq)]
    }
    static let logRemoved = EventKind("log.removed", "Removed a line: {text}") { effect, _, state in
        state.log.remove(effect.id)
    } publish: {
        $0.published($1)
    }.described { "removed the line \($0.text)" }
        .replacing(.logLine) { effect, context in
            [Replacement(.logLine, effect.id, from: effect.line(context), to: nil, at: context.origin.seq)]
        }

    @Sendable private static func put(_ effect: LogLineEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        // The lines of earlier days are in the history only.
        guard effect.day == state.day.day else {
            return state.log.noteLate(effect.id, on: effect.day, archives: effect.archives == true)
        }
        state.log.put(LogLine(effect.projection(origin), state.identity))
        if let subtotal = effect.subtotal { state.log.subtotal = subtotal }
    }
}

/// A line and the day of its log, as undo sees them.
struct DatedLine: WireObject {
    static let name = "DatedLine"

    var line: LogLine
    var day: CalendarDay
    /// True for a line of a day that had ended which an import brought.
    var isImported: Bool?

    static let fields = Fields(
        DatedLine.init,
        .inlined(\.line),
        .required("day", \.day, "the logical day of its log"),
        .optional("imported", \.isImported, "true for a line that an import brought"))

    /// The line as the history stores it.
    func projection(_ seq: Int) -> LogLineProjection {
        LogLineProjection(
            id: line.id, created: GardenIdentity.seq(ofOwn: line.uid) ?? seq, at: line.at, kind: line.kind,
            text: line.text, categoryId: line.categoryId, categoryUid: line.categoryUid.map { .full($0) },
            enteredAt: line.enteredAt)
    }
}

extension StatePart {
    /// A line of the current day that a person wrote, edited or removed. Its effects hold whole lines, for the history.
    static let logLine = StatePart(
        "logLine",
        Members(identifying: identity, ofToday: [Members.all], ofEndedDays: "lateLine"),
        read: { state, id in state.log[id].map { DatedLine(line: $0, day: state.day.day) } },
        write: { state, id, line in
            if let line { state.log.put(line.line) } else { state.log.remove(id) }
        })

    /// Such a line of a day that has ended. Only the history has it, and follows the events. One that comes back goes to the file of
    /// its day, which may not have it, unless an import brought it.
    static let lateLine = StatePart(inHistory: "lateLine", Members(identifying: identity)) {
        state, id, json throws(ValidationError) in
        guard let json else { return }
        let line = try DatedLine(json: json)
        let isKept = state.log.prunedBefore.map { line.day >= $0 } ?? true
        state.log.noteLate(id, on: line.day, archives: isKept && line.isImported != true)
    }

    private static let identity: Set = ["id", "uid", "at", "kind", "categoryId", "categoryUid", "day"]

    /// The points earned in an hour, until its divider is written.
    static let subtotal = StatePart(
        "subtotal", Members(sums: ["points"], identifying: ["hour"], ofToday: [Members.all]),
        read: { state, _ in state.log.subtotal },
        write: { state, _, subtotal in if let subtotal { state.log.subtotal = subtotal } })
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
    static let logClosed = EventKind(
        "log.closed", "Closed the log of {day}, {lines:count line/lines}"
    ) { effect, _, state in
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
    static let logMoved = EventKind("log.moved", "Moved the log of {from} to {to}") { _, _, state in
        state.log.correct()
    } publish: { effect, _ in
        Publication(LogMoved(from: effect.from, to: effect.to))
    }
}

extension Transition {
    /// Writes a line into the log of its day, with its time as a prefix.
    ///
    /// - Parameters:
    ///   - categoryId: of the line's category, if it has one.
    ///   - cause: the event that the line describes.
    @discardableResult
    mutating func writeLine(
        _ kind: LogKind, _ text: String, categoryId: Int? = nil, because cause: EventReference?
    ) -> LogLine {
        writeLine(kind, text, lineTime, categoryId: categoryId, because: cause)
    }

    /// Writes a line into the log of a day that has ended, which says that it is entered now (RULES U2).
    ///
    /// - Parameter time: what it has as a prefix.
    mutating func writeLine(
        _ kind: LogKind, _ text: String, of time: Timestamp, on day: CalendarDay, because cause: EventReference
    ) {
        writeLine(kind, text, behind: "[\(time.wallText.suffix(5))]", on: day, because: cause)
    }

    /// The same, with a prefix that another line has.
    mutating func writeLine(
        _ kind: LogKind, _ text: String, behind prefix: String, on day: CalendarDay, because cause: EventReference
    ) {
        let time = LineTime(day: day, prefix: prefix, entered: timestamp(moment.wall), hasEnded: true)
        writeLine(kind, text, time, because: cause)
    }

    /// Writes a line that hourly subtotals count, after any divider that is due (RULES A4).
    mutating func writeCountedLine(
        _ kind: LogKind, _ text: String, earned: Int = 0, categoryId: Int? = nil, because cause: EventReference
    ) {
        // The subtotals of an earlier day are written.
        guard day == state.day.day else {
            writeLine(kind, text, lineTime, categoryId: categoryId, because: cause)
            return
        }
        let hour = hourOfDay
        var subtotal = state.log.subtotal
        let last = subtotal.hour ?? settings.dayStartHour
        if hour > last {
            if settings.hourlySubtotals, subtotal.points != 0 {
                writeLine(
                    .subtotal, LogText.subtotal(from: last, to: hour, points: subtotal.points), lineTime,
                    subtotal: HourlySubtotal(hour: last, points: 0), because: cause)
            }
            subtotal.points = 0
        }
        subtotal.hour = isLate ? max(hour, last) : hour
        subtotal.points = subtotal.points.addingUpToLimit(earned)
        writeLine(kind, text, lineTime, subtotal: subtotal, earned: earned, categoryId: categoryId, because: cause)
    }

    /// The log that a line is for, and the times that it says.
    private struct LineTime {
        var day: CalendarDay
        /// "[09:05]"
        var prefix: String
        /// For a line that is entered afterwards.
        var entered: Timestamp?
        var hasEnded: Bool
    }

    /// The time of what happens in this change.
    private var lineTime: LineTime {
        LineTime(
            day: day, prefix: wallClock, entered: isLate ? timestamp(recordedAt) : nil,
            hasEnded: endedDay != nil)
    }

    @discardableResult
    private mutating func writeLine(
        _ kind: LogKind, _ text: String, _ time: LineTime, subtotal: HourlySubtotal? = nil, earned: Int = 0,
        categoryId: Int? = nil, because cause: EventReference?
    ) -> LogLine {
        let late = time.entered.map { " (entered \($0.wallText))" } ?? ""
        let effect = LogLineEffect(
            id: state.log.lastId + 1, day: time.day, kind: kind, text: "\(time.prefix) \(text)\(late)",
            subtotal: subtotal, categoryId: categoryId, categoryUid: categoryId.map { state.label(ofCategory: $0).uid },
            earned: earned == 0 ? nil : earned, enteredAt: time.entered,
            archives: time.hasEnded && isKept(time.day) ? true : nil, hasEnded: time.hasEnded ? true : nil)
        let seq = writesLines ? emit(.logWritten, effect, because: cause).seq : state.seq
        return LogLine(effect.projection(EventOrigin(seq: seq, at: now, cause: cause)), state.identity)
    }

    /// Whether retention keeps the file of an earlier day, and has not removed it before (RULES A6).
    private func isKept(_ day: CalendarDay) -> Bool {
        (state.firstArchiveDay(settings).map { $0 <= day } ?? true)
            && (state.log.prunedBefore.map { $0 <= day } ?? true)
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
