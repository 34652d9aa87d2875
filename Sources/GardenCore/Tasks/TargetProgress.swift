import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

/// What counts towards a target in a week or month (RULES T19).
struct TargetProgress: WireObject, Equatable {
    static let name = "TargetProgress"

    /// The first day of the period, and the first one after it.
    var first: CalendarDay
    var next: CalendarDay
    /// The target in the period: a later one takes effect after it.
    var count: Int
    var per: TargetCount.Period
    /// The logical days of the completions that count, in ascending order; an early one shares its day with another.
    var days: [CalendarDay]
    /// How many completions have paid: those that were reopened, too.
    var paid: Int

    static let fields = Fields(
        TargetProgress.init,
        .required("first", \.first, "the first day of the period"),
        .required("next", \.next, "the first day after it"),
        .required("count", \.count, "how many times in the period"),
        .required("per", \.per, "the kind of the period"),
        .required("days", \.days, "the days of the completions that count"),
        .required("paid", \.paid, "how many completions have paid"))

    /// A period without completions.
    init(_ target: CompletionTarget, on day: CalendarDay, firstWeekday: Int) {
        let unit: CalendarRange.Unit = target.period == .week ? .week : .month
        let days = CalendarRange(unit, containing: day, firstWeekday: firstWeekday).days
        self.init(
            first: days.lowerBound, next: days.upperBound.advanced(by: 1), count: target.count,
            per: target.period == .week ? .week : .month, days: [], paid: 0)
    }

    private init(
        first: CalendarDay, next: CalendarDay, count: Int, per: TargetCount.Period, days: [CalendarDay], paid: Int
    ) {
        (self.first, self.next, self.count) = (first, next, count)
        (self.per, self.days, self.paid) = (per, days, paid)
    }

    func contains(_ day: CalendarDay) -> Bool { first <= day && day < next }

    var isMet: Bool { days.count >= count }

    /// The first day on which a completion counts again; `nil` if it does on the last one that counts.
    var nextDay: CalendarDay? { isMet ? next : days.last?.advanced(by: 1) }

    mutating func add(_ day: CalendarDay, pays: Bool) {
        days.append(day)
        days.sort()
        if pays { paid += 1 }
    }

    /// A completion on a day counts no more.
    mutating func remove(_ day: CalendarDay) {
        if let index = days.lastIndex(of: day) { days.remove(at: index) }
    }

    var published: TargetCount { TargetCount(count: count, done: days.count, per: per) }
}

extension StoredTask {
    /// The target that it repeats by; `nil` for any other task.
    var target: CompletionTarget? {
        guard let rule = schedule.rule, schedule.first == nil || schedule.due == nil,
            case .target(let target)? = try? Repeat(rule)
        else { return nil }
        return target
    }

    /// Whether it opens one occurrence after another: not a standing task, and not one with a target.
    var opensOccurrences: Bool { !details.isStanding && target == nil }
}

extension Environment {
    /// What counts towards a target on a logical day.
    func progress(of target: CompletionTarget, _ task: StoredTask, on day: CalendarDay) -> TargetProgress {
        if let progress = task.progress.target, progress.contains(day) { return progress }
        return TargetProgress(target, on: day, firstWeekday: settings.statistics.weekStart.firstWeekday)
    }
}

extension WeekStart {
    /// The weekday with which weeks begin: 1 for Monday … 7 for Sunday. The daemon does not know the locale of the person.
    var firstWeekday: Int {
        switch self {
        case .monday, .system: 1
        case .sunday: 7
        }
    }
}

// MARK: - Completing

extension Transition {
    /// Counts a completion towards the target of a task (RULES T19).
    ///
    /// - Parameters:
    ///   - before: the task before it.
    ///   - task: the task that gets it.
    /// - Returns: whether it pays, whether it counts in an earlier period, and the first day of the next period if the target is met.
    /// - Throws: `already_done` if no completion counts on the day.
    func count(
        _ target: CompletionTarget, of before: StoredTask, on task: inout StoredTask, isEarly: Bool
    ) throws(GardenError) -> (isPaying: Bool, isPast: Bool, next: CalendarDay?) {
        var progress = environment.progress(of: target, before, on: state.day.day)
        let isPast = day < progress.first
        if isPast { progress = try recordedProgress(of: target, before, on: day) }
        // While the clock was ahead, what counts now was forgotten.
        let wasAhead = before.progress.lastCompletion.map { $0.day > state.day.day } ?? false
        if !isPast, wasAhead { progress = try recordedProgress(of: target, before, on: state.day.day) }
        try check(progress, before, isEarly: isEarly)
        let isPaying = progress.days.count >= progress.paid
        if isPast { return (isPaying, true, nil) }
        progress.add(day, pays: isPaying)
        task.progress.target = progress
        return (isPaying, false, progress.isMet ? progress.next : nil)
    }

