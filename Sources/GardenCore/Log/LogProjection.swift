import GardenAPI
import TimeKit

/// A line of the log as the history stores it.
public struct LogLineProjection: Sendable, Equatable {
    public var id: Int
    /// The event that created it, from which its uid is made.
    public var created: Int
    public var at: Timestamp
    public var kind: LogKind
    public var text: String
    public var categoryId: Int?
    public var categoryUid: UIDReference?
    /// When it was entered, if that is later than what it says (RULES P22).
    public var enteredAt: Timestamp?

    public init(
        id: Int, created: Int, at: Timestamp, kind: LogKind, text: String, categoryId: Int?,
        categoryUid: UIDReference?, enteredAt: Timestamp? = nil
    ) {
        self.id = id
        self.created = created
        self.at = at
        self.kind = kind
        self.text = text
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.enteredAt = enteredAt
    }
}

extension LogLine {
    /// A line as methods and events return it.
    public init(_ line: LogLineProjection, _ identity: GardenIdentity) {
        self.init(
            id: line.id, uid: identity.newUid(at: line.created), at: line.at, kind: line.kind,
            text: line.text, categoryId: line.categoryId,
            categoryUid: line.categoryUid.map { identity.uid($0, at: line.created) }, enteredAt: line.enteredAt)
    }
}

/// Reads the history's lines of a day's log, oldest first.
public struct LogLinesQuery: HistoryQuery {
    public typealias Answer = [LogLineProjection]
    public let day: CalendarDay
    /// The last id that a line may have.
    public let through: Int
    /// At most this many lines, the newest.
    public let limit: Int

    public init(of day: CalendarDay, through: Int = .max, limit: Int = .max) {
        self.day = day
        self.through = through
        self.limit = limit
    }

    /// The staged lines of an earlier day are at its end: they have the highest ids. Those that undo and redo changed are where they
    /// were.
    public func answer(
        _ stored: [LogLineProjection], after staged: [Event]
    ) throws(ValidationError) -> [LogLineProjection] {
        var lines = stored
        for event in staged {
            let isOfEndedDay = try EventKind.logWritten.effect(of: event)?.hasEnded == true
            for projection in try LogProjection.all(of: event) {
                switch projection {
                case .put(let line, self.day, isNew: true)
                where line.id <= through && (line.enteredAt != nil || isOfEndedDay):
                    lines.append(line)
                case .put(let line, self.day, isNew: false):
                    for index in lines.indices where lines[index].id == line.id { lines[index] = line }
                case .remove(let id, self.day): lines.removeAll { $0.id == id }
                case .restore(let id, self.day, _) where id <= through:
                    guard let late = try LogProjection.lateLine(id, broughtBackBy: event) else { continue }
                    lines.append(late.projection(event.seq))
                    lines.sort { $0.id < $1.id }
                default: continue
                }
            }
        }
        return Array(lines.suffix(limit))
    }
}

/// Reads the first day after another one that has lines.
public struct NextLogDayQuery: HistoryQuery {
    public typealias Answer = CalendarDay?
    public let day: CalendarDay

    public init(after day: CalendarDay) { self.day = day }

    public func answer(_ stored: CalendarDay?, after staged: [Event]) throws(ValidationError) -> CalendarDay? {
        var next = stored
        for event in staged {
            for case .put(_, let other, _) in try LogProjection.all(of: event) where other > day {
                next = min(next ?? other, other)
            }
        }
        return next
    }
}

/// How an event changes the history of the log.
public enum LogProjection {
    /// A new or changed line, and the day of its log.
    case put(LogLineProjection, on: CalendarDay, isNew: Bool)
    case remove(id: Int, on: CalendarDay)
    /// A line that the event `since` removed is there again.
    case restore(id: Int, on: CalendarDay, since: Int)
    /// The lines after one move to an earlier day, except for the headers of the wrong days in between.
    case move(after: Int, from: CalendarDay, to: CalendarDay)

    /// The types of the events that may change it.
    public static let types =
        [
            EventKind.logWritten.type, EventKind.logEdited.type, EventKind.logRemoved.type,
            EventKind.logMoved.type,
        ] + EventKind.replacingTypes

    /// What an event does to it: to one line, but for the undo or redo of an import.
    ///
    /// - Throws: if the effect is not that of its type.
    public static func all(of event: Event) throws(ValidationError) -> [LogProjection] {
        if let effect = try EventKind.logWritten.effect(of: event) {
            return [.put(effect.projection(event.origin), on: effect.day, isNew: true)]
        }
        if let effect = try EventKind.logEdited.effect(of: event) {
            return [.put(effect.projection(event.origin), on: effect.day, isNew: false)]
        }
        if let effect = try EventKind.logRemoved.effect(of: event) { return [.remove(id: effect.id, on: effect.day)] }
        if let effect = try EventKind.logMoved.effect(of: event) {
            return [.move(after: effect.after, from: effect.from, to: effect.to)]
        }
        var projections: [LogProjection] = []
        for part in [StatePart.logLine, .lateLine] {
            for replacement in try EventKind.replacements(in: part, by: event) {
                projections.append(try LogProjection(of: replacement, by: event))
            }
        }
        return projections
    }

    /// A line of an ended day that undo or redo brought back.
    fileprivate static func lateLine(
        _ id: Int, broughtBackBy event: Event
    ) throws(ValidationError) -> DatedLine? {
        let replacement = try EventKind.replacements(in: .lateLine, by: event).first { $0.id == id }
        return try replacement?.after.map { line throws(ValidationError) in try DatedLine(json: line) }
    }

    /// A line that undo or redo changed.
    private init(of replacement: Replacement, by event: Event) throws(ValidationError) {
        switch (replacement.before, replacement.after) {
        case (let before?, nil):
            let gone = try DatedLine(json: before)
            self = .remove(id: gone.line.id, on: gone.day)
        case (nil, let after?):
            let line = try DatedLine(json: after)
            self = .restore(id: line.line.id, on: line.day, since: replacement.event)
        case (_, let after):
            let line = try DatedLine(json: after ?? .null)
            self = .put(line.projection(event.seq), on: line.day, isNew: false)
        }
    }
}
