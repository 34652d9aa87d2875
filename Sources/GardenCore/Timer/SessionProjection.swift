import GardenAPI
import TimeKit

/// A focus that has ended, as the history stores it.
public struct SessionProjection: Sendable, Equatable {
    public var id: Int
    /// The event that ended it, from which its uid is made.
    public var seq: Int
    public var start: Timestamp
    public var end: Timestamp
    /// The logical day it began on (RULES P13).
    public var day: CalendarDay
    /// The attended time, without pauses and sleep.
    public var seconds: Int
    public var categoryId: Int
    /// The category's name at that time.
    public var category: String
    public var taskId: Int?
    /// The task's title at that time.
    public var taskTitle: String?
    public var outcome: SessionOutcome
    /// Whether it began by itself, ran to its end, and there was no sign of the person until then (RULES P18).
    public var isUnattended: Bool

    public init(
        id: Int, seq: Int, start: Timestamp, end: Timestamp, day: CalendarDay, seconds: Int, categoryId: Int,
        category: String, taskId: Int?, taskTitle: String?, outcome: SessionOutcome, isUnattended: Bool
    ) {
        self.id = id
        self.seq = seq
        self.start = start
        self.end = end
        self.day = day
        self.seconds = seconds
        self.categoryId = categoryId
        self.category = category
        self.taskId = taskId
        self.taskTitle = taskTitle
        self.outcome = outcome
        self.isUnattended = isUnattended
    }

    /// The types of the events that end or correct a session.
    public static let types = [
        EventKind.focusCompleted.type, EventKind.timerStopped.type, EventKind.timerSkipped.type,
        EventKind.focusCorrected.type,
    ]

    /// The session that an event ended; `nil` if it ended none.
    ///
    /// - Throws: if the effect is not that of its type.
    public init?(endedBy event: Event) throws(ValidationError) {
        if let effect = try EventKind.focusCompleted.effect(of: event) {
            self = effect.projection(event.origin)
            return
        }
        for kind in [EventKind.timerStopped, .timerSkipped] {
            guard let effect = try kind.effect(of: event) else { continue }
            guard let record = effect.projection(event.origin) else { return nil }
            self = record
            return
        }
        return nil
    }

    /// A completed session as an event corrects it; `nil` if it corrects none.
    ///
    /// - Throws: if the effect is not that of its type.
    public init?(correctedBy event: Event) throws(ValidationError) {
        guard let effect = try EventKind.focusCorrected.effect(of: event) else { return nil }
        self = effect.projection
    }

    init(
        _ id: Int, _ run: ActivePhase, _ category: String, _ outcome: SessionOutcome, attended: Int,
        _ origin: EventOrigin
    ) {
        self.init(
            id: id, seq: origin.seq, start: run.startedAt, end: origin.at, day: run.startedOn, seconds: attended / 1000,
            categoryId: run.categoryId, category: category, taskId: run.taskId,
            taskTitle: run.taskTitle, outcome: outcome, isUnattended: outcome == .completed && run.automatic != nil)
    }
}

extension Session {
    /// A session as methods and events return it.
    init(_ record: SessionProjection, categoryUid: String, _ identity: GardenIdentity) {
        self.init(
            id: record.id, uid: identity.newUid(at: record.seq), start: record.start, end: record.end, day: record.day,
            seconds: record.seconds, minutes: record.seconds / 60, category: record.category,
            categoryId: record.categoryId, categoryUid: categoryUid, taskId: record.taskId,
            taskTitle: record.taskTitle, outcome: record.outcome, unattended: record.isUnattended)
    }
}
