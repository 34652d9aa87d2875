import GardenAPI
import TimeKit

extension SessionList: Query {
    private static let standardLimit = 100

    public func answer(in context: QueryContext) throws(GardenError) -> SessionPage {
        let state = context.state
        let limit = limit ?? Self.standardLimit
        var query = SessionsQuery(after: state.lastResetSeq, limit: limit + 1)
        (query.from, query.to) = try context.listedDays(from, to)
        if let category { query.categoryIds = try StatisticsReading(context).categoryIds(named: category) }
        query.taskId = taskId
        if let task { query.taskId = try state.openTask(titled: task).id }
        query.outcome = outcome
        if let before {
            let session = try readingJournal { try context.history.read(SessionQuery(id: before)) }
            guard let session else {
                throw GardenError(
                    .notFound, "before: session \(before) does not exist; use the next of the previous page",
                    [("kind", "session"), ("id", .integer(before))])
            }
            query.before = session.position
        }
        var found = try readingJournal { try context.history.read(query) }.sessions
        let more = found.count > limit
        if more { found.removeLast() }
        return SessionPage(
            sessions: try context.listed(found), more: more, next: more ? found.last?.id : nil)
    }
}

extension QueryContext {
    /// A century: of a longer range, no one knows anything.
    private static let mostDays = 36_600

    /// The first and the last day of a list; `nil` for no bound.
    func listedDays(_ from: String?, _ to: String?) throws(GardenError) -> (CalendarDay?, CalendarDay?) {
        guard from != nil || to != nil else { return (nil, nil) }
        let days = try days(from, to, count: 1, most: Self.mostDays).span
        return (from == nil ? nil : days.lowerBound, days.upperBound)
    }
}

extension SessionGet: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> Session {
        let session = try readingJournal { try context.history.read(SessionQuery(id: id)) }
        guard let session, session.added > context.state.lastResetSeq else { throw .notFound(kind: "session", id: id) }
        return try context.listed([session])[0]
    }
}

extension QueryContext {
    /// Sessions with the present names (RULES P21), and of a removed category with the last one, as statistics have it (RULES S1).
    fileprivate func listed(_ sessions: [StoredSession]) throws(GardenError) -> [Session] {
        var listed = try view(of: sessions)
        let removed = listed.indices.filter { state.categories[listed[$0].categoryId] == nil }
        guard !removed.isEmpty else { return listed }
        let reading = try StatisticsReading(self)
        for index in removed {
            if let name = reading.lastName(ofRemovedCategory: listed[index].categoryId) {
                listed[index].category = name
            }
        }
        return listed
    }
}
