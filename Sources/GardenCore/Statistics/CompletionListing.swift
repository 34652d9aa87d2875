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
            let staged = try StagedCompletions(history)
            var query = asked
            if let before = self.before {
                query.before = try staged.completion(before) ?? history.read(CompletionQuery(seq: before))
            }
            return (query, try staged.found(query))
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
