import GardenAPI
import TimeKit
import WorkKit

/// The filters of a list of tasks (RULES T3, T21, T22): a task must pass all of them.
struct TaskFilter {
    let categoryId: Int?
    let day: CalendarDay?
    let search: SearchedText?
    /// The open tasks that can pass, if an index says which; `nil` for all.
    let candidates: Set<Int>?
    /// How many open tasks of the category are hidden.
    let hiddenCount: Int
    private let due: DueFilter?
    private let priority: Int?
    /// The folded tags.
    private let tags: Set<String>
    private let isHidden: Bool?
    private let hidden: Set<Int>
    private let environment: Environment
    /// Only tasks that were added before that.
    private let createdBefore: Instant?

    init(_ list: TaskList, _ context: QueryContext) throws(GardenError) {
        let (state, environment) = (context.state, context.environment)
        let id = try list.category.map { name throws(GardenError) in try state.category(named: name).id }
        categoryId = id
        search = list.search.map(SearchedText.init)
        self.environment = environment
        createdBefore = context.askedDay?.endsAt
        let reader = DateReader(environment, at: context.moment.wall, today: state.day.day)
        day = try list.day.map { text throws(GardenError) in
            try reader.day(text, "day", environment.calendar, looking: .back)
        }
        due = try list.due.map { text throws(GardenError) in
            try DueFilter(text, reader, at: context.moment.wall, environment)
        }
        priority = list.priority
        tags = Set((list.tag?.tags ?? []).map(\.folded))
        isHidden = list.hidden
        hidden = context.askedDay == nil ? state.hiddenTasks(at: context.moment.wall, environment) : []
        hiddenCount = hidden.count { id == nil || state.tasks[$0]?.categoryId == id }
        candidates = context.askedDay == nil ? Self.candidates(list, due, state.tasks) : nil
    }

    /// The tasks with the rarest of the tags, or else those that are due then.
    private static func candidates(_ list: TaskList, _ due: DueFilter?, _ tasks: TaskBook) -> Set<Int>? {
        let tagged = (list.tag?.tags ?? []).map(tasks.tags.ids)
        if let fewest = tagged.min(by: { $0.count < $1.count }) {
            Work.note(fewest.count, .places)
            return Set(fewest)
        }
        return due.map { due in
            let entries = due.entries(in: tasks)
            Work.note(entries.count, .places)
            return Set(entries.map(\.id))
        }
    }

    /// Whether an open task passes.
    func includes(_ task: StoredTask) -> Bool {
        if let createdBefore, task.createdAt >= createdBefore { return false }
        if let isHidden, hidden.contains(task.id) != isHidden { return false }
        if let day {
            switch task.due {
            case nil: return false
            case .day(let due)?: if due != day { return false }
            case .instant?, .wall?: if task.progress.dueAt.map(environment.calendar.day) != day { return false }
            }
        }
        if let due, !due.includes(task.progress.dueAt, isDay: task.due?.isDay ?? false) { return false }
        return passesDetails(task) && search.map { $0.isFound(in: task.details.searchText) } ?? true
    }

    /// Whether completed tasks are read one by one, because the history does not know what the filter asks for.
    var readsClosed: Bool { due != nil || priority != nil || !tags.isEmpty || isHidden == true }

    /// Whether a completed task passes what the history does not know.
    func includes(closed task: StoredTask) -> Bool {
        guard isHidden != true, passesDetails(task) else { return false }
        guard let due else { return true }
        let occurrences = TaskOccurrences(task, environment)
        let date = occurrences.isRepeating ? task.progress.lastDone.map(occurrences.dates)?.due : task.schedule.due
        return due.includes(date?.instant(environment), isDay: date?.isDay ?? false)
    }

    private func passesDetails(_ task: StoredTask) -> Bool {
        if let priority, task.details.priority != priority { return false }
        guard !tags.isEmpty else { return true }
        return tags.isSubset(of: (task.details.tags ?? []).map(\.folded))
    }
}

/// When the tasks of a list are due: `overdue`, a day or an instant, or what is before, after or between such dates.
private struct DueFilter {
    /// A time is due in this range if it is not before its beginning and before its end; a day, which is over at its end, if it ends
    /// after the beginning and not after the end.
    private var from: Instant?
    private var to: Instant?
    private let isOverdue: Bool

    init(
        _ text: String, _ reader: DateReader, at now: Instant, _ environment: Environment
    ) throws(GardenError) {
        isOverdue = text.lowercased() == "overdue"
        guard !isOverdue else {
            to = now
            return
        }
        /// The time that a phrase names, looked for ahead, else back.
        func range(
            _ words: Substring, _ reader: DateReader, isBack: Bool = false
        ) throws(GardenError) -> Range<Instant> {
            let date: StoredDate
            do throws(GardenError) {
                date = StoredDate(try reader.date(String(words).trimmed, "due", looking: isBack ? .back : .ahead))
            } catch {
                guard !isBack, let past = try? reader.date(String(words).trimmed, "due", looking: .back) else {
                    throw error
                }
                date = StoredDate(past)
            }
            let end = date.instant(environment)
            guard case .day = date else { return end..<end.advanced(byMilliseconds: 1) }
            return date.beginning(environment)..<end
        }
        if let words = text.after("<=") {
            to = try range(words, reader).upperBound
        } else if let words = text.after(">=") {
            from = try range(words, reader).lowerBound
        } else if let words = text.after("<") {
            to = try range(words, reader).lowerBound
        } else if let words = text.after(">") {
            from = try range(words, reader).upperBound
        } else if let dots = text.firstRange(of: "..") {
            let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
            if !first.allSatisfy(\.isWhitespace) { from = try range(first, reader).lowerBound }
            if !last.allSatisfy(\.isWhitespace) { to = try range(last, reader).upperBound }
            if let begin = from, let end = to, begin >= end {
                // On a Wednesday, monday..friday is this week.
                let earlier = try? range(first, reader, isBack: true).lowerBound
                guard let earlier, earlier < end else {
                    throw .invalidParam("due", "ends before it begins: write the earlier date first")
                }
                from = earlier
            }
        } else {
            let range = try range(text[...], reader)
            (from, to) = (range.lowerBound, range.upperBound)
        }
    }

    func includes(_ dueAt: Instant?, isDay: Bool) -> Bool {
        guard let dueAt else { return false }
        if isOverdue { return to.map { dueAt <= $0 } ?? true }
        if let from, isDay ? dueAt <= from : dueAt < from { return false }
        if let to, isDay ? dueAt > to : dueAt >= to { return false }
        return true
    }

    /// The tasks that are due then, and perhaps some that are due at the ends of it.
    func entries(in tasks: TaskBook) -> ChunkedArray<TaskBook.Timed>.SubSequence {
        let dates = tasks.dueDates
        let first = from.map { dates.place(of: $0) } ?? dates.startIndex
        let last = to.map { dates.place(of: $0.advanced(byMilliseconds: 1)) } ?? dates.endIndex
        return dates[first..<max(first, last)]
    }
}

extension String {
    fileprivate func after(_ sign: String) -> Substring? { hasPrefix(sign) ? dropFirst(sign.count) : nil }

    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
