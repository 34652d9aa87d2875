import GardenAPI
import Recurrence
import TimeKit
import WorkKit

extension TaskGet: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> TaskItem {
        let (task, closing) = try context.state.task(self, context.history)
        return context.state.taskItem(task, closing, in: context.environment.zone)
    }
}

extension CategoryList: Query {
    public func answer(in context: QueryContext) -> [ListedCategory] {
        let tasks = context.state.tasks
        return context.state.categories.entries.byPosition.map { entry in
            ListedCategory(category: entry.category, open: tasks.count(inCategory: entry.id))
        }
    }
}

extension TaskNext: Query {
    public func answer(in context: QueryContext) -> ProposedTask {
        let state = context.state
        let categories = state.categories.entries.byPosition.map(\.id)
        let now = context.moment.wall
        let hidden = state.unproposedTasks(at: now, context.environment)
        let task = state.tasks.proposed(at: now, dayEnd: state.day.endsAt, besides: hidden, categories)
        return ProposedTask(task.map { state.taskItem($0, in: context.environment.zone) })
    }
}

extension TaskOccurrenceList: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [TaskDate] {
        let (environment, zone) = (context.environment, context.environment.zone)
        if let id {
            guard let task = context.state.tasks[id] else { throw .notFound(kind: "task", id: id) }
            let occurrences = TaskOccurrences(task, environment)
            // A standing task has no open occurrence, but a next one.
            let next = task.progress.occurrence ?? task.progress.armedOccurrence
            guard occurrences.isRepeating, let first = next ?? occurrences.first else { throw .notRepeating(task) }
            return occurrences.list(from: first, count: count).map { $0.published(in: zone) }
        }
        let reader = DateReader(environment, at: context.moment.wall, today: context.state.day.day)
        let anchor = StoredDate(try reader.date(anchor ?? "", "anchor"))
        let schedule = try TaskSchedule(RequestedDates(due: anchor, rule: try Repeat.reading(self.repeat ?? "")), zone)
        let occurrences = TaskOccurrences(schedule, environment)
        guard let first = occurrences.first else { return [] }
        return occurrences.list(from: first, count: count).map { $0.published(in: zone) }
    }
}

