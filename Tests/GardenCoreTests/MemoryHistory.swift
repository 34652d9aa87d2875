import GardenAPI
import Synchronization
import TimeKit

@testable import GardenCore

/// The history of some changes, in memory.
struct MemoryHistory: History {
    var changes: [Change] = []
    /// How often it was asked for events and changes; the copies of a history count together.
    let asked = AskCount()

    final class AskCount: Sendable {
        private let value = Atomic<Int>(0)

        func increase() { value.wrappingAdd(1, ordering: .relaxed) }
        var count: Int { value.load(ordering: .relaxed) }
    }

    private func events(_ types: [String]?) -> [Event] {
        changes.flatMap(\.events).filter { types?.contains($0.type) ?? true }
    }

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        asked.increase()
        return Array(events(types).filter { $0.seq > since }.prefix(limit))
    }

    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        asked.increase()
        return Array(events(types).filter { $0.seq < before ?? .max }.suffix(limit))
    }

    func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        asked.increase()
        return changes.first { $0.events.contains { $0.seq == seq } }
    }

    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        let answer: Any? =
            switch query {
            case let query as LogLinesQuery:
                try Array(lines(of: query.day).filter { $0.id <= query.through }.suffix(query.limit))
            case is NextLogDayQuery: CalendarDay?.none
            case let query as ClosedTaskQuery: try closedTasks().first { $0.id == query.id && $0.seq > query.after }
            case let query as ClosedTasksQuery: page(of: try closedTasks(), query)
            // All events are left to the caller.
            case is StatisticsTailQuery:
                StatisticsTailQuery.Answer(through: 0, tally: StatisticsTally(day: nil), removedNames: [:])
            case is RateStartQuery, is RateIndexQuery: RateIndexAnswer(RateIndex(), through: 0)
            case is FiguresQuery: [Int: DayFigures]()
            case is ReachedDaysQuery: [Int]()
            case is ClosingsQuery: [Int: DayClosing]()
            case is LastClosingQuery: DayClosing?.none
            case is LaterChangesQuery: [Int: DayFigures]()
            case is CompletionsEndQuery: 0
            case is CompletionsQuery: CompletionsQuery.Answer()
            case is CompletionQuery: StoredCompletion?.none
            case is ReopenedCompletionQuery: Int?.none
            case is LastGrowthQuery: CalendarDay?.none
            case let query as VisitQuery: try visit(query)
            case let query as VisitEventsQuery: try seqs(query)
            case let query as VisitsQuery: try page(of: visits(), query)
            case let query as KnownVisitsQuery: try known(query)
            case let query as VisitTagQuery: try counted(query)
            case let query as NamedSessionsQuery: try sessions().values.filter { query.ids.contains($0.id) }
            case let query as SessionQuery: try sessions()[query.id]
            case let query as SessionsQuery: try found(query)
            case let query as SessionsDuringQuery: try found(query)
            case let query as TaskFocusQuery: try focus(query)
            case let query as ImportedEntriesQuery: try found(query)
            default: throw StoreError("\(Asked.self) is not answered")
            }
        guard let answer = answer as? Asked.Answer else { throw StoreError("\(Asked.self) has another answer") }
        return answer
    }

    // MARK: Closed tasks

    /// Newest first.
    private func closedTasks() throws(StoreError) -> [ClosedTask] {
        var tasks: [Int: ClosedTask] = [:]
        var gone: [Int: [Int: ClosedTask]] = [:]
        for event in events(nil) {
            do throws(ValidationError) {
                for change in try ClosedTask.changes(by: event) {
                    switch change {
                    case .closed(let task): tasks[task.id] = task
                    case .gone(let id): gone[event.seq, default: [:]][id] = tasks.removeValue(forKey: id)
                    case .restored(let restored): tasks[restored.id] = gone[restored.since]?[restored.id]
                    }
                }
            } catch {
                throw StoreError(error.message)
            }
        }
        return tasks.values.sorted { ($0.at.instant, $0.id) > ($1.at.instant, $1.id) }
    }

    private func page(of tasks: [ClosedTask], _ query: ClosedTasksQuery) -> ClosedTasksQuery.Page {
        let found = tasks.filter { task in
            let isAfter = query.before.map { (task.at.instant, task.id) < ($0.at.instant, $0.id) } ?? true
            return isAfter && query.contains(task)
        }
        let page = Array(found.prefix(query.limit))
        return ClosedTasksQuery.Page(tasks: page, last: found.count > page.count ? page.last?.id : nil)
    }

    // MARK: Sessions

    private func sessions() throws(StoreError) -> [Int: StoredSession] {
        var sessions: [Int: StoredSession] = [:]
        for event in events(nil) {
            do throws(ValidationError) {
                for change in try SessionChange.changes(by: event) {
                    sessions[change.id] = try change.applied(to: sessions[change.id])
                }
            } catch {
                throw StoreError(error.message)
            }
        }
        return sessions
    }

    private func found(_ query: SessionsQuery) throws(StoreError) -> SessionsQuery.Answer {
        let all = try sessions()
        let others = all.values.filter { !query.touched.contains($0.id) && query.contains($0) }
        return SessionsQuery.Answer(
            sessions: Array(others.sorted { $0.position > $1.position }.prefix(query.limit)),
            touched: query.touched.sorted().compactMap { all[$0] })
    }

    private func found(_ query: SessionsDuringQuery) throws(StoreError) -> SessionsQuery.Answer {
        let all = try sessions()
        let others = all.values.filter { !query.touched.contains($0.id) && query.contains($0) }
        return SessionsQuery.Answer(
            sessions: others.sorted { $0.position < $1.position },
            touched: query.touched.sorted().compactMap { all[$0] })
    }

    private func found(_ query: ImportedEntriesQuery) throws(StoreError) -> [ImportedEntry] {
        // All of them are as if they were staged.
        do { return try query.answer([], after: events(nil)) } catch { throw StoreError(error.message) }
    }

    private func focus(_ query: TaskFocusQuery) throws(StoreError) -> TaskFocusQuery.Answer {
        let all = try sessions().values.sorted { $0.id < $1.id }
        var sums: [Int: TaskFocus] = [:]
        for session in all where !query.touched.contains(session.id) { query.count(session, in: &sums) }
        return TaskFocusQuery.Answer(sums: sums, touched: all.filter { query.touched.contains($0.id) })
    }

    // MARK: Visits

    private func visits() throws(StoreError) -> [StoredVisit] {
        var visits: [Int: StoredVisit] = [:]
        for event in events(nil) {
            do throws(ValidationError) {
                for change in try VisitChange.changes(by: event) {
                    visits[change.id] = try change.applied(to: visits[change.id])
                }
            } catch {
                throw StoreError(error.message)
            }
        }
        return visits.values.sorted { $0.position > $1.position }
    }

    private func visit(_ query: VisitQuery) throws(StoreError) -> StoredVisit? {
        try visits().first { visit in
            switch query.key {
            case .id(let id): visit.id == id
            case .addedBy(let seq): visit.added == seq
            }
        }
    }

    private func seqs(_ query: VisitEventsQuery) throws(StoreError) -> [Int] {
        do throws(ValidationError) { return try query.answer([], after: events(nil)) } catch {
            throw StoreError(error.message)
        }
    }

    /// Erases what an event asks for.
    mutating func erase(because event: Event) throws {
        guard let erasure = try Erasure.by(event) else { return }
        for index in changes.indices {
            for position in changes[index].events.indices {
                let event = changes[index].events[position]
                guard erasure.events.contains(event.seq) else { continue }
                changes[index].events[position] = try erasure.erased(event)
            }
        }
    }

    private func page(of visits: [StoredVisit], _ query: VisitsQuery) -> VisitsQuery.Answer {
        let found = (query.isAscending ? visits.reversed() : visits).filter { visit in
            !query.touched.ids.contains(visit.id) && query.filter.contains(visit)
                && query.previous.map { query.isBefore($0, visit.position) } ?? true
        }
        let page = Array(found.prefix(query.limit))
        return VisitsQuery.Answer(
            visits: page, last: found.count > page.count ? page.last?.position : nil,
            touched: visits.filter { query.touched.ids.contains($0.id) })
    }

    private func known(_ query: KnownVisitsQuery) throws(StoreError) -> KnownVisitsQuery.Answer {
        let visits = try visits()
        return KnownVisitsQuery.Answer(
            visits: visits.filter { !query.touched.ids.contains($0.id) && query.contains($0) },
            touched: visits.filter { query.touched.ids.contains($0.id) })
    }

    private func counted(_ query: VisitTagQuery) throws(StoreError) -> VisitTagQuery.Answer {
        let visits = try visits()
        let found = visits.filter { visit in
            !query.touched.ids.contains(visit.id) && visit.isListed
                && visit.facets.contains(.tag(query.facet, query.id))
        }
        return VisitTagQuery.Answer(
            count: found.count, latest: found.first.map { VisitTagQuery.Answer.Latest(id: $0.id, at: $0.at) },
            touched: visits.filter { query.touched.ids.contains($0.id) })
    }

    // MARK: Lines of the log

    private func lines(of day: CalendarDay) throws(StoreError) -> [LogLineProjection] {
        var lines: [Int: (line: LogLineProjection, day: CalendarDay)] = [:]
        var gone: [Int: (line: LogLineProjection, day: CalendarDay)] = [:]
        for event in events(nil) {
            let projections: [LogProjection]
            do { projections = try LogProjection.all(of: event) } catch { throw StoreError(error.message) }
            for projection in projections {
                switch projection {
                case .put(let line, let day, _): lines[line.id] = (line, day)
                case .remove(let id, _): gone[id] = lines.removeValue(forKey: id)
                case .restore(let id, _, _): lines[id] = gone[id]
                case .move(let after, let from, let to):
                    let daysWithMore = Set(lines.values.filter { $0.line.kind != .header }.map(\.day))
                    lines = lines.filter { id, row in
                        row.line.kind != .header || row.day <= to || id <= after && daysWithMore.contains(row.day)
                    }
                    for id in lines.keys where id > after && lines[id]?.day == from { lines[id]?.day = to }
                }
            }
        }
        return lines.values.filter { $0.day == day }.map(\.line).sorted { $0.id < $1.id }
    }
}