    /// What counts in the period of a day, by all completions of the task that the history has, whatever its repeat was then.
    func recordedProgress(
        of target: CompletionTarget, _ task: StoredTask, on day: CalendarDay
    ) throws(GardenError) -> TargetProgress {
        var past = TargetProgress(target, on: day, firstWeekday: environment.settings.statistics.weekStart.firstWeekday)
        var query = CompletionsQuery(after: state.lastResetSeq, limit: .max)
        (query.from, query.to, query.taskId) = (past.first, past.next.advanced(by: -1), task.id)
        // What was reopened has paid all the same.
        query.includesReopened = true
        let (asked, history) = (query, history)
        let found = try readingJournal { try StagedCompletions(history).found(asked) }
        let paid = try readingJournal {
            try found.completions.map { (try EventKind.taskCompleted.effect(of: $0.event)?.note?.exp ?? 0) > 0 }
        }
        for (row, pays) in zip(found.completions, paid) {
            past.add(row.completion.day, pays: pays)
            if row.isReopened { past.remove(row.completion.day) }
        }
        return past
    }

    private func check(_ progress: TargetProgress, _ task: StoredTask, isEarly: Bool) throws(GardenError) {
        let isPast = day < state.day.day
        if progress.isMet {
            let times = progress.count == 1 ? "once" : "\(progress.count) times"
            throw alreadyDone(task, "was done \(times) in the \(progress.per.rawValue)", progress, next: progress.next)
        }
        var isOnDay = progress.days.contains(day) || task.progress.lastCompletion?.day == day
        // Under another target, the period of that day began on another one.
        if !isOnDay, isPast, !isEarly { isOnDay = try isRecorded(task) }
        if isOnDay, !isEarly { throw alreadyDone(task, "was done on \(day)", progress, next: day.advanced(by: 1)) }
    }

    /// Whether the task was completed on the day.
    private func isRecorded(_ task: StoredTask) throws(GardenError) -> Bool {
        var query = CompletionsQuery(after: state.lastResetSeq, limit: 1)
        (query.from, query.to, query.taskId) = (day, day, task.id)
        let (asked, history) = (query, history)
        return try readingJournal { try !StagedCompletions(history).found(asked).completions.isEmpty }
    }

    private func alreadyDone(
        _ task: StoredTask, _ problem: String, _ progress: TargetProgress, next: CalendarDay
    ) -> GardenError {
        .refused(
            .alreadyDone, "\(task.quoted), \(problem); the next time counts from \(next) on",
            [("id", .integer(task.id)), ("target", progress.published.json), ("next", next.json)])
    }

    /// Takes the last completion back from what counts.
    ///
    /// - Returns: false if it is of the current period and does not count: the repeat was another one then (RULES T10).
    func uncount(
        _ completion: TaskProgress.Completion, _ target: CompletionTarget, of task: inout StoredTask
    ) -> Bool {
        let current = environment.progress(of: target, task, on: state.day.day)
        guard current.contains(completion.day) else { return true }
        guard current.days.contains(completion.day) else { return false }
        task.progress.target?.remove(completion.day)
        return true
    }
}

// MARK: - Reminders

extension TaskOccurrences {
    /// Before that, the reminder of a task with a target is silent: on the days that count, and when the target is met.
    static func remindsFrom(_ task: StoredTask, _ environment: Environment) -> Instant? {
        guard task.target != nil, let day = task.progress.target?.nextDay else { return nil }
        return environment.calendar.next(after: day.advanced(by: -1)).boundary
    }
}

extension StoredTask {
    /// The target as methods and events return it.
    ///
    /// - Parameter day: the current logical day; `nil` if what counts is of the current period.
    func target(on day: CalendarDay?) -> TargetCount? {
        guard let target else { return nil }
        if let progress = progress.target, day.map(progress.contains) ?? true { return progress.published }
        return TargetCount(count: target.count, done: 0, per: target.period == .week ? .week : .month)
    }
}
