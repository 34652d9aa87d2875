import GardenAPI
import TimeKit

/// A task that was completed and closed, as the history stores it.
public struct ClosedTask: Sendable, Equatable {
    public var id: Int
    /// The event that closed it.
    public var seq: Int
    public var at: Timestamp
    /// The logical day on which it was closed.
    public var day: CalendarDay
    public var categoryId: Int
    /// The category's name at that time.
    public var category: String
    /// The title and the note for searches (RULES G1).
    public var text: String
    /// The task after the event, as a record.
    public var effect: [UInt8]

    public init(
        id: Int, seq: Int, at: Timestamp, day: CalendarDay, categoryId: Int, category: String, text: String,
        effect: [UInt8]
    ) {
        self.id = id
        self.seq = seq
        self.at = at
        self.day = day
        self.categoryId = categoryId
        self.category = category
        self.text = text
        self.effect = effect
    }

    /// What an event did to the closed tasks.
    public enum Change {
        case closed(ClosedTask)
        /// The task of that id was reopened or removed.
        case gone(id: Int)
    }

    /// - Returns: `nil` for an event that is not about a closed task, or that removed an open one.
    /// - Throws: if the effect is not that of its type.
    public static func change(by event: Event) throws(ValidationError) -> Change? {
        if let effect = try EventKind.taskCompleted.effect(of: event) {
            guard let day = effect.note?.closedOn else { return nil }
            let (details, place) = (effect.facts.details, effect.facts.place)
            return .closed(
                ClosedTask(
                    id: effect.id, seq: event.seq, at: event.at, day: day, categoryId: place.categoryId,
                    category: place.category.name, text: details.searchText, effect: effect.record))
        }
        for kind in [EventKind.taskReopened, .taskRemoved] {
            if let effect = try kind.effect(of: event) { return .gone(id: effect.id) }
        }
        return nil
    }

    /// The task when it was closed.
    func task(_ identity: GardenIdentity) throws(ValidationError) -> (StoredTask, TaskClosing) {
        let json: JSON
        do { json = try JSON.parse(effect, depth: Limits.depth) } catch { throw ValidationError(problem: error.reason) }
        let effect = try TaskEffect(record: json)
        let place = effect.facts.place
        let closing = TaskClosing(
            at: at.instant, category: (place.category.name, identity.uid(place.category.uid, at: seq)),
            position: place.position)
        return (effect.task(identity, EventOrigin(seq: seq, at: at, cause: nil)), closing)
    }

    /// Whether it was closed before another one; of two at the same instant, whether its id is lower.
    fileprivate func isBefore(_ other: ClosedTask) -> Bool { (at.instant, id) < (other.at.instant, other.id) }
}

/// When a task was closed, and where it was then.
struct TaskClosing {
    let at: Instant
    /// The category, which may have been renamed or removed since.
    let category: (name: String, uid: String)
    let position: Int
}

extension TaskDetails {
    /// The title and the note, for a search (RULES T3).
    var searchText: String { "\(title)\n\(note ?? "")".folded }
}

/// Finds a closed task by its id.
public struct ClosedTaskQuery: HistoryQuery {
    public typealias Answer = ClosedTask?

    public let id: Int

    public init(id: Int) { self.id = id }

    public func answer(_ stored: ClosedTask?, after staged: [Event]) throws(ValidationError) -> ClosedTask? {
        var found = stored
        for event in staged {
            switch try ClosedTask.change(by: event) {
            case .closed(let task)? where task.id == id: found = task
            case .gone(id)?: found = nil
            case .closed?, .gone?, nil: break
            }
        }
        return found
    }
}

/// Lists closed tasks, the newest first.
public struct ClosedTasksQuery: HistoryQuery {
    public typealias Answer = Page

    /// The closed tasks found, and whether the search read all of them.
    public struct Page: Sendable {
        public var tasks: [ClosedTask]
        /// The last task that was read, if more follow it.
        public var last: Int?

        public init(tasks: [ClosedTask], last: Int?) {
            self.tasks = tasks
            self.last = last
        }
    }

    public let categoryId: Int?
    public let day: CalendarDay?
    /// Folded; `nil` for all.
    public let search: String?
    /// Only tasks closed before this one.
    public let before: ClosedTask?
    public let limit: Int

    public init(categoryId: Int?, day: CalendarDay?, search: String?, before: ClosedTask?, limit: Int) {
        self.categoryId = categoryId
        self.day = day
        self.search = search
        self.before = before
        self.limit = limit
    }

    /// Whether a task belongs to the list, apart from ``before``.
    public func contains(_ task: ClosedTask) -> Bool {
        (categoryId == nil || task.categoryId == categoryId) && (day == nil || task.day == day)
            && (search.map { task.text.contains($0) } ?? true)
    }

    public func answer(_ stored: Page, after staged: [Event]) throws(ValidationError) -> Page {
        var page = stored
        var isLastGone = false
        for event in staged {
            switch try ClosedTask.change(by: event) {
            case .closed(let task)?:
                if contains(task), before.map({ task.isBefore($0) }) ?? true { page.tasks.append(task) }
            case .gone(let id)?:
                page.tasks.removeAll { $0.id == id }
                if id == page.last { isLastGone = true }
            case nil: break
            }
        }
        page.tasks.sort { $1.isBefore($0) }
        let surplus = max(0, page.tasks.count - limit)
        page.tasks.removeLast(surplus)
        // The next page follows a task that still is there.
        if surplus > 0 || isLastGone { page.last = page.tasks.last?.id ?? page.last }
        return page
    }
}
