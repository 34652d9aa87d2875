import GardenAPI
import TimeKit

extension TaskCompletions: Query {
    private static let standardLimit = 100

    public func answer(in context: QueryContext) throws(GardenError) -> TaskCompletionPage {
        let limit = limit ?? Self.standardLimit
        var query = CompletionsQuery(after: context.state.lastResetSeq, limit: limit + 1)
        (query.from, query.to) = try context.listedDays(from, to)
        if let category { query.categoryIds = try StatisticsReading(context).categoryIds(named: category) }
        query.tags = Set((tag?.tags ?? []).map(\.folded))
        query.search = search.map(SearchedText.init)
        query.priority = priority
        let (asked, history) = (query, context.history)
        let found = try readingJournal {
            var (query, staged) = (asked, try StagedCompletions(history))
            if let before = self.before {
                query.before = try staged.completion(before) ?? history.read(CompletionQuery(seq: before))
            }
            query.updates = staged.updates
            return (query, try staged.answer(query))
        }
        if let before, found.0.before.map({ $0.seq > query.after }) != true {
            throw GardenError(
                .notFound, "before: completion \(before) does not exist; use the next of the previous page",
                [("kind", "completion"), ("id", .integer(before))])
        }
        var (rows, last) = (found.1.completions, found.1.last)
        if rows.count > limit {
            rows.removeLast()
            last = rows.last?.completion
        }
        let completions = try readingJournal { try rows.map { try context.completion($0.completion, $0.event) } }
        return TaskCompletionPage(completions: completions, more: last != nil, next: last?.seq)
    }
}

extension QueryContext {
    /// A completion with the task as it was right after it.
    fileprivate func completion(
        _ completion: StoredCompletion, _ event: Event
    ) throws(ValidationError) -> TaskCompletion {
        guard let effect = try EventKind.taskCompleted.effect(of: event) else {
            throw ValidationError(problem: "event \(event.seq) is no completion of a task")
        }
        let (zone, place) = (environment.zone, effect.facts.place)
        var task = effect.task(state.identity, EventOrigin(seq: event.seq, at: event.at, cause: nil))
        task.categoryId = state.categories.continuing(task.categoryId)
        let closing = TaskClosing(
            at: event.at.instant,
            category: (place.category.name, state.identity.uid(place.category.uid, at: event.seq)),
            position: place.position)
        let item = TaskItem(
            task, category: state.category(of: task, closing), position: place.position,
            completedAt: effect.note?.closedOn.map { _ in event.at.instant }, zone)
        return TaskCompletion(
            id: event.seq, task: item, at: zone.timestamp(event.at.instant), day: completion.day,
            occurrence: effect.note?.occurrence?.published(in: zone), paid: effect.note?.paid ?? 0,
            exp: effect.note?.exp ?? 0)
    }
}

/// The completions by the events that the table lacks, and what those do to the others.
private struct StagedCompletions: CompletionKeeper {
    private struct Entry {
        let completion: StoredCompletion
        let event: Event
    }

    private let history: any History
    private var day: CalendarDay?
    private var entries: [Entry] = []
    private(set) var updates: [StoredCompletion.Update] = []

    init(_ history: any History) throws {
        self.history = history
        let end = try history.read(CompletionsEndQuery())
        for event in try history.events(after: end, limit: .max, types: StoredCompletion.types) {
            try follow(event, in: history)
        }
    }

    func completion(_ seq: Int) -> StoredCompletion? { entries.first { $0.completion.seq == seq }?.completion }

    /// Those of the table and of the events that it lacks.
    func answer(_ query: CompletionsQuery) throws -> CompletionsQuery.Answer {
        var answer = try history.read(query)
        let own = try entries.filter { entry in
            let isBefore = query.before.map { entry.completion.isBefore($0) } ?? true
            return try isBefore && query.includes(entry.completion) && counts(entry) && query.includes(entry.event)
        }
        guard !own.isEmpty else { return answer }
        answer.completions += own.map { ($0.completion, $0.event) }
        answer.completions.sort { $1.completion.isBefore($0.completion) }
        // What the table did not read can come before an entry.
        if let last = answer.last {
            answer.completions.removeAll { $0.completion.isBefore(last) }
        }
        let surplus = answer.completions.count - query.limit
        if surplus > 0 {
            answer.completions.removeLast(surplus)
            answer.last = answer.completions.last?.completion
        }
        return answer
    }

    private func counts(_ entry: Entry) -> Bool {
        StoredCompletion.Fate.none.after(updates, of: entry.completion.seq).isNone
    }

    // MARK: Following the events

    mutating func day(at seq: Int) throws -> CalendarDay? {
        if day == nil { day = try history.day(before: seq) }
        return day
    }

    mutating func setDay(_ day: CalendarDay) { self.day = day }

    mutating func add(_ completion: StoredCompletion, _ event: Event) {
        entries.append(Entry(completion: completion, event: event))
    }

    mutating func apply(_ update: StoredCompletion.Update) { updates.append(update) }

    func seq(of reopening: StoredCompletion.Reopening) throws -> Int? {
        let own = entries.last { entry in
            let completion = entry.completion
            return completion.taskId == reopening.taskId && completion.day == reopening.day
                && reopening.at.map { $0 == completion.at } ?? true && counts(entry)
        }
        if let own { return own.completion.seq }
        return try history.read(ReopenedCompletionQuery(reopening: reopening, updates: updates))
    }
}
