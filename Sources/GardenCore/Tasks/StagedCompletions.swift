import GardenAPI
import TimeKit

/// The completions by the events that the table lacks, and what those do to the others.
struct StagedCompletions: CompletionKeeper {
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
    func found(_ query: CompletionsQuery) throws -> CompletionsQuery.Answer {
        var query = query
        query.updates = updates
        var answer = try history.read(query)
        let own = try entries.filter { entry in
            let isBefore = query.before.map { entry.completion.isBefore($0) } ?? true
            return try isBefore && query.includes(entry.completion) && query.includes(fate(of: entry))
                && query.includes(entry.event)
        }
        guard !own.isEmpty else { return answer }
        answer.completions += own.map { entry in
            CompletionsQuery.Found(entry.completion, entry.event, isReopened: fate(of: entry).reopened != nil)
        }
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

    private func fate(of entry: Entry) -> StoredCompletion.Fate {
        StoredCompletion.Fate.none.after(updates, of: entry.completion.seq)
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
                && reopening.at.map { $0 == completion.at } ?? true && fate(of: entry).isNone
        }
        if let own { return own.completion.seq }
        return try history.read(ReopenedCompletionQuery(reopening: reopening, updates: updates))
    }
}
