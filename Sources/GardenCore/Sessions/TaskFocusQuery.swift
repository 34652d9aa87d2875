import GardenAPI

/// Counts the focus on tasks, completed and removed ones, too.
public struct TaskFocusQuery: HistoryQuery {
    public struct Answer: Sendable {
        /// By the tasks; one without sessions may be missing.
        public var sums: [Int: TaskFocus]
        /// The sessions that staged events change, as the table has them. The sums are without them.
        public var touched: [StoredSession]

        public init(sums: [Int: TaskFocus], touched: [StoredSession]) {
            self.sums = sums
            self.touched = touched
        }
    }

    public let taskIds: Set<Int>
    /// The sessions of events up to this one were before a reset.
    public let after: Int
    /// The sessions that staged events change.
    public private(set) var touched: Set<Int> = []

    public init(taskIds: some Sequence<Int>, after: Int) {
        self.taskIds = Set(taskIds)
        self.after = after
    }

    /// Adds a session to the sums if it counts.
    ///
    /// - Parameter sign: -1 to take it from them.
    public func count(_ session: StoredSession, in sums: inout [Int: TaskFocus], sign: Int = 1) {
        guard let id = session.taskId, taskIds.contains(id), session.hasMinutes, session.added > after else { return }
        sums[id, default: TaskFocus()].sessions += sign * session.sessions
        sums[id, default: TaskFocus()].seconds += sign * session.seconds
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> TaskFocusQuery {
        var query = self
        query.touched = try SessionChange.ids(changedBy: staged)
        return query
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        var sums = stored.sums
        for session in try SessionChange.applied(by: staged, to: stored.touched) { count(session, in: &sums) }
        return Answer(sums: sums, touched: [])
    }
}

extension TaskFocusSource {
    static let sessions = TaskFocusSource { ids, after, history, events in
        try history.read(TaskFocusQuery(taskIds: ids, after: after), after: events).sums
    } replacedTasks: { t, event in
        var (ids, patched): (Set<Int>, Set<Int>) = ([], [])
        for replacement in try EventKind.replacements(in: .session, by: event) {
            for side in [replacement.before, replacement.after] {
                if let id = side?["taskId"]?.integerValue { ids.insert(id) }
            }
            // A patch has no members but those that differ.
            if replacement.before != nil, replacement.after != nil { patched.insert(replacement.id) }
        }
        guard !patched.isEmpty else { return ids }
        return ids.union(try t.read(NamedSessionsQuery(ids: patched)).compactMap(\.taskId))
    }
}
