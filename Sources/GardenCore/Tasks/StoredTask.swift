import DatePhrases
import GardenAPI
import Recurrence
import TimeKit
import WorkKit

/// A date of a task as the journal stores it. Dates of a repeating task follow the wall clock, those of a single task are
/// instants (RULES T14).
enum StoredDate: WireValue, Hashable {
    case instant(Instant)
    case day(CalendarDay)
    case wall(WallTime)

    static var schema: JSON { true }

    init(_ date: OccurrenceDate) {
        switch date {
        case .day(let day): self = .day(day)
        case .time(let time): self = .wall(time)
        }
    }

    init(_ phrase: DatePhrase) {
        switch phrase {
        case .instant(let instant): self = .instant(instant)
        case .day(let day): self = .day(day)
        }
    }

    /// An instant as an integer, a day as a list of one number, a wall time as a list of its day and minute.
    init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let milliseconds): self = .instant(Instant(milliseconds: milliseconds))
        case .array(let parts) where parts.count == 1: self = .day(try CalendarDay(record: parts[0]))
        case .array(let parts) where parts.count == 2:
            let day = try CalendarDay(record: parts[0])
            guard let minute = parts[1].integerValue, let time = WallTime(day: day, minuteOfDay: minute) else {
                throw ValidationError(expected: "a minute of a day", found: parts[1])
            }
            self = .wall(time)
        case .null, .bool, .number, .string, .array, .object:
            throw ValidationError(expected: "a date of a task", found: json)
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .instant(let instant): return writer.integer(instant.milliseconds)
        case .day(let day):
            writer.beginArray()
            writer.integer(day.daysSinceEpoch)
        case .wall(let time):
            writer.beginArray()
            writer.integer(time.day.daysSinceEpoch)
            writer.integer(time.minuteOfDay)
        }
        writer.endArray()
    }

    /// The date on the wall clock of a zone.
    func occurrence(in zone: ZoneRules) -> OccurrenceDate {
        switch self {
        case .instant(let instant): .time(WallTime(instant, in: zone))
        case .day(let day): .day(day)
        case .wall(let time): .time(time)
        }
    }

    /// The date of a single task: an instant, which does not move with the zone (RULES T14), or a day.
    func fixed(in zone: ZoneRules) -> StoredDate {
        if case .wall(let time) = self { .instant(time.instant(in: zone)) } else { self }
    }

    /// The date as methods and events return it.
    func published(in zone: ZoneRules) -> TaskDate {
        switch self {
        case .instant(let instant): .instant(zone.timestamp(instant))
        case .day(let day): .day(day)
        case .wall(let time): .instant(zone.timestamp(time.instant(in: zone)))
        }
    }

    /// The instant with which the date is compared; of a day the boundary that ends it (RULES T4).
    func instant(_ environment: Environment) -> Instant {
        Work.note(.values)
        return switch self {
        case .instant(let instant): instant
        case .day(let day): environment.calendar.next(after: day).boundary
        case .wall(let time): time.instant(in: environment.zone)
        }
    }

    /// The first instant of a day, or the instant.
    func beginning(_ environment: Environment) -> Instant {
        guard case .day(let day) = self else { return instant(environment) }
        return environment.calendar.next(after: day.advanced(by: -1)).boundary
    }

    var isDay: Bool {
        if case .day = self { true } else { false }
    }
}

/// The facts of a task that a person sets, without its dates.
struct TaskDetails: WireObject, Equatable {
    static let name = "TaskDetails"

    var title: String
    var points: Int
    var isStanding: Bool
    var priority: Int?
    var estimate: Int?
    var note: String?
    /// Its tags; `nil` for none.
    var tags: [String]?

    static let fields = Fields(
        TaskDetails.init,
        .required("title", \.title, "its title"),
        .required("points", \.points, "the points it pays"),
        .required("standing", \.isStanding, "whether completing it never closes it"),
        .optional("priority", \.priority, "its priority"),
        .optional("estimate", \.estimate, "the estimated number of focus sessions"),
        .optional("note", \.note, "its note"),
        .optional("tags", \.tags, "its tags"))
}

/// The dates of a task as they were set, and its schedule if it repeats.
struct TaskSchedule: WireObject, Equatable {
    static let name = "TaskSchedule"

