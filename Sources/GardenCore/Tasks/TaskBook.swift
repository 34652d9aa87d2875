import GardenAPI
import HashTreeCollections
import TimeKit
import WorkKit

/// The open tasks: by id, in the order of their categories, by their next reminder and by their due date. Completed tasks
/// are in the history.
public struct TaskBook: Sendable, Equatable {
    /// A task at an instant, ordered by instant, then by id (RULES L8).
    struct Timed: Sendable, Hashable, Comparable {
        let at: Instant
        let id: Int

        static func < (left: Timed, right: Timed) -> Bool { (left.at, left.id) < (right.at, right.id) }
    }

    /// A task in the order of its category, with what ``proposed(at:dayEnd:_:)`` compares.
    private struct Slot: Sendable, Hashable {
        let id: Int
        var rank: UInt8
    }

    private var tasks: EntityTable<StoredTask>
    /// Each category's tasks in their order.
    private var orders: TreeDictionary<Int, ChunkedArray<Slot>>
    private(set) var firings: ChunkedArray<Timed>
    private(set) var dueDates: ChunkedArray<Timed>
    private(set) var tags: TagIndex
    /// The ids of the tasks that can be hidden, in ascending order: with a start, or with a target (RULES T19, T21).
    private(set) var hideable: ChunkedArray<Int>
    private(set) var lastId: Int
    /// The last day that had its notice (RULES T16).
    var noticedDay: CalendarDay?
    /// True if that day was over when the notice could be given.
    var hasMissedNotice: Bool?

    subscript(id: Int) -> StoredTask? { tasks[id] }

    var count: Int { tasks.count }

    /// All tasks, in no order.
    var all: some Collection<StoredTask> { tasks.all }

    /// All tasks, by id.
    var inOrder: [StoredTask] { tasks.inOrder }

    /// The tasks that a snapshot had and that are not read yet, in no order.
    public var unread: [Int] { tasks.unread }

    /// Reads tasks, so that the next look at them takes no longer than one at the others.
    public func read(_ ids: some Sequence<Int>) { for id in ids { tasks.read(id) } }

    /// The tasks of that title, ignoring case, by id.
    func titled(_ title: String) -> [StoredTask] { tasks.named(title) }

    /// The tasks with a title that begins like that, ignoring case, by title, and how many they are in all.
    func titled(beginningWith title: String, most: Int) -> (first: [StoredTask], count: Int) {
        tasks.beginning(with: title, most: most)
    }

    /// The ids of a category's tasks in their order.
    func order(ofCategory id: Int) -> [Int] {
        Work.note(count(inCategory: id), .places)
        return orders[id]?.map(\.id) ?? []
    }

    /// The number of a category's tasks.
    func count(inCategory id: Int) -> Int { orders[id]?.count ?? 0 }

    /// The number of a category's tasks besides one that may be among them.
    func count(inCategory id: Int, besides task: Int) -> Int {
        count(inCategory: id) - (tasks[task]?.categoryId == id ? 1 : 0)
    }

    /// The position of a task in its category.
    func position(of task: StoredTask) -> Int {
        guard let order = orders[task.categoryId], let place = Self.place(of: task.id, in: order) else { return 0 }
        return order.distance(from: order.startIndex, to: place)
    }

    private static func place(of task: Int, in order: ChunkedArray<Slot>) -> ChunkedArray<Slot>.Index? {
        var passed = 0
        defer { Work.note(passed, .places) }
        return order.firstIndex { slot in
            passed += 1
            return slot.id == task
        }
    }

    /// The task to do next: of the overdue tasks, else of those due today, else of all, the first with the highest
    /// priority.
    ///
    /// - Parameters:
    ///   - hidden: the ids of those that are not proposed yet.
    ///   - categories: their ids in their order.
    func proposed(at now: Instant, dayEnd: Instant, besides hidden: Set<Int>, _ categories: [Int]) -> StoredTask? {
        let overdue = Array(dueDates.prefix { $0.at <= now })
        let due = Set((overdue.isEmpty ? self.due(inDayEndingAt: dayEnd) : overdue).map(\.id)).subtracting(hidden)
        var best: Slot?
        for category in categories {
            Work.note(.values)
            Work.note(count(inCategory: category), .places)
            for slot in orders[category] ?? ChunkedArray() where slot.rank < best?.rank ?? StoredTask.standingRank {
                if due.isEmpty || due.contains(slot.id), !hidden.contains(slot.id) { best = slot }
            }
        }
        return best.flatMap { tasks[$0.id] }
    }

    /// The tasks that are due before an instant.
    func due(before instant: Instant) -> some Collection<Timed> {
        let due = dueDates[..<dueDates.place(of: instant)]
        Work.note(due.count, .values)
        return due
    }

