import GardenAPI

extension TimerEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard var run = t.state.timer.run else {
            throw .timerStopped
        }
        if let task = try t.task(of: self) {
            (run.taskId, run.taskTitle) = (task.id, task.details.title)
            run.categoryId = task.categoryId
        } else if taskId == .clear {
            (run.taskId, run.taskTitle) = (nil, nil)
        }
        if let category { run.categoryId = try t.category(named: category) }
        guard run != t.state.timer.run, let corrected = t.state.timer.with(run) else { return t.timerView }
        t.changeTimer(.timerEdited, to: corrected)
        return t.timerView
    }
}

extension Transition {
    /// The open task that a correction names; `nil` if it names none.
    fileprivate func task(of request: TimerEdit) throws(GardenError) -> StoredTask? {
        if case .set(let id) = request.taskId { return try openTask(TaskGet(id: id)) }
        return try request.task.map { (title) throws(GardenError) in try openTask(TaskGet(title: title)) }
    }
}
