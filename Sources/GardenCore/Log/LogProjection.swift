import GardenAPI
import TimeKit

/// A line of the log as the history keeps it.
public struct LogLineProjection: Sendable, Equatable {
    public var id: Int
    /// The event that created it, by which its uid goes.
    public var created: Int
    public var at: Timestamp
    public var kind: LogKind
    public var text: String
    public var categoryId: Int?
    public var categoryUid: UIDReference?

    public init(
        id: Int, created: Int, at: Timestamp, kind: LogKind, text: String, categoryId: Int?, categoryUid: UIDReference?
    ) {
        self.id = id
        self.created = created
        self.at = at
        self.kind = kind
        self.text = text
        self.categoryId = categoryId
        self.categoryUid = categoryUid
    }
}

extension LogLine {
    /// A line as methods and events tell it.
    public init(_ record: LogLineProjection, _ identity: GardenIdentity) {
        self.init(
            id: record.id, uid: identity.newUid(at: record.created), at: record.at, kind: record.kind,
            text: record.text, categoryId: record.categoryId,
            categoryUid: record.categoryUid.map { identity.uid($0, at: record.created) })
    }
}

/// The lines of a day's log that the history has, oldest first.
public struct LogLinesQuery: HistoryQuery {
    public typealias Answer = [LogLineProjection]
    public let day: CalendarDay

    public init(of day: CalendarDay) { self.day = day }
}

/// What an event does to the history of the log.
public enum LogProjection {
    /// A line, new or with another text, and the day whose log it is in.
    case put(LogLineProjection, on: CalendarDay, isNew: Bool)
    case remove(id: Int, on: CalendarDay)
    /// The lines of the days before that one are gone.
    case prune(before: CalendarDay)
    /// The lines after one go along from a day to an earlier one, but for the headers of the days in between, which were
    /// none.
    case move(after: Int, from: CalendarDay, to: CalendarDay)

    /// `nil` for an event that does nothing to it.
    ///
    /// - Throws: when the effect is not that of its type.
    public init?(of event: Event) throws(ValidationError) {
        if let effect = try EventKind.logWritten.effect(of: event) {
            self = .put(effect.record(event.origin), on: effect.day, isNew: true)
        } else if let effect = try EventKind.logEdited.effect(of: event) {
            self = .put(effect.record(event.origin), on: effect.day, isNew: false)
        } else if let effect = try EventKind.logRemoved.effect(of: event) {
            self = .remove(id: effect.id, on: effect.day)
        } else if let effect = try EventKind.archivePruned.effect(of: event) {
            self = .prune(before: effect.before)
        } else if let effect = try EventKind.logMoved.effect(of: event) {
            self = .move(after: effect.after, from: effect.from, to: effect.to)
        } else {
            return nil
        }
    }
}