    /// The tasks that are due by the end of a day: before its end, or on a day that ends then.
    private func due(inDayEndingAt end: Instant) -> [Timed] { due(before: end) + due(onDayEndingAt: end) }

    /// What is due before an instant, without a look at each.
    func dueEntries(before instant: Instant) -> ChunkedArray<Timed>.SubSequence {
        dueDates[..<dueDates.place(of: instant)]
    }

    /// What is due at an instant or later, without a look at each.
    func dueEntries(from instant: Instant) -> ChunkedArray<Timed>.SubSequence {
        dueDates[dueDates.place(of: instant)...]
    }

    /// How many tasks are due by the end of a day.
    func count(dueInDayEndingAt end: Instant) -> Int {
        dueDates.distance(from: dueDates.startIndex, to: dueDates.place(of: end)) + due(onDayEndingAt: end).count
    }

    private func due(onDayEndingAt end: Instant) -> [Timed] {
        let last = dueDates[dueDates.place(of: end)...].prefix { $0.at == end }
        Work.note(last.count, .values)
        return last.filter { tasks[$0.id]?.due?.isDay == true }
    }

    // MARK: Changes

    /// Adds a task or replaces it, at a position of its category; the other tasks move up or down (RULES M15).
    ///
    /// - Parameter position: `nil` for its present one, or for the end of a category that it was not in.
    mutating func put(_ task: StoredTask, at position: Int? = nil) {
        let old = tasks[task.id]
        tasks.put(task)
        lastId = max(lastId, task.id)
        replace(old?.progress.nextFiring, by: task.progress.nextFiring, of: task.id, in: &firings)
        replace(old?.progress.dueAt, by: task.progress.dueAt, of: task.id, in: &dueDates)
        tags.replace(old?.details.tags ?? [], by: task.details.tags ?? [], of: task.id)
        setCanBeHidden(task.canBeHidden, task.id)
        if position == nil, let old, old.categoryId == task.categoryId {
            guard old.rank != task.rank, let order = orders[task.categoryId] else { return }
            if let place = Self.place(of: task.id, in: order) { orders[task.categoryId]?[place].rank = task.rank }
            return
        }
        if let old { leaveOrder(old) }
        var order = orders.removeValue(forKey: task.categoryId) ?? ChunkedArray()
        let place = position.map { order.index(ofOffset: $0) } ?? order.endIndex
        order.insert(Slot(id: task.id, rank: task.rank), at: place)
        orders[task.categoryId] = order
    }

    /// Takes a task out, because it was removed or completed.
    mutating func remove(_ id: Int) {
        guard let task = tasks.remove(id) else { return }
        replace(task.progress.nextFiring, by: nil, of: id, in: &firings)
        replace(task.progress.dueAt, by: nil, of: id, in: &dueDates)
        tags.replace(task.details.tags ?? [], by: [], of: id)
        setCanBeHidden(false, id)
        leaveOrder(task)
    }

    private mutating func setCanBeHidden(_ canBeHidden: Bool, _ id: Int) {
        let place = hideable.partitioningIndex { $0 >= id }
        let isListed = place < hideable.endIndex && hideable[place] == id
        guard isListed != canBeHidden else { return }
        if canBeHidden { hideable.insert(id, at: place) } else { hideable.remove(at: place) }
    }

    /// Removes all tasks, and gives none of their ids again.
    mutating func clear() {
        Work.note(count, .values)
        let (lastId, noticedDay) = (lastId, noticedDay)
        self = TaskBook()
        (self.lastId, self.noticedDay) = (lastId, noticedDay)
    }

    /// Moves all tasks of a removed category to the end of another (RULES T13).
    mutating func moveAll(ofCategory from: Int, to: Int, at instant: Instant) {
        guard let slots = orders.removeValue(forKey: from) else { return }
        Work.note(slots.count, .values)
        for slot in slots {
            guard var task = tasks[slot.id] else { continue }
            (task.categoryId, task.updatedAt) = (to, instant)
            tasks.put(task)
        }
        orders[to, default: ChunkedArray()].append(contentsOf: Array(slots))
    }

    private mutating func leaveOrder(_ task: StoredTask) {
        guard var order = orders.removeValue(forKey: task.categoryId) else { return }
        if let place = Self.place(of: task.id, in: order) { order.remove(at: place) }
        if !order.isEmpty { orders[task.categoryId] = order }
    }

    private func replace(_ old: Instant?, by new: Instant?, of id: Int, in list: inout ChunkedArray<Timed>) {
        guard old != new else { return }
        if let old {
            let place = list.place(of: old, id)
            if place < list.endIndex, list[place].id == id { list.remove(at: place) }
        }
        if let new { list.insert(Timed(at: new, id: id), at: list.place(of: new, id)) }
    }
}