    var start: StoredDate?
    var end: StoredDate?
    var due: StoredDate?
    var remind: StoredDate?
    /// The canonical text of its repeat.
    var rule: String?
    /// The first and the last occurrence of a schedule of dates.
    var first: StoredDate?
    var last: StoredDate?
    /// How long before ``due`` it reminds; ``remind`` follows from it. `nil` if that is a date of its own.
    var remindBefore: StoredDistance?

    static let none = TaskSchedule()

    static let fields = Fields(
        TaskSchedule.init,
        .optional("start", \.start, "when it can begin"),
        .optional("end", \.end, "when it ends"),
        .optional("due", \.due, "when it is due"),
        .optional("remind", \.remind, "when it reminds"),
        .optional("rule", \.rule, "how it repeats"),
        .optional("first", \.first, "the first occurrence"),
        .optional("last", \.last, "the last occurrence"),
        .optional("remindBefore", \.remindBefore, "how long before the due date it reminds"))
}

/// A date of a task that rings.
enum TaskAlarm: CaseIterable {
    /// Its reminder (RULES T4).
    case reminder
    /// The time at which it is due (RULES T16).
    case dueTime
}

/// When a task rings, and the occurrence of a repeating task that it rings for.
struct TaskReminder: Equatable {
    let at: Instant
    let occurrence: StoredDate?
    var alarm = TaskAlarm.reminder
}

/// What has happened to a task, and what comes next.
struct TaskProgress: WireObject, Equatable {
    static let name = "TaskProgress"

    var doneCount = 0
    var focuses = 0
    var focusMilliseconds = 0
    /// The open occurrence of a repeating task.
    var occurrence: StoredDate?
    /// When the next reminder fires, or its due time rings.
    private(set) var armed: Instant?
    /// The occurrence of a repeating task that the next reminder is of.
    private(set) var armedOccurrence: StoredDate?
    /// Whether that is its due time.
    private(set) var armedForDueTime: Bool?
    var snoozedUntil: Instant?
    /// When the last reminder fired.
    var firedAt: Instant?
    /// The first of the reminders that fell due unseen, until one of them fires.
    private(set) var missedSince: Instant?
    /// How many they are.
    private(set) var missedCount: Int?
    /// When an open task is due; of a day the boundary that ends it.
    var dueAt: Instant?
    /// Completing an occurrence pays from this date on (RULES P12).
    var paidUpTo: StoredDate?
    /// The occurrence completed last, until it is reopened.
    var lastDone: StoredDate?
    /// The occurrence paid last.
    var lastPaid: StoredDate?
    /// Whether a single task has paid.
    var isPaid: Bool?
    /// Whether the last occurrence was completed: reopened, it does not pay again.
    var hasEnded: Bool?
    /// When and where it was completed last, until it is reopened.
    var lastCompletion: Completion?
    /// The occurrences after the open one that were completed afterwards (RULES P33).
    var doneAhead: [StoredDate]?
    /// The occurrence that was moved last without the series.
    var movedOccurrence: MovedOccurrence?
    /// What counts towards a target in the period of the last completion (RULES T19).
    var target: TargetProgress?

    /// A completion as the statistics count it (RULES S1).
    struct Completion: WireObject, Equatable {
        static let name = "TaskCompletion"

        var day: CalendarDay
        var categoryId: Int
        /// When it was, which completions of earlier versions do not have.
        var at: Instant?

        static let fields = Fields(
            Completion.init,
            .required("day", \.day, "the logical day"),
            .required("categoryId", \.categoryId, "the category's id"),
            .optional("at", \.at, "when it was"))
    }

    static let fields = Fields(
        TaskProgress.init,
        .required("doneCount", \.doneCount, "how often it was completed"),
        .required("focuses", \.focuses, "the focus sessions on it"),
        .required("focusMilliseconds", \.focusMilliseconds, "their length"),
        .optional("occurrence", \.occurrence, "the open occurrence"),
        .optional("armed", \.armed, "when the next reminder fires"),
        .optional("armedOccurrence", \.armedOccurrence, "the occurrence that it is of"),
        .optional("armedForDueTime", \.armedForDueTime, "true if it is the due time"),
        .optional("snoozedUntil", \.snoozedUntil, "when the snoozed reminder fires again"),
        .optional("firedAt", \.firedAt, "when the last reminder fired"),
        .optional("missedSince", \.missedSince, "the first of the reminders that fell due unseen"),
        .optional("missedCount", \.missedCount, "how many they are"),
        .optional("dueAt", \.dueAt, "when it is due"),
        .optional("paidUpTo", \.paidUpTo, "from when on an occurrence pays"),
        .optional("lastDone", \.lastDone, "the occurrence completed last"),
        .optional("lastPaid", \.lastPaid, "the occurrence paid last"),
        .optional("isPaid", \.isPaid, "true if a single task has paid"),
        .optional("hasEnded", \.hasEnded, "true if the last occurrence was completed"),
        .optional("lastCompletion", \.lastCompletion, "when and where it was completed last"),
        .optional("doneAhead", \.doneAhead, "later occurrences that are completed"),
        .optional("movedOccurrence", \.movedOccurrence, "the occurrence with other dates than the series"),
        .optional("target", \.target, "what counts towards its target"))

