import GardenAPI

// The focus on tasks is that of the sessions on them. An open task has the sum itself; of a completed one the sessions, which can
// be corrected as long as there is a history, are counted when it is read or comes back (RULES T12).

/// The focus on a task.
public struct TaskFocus: Sendable, Equatable {
    /// How many completed sessions.
    public var sessions: Int
    /// Their length in seconds, with that of partial ones.
    public var seconds: Int

    public init(sessions: Int = 0, seconds: Int = 0) {
        self.sessions = sessions
        self.seconds = seconds
    }
}

/// What knows the focus on tasks by their sessions. The feature that has those adds it to this one.
struct TaskFocusSource: Sendable {
    /// The focus on tasks by their ids; a task may be missing if it has none.
    ///
    /// - Parameters: the tasks, the event after which their sessions are counted, the history, and the events behind it.
    let focus: @Sendable ([Int], Int, any History, [Event]) throws -> [Int: TaskFocus]
    /// The tasks with sessions that an undo or a redo, the last event of a transition, brought back, changed or took away.
    let replacedTasks: @Sendable (borrowing Transition, Event) throws -> Set<Int>

    static let all = Features.additions(TaskFocusSource.self)
}

extension GardenState {
    /// The focus on some tasks, by the sessions that there are after events behind the history.
    func focus(
        onTasks ids: [Int], _ history: any History, after events: [Event] = []
    ) throws(GardenError) -> [Int: TaskFocus] {
        var sums: [Int: TaskFocus] = [:]
        guard !ids.isEmpty else { return sums }
        for source in TaskFocusSource.all {
            let found = try readingJournal { try source.focus(ids, lastResetSeq, history, events) }
            sums.merge(found) { TaskFocus(sessions: $0.sessions + $1.sessions, seconds: $0.seconds + $1.seconds) }
        }
        return sums
    }
}