extension ChunkedArray<TaskBook.Timed> {
    /// The place of a task at an instant, or where it belongs; by default, that of the first one that is not earlier.
    func place(of instant: Instant, _ id: Int = 0) -> Index {
        partitioningIndex { $0 >= TaskBook.Timed(at: instant, id: id) }
    }

    /// How many are not after an instant.
    func count(through instant: Instant) -> Int {
        distance(from: startIndex, to: place(of: instant.advanced(byMilliseconds: 1)))
    }
}

extension TaskBook: WireObject {
    public static let name = "TaskBook"

    /// A category's tasks in their order, as snapshots store it.
    private struct Order: WireObject {
        static let name = "TaskOrder"

        var categoryId: Int
        var ids: PackedIntegers
        var ranks: PackedIntegers

        static let fields = Fields(
            Order.init,
            .required("categoryId", \.categoryId, "the category"),
            .required("ids", \.ids, "its tasks in their order"),
            .required("ranks", \.ranks, "their ranks"))
    }

    /// An empty book.
    public init() {
        let none = PackedIntegers([])
        self.init(
            TaskPages(EntityTable()), names: none, orders: [], lastId: 0, firings: none, dueDates: none,
            noticedDay: nil, hasMissedNotice: nil, tags: [], hideable: none)
    }

    private init(
        _ pages: TaskPages, names: PackedIntegers, orders: [Order], lastId: Int, firings: PackedIntegers,
        dueDates: PackedIntegers, noticedDay: CalendarDay?, hasMissedNotice: Bool?, tags: [TagIndex.Row],
        hideable: PackedIntegers
    ) {
        tasks = pages.table(names.values)
        self.orders = TreeDictionary(
            orders.map { order in
                (
                    order.categoryId,
                    ChunkedArray(
                        zip(order.ids.values, order.ranks.values).map { Slot(id: $0, rank: UInt8(clamping: $1)) })
                )
            }, uniquingKeysWith: { $1 })
        self.lastId = lastId
        self.firings = ChunkedArray(Self.timed(firings))
        self.dueDates = ChunkedArray(Self.timed(dueDates))
        (self.noticedDay, self.hasMissedNotice) = (noticedDay, hasMissedNotice)
        self.tags = TagIndex(tags)
        self.hideable = ChunkedArray(hideable.values)
    }

    private var orderRows: [Order] {
        orders.map { category, slots in
            Order(
                categoryId: category, ids: PackedIntegers(slots.map(\.id)),
                ranks: PackedIntegers(slots.map { Int($0.rank) }))
        }.sorted { $0.categoryId < $1.categoryId }
    }

    /// Each instant is followed by its id.
    private static func timed(_ packed: PackedIntegers) -> [Timed] {
        let numbers = packed.values
        return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
            Timed(at: Instant(milliseconds: numbers[index]), id: numbers[index + 1])
        }
    }

    private static func packed(_ timed: ChunkedArray<Timed>) -> PackedIntegers {
        PackedIntegers(timed.flatMap { [$0.at.milliseconds, $0.id] })
    }

    // What follows from the tasks is stored beside them, so that a start reads none of them.
    public static let fields = Fields(
        {
            TaskBook(
                $0, names: $1, orders: $2, lastId: $3, firings: $4, dueDates: $5, noticedDay: $6, hasMissedNotice: $7,
                tags: $8, hideable: $9)
        },
        .required("tasks", \.pages, "the open tasks"),
        .required("names", \.packedNames, "their ids by title"),
        .required("orders", \.orderRows, "their order in each category"),
        .required("lastId", \.lastId, "the id last given to a task"),
        .required("firings", \.packedFirings, "when they remind next, and their ids"),
        .required("dueDates", \.packedDueDates, "when they are due, and their ids"),
        .nullable("noticedDay", \.noticedDay, "the last day that had its notice"),
        .nullable("hasMissedNotice", \.hasMissedNotice, "true if that day was over when the notice could be given"),
        .required("tags", \.tagRows, "their ids by tag"),
        .required("hideable", \.packedHideable, "the ids of those that can be hidden"))

    private var pages: TaskPages { TaskPages(tasks) }
    private var packedNames: PackedIntegers { PackedIntegers(Array(tasks.idsByName)) }
    private var tagRows: [TagIndex.Row] { tags.rows }
    private var packedHideable: PackedIntegers { PackedIntegers(Array(hideable)) }
    private var packedFirings: PackedIntegers { Self.packed(firings) }
    private var packedDueDates: PackedIntegers { Self.packed(dueDates) }

    public func validate() throws(ValidationError) {
        guard tasks.idsByName.count == tasks.count else { throw ValidationError(problem: "has tasks without names") }
    }
}
