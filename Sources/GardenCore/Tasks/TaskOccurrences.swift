import GardenAPI
import Recurrence
import TimeKit

/// The dates of a task: its occurrences, and the reminder, start, end and due date of each (RULES T4, T5).
struct TaskOccurrences {
    let schedule: TaskSchedule
    let environment: Environment
    /// An occurrence with dates of its own (RULES T20).
    let movedOccurrence: MovedOccurrence?
    /// `nil` for a single task.
    let rule: Repeat?
    /// Nothing rings before that; `nil` if it does whenever it is due.
    var remindsFrom: Instant?
    /// `nil` unless the task repeats on a schedule.
    private let recurrence: TaskRecurrence?

    private var zone: ZoneRules { environment.zone }

    init(_ task: StoredTask, _ environment: Environment) {
        self.init(task.schedule, moved: task.progress.movedOccurrence, environment)
        if isTarget { remindsFrom = Self.remindsFrom(task, environment) }
    }

    init(_ schedule: TaskSchedule, moved: MovedOccurrence? = nil, _ environment: Environment) {
        self.schedule = schedule
        self.environment = environment
        movedOccurrence = moved
        // The text and the dates were checked when they were set.
        rule = schedule.rule.flatMap { try? Repeat($0) }
        let dates: Schedule? =
            switch rule {
            case .scheduled(let dates)?: dates
            // Its reminder is each day.
            case .target?: .daily
            case nil, .never?, .afterCompletion?: nil
            }
        if let dates, let anchor = schedule.anchor, let first = schedule.first {
            let recurrence = try? Recurrence(
                restoring: dates, anchor: anchor.occurrence(in: environment.zone),
                first: first.occurrence(in: environment.zone), last: schedule.last?.occurrence(in: environment.zone))
            self.recurrence = recurrence.map { TaskRecurrence($0, in: environment.zone) }
        } else {
            recurrence = nil
        }
    }

    var isRepeating: Bool { rule != nil }

    /// Whether it is to be done so many times in a period (RULES T19).
    var isTarget: Bool { if case .target? = rule { true } else { false } }

    func isBefore(_ date: StoredDate, _ other: StoredDate) -> Bool { recurrence?.isBefore(date, other) ?? false }

    /// How many occurrences there are after one date and not after another.
    func count(after start: StoredDate, through end: StoredDate) -> Int {
        recurrence?.count(after: start, through: end) ?? 0
    }

    // MARK: Occurrences

    /// The first occurrence of the schedule, or the anchor of one that counts from completions.
    var first: StoredDate? { schedule.first ?? schedule.anchor }

    func next(after date: StoredDate) -> StoredDate? { recurrence?.next(after: date) }

    func last(before date: StoredDate) -> StoredDate? { recurrence?.last(before: date) }

    /// Whether it repeats on a schedule, not some time after its completion.
    var isScheduled: Bool { recurrence != nil }

    /// Whether its occurrences are days, without a time.
    var isOfDays: Bool { recurrence?.isOfDays ?? false }

    /// The first occurrence after a date and after an instant; a day is after an instant until it is over.
    func next(after date: StoredDate, and instant: Instant) -> StoredDate? {
        guard let recurrence else { return nil }
        let now: StoredDate =
            recurrence.isOfDays
            ? .day(environment.calendar.day(of: instant).advanced(by: -1)) : .instant(instant)
        return recurrence.next(after: recurrence.isBefore(date, now) ? now : date)
    }

    /// The next date of a task that was completed at an instant; `nil` if no occurrence is left.
    func next(afterCompleting occurrence: StoredDate, at instant: Instant, on day: CalendarDay) -> StoredDate? {
        switch rule {
        case nil, .never?, .target?: return nil
        case .scheduled?: return next(after: occurrence, and: instant)
        case .afterCompletion(let delay)?:
            let anchor = occurrence.occurrence(in: zone)
            switch try? delay.next(afterCompletionAt: instant, logicalDay: day, anchor: anchor) {
            case nil: return nil
            case .instant(let next): return .wall(WallTime(next, in: zone))
            case .date(let date): return StoredDate(date)
            }
        }
    }

    /// The occurrences between two dates, without both; up to the last one if `end` is `nil`.
    ///
    /// - Parameter done: those that are completed, and so were not passed over.
    func skipped(after start: StoredDate, before end: StoredDate?, besides done: [StoredDate]) -> SkippedOccurrences? {
        guard let recurrence, var first = recurrence.next(after: start) else { return nil }
        if let end, !recurrence.isBefore(first, end) { return nil }
        var last = end.flatMap(recurrence.last(before:)) ?? recurrence.last ?? first
        // Those of a repetition that was changed since are no occurrences any more.
        let within = done.filter { date in
            !recurrence.isBefore(date, first) && !recurrence.isBefore(last, date)
                && (date == first || recurrence.last(before: date).flatMap(recurrence.next(after:)) == date)
        }
        let count = recurrence.count(after: start, through: last) - within.count
        guard count > 0 else { return nil }
        while within.contains(first), let next = recurrence.next(after: first) { first = next }
        while within.contains(last), let before = recurrence.last(before: last) { last = before }
        return SkippedOccurrences(
            count: count, first: first.published(in: zone), last: last.published(in: zone))
    }

    /// The next occurrences from one on.
    func list(from first: StoredDate, count: Int) -> [StoredDate] {
        var dates = [first]
        while dates.count < count, let next = next(after: dates[dates.count - 1]) { dates.append(next) }
        return dates
    }

    // MARK: The dates of an occurrence

    /// A date of the task, moved from the anchor to an occurrence: the same distance in days, at the same wall time.
    func moved(_ date: StoredDate, to occurrence: StoredDate?) -> StoredDate {
        guard let occurrence, let anchor = schedule.anchor else { return date }
        return date == anchor ? occurrence : shifted(date, from: anchor, to: occurrence)
    }

    /// A date of an occurrence, moved to the anchor: the reverse of ``moved(_:to:)``.
    func moved(_ date: StoredDate, back occurrence: StoredDate?) -> StoredDate {
        guard let occurrence, let anchor = schedule.anchor else { return date }
        return shifted(date, from: occurrence, to: anchor)
    }

    private func shifted(_ date: StoredDate, from: StoredDate, to: StoredDate) -> StoredDate {
        let days =
            to.occurrence(in: zone).day.daysSinceEpoch - from.occurrence(in: zone).day.daysSinceEpoch
        return date.advanced(byDays: days, in: zone)
    }
}

extension TaskSchedule {
    /// The date that its occurrences repeat (RULES T4).
    var anchor: StoredDate? { due ?? remind }
}

extension WallTime {
    /// The same time a number of days later.
    func advanced(byDays days: Int) -> WallTime {
        WallTime(day: day.advanced(by: days), minuteOfDay: minuteOfDay) ?? self
    }
}
