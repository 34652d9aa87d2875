import GardenAPI
import TimeKit

/// Which occurrences of a repeating task were completed, and which have paid (RULES P33). The state has the last ones only.
struct CompletedOccurrences {
    private struct Completion {
        var occurrence: StoredDate
        var at: Instant
        var hasPaid: Bool
        /// Whether it was not reopened.
        var isDone = true
    }

    /// By their events.
    private var completions: [Int: Completion] = [:]

    private static let types =
        [EventKind.taskCompleted.type, EventKind.taskReopened.type, EventKind.taskEdited.type]
        + EventKind.replacingTypes

    /// Reads them from the journal, from the event that added the task on.
    init(of task: StoredTask, _ history: any History) throws {
        let added = GardenIdentity.seq(ofOwn: task.uid) ?? 0
        for event in try history.events(after: added, limit: .max, types: Self.types) {
            try follow(event, of: task.id, isMade: true)
            for (kind, isMade) in [(EventKind.changeUndone, false), (.changeRedone, true)] {
                guard let effect = try kind.effect(of: event), effect.isAbout(task: task.id) else { continue }
                for event in try history.change(ofEvent: effect.change)?.events ?? [] {
                    try follow(event, of: task.id, isMade: isMade)
                }
            }
        }
    }

    /// - Parameter isMade: false if the event was undone.
    private mutating func follow(_ event: Event, of id: Int, isMade: Bool) throws {
        if let effect = try EventKind.taskCompleted.effect(of: event), effect.id == id,
            let occurrence = effect.note?.occurrence
        {
            let completion = Completion(
                occurrence: occurrence, at: event.at.instant, hasPaid: effect.note?.exp ?? 0 > 0)
            completions[event.seq] = isMade ? completion : nil
        }
        if let effect = try EventKind.taskEdited.effect(of: event), effect.id == id, let time = Retiming(effect) {
            for (seq, completion) in completions {
                let date = completion.occurrence
                completions[seq]?.occurrence = isMade ? time.applied(to: date) : time.undone(of: date)
            }
        }
        if let effect = try EventKind.taskReopened.effect(of: event), effect.id == id,
            let occurrence = effect.note?.occurrence
        {
            let last = completions.filter { $0.value.occurrence == occurrence && $0.value.isDone == isMade }.keys.max()
            if let last { completions[last]?.isDone = !isMade }
        }
    }

    /// Those that are completed.
    var done: Set<StoredDate> { Set(completions.values.lazy.filter(\.isDone).map(\.occurrence)) }

    func isDone(_ occurrence: StoredDate) -> Bool {
        completions.values.contains { $0.isDone && $0.occurrence == occurrence }
    }

    func hasPaid(_ occurrence: StoredDate) -> Bool {
        completions.values.contains { $0.hasPaid && $0.occurrence == occurrence }
    }

    /// Whether an occurrence was completed at an instant or later.
    func isAnyDone(since instant: Instant) -> Bool { completions.values.contains { $0.isDone && $0.at >= instant } }
}

extension UndoEffect {
    fileprivate func isAbout(task id: Int) -> Bool {
        let parts = [StatePart.task.name, StatePart.closedTask.name]
        return replacements.contains { $0.id == id && parts.contains($0.part) }
    }
}

extension Transition {
    /// The occurrence that a late completion of a repeating task is for, and whether it pays (RULES P33).
    ///
    /// - Throws: `already_done` if it was completed already.
    func lateOccurrence(
        of task: StoredTask, open: StoredDate, _ occurrences: TaskOccurrences
    ) throws(GardenError) -> (occurrence: StoredDate, isPaying: Bool) {
        let history = history
        let completed = try readingJournal { try CompletedOccurrences(of: task, history) }
        guard occurrences.isScheduled else {
            // What was completed later was the occurrence of that time.
            if completed.isAnyDone(since: moment.wall) { throw .alreadyDone(task, "was completed after that") }
            return (open, task.pays(open, at: moment.wall, environment))
        }
        func answer(_ occurrence: StoredDate) -> (StoredDate, Bool) { (occurrence, !completed.hasPaid(occurrence)) }
        // One that an edit has opened again is not done.
        func isDone(_ occurrence: StoredDate) -> Bool { occurrence != open && completed.isDone(occurrence) }
        if let moved = occurrences.movedOccurrence?.occurrence, occurrences.isMoved(moved, to: day) {
            if isDone(moved) { throw .alreadyDone(task, moved, in: environment.zone) }
            if moved == open { return answer(open) }
        }
        if let its = occurrences.occurrence(on: day, at: moment.wall) {
            guard !isDone(its) else { throw .alreadyDone(task, its, in: environment.zone) }
            return answer(its)
        }
        var candidate = occurrences.last(before: moment.wall, on: day)
        while let date = candidate, isDone(date) { candidate = occurrences.last(before: date) }
        if occurrences.hasComeMoved(open, by: moment.wall, since: candidate) { return answer(open) }
        if let candidate { return answer(candidate) }
        // Before the first one, it was done early.
        guard let first = occurrences.first, first == open, first.instant(environment) > moment.wall else {
            throw .alreadyDone(task, "had no occurrence until then that is not done")
        }
        return answer(first)
    }
}

