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
    public var createdAt: Instant
    public var categoryId: Int
    /// The category's name at that time.
    public var category: String
    /// The title and the note for searches (RULES G1).
    public var text: String
    /// The task after the event, as a record.
    public var effect: [UInt8]

    public init(
        id: Int, seq: Int, at: Timestamp, day: CalendarDay, createdAt: Instant, categoryId: Int, category: String,
        text: String, effect: [UInt8]
    ) {
        self.id = id
        self.seq = seq
        self.at = at
        self.day = day
        self.createdAt = createdAt
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
        /// A task is closed as before.
        case restored(Restoration)

        /// The task's id.
        public var id: Int {
            switch self {
            case .closed(let task): task.id
            case .gone(let id): id
            case .restored(let restoration): restoration.id
            }
        }
    }

    /// A task that is closed again, as it was before an event reopened or removed it.
    public struct Restoration: Sendable, Equatable {
        public var id: Int
        /// The event that reopened or removed it.
        public var since: Int
    }

    /// The events that reopened or removed something that some others bring back.
    fileprivate static func eventsTakenBack(by events: [Event]) throws(ValidationError) -> [Int] {
        var found: Set<Int> = []
        for event in events {
            for case .restored(let restoration) in try changes(by: event) { found.insert(restoration.since) }
        }
        return found.sorted()
    }

    /// The types of the events that may be about a closed task.
    public static let types =
        [EventKind.taskCompleted.type, EventKind.taskReopened.type, EventKind.taskRemoved.type]
        + EventKind.replacingTypes

    /// - Returns: nothing for an event that is not about a closed task, or that removed an open one.
    /// - Throws: if the effect is not that of its type.
    public static func changes(by event: Event) throws(ValidationError) -> [Change] {
        if let effect = try EventKind.taskCompleted.effect(of: event) {
            guard let day = effect.note?.closedOn else { return [] }
            let (details, place) = (effect.facts.details, effect.facts.place)
            return [
                .closed(
                    ClosedTask(
                        id: effect.id, seq: event.seq, at: event.at, day: day,
                        createdAt: effect.createdAt ?? event.at.instant, categoryId: place.categoryId,
                        category: place.category.name, text: details.searchText, effect: effect.record))
            ]
        }
        for kind in [EventKind.taskReopened, .taskRemoved] {
            if let effect = try kind.effect(of: event) { return [.gone(id: effect.id)] }
        }
        return try EventKind.replacements(in: .closedTask, by: event).map { replacement in
            replacement.after == nil
                ? .gone(id: replacement.id)
                : .restored(Restoration(id: replacement.id, since: replacement.event))
        }
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
    /// Only if it was closed after this event.
    public let after: Int
    /// The tasks that these events reopened or removed are wanted, too: staged events bring them back.
    public private(set) var takenBack: [Int] = []

    public init(id: Int, after: Int) {
        self.id = id
        self.after = after
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> ClosedTaskQuery {
        var query = self
        query.takenBack = try ClosedTask.eventsTakenBack(by: staged)
        return query
    }

    public func answer(_ stored: ClosedTask?, after staged: [Event]) throws(ValidationError) -> ClosedTask? {
        var tasks = StagedClosedTasks(stored.map { [$0] } ?? [])
        for event in staged { try tasks.apply(event) }
        return tasks[id].flatMap { $0.seq > after ? $0 : nil }
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

    /// `nil` for all.
    public let categoryIds: [Int]?
    public let day: CalendarDay?
    /// Only tasks that a past day knew, and whether they were closed by its end; `nil` for all.
    public let known: Known?
    /// `nil` for all.
    public let search: SearchedText?
    /// Only tasks closed before this one.
    public let before: ClosedTask?
    /// Only tasks closed after this event.
    public let after: Int
    public let limit: Int
    /// The tasks that these events reopened or removed are wanted, too: staged events bring them back.
    public private(set) var takenBack: [Int] = []

    /// The tasks that a past day knew (RULES S7).
    public struct Known: Sendable {
        public let day: CalendarDay
        public let endsAt: Instant
        /// Whether they were closed by its end; `nil` for all.
        public let isClosed: Bool?

        public func contains(_ task: ClosedTask) -> Bool {
            let wasClosed = task.day <= day
            return (wasClosed || task.createdAt < endsAt) && isClosed ?? wasClosed == wasClosed
        }
    }

    public init(
        categoryIds: [Int]? = nil, day: CalendarDay? = nil, known: Known? = nil, search: SearchedText? = nil,
        before: ClosedTask? = nil, after: Int, limit: Int
    ) {
        self.categoryIds = categoryIds
        self.day = day
        self.known = known
        self.search = search
        self.before = before
        self.after = after
        self.limit = limit
    }

    /// Whether a task belongs to the list, apart from ``before``.
    public func contains(_ task: ClosedTask) -> Bool {
        task.seq > after && categoryIds?.contains(task.categoryId) ?? true && (day == nil || task.day == day)
            && (known?.contains(task) ?? true) && (search.map { $0.isFound(in: task.text) } ?? true)
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> ClosedTasksQuery {
        var query = self
        query.takenBack = try ClosedTask.eventsTakenBack(by: staged)
        return query
    }

    public func answer(_ stored: Page, after staged: [Event]) throws(ValidationError) -> Page {
        var (page, tasks) = (stored, StagedClosedTasks(stored.tasks))
        for event in staged { try tasks.apply(event) }
        page.tasks = tasks.all.filter { task in contains(task) && before.map { task.isBefore($0) } ?? true }
        page.tasks.sort { $1.isBefore($0) }
        let surplus = max(0, page.tasks.count - limit)
        page.tasks.removeLast(surplus)
        // The next page follows a task that still is there.
        if surplus > 0 || page.last.map(tasks.isGone) == true { page.last = page.tasks.last?.id ?? page.last }
        return page
    }
}

/// Closed tasks of an answer, followed through the staged events.
private struct StagedClosedTasks {
    private var closed: [Int: ClosedTask]
    /// The tasks that staged events reopened or removed; `nil` for one that the answer did not have.
    private var gone: [Int: ClosedTask?] = [:]

    init(_ tasks: [ClosedTask]) { closed = Dictionary(tasks.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }

    var all: [ClosedTask] { Array(closed.values) }

    subscript(id: Int) -> ClosedTask? { closed[id] }

    func isGone(_ id: Int) -> Bool { gone.keys.contains(id) }

    mutating func apply(_ event: Event) throws(ValidationError) {
        for change in try ClosedTask.changes(by: event) {
            switch change {
            case .closed(let task):
                closed[task.id] = task
                gone.removeValue(forKey: task.id)
            case .gone(let id): gone.updateValue(closed.removeValue(forKey: id), forKey: id)
            // The answer has it already if it was gone before the staged events.
            case .restored(let restored):
                if let task = gone.removeValue(forKey: restored.id) ?? nil { closed[task.id] = task }
            }
        }
    }
}
