import GardenAPI
import Recurrence
import TimeKit

/// A completion that is asked for a second time: a key that is pressed twice, a hook, another machine (RULES T7).
extension Transition {
    /// Checks an occurrence that a request names. With `after 4d`, the occurrence that is open can be the one completed last:
    /// a completion on the same day leads to the same date. When that date comes, it can be completed again.
    ///
    /// - Throws: `already_done`.
    func checkIsNotDone(_ open: StoredDate, _ task: StoredTask) throws(GardenError) {
        guard open == task.progress.lastDone, open.beginning(environment) > moment.wall else { return }
        throw .refused(
            .alreadyDone,
            "the occurrence \(open.text(environment.zone)) of \(task.quoted), is already done",
            [("id", .integer(task.id)), ("occurrence", open.published(in: environment.zone).json)])
    }

    /// Checks a completion that names no occurrence.
    ///
    /// - Throws: `already_done`, if the open occurrence has not come, or is the current day, and the task was completed today; or if
    ///   neither it nor the occurrence completed last has come.
    func checkIsNotRepeated(
        _ open: StoredDate, _ task: StoredTask, _ occurrences: TaskOccurrences
    ) throws(GardenError) {
        let comes = occurrences.comes(open)
        let isAhead = comes.beginning(environment) > moment.wall
        let completion = task.progress.lastCompletion
        let last = task.progress.lastDone.map(occurrences.comes)
        let isLastAhead = last.map { $0.beginning(environment) > moment.wall } ?? false
        // A day is over at its end, so that one that was missed and today's are not both completed by two presses.
        let isAgain = completion?.day == day && (isAhead || comes == .day(day))
        guard isAgain || isLastAhead && isAhead else { return }
        if occurrences.isWithinADay(ofOneBefore: open) {
            let begin = comes.instant(environment).advanced(byMilliseconds: -Self.timeAhead)
            let isInTime = begin <= moment.wall && completion?.at.map { $0 < begin } ?? false
            if isInTime { return }
        }
        let done =
            if isLastAhead, let last {
                "the occurrence \(last.text(environment.zone)) of \(task.quoted), is done"
            } else {
                "\(task.quoted), was done today"
            }
        throw .refused(
            .alreadyDone,
            "\(done), and the next occurrence, \(comes.text(environment.zone)), \(isAhead ? "has not come yet" : "is that of today")",
            [("id", .integer(task.id)), ("occurrence", open.published(in: environment.zone).json)])
    }

    /// How long before it comes an occurrence can be completed on the day of the one before, in milliseconds.
    private static var timeAhead: Int { 3_600_000 }
}

extension StoredTask {
    /// `task 3, "Gym"`
    var quoted: String { "task \(id), \(JSON.string(details.title).text)" }
}

extension TaskOccurrences {
    /// Whether there is one less than a day before an occurrence, by the clock on the wall, so that days do not tell them
    /// apart.
    fileprivate func isWithinADay(ofOneBefore occurrence: StoredDate) -> Bool {
        if case .afterCompletion(let delay)? = rule { return delay.unit == .hours && delay.count < 24 }
        guard !isOfDays, let before = last(before: occurrence) else { return false }
        guard case .time(let earlier) = before.occurrence(in: environment.zone),
            case .time(let later) = occurrence.occurrence(in: environment.zone)
        else { return false }
        return later < earlier.advanced(byDays: 1)
    }
}