    /// Sets what rings next.
    mutating func arm(_ reminder: TaskReminder?) {
        (armed, armedOccurrence) = (reminder?.at, reminder?.occurrence)
        armedForDueTime = reminder?.alarm == .dueTime ? true : nil
    }

    /// What rings next, apart from what was snoozed.
    var armedReminder: TaskReminder? {
        armed.map {
            TaskReminder(
                at: $0, occurrence: armedOccurrence, alarm: armedForDueTime == true ? .dueTime : .reminder)
        }
    }

    /// The focus on it.
    var focus: TaskFocus {
        get { TaskFocus(sessions: focuses, seconds: focusMilliseconds / 1000) }
        set { (focuses, focusMilliseconds) = (newValue.sessions, newValue.seconds * 1000) }
    }

    /// Counts the reminders that fell due unseen, until one of them fires.
    mutating func miss(_ count: Int, since first: Instant?) { (missedSince, missedCount) = (first, count) }

    /// Forgets them: they have fired, or are no longer wanted.
    mutating func forgetMissed() { (missedSince, missedCount) = (nil, nil) }

    /// When the next reminder or the snoozed one fires.
    var nextFiring: Instant? {
        guard let armed, let snoozedUntil else { return armed ?? snoozedUntil }
        return min(armed, snoozedUntil)
    }
}

/// A task as the state stores it while it is open.
struct StoredTask: WireObject, Entity {
    static let name = "StoredTask"

    var id: Int
    var uid: String
    var details: TaskDetails {
        didSet { foldedName = details.title.folded }
    }
    var schedule: TaskSchedule
    var progress: TaskProgress
    var categoryId: Int
    var createdAt: Instant
    var updatedAt: Instant
    /// The title for comparisons (RULES G1), made once.
    private(set) var foldedName: String

    var name: String { details.title }

    /// The rank of a standing task, which is never proposed.
    static let standingRank = UInt8.max

    /// The order in which tasks are proposed: by priority, those without one last.
    var rank: UInt8 { details.isStanding ? Self.standingRank : UInt8(clamping: details.priority ?? 10) }

    /// When it is due; of a repeating task, that of the open occurrence.
    var due: StoredDate? {
        guard schedule.due != nil, let open = progress.occurrence else { return schedule.due }
        guard let moved = progress.movedOccurrence, moved.occurrence == open else { return open }
        return moved.due
    }

    /// When the open occurrence of a repeating task comes: on its date, or where it was moved alone.
    var comes: StoredDate? {
        guard let moved = progress.movedOccurrence, moved.occurrence == progress.occurrence else {
            return progress.occurrence
        }
        return moved[schedule.anchorKind] ?? progress.occurrence
    }

    init(
        id: Int, uid: String, details: TaskDetails, schedule: TaskSchedule, progress: TaskProgress, categoryId: Int,
        createdAt: Instant, updatedAt: Instant
    ) {
        self.id = id
        self.uid = uid
        self.details = details
        self.schedule = schedule
        self.progress = progress
        self.categoryId = categoryId
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        foldedName = details.title.folded
    }

    static let fields = Fields(
        StoredTask.init,
        .required("id", \.id, "the task's id"),
        .required("uid", \.uid, "its uid"),
        .required("details", \.details, "the facts that a person sets"),
        .required("schedule", \.schedule, "its dates"),
        .required("progress", \.progress, "what happened to it"),
        .required("categoryId", \.categoryId, "its category"),
        .required("createdAt", \.createdAt, "when it was added"),
        .required("updatedAt", \.updatedAt, "when it was last changed"))
}
