import GardenAPI
import TimeKit

/// Completions that come from elsewhere: they are of the past, and pay what the import says (RULES I4, I6).
extension Transition {
    /// Completes and closes a single task that another program has as done (RULES I6).
    ///
    /// - Parameters:
    ///   - isPaying: whether it pays its points.
    ///   - exp: the experience that it brings.
    mutating func completeImported(_ before: StoredTask, isPaying: Bool, exp: Int) throws(GardenError) {
        var task = before
        task.progress.doneCount += 1
        task.progress.lastCompletion = TaskProgress.Completion(
            day: day, categoryId: before.categoryId, at: moment.wall)
        task.progress.isPaid = true
        task.progress.advance(to: nil, occurrences(of: before), after: recordedAt)
        let isPaying = isPaying && before.details.points > 0
        let pay = try isPaying ? TaskPay(of: before, doubled: false, state.points, multiplier: 1) : .nothing
        let note = TaskEffect.Note(paid: pay.points, exp: exp, closedOn: day, endedDay: endedDay)
        let completed = change(.taskCompleted, before, to: task, note: note)
        if pay.points > 0 { settle(pay, for: before, because: completed) }
        if exp > 0 { growGarden(categoryId: before.categoryId, by: .task, amount: exp, because: completed) }
    }

    /// - Throws: `out_of_range` if the balance cannot take the points of a task.
    func checkPay(of task: StoredTask) throws(GardenError) {
        _ = try TaskPay(of: task, doubled: false, state.points, multiplier: 1)
    }

    /// Counts a completion of an open task that repeats, or is a standing one (RULES I6). It pays nothing. Only that of the open
    /// occurrence opens another one.
    ///
    /// - Parameters:
    ///   - named: the occurrence that was completed; `nil` for that of the day.
    ///   - exp: the experience that it brings.
    /// - Returns: its event.
    mutating func completeImported(_ before: StoredTask, occurrence named: StoredDate?, exp: Int) -> Int {
        let occurrences = occurrences(of: before)
        var task = before
        task.progress.doneCount += 1
        if !before.details.isStanding, before.progress.lastCompletion.map({ $0.day <= day }) ?? true {
            task.progress.lastCompletion = TaskProgress.Completion(
                day: day, categoryId: before.categoryId, at: moment.wall)
        }
        if let target = before.target {
            var progress = environment.progress(of: target, before, on: state.day.day)
            if progress.contains(day), !progress.days.contains(day) {
                progress.add(day, pays: false)
                task.progress.target = progress
            }
        }
        let occurrence =
            named ?? (before.progress.occurrence != nil && occurrences.isOfDays ? StoredDate.day(day) : nil)
        if let open = before.progress.occurrence, open == occurrence,
            let next = occurrences.next(afterCompleting: open, at: moment.wall, on: day)
        {
            task.progress.advance(to: next, occurrences, after: recordedAt)
        }
        let note = TaskEffect.Note(paid: 0, exp: exp, occurrence: occurrence, endedDay: endedDay)
        let completed = change(.taskCompleted, before, to: task, note: note)
        if exp > 0 { growGarden(categoryId: before.categoryId, by: .task, amount: exp, because: completed) }
        return completed.seq
    }
}
