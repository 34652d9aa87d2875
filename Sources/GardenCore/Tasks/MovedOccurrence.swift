import GardenAPI
import Recurrence
import TimeKit

/// The dates of a task.
enum TaskDateKind: String, CaseIterable {
    case start, end, due, remind
}

/// What has a date of each kind.
protocol TaskDateFields {
    var start: StoredDate? { get set }
    var end: StoredDate? { get set }
    var due: StoredDate? { get set }
    var remind: StoredDate? { get set }
}

extension TaskDateFields {
    subscript(kind: TaskDateKind) -> StoredDate? {
        get {
            switch kind {
            case .start: start
            case .end: end
            case .due: due
            case .remind: remind
            }
        }
        set {
            switch kind {
            case .start: start = newValue
            case .end: end = newValue
            case .due: due = newValue
            case .remind: remind = newValue
            }
        }
    }
}

/// The dates of one occurrence of a repeating task that are others than those of the series (RULES T20).
///
/// It stays with the task after the occurrence was completed, which can be reopened.
struct MovedOccurrence: WireObject, Equatable, TaskDateFields {
    static let name = "MovedOccurrence"

    /// The occurrence, which keeps its date as its name.
    var occurrence: StoredDate
    var start: StoredDate?
    var end: StoredDate?
    var due: StoredDate?
    var remind: StoredDate?
    /// How long before ``due`` it reminds; then ``remind`` is `nil`.
    var remindBefore: StoredDistance?

    static let fields = Fields(
        MovedOccurrence.init,
        .required("occurrence", \.occurrence, "the occurrence"),
        .optional("start", \.start, "when it can begin"),
        .optional("end", \.end, "when it ends"),
        .optional("due", \.due, "when it is due"),
        .optional("remind", \.remind, "when it reminds"),
        .optional("remindBefore", \.remindBefore, "how long before the due date it reminds"))

    /// When it rings; `nil` without such a date. A reminder at the due time replaces it.
    func instant(of alarm: TaskAlarm, _ environment: Environment) -> Instant? {
        let reminder = reminder(in: environment.zone)?.instant(environment)
        switch alarm {
        case .reminder: return reminder
        case .dueTime:
            guard let due, !due.isDay else { return nil }
            let at = due.instant(environment)
            return at == reminder ? nil : at
        }
    }
}

extension TaskSchedule: TaskDateFields {
    /// The kind of the date that its occurrences repeat (RULES T4).
    var anchorKind: TaskDateKind { due == nil ? .remind : .due }
}

extension TaskOccurrences {
    /// The dates of an occurrence, as a person sees them.
    func dates(of occurrence: StoredDate) -> MovedOccurrence {
        if let movedOccurrence, movedOccurrence.occurrence == occurrence { return movedOccurrence }
        return datesOfSeries(of: occurrence)
    }

    /// The dates that the series has for an occurrence.
    func datesOfSeries(of occurrence: StoredDate) -> MovedOccurrence {
        var dates = MovedOccurrence(occurrence: occurrence)
        for kind in TaskDateKind.allCases { dates[kind] = schedule[kind].map { moved($0, to: occurrence) } }
        if let distance = schedule.remindBefore { (dates.remind, dates.remindBefore) = (nil, distance) }
        return dates
    }

    /// When an occurrence comes: on its date, or where it was moved alone.
    func comes(_ occurrence: StoredDate) -> StoredDate { dates(of: occurrence)[schedule.anchorKind] ?? occurrence }

    /// Whether a date is one of the schedule.
    func hasOccurrence(_ date: StoredDate) -> Bool {
        guard isScheduled, date.isDay == isOfDays else { return false }
        let before: StoredDate =
            if case .day(let day) = date { .day(day.advanced(by: -1)) } else {
                .instant(date.instant(environment).advanced(byMilliseconds: -1))
            }
        return next(after: before) == date
    }
}

/// Another time for all occurrences of a series, on their days (RULES T20).
struct Retiming {
    private let old: StoredDate
    private let minute: Int?

    /// - Parameters:
    ///   - old: the date that repeats.
    ///   - new: a date with the other time.
    init(from old: StoredDate, to new: StoredDate) {
        self.old = old
        if case .wall(let time) = new { minute = time.minuteOfDay } else { minute = nil }
    }

    /// That of an edit; `nil` if it gave the series no other time.
    init?(_ effect: TaskEffect) {
        guard effect.note?.moved == .series, let before = effect.before?.schedule, let after = effect.facts.schedule,
            before.rule == after.rule, let old = before.anchor, let new = after.anchor
        else { return nil }
        switch (old, new) {
        case (.wall(let old), .wall(let new)) where old.day == new.day: break
        case (.day(let old), .wall(let new)) where old == new.day: break
        default: return nil
        }
        self.init(from: old, to: new)
    }

    func applied(to date: StoredDate) -> StoredDate {
        guard let minute else { return date }
        let day: CalendarDay
        switch (date, old) {
        case (.wall(let time), .wall(let old)) where time.minuteOfDay == old.minuteOfDay: day = time.day
        case (.day(let its), .day): day = its
        default: return date
        }
        return WallTime(day: day, minuteOfDay: minute).map(StoredDate.wall) ?? date
    }

    /// The reverse.
    func undone(of date: StoredDate) -> StoredDate {
        guard let minute, case .wall(let time) = date, time.minuteOfDay == minute else { return date }
        switch old {
        case .day: return .day(time.day)
        case .wall(let old): return WallTime(day: time.day, minuteOfDay: old.minuteOfDay).map(StoredDate.wall) ?? date
        case .instant: return date
        }
    }
}

extension MovedOccurrence {
    /// All dates a number of days later.
    func advanced(byDays days: Int, in zone: ZoneRules) -> MovedOccurrence {
        var moved = self
        for kind in TaskDateKind.allCases { moved[kind] = self[kind]?.advanced(byDays: days, in: zone) }
        return moved
    }

    /// When it reminds, on its day and at its time.
    func reminder(in zone: ZoneRules) -> StoredDate? {
        remindBefore.flatMap { distance in due.flatMap { distance.reminder(before: $0, in: zone) } } ?? remind
    }
}

extension TaskOccurrences {
    /// Whether each occurrence has the time of the date that the task began with, not one that its rule says.
    var haveTimeOfAnchor: Bool {
        switch rule {
        case .scheduled(.rule(let rule))?:
            rule.frequency >= .daily && rule.hours.isEmpty && rule.minutes.isEmpty
        case .scheduled?: true
        case nil, .never?, .afterCompletion?, .target?: false
        }
    }
}