extension TaskList: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    private static let standardLimit = 100
    /// How many open tasks a search or a day reads in one call, and how many bytes of text; a page then ends early.
    private static let (mostSearched, mostBytes) = (2000, 1 << 16)
    /// How many completed tasks are read in one call for those with a tag, a due date or a priority.
    private static let mostClosed = 500

    public func answer(in context: QueryContext) throws(GardenError) -> TaskPage {
        let status = status ?? .open
        let limit = limit ?? Self.standardLimit
        let filter = try TaskFilter(self, context)
        var page = TaskPage(tasks: [], more: false, next: nil, counts: try context.taskCounts())
        if context.askedDay == nil { page.hidden = filter.hiddenCount }
        let isAmongClosed = before.map { context.state.tasks[$0] == nil } ?? false
        let listsClosed = status != .open || context.askedDay != nil
        if let before, isAmongClosed, !listsClosed { throw unknownBefore(before) }
        if status != .done, !isAmongClosed { try listOpen(limit, filter, context, in: &page) }
        if listsClosed, !page.more {
            try listClosed(limit, filter, context, isAfterOpen: !isAmongClosed, in: &page)
        }
        return page
    }

    private func listOpen(
        _ limit: Int, _ filter: TaskFilter, _ context: QueryContext, in page: inout TaskPage
    ) throws(GardenError) {
        let order = sort ?? context.environment.settings.taskOrder
        // The task after which the page begins need not pass any more.
        let candidates = filter.candidates.map { $0.union([before].compactMap(\.self)) }
        let ids = context.state.openTasks(in: filter.categoryId, by: order, among: candidates)
        var index = 0
        if let before {
            Work.note(ids.count, .places)
            guard let last = ids.firstIndex(of: before) else { throw unknownBefore(before) }
            index = last + 1
        }
        let isSelective =
            [search, day, asOf, due].contains { $0 != nil } || priority != nil || hidden != nil
            || tag?.tags.count ?? 0 > 1
        let end = isSelective ? min(ids.count, index + Self.mostSearched) : ids.count
        var bytes = 0
        while index < end, bytes < Self.mostBytes {
            Work.note(.values)
            if let task = context.state.tasks[ids[index]] {
                if search != nil { bytes += task.details.title.utf8.count + (task.details.note?.utf8.count ?? 0) }
                if filter.includes(task) {
                    guard page.tasks.count < limit else { return page.continue(after: page.tasks.last?.id) }
                    page.tasks.append(context.state.taskItem(task, in: context.environment.zone))
                }
            }
            index += 1
        }
        if index < ids.count { page.continue(after: ids[index - 1]) }
    }

    private func listClosed(
        _ limit: Int, _ filter: TaskFilter, _ context: QueryContext, isAfterOpen: Bool, in page: inout TaskPage
    ) throws(GardenError) {
        do {
            var last: ClosedTask?
            if let before, !isAfterOpen || status == .done {
                last = try context.history.read(ClosedTaskQuery(id: before, after: context.state.lastResetSeq))
                guard last != nil else { throw unknownBefore(before) }
            }
            // After a page full of open tasks, only whether any follow.
            let room = limit - page.tasks.count
            let isFiltered = room > 0 && filter.readsClosed
            let query = ClosedTasksQuery(
                categoryIds: filter.categoryId.map(context.state.categories.continued),
                day: context.askedDay == nil ? filter.day : nil,
                known: context.askedDay.map { ClosedTasksQuery.Known($0, status ?? .open) },
                search: filter.search, before: last, after: context.state.lastResetSeq,
                limit: isFiltered ? Self.mostClosed : max(1, room))
            let found = try context.history.read(query)
            guard room > 0 else {
                if !found.tasks.isEmpty || found.last != nil { page.continue(after: page.tasks.last?.id) }
                return
            }
            let focus = try context.state.focus(onTasks: found.tasks.map(\.id), context.history)
            for closed in found.tasks {
                let (task, closing) = try context.state.present(closed, focus[closed.id])
                if let asked = context.askedDay?.day, let day = filter.day {
                    let due = task.due?.published(in: context.environment.zone).day(context.environment.calendar)
                    guard (closed.day <= asked ? closed.day : due) == day else { continue }
                }
                guard filter.includes(closed: task) else { continue }
                guard page.tasks.count < limit else { return page.continue(after: page.tasks.last?.id) }
                var item = context.state.taskItem(task, closing, in: context.environment.zone)
                // A day on which it was open does not know its completion yet.
                if let asked = context.askedDay?.day, closed.day > asked { item.completedAt = nil }
                page.tasks.append(item)
            }
            if let last = found.last { page.continue(after: last) }
        } catch let error as GardenError {
            throw error
        } catch let error as StoreError {
            throw .unreadable(error.reason)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private func unknownBefore(_ id: Int) -> GardenError {
        GardenError(
            .notFound, "before: task \(id) is not in this list; use the next of the previous page",
            [("kind", "task"), ("id", .integer(id))])
    }
}

extension TaskDate {
    fileprivate func day(_ calendar: LogicalDay) -> CalendarDay {
        switch self {
        case .day(let day): day
        case .instant(let instant): calendar.day(of: instant.instant)
        }
    }
}

extension TaskPage {
    fileprivate mutating func `continue`(after id: Int?) { (more, next) = (true, id) }
}

extension GardenState {
    /// - Parameter candidates: the ids of those that can be listed; `nil` for all.
    fileprivate func openTasks(in categoryId: Int?, by order: TaskOrder, among candidates: Set<Int>?) -> [Int] {
        let all =
            categoryId.map(tasks.order)
            ?? categories.entries.byPosition.flatMap { tasks.order(ofCategory: $0.category.id) }
        Work.note(all.count, order == .position ? .places : .values)
        let byPosition = candidates.map { candidates in all.filter(candidates.contains) } ?? all
        switch order {
        case .position: return byPosition
        case .created: return byPosition.sorted()
        case .priority:
            // In the order of their positions those of the same rank.
            let ranked = byPosition.map { (rank: tasks[$0]?.rank ?? StoredTask.standingRank, id: $0) }.enumerated()
            return ranked.sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.id)
        case .due:
            let included = Set(byPosition)
            let dated = tasks.dueDates.map(\.id).filter(included.contains)
            let isDated = Set(dated)
            return dated + byPosition.filter { !isDated.contains($0) }
        }
    }

    /// The open tasks in numbers.
    func taskCounts(at now: Instant, _ environment: Environment) -> TaskCounts {
        let overdue = tasks.dueDates.count(through: now)
        let end = environment.calendar.next(after: day.day).boundary
        let dueToday = tasks.count(dueInDayEndingAt: end) - overdue
        let next = tasks.firings.first.flatMap { firing in
            tasks[firing.id].map { task in
                NextReminder(
                    id: task.id, title: task.details.title, at: environment.zone.timestamp(firing.at))
            }
        }
        let nextDue = tasks.dueDates.dropFirst(overdue).first?.at
        return TaskCounts(
            open: tasks.count, dueToday: max(0, dueToday), overdue: overdue, next: next,
            nextDueAt: nextDue.map(environment.zone.timestamp))
    }
}