extension TaskOccurrences {
    /// Whether an occurrence was moved alone to a logical day.
    fileprivate func isMoved(_ occurrence: StoredDate, to day: CalendarDay) -> Bool {
        guard movedOccurrence?.occurrence == occurrence else { return false }
        switch comes(occurrence) {
        case .day(let its): return its == day
        case .instant, .wall: return environment.calendar.day(of: comes(occurrence).instant(environment)) == day
        }
    }

    /// Whether an occurrence that was moved alone had come by an instant, after another one had.
    fileprivate func hasComeMoved(_ occurrence: StoredDate, by instant: Instant, since other: StoredDate?) -> Bool {
        guard movedOccurrence?.occurrence == occurrence else { return false }
        let comes = comes(occurrence)
        guard comes.beginning(environment) <= instant else { return false }
        return other.map { $0.instant(environment) < comes.instant(environment) } ?? true
    }

    /// The occurrence of a logical day: of several the last one that had come at an instant, else the first.
    fileprivate func occurrence(on day: CalendarDay, at instant: Instant) -> StoredDate? {
        guard !isOfDays else {
            let next = next(after: .day(day.advanced(by: -1)))
            return next == .day(day) ? next : nil
        }
        guard let begin = environment.calendar.boundary(of: day) else { return nil }
        let end = environment.calendar.next(after: day).boundary
        var found: StoredDate?
        var candidate = next(after: .instant(begin.advanced(byMilliseconds: -1)))
        while let date = candidate, date.instant(environment) < end {
            if found == nil || date.instant(environment) <= instant { found = date }
            candidate = next(after: date)
        }
        return found
    }

    /// The last occurrence before an instant of a day.
    fileprivate func last(before instant: Instant, on day: CalendarDay) -> StoredDate? {
        last(before: isOfDays ? .day(day) : .instant(instant))
    }
}

extension TaskProgress {
    /// Completes an occurrence that is not the open one, which stays (RULES P33).
    mutating func complete(late occurrence: StoredDate, open: StoredDate, _ environment: Environment) {
        guard occurrence.instant(environment) > open.instant(environment) else { return }
        doneAhead = (doneAhead ?? []) + [occurrence]
    }

    /// The next occurrence that was not completed ahead of the open one.
    mutating func skipDone(_ next: StoredDate?, _ occurrences: TaskOccurrences) -> StoredDate? {
        guard let done = doneAhead else { return next }
        var open = next
        while let date = open, done.contains(date) { open = occurrences.next(after: date) }
        let left = done.filter { date in
            open.map { $0.instant(occurrences.environment) < date.instant(occurrences.environment) } ?? false
        }
        doneAhead = left.isEmpty ? nil : left
        return open
    }
}

extension GardenError {
    fileprivate static func alreadyDone(_ task: StoredTask, _ problem: String) -> GardenError {
        .refused(
            .alreadyDone, "\(task.quoted), \(problem)",
            [("id", .integer(task.id))])
    }

    fileprivate static func alreadyDone(
        _ task: StoredTask, _ occurrence: StoredDate, in zone: ZoneRules
    ) -> GardenError {
        .refused(
            .alreadyDone,
            "the occurrence \(occurrence.text(zone)) of \(task.quoted), is "
                + "already done",
            [("id", .integer(task.id)), ("occurrence", occurrence.published(in: zone).json)])
    }
}
