import GardenAPI
import TimeKit

/// The tasks of a full screen as they are at a moment.
struct TaskSnapshot {
    var tasks: [TaskItem] = []
    var counts: TaskCounts?
    /// How many tasks are left out for now.
    var hidden = 0
    var present: Present?
    /// The number of the last event that it shows the effect of.
    var seq = 0
    /// When the list changes without an event: a task becomes overdue or can begin, or the day ends (RULES P3, T21).
    var nextChange: ContinuousClock.Instant?
}

extension TaskSnapshot {
    private static let mostOfAPage = 1000

    /// Asks on the present connection, which has the subscription.
    ///
    /// - Parameter list: which tasks.
    init(_ list: TaskList, asking client: Client) throws(CommandError) {
        // Before the tasks: what happens meanwhile has a higher number, and is read again.
        seq = try client.askHere(DaemonStatus()).value().seq
        client.asksForPresent = true
        defer { client.asksForPresent = false }
        let first = try Self.pages(list, asking: client) { page in
            counts = page.counts ?? counts
            hidden = page.hidden ?? hidden
            tasks += page.tasks
        }
        present = first
        var starts: [TaskDate] = []
        if hidden > 0, list.hidden == false {
            var waiting = list
            waiting.hidden = true
            try Self.pages(waiting, asking: client) { starts += $0.tasks.compactMap(\.start) }
        }
        nextChange = present.flatMap { present in
            let dates = [counts?.nextDueAt, present.today.endsAt] + starts.map { $0.start(present) }
            return dates.compactMap(\.self).filter { $0.instant > present.now.instant }.map(\.instant).min().map {
                .now + .milliseconds($0.milliseconds - present.now.instant.milliseconds + 1)
            }
        }
    }

    /// - Returns: the present at the first page.
    @discardableResult
    private static func pages(
        _ list: TaskList, asking client: Client, _ take: (TaskPage) -> Void
    ) throws(CommandError) -> Present? {
        var list = list
        list.limit = mostOfAPage
        var pages = Pages(of: TaskList.method)
        var present: Present?
        while true {
            let page = try client.askHere(list).value()
            present = present ?? client.present
            take(page)
            guard let next = page.next else { return present }
            try pages.go(to: next)
            list.before = next
        }
    }
}

extension TaskDate {
    /// When a task with this start can begin, if that is a point in time: a day begins with the end of another one.
    fileprivate func start(_ present: Present) -> Timestamp? {
        guard case .instant(let instant) = self else { return nil }
        return instant
    }
}
